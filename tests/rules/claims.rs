//! Claims of search and solver about positions with known values.

use std::collections::BTreeMap;
use std::fs;

use jacquerie::game::Outcome;

use super::oracle::retrograde::Exact;
use super::oracle::{Oracle, turned};
use super::program::{call_in, folder};
use super::support::session;

/// What was checked, and how often.
pub type Tally = BTreeMap<&'static str, usize>;

pub fn count(tally: &mut Tally, what: &'static str) {
    *tally.entry(what).or_default() += 1;
}

/// The number of winner's moves in a win or loss, with UCI's sign.
fn mate_in((outcome, plies): Exact) -> Option<i32> {
    let moves = i32::from(plies?.div_ceil(2));
    match outcome {
        // `mate 0` would be a loss.
        Outcome::Win => Some(moves.max(1)),
        _ => Some(-moves),
    }
}

/// Moves of both sides back and forth, after which the position occurs for the second time.
fn there_and_back<B: Oracle>(board: &B) -> Option<String> {
    let quiet = |board: &B| {
        let names = board
            .moves()
            .into_iter()
            .map(|step| (step, board.name(step)));
        names
            .filter(|(_, name)| name.len() == 4)
            .collect::<Vec<_>>()
    };
    quiet(board).into_iter().find_map(|(step, there)| {
        let after = board.after(step);
        quiet(&after).into_iter().find_map(|(step, reply)| {
            let far = after.after(step);
            let (home, _) = quiet(&far)
                .into_iter()
                .find(|(_, name)| *name == turned(&there))?;
            let near = far.after(home);
            let (last, _) = quiet(&near)
                .into_iter()
                .find(|(_, name)| *name == turned(&reply))?;
            let is_same = near.after(last).core() == board.core();
            let moves = || [turned(&there), turned(&reply)].join(" ");
            is_same.then(|| format!("{there} {reply} {}", moves()))
        })
    })
}

/// The UCI output for a position: the scores of the iterations, and the values called exact.
#[derive(Default, Debug)]
struct Told {
    mates: Vec<i32>,
    exact: Vec<String>,
}

/// Searches positions one after the other with the same table. They are stopped after different
/// numbers of nodes, so at any point of the search; and some have occurred before.
fn told<B: Oracle>(variant: &str, boards: &[(B, Exact)]) -> Vec<Told> {
    let lines = boards.iter().enumerate().map(|(number, (board, _))| {
        let nodes = 50 + 197 * (number % 20);
        let moves = there_and_back(board).filter(|_| number % 3 == 0);
        let moves = moves.map_or(String::new(), |moves| format!(" moves {moves}"));
        format!("position fen {}{moves}\ngo nodes {nodes}\n", board.fen())
    });
    let output = session(variant, &lines.collect::<String>());
    let (mut all, mut told) = (Vec::new(), Told::default());
    for line in output.lines() {
        if line.starts_with("bestmove ") {
            all.push(std::mem::take(&mut told));
        } else if let Some(outcome) = line.strip_prefix("info string exact ") {
            told.exact.push(outcome.to_owned());
        } else if let Some((_, score)) = line.split_once(" score mate ") {
            let number = score.split(' ').next().and_then(|word| word.parse().ok());
            told.mates.push(number.expect("a number of moves"));
        }
    }
    assert_eq!(all.len(), boards.len(), "each search has an answer");
    all
}

/// All claims of the search are true, and no win or loss takes longer than claimed.
pub fn check_search<B: Oracle>(variant: &str, boards: &[(B, Exact)], tally: &mut Tally) {
    for ((board, exact), told) in boards.iter().zip(told(variant, boards)) {
        let about = format!("{}: {told:?}, but {exact:?}", board.fen());
        let truth = mate_in(*exact);
        for mate in &told.mates {
            let truth = truth.unwrap_or_else(|| panic!("{about}"));
            assert_eq!(mate.signum(), truth.signum(), "{about}");
            assert!(mate.abs() >= truth.abs(), "{about}");
        }
        for outcome in &told.exact {
            assert_eq!(*outcome, exact.0.to_string(), "{about}");
        }
        count(tally, "searched");
        let claim = match (told.mates.last(), told.exact.last()) {
            (Some(mate), _) if Some(*mate) == truth => "mate, the shortest",
            (Some(_), _) => "mate, not the shortest",
            (None, Some(_)) => "exact",
            (None, None) => "a guess",
        };
        count(tally, claim);
    }
}

/// A position as in a list of `solve`: its value, and that of each move with the plies to the end.
pub type Line = (String, Outcome, Vec<(String, Exact)>);

fn written((outcome, plies): Exact) -> String {
    let plies = plies.map(|plies| format!("/{plies}"));
    format!("{outcome}{}", plies.unwrap_or_default())
}

/// `solve` writes these values of positions and of all their moves.
pub fn check_solved(variant: &str, memory: &str, lines: &[Line]) {
    let folder = folder();
    let fens: Vec<&str> = lines.iter().map(|(fen, ..)| fen.as_str()).collect();
    fs::write(folder.path().join("input"), fens.join("\n")).expect("it can be written");
    let words = ["solve", "--variant", variant, "--memory", memory];
    let files = ["--moves", "--input", "input", "--output", "output"];
    let called = call_in(&folder, &[&words[..], &files].concat(), "");
    assert_eq!(called.code, 0, "{}", called.complaint);
    let text = fs::read_to_string(folder.path().join("output")).expect("there is an output");
    assert_eq!(text.lines().count(), lines.len());
    for (line, (fen, value, moves)) in text.lines().zip(lines) {
        let beginning = format!("{fen};{value};");
        let found = line.strip_prefix(&beginning);
        let found = found.unwrap_or_else(|| panic!("'{beginning}' is expected: {line}"));
        let mut found: Vec<&str> = found.split(',').filter(|one| !one.is_empty()).collect();
        let wanted = moves
            .iter()
            .map(|(name, value)| format!("{name}={}", written(*value)));
        let mut wanted: Vec<String> = wanted.collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{line}");
    }
}
