//! `solve` and `verify` where a game has a solver of its own, which knows distances: here the oracle,
//! on a small board with few men.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};

use jacquerie::game::bounds::Bounds;
use jacquerie::game::{Game, HashKey, Outcome};
use jacquerie::solve::checkpoint::CheckpointError;
use jacquerie::solve::exact::{ExactSolver, Refusal};
use jacquerie::stop::Stop;
use serde_json::Value;
use tempfile::TempDir;

use crate::exact::Tables;
use crate::game::{NoMove, Wanderers};
use crate::hall::{TINY, TINY_RULES};
use crate::program::call;
use crate::retrograde::Values;
use crate::rules::{Kind, Position};

/// A man of White's and a walker of Black's.
fn values() -> Values {
    Values::new(TINY_RULES, &[b" RWTD", b" w"])
}

/// A solver that knows nothing until it is asked for a value, and then everything.
pub struct Oracle {
    tables: Tables,
    has_begun: AtomicBool,
}

impl Oracle {
    /// Of the small board, where who has no move draws.
    pub fn of_tiny() -> Self {
        Self {
            tables: Tables::new(&values(), NoMove::Draw),
            has_begun: AtomicBool::new(false),
        }
    }
}

impl ExactSolver<Wanderers<HashKey>> for Oracle {
    fn game(&self) -> &Wanderers<HashKey> {
        &self.tables.game
    }

    fn positions(&self) -> u64 {
        match self.has_begun.load(Ordering::Relaxed) {
            true => self.tables.positions.len() as u64,
            false => 0,
        }
    }

    fn memory(&self) -> String {
        "1 structure".into()
    }

    fn begin(&self, root: &Position, _: &Stop) -> Result<(), Refusal> {
        match root.men().any(|(_, kind, _)| kind == Kind::Tower) {
            true => Err(Refusal("towers take 9 MiB; give more with --memory".into())),
            false => Ok(()),
        }
    }

    fn known(&self, position: &Position) -> Bounds {
        match self.game().outcome(position) {
            Some(outcome) => Bounds::exactly(outcome),
            None if !self.has_begun.load(Ordering::Relaxed) => Bounds::UNKNOWN,
            None => Bounds::exactly(self.tables.valued(position).0),
        }
    }

    fn plies(&self, position: &Position) -> Option<u16> {
        self.known(position).exact()?;
        match self.tables.valued(position) {
            (Outcome::Draw, _) => None,
            (_, plies) => u16::try_from(plies).ok(),
        }
    }

    fn value(&self, position: &Position, stop: &Stop) -> Bounds {
        if !stop.is_stopped() {
            self.has_begun.store(true, Ordering::Relaxed);
        }
        self.known(position)
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        match self.has_begun.load(Ordering::Relaxed) {
            true => file.write_all(b"everything"),
            false => Ok(()),
        }
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        let mut text = String::new();
        file.read_to_string(&mut text)
            .map_err(CheckpointError::damaged)?;
        match text.as_str() {
            "everything" => self.has_begun.store(true, Ordering::Relaxed),
            other => return Err(CheckpointError::damaged(format!("found '{other}'"))),
        }
        Ok(())
    }
}

/// The oracle alone is asked what would be right.
struct Expected(Values);

impl Expected {
    fn number(&self, fen: &str) -> usize {
        let wanted = self.0.rules.read(fen);
        let mut setups = self.0.setups.iter();
        setups
            .position(|one| *one == wanted)
            .expect("it is one of the oracle's")
    }

    /// The value of each move with its length, best first.
    fn moves(&self, fen: &str) -> Vec<(String, Outcome, usize)> {
        let moves = self.0.moves(self.number(fen)).into_iter();
        let mut moves: Vec<_> = moves
            .map(|(text, child, _)| {
                let (outcome, plies) = self.0.alone(child);
                (text, outcome.reversed(), plies + 1)
            })
            .collect();
        moves.sort_by_key(|(_, outcome, plies)| match outcome {
            Outcome::Win => *plies as i32,
            Outcome::Draw => 1_000,
            Outcome::Loss => 10_000 - *plies as i32,
        });
        moves
    }
}

/// A move, value and length with what stands between them.
fn written((text, outcome, plies): &(String, Outcome, usize), signs: [&str; 2]) -> String {
    match outcome {
        Outcome::Draw => format!("{text}{}draw", signs[0]),
        _ => format!("{text}{}{outcome}{}{plies}", signs[0], signs[1]),
    }
}

/// Calls the program where the small board is played.
fn solved(folder: &TempDir, words: &[&str]) -> Output {
    let config = format!("{TINY}[options]\nvariant = \"tiny\"\n");
    fs::write(folder.path().join("engine.toml"), config).expect("it is written");
    call(folder.path(), words)
}

fn told(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{complaint}");
    // The test says around it that it is one.
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("running"))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn refused(output: &Output) -> String {
    assert_ne!(output.status.code(), Some(0));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Won by White's drifter, and a position of Black's on the way.
const WON: &str = "2/w1/2/2/2/2/2/2/2/1D w 0 1";
const LOST: &str = "2/w1/2/2/2/2/2/2/2/D1 b 0 1";
const DRAWN: &str = "2/w1/2/2/2/2/2/2/2/1W w 0 1";
const TOWER: &str = "2/w1/2/2/2/2/2/2/2/1T w 0 1";

#[test]
fn values_and_lengths_are_those_of_the_oracle() {
    let folder = folder();
    let expected = Expected(values());
    for fen in [WON, LOST, DRAWN] {
        let report = told(&solved(&folder, &["solve", "--fen", fen, "--moves"]));
        let (value, plies) = expected.0.alone(expected.number(fen));
        let moves = expected.moves(fen);
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines.last(), Some(&&*format!("value {value}")), "{report}");
        let mut of_moves: Vec<&str> = lines[lines.len() - 1 - moves.len()..lines.len() - 1].into();
        match value {
            Outcome::Draw => assert_eq!(lines.len(), moves.len() + 1, "{report}"),
            _ => {
                let line = format!("line {plies} plies: ");
                let line = line.replace(" 1 plies", " 1 ply");
                assert!(lines[0].starts_with(&line), "{report}");
            }
        }
        // What is equally good stands in any order.
        let mut wanted: Vec<String> = moves.iter().map(|one| written(one, [" ", " "])).collect();
        let values = |lines: &[&str]| -> Vec<String> {
            let words = lines.iter().map(|line| line.split_once(' '));
            words
                .map(|words| words.map_or("", |(_, rest)| rest).into())
                .collect()
        };
        let in_order: Vec<&str> = wanted.iter().map(String::as_str).collect();
        assert_eq!(values(&of_moves), values(&in_order), "{report}");
        of_moves.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(of_moves, wanted);
    }
}

#[test]
fn programs_are_told_the_lengths_too() {
    let folder = folder();
    let expected = Expected(values());
    for fen in [WON, LOST, DRAWN] {
        let report = told(&solved(
            &folder,
            &["solve", "--fen", fen, "--moves", "--json"],
        ));
        let found: Value = serde_json::from_str(&report).expect("it is an object");
        let (value, plies) = expected.0.alone(expected.number(fen));
        let signed = |value: Outcome, plies: usize| match value {
            Outcome::Win => Value::from(plies),
            Outcome::Draw => Value::Null,
            Outcome::Loss => Value::from(-(plies as i64)),
        };
        assert_eq!(found["value"], value.to_string());
        assert_eq!(found["plies"], signed(value, plies));
        if value != Outcome::Draw {
            assert_eq!(found["plies_at_most"], plies);
        }
        let moves = found["moves"].as_array().expect("its moves");
        let wanted = expected.moves(fen);
        assert_eq!(moves.len(), wanted.len());
        for (found, (_, value, plies)) in moves.iter().zip(wanted) {
            assert_eq!(found["value"], value.to_string());
            assert_eq!(found["plies"], signed(value, plies));
        }
    }
}

#[test]
fn files_of_values_have_lengths_and_are_gone_on_with() {
    let folder = folder();
    let input = format!("{WON}\n{LOST}\n{DRAWN}\n");
    fs::write(folder.path().join("input"), &input).expect("it is written");
    let words = ["solve", "--input", "input", "--output", "values", "--moves"];
    told(&solved(&folder, &words));
    let path = folder.path().join("values");
    let whole = fs::read_to_string(&path).expect("there are values");
    let expected = Expected(values());
    assert_eq!(whole.lines().count(), 3, "{whole}");
    for (line, fen) in whole.lines().zip([WON, LOST, DRAWN]) {
        let (value, _) = expected.0.alone(expected.number(fen));
        let begins = format!("{fen};{value};");
        let moves = line.strip_prefix(&begins).expect("it is its line");
        let mut moves: Vec<&str> = moves.split(',').collect();
        let wanted = expected.moves(fen);
        let mut wanted: Vec<String> = wanted.iter().map(|one| written(one, ["=", "/"])).collect();
        assert_eq!(
            moves[0].split_once('=').map(|(_, value)| value),
            wanted[0].split_once('=').map(|(_, value)| value)
        );
        moves.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(moves, wanted);
    }
    // It goes on behind any line, and within one.
    for kept in [whole.find('\n').map_or(0, |end| end + 1), whole.len() - 7] {
        fs::write(&path, &whole[..kept]).expect("it is written");
        told(&solved(&folder, &words));
        assert_eq!(fs::read_to_string(&path).expect("values"), whole);
    }
    let rule = fs::read_to_string(folder.path().join("values.rules")).expect("the rule");
    assert_eq!(rule, "wanderers no_move draw\n");
    let plain = ["solve", "--input", "input", "--output", "plain"];
    told(&solved(&folder, &plain));
    let plain = fs::read_to_string(folder.path().join("plain")).expect("there are values");
    assert_eq!(plain, format!("{WON};win\n{LOST};loss\n{DRAWN};draw\n"));
}

#[test]
fn a_refusal_leaves_the_value_unknown() {
    let folder = folder();
    let output = solved(&folder, &["solve", "--fen", TOWER, "--moves"]);
    let report = told(&output);
    assert!(report.ends_with("value unknown\n"), "{report}");
    assert!(report.lines().count() > 2, "{report}");
    assert!(
        report.lines().all(|line| line.ends_with(" unknown")),
        "{report}"
    );
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("give more with --memory"), "{complaint}");
    fs::write(folder.path().join("input"), format!("{TOWER}\n{WON}\n")).expect("it is written");
    let words = ["solve", "--input", "input", "--output", "-"];
    let report = told(&solved(&folder, &words));
    assert_eq!(report, format!("{TOWER};unknown\n{WON};win\n"));
}

#[test]
fn a_checkpoint_keeps_what_the_solver_writes() {
    let folder = folder();
    let words = ["solve", "--fen", WON, "--checkpoint", "kept"];
    told(&solved(&folder, &[&words[..], &["--time", "0"]].concat()));
    let began = solved(&folder, &words);
    let complaint = String::from_utf8_lossy(&began.stderr);
    assert!(
        complaint.contains("going on after 0 positions"),
        "{complaint}"
    );
    assert!(told(&began).ends_with("value win\n"));
    // Now it is known without any time.
    let again = told(&solved(&folder, &[&words[..], &["--time", "0"]].concat()));
    assert!(again.ends_with("value win\n"), "{again}");
    let other = ["solve", "--fen", LOST, "--checkpoint", "kept"];
    assert!(refused(&solved(&folder, &other)).contains("of another run"));
}

#[test]
fn what_its_solver_cannot_do_is_refused_by_its_flag() {
    let folder = folder();
    for (flag, words) in [
        ("--forecast", &["--forecast", "3"][..]),
        ("--repertoire", &["--repertoire", "file", "--plies", "3"]),
        ("--no-gamelets", &["--no-gamelets"]),
    ] {
        let complaint = refused(&solved(&folder, &[&["solve"], words].concat()));
        let expected = format!("{flag}: the solver of the game 'wanderers' (variant tiny) ");
        assert!(complaint.contains(&expected), "{complaint}");
    }
}

/// Writes the proof of a position's value.
fn prove(folder: &TempDir, fen: &str) -> Vec<u8> {
    told(&solved(
        folder,
        &["solve", "--fen", fen, "--certificate", "proof"],
    ));
    fs::read(folder.path().join("proof")).expect("there is a proof")
}

fn write_with_sum(path: &Path, bytes: &[u8]) {
    let (content, _) = bytes.split_last_chunk::<4>().expect("there is a sum");
    let sum = crc32fast::hash(content).to_le_bytes();
    fs::write(path, [content, &sum].concat()).expect("it is written");
}

#[test]
fn its_certificates_are_verified() {
    let folder = folder();
    for (fen, value) in [(WON, "win"), (LOST, "loss"), (DRAWN, "draw")] {
        prove(&folder, fen);
        let report = told(&solved(
            &folder,
            &["verify", "proof", "--fen", fen, "--line"],
        ));
        assert!(report.starts_with(fen), "{report}");
        assert!(report.contains("whoever cannot move draws; "), "{report}");
        assert!(report.ends_with(&format!("value {value}\n")), "{report}");
        let other = solved(&folder, &["verify", "proof", "--fen", TOWER]);
        assert!(refused(&other).contains("not about"));
    }
}

#[test]
fn a_certificate_of_one_game_is_none_of_another() {
    let folder = folder();
    let bytes = prove(&folder, WON);
    // A number changed does not make it a proof in another game.
    let rule = bytes.len() - bytes.strip_prefix(b"JACQCRT1").expect("its kind").len();
    let mut changed = bytes.clone();
    changed[rule] = 0;
    write_with_sum(&folder.path().join("changed"), &changed);
    let complaint = refused(&solved(&folder, &["verify", "changed"]));
    assert!(complaint.contains("wrong FEN"), "{complaint}");
    // And the other way round.
    let pawns = ["--variant", "peasants", "--files", "2", "--memory", "16"];
    let pawns = [&["solve", "--certificate", "pawns"][..], &pawns].concat();
    told(&solved(&folder, &pawns));
    told(&solved(&folder, &["verify", "pawns"]));
    let complaint = refused(&solved(&folder, &["verify", "pawns", "--variant", "tiny"]));
    let expected = "is about the game 'pawns', but the variant tiny is of the game 'wanderers'";
    assert!(complaint.contains(expected), "{complaint}");
    // Nobody knows its rule where no variant has it.
    fs::remove_file(folder.path().join("engine.toml")).expect("it was there");
    let complaint = refused(&call(folder.path(), &["verify", "proof"]));
    let expected = "there is no rule number 201; expected one of 0 (whoever has no move draws), 1";
    assert!(complaint.contains(expected), "{complaint}");
}
