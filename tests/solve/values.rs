//! What solve says is what minimax says, and what is known.

use jacquerie::pawns::{PawnGame, Stalemate, Weights, coordinates};
use jacquerie::solve::bounds::Bounds;
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;

use super::oracle::{Minimax, Random};
use super::program::{call_in, folder, last_line, told, told_in, write};

/// Random positions of every width from 1 to 4 files: value and value of each move.
fn compare_with_minimax(stalemate: Stalemate, boards: usize, threads: usize) {
    let game = PawnGame {
        stalemate,
        weights: Weights::default(),
    };
    let solver = Solver::new(game, 128, threads).expect("memory for a small table");
    let stop = Stop::default();
    let mut random = Random(41);
    for number in 0..boards {
        let files = 1 + number % 4;
        let board = match number % 3 {
            0 => random.facing_board(files),
            _ => random.board(files, 4),
        };
        let diagram = board.to_diagram();
        let mut minimax = Minimax::new(stalemate);
        let (outcome, _) = minimax.value(&board);
        let found = solver.value(&diagram.position, &stop);
        assert_eq!(found, Bounds::exactly(outcome), "{diagram} {stalemate:?}");
        if board.outcome(stalemate).is_some() {
            continue;
        }
        let children = board.steps().into_iter().map(|step| board.after(step));
        let mut expected: Vec<(String, Bounds)> = children
            .map(|child| {
                let (outcome, _) = minimax.value(&child);
                (child.to_diagram().position, outcome.reversed())
            })
            .filter_map(|(position, outcome)| {
                let played = diagram.position.move_sets().list().into_iter();
                let mut played = played.filter(|one| diagram.position.play(*one) == position);
                let name = coordinates(&diagram, played.next()?);
                Some((name, Bounds::exactly(outcome)))
            })
            .collect();
        let mut found: Vec<(String, Bounds)> = solver
            .move_values(&diagram.position, &stop, |_| ())
            .into_iter()
            .map(|one| (coordinates(&diagram, one.played), one.bounds))
            .collect();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        found.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(found, expected, "{diagram} {stalemate:?}");
    }
}

#[test]
fn values_agree_with_minimax() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        compare_with_minimax(stalemate, 2_000, 1);
        compare_with_minimax(stalemate, 200, 2);
    }
}

#[test]
#[ignore = "takes ten minutes: cargo test --release --test solve -- --ignored"]
fn values_agree_with_minimax_at_length() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        compare_with_minimax(stalemate, 40_000, 1);
    }
}

fn value(variant: &str, files: &str) -> String {
    let text = told(&[
        "solve",
        "--variant",
        variant,
        "--files",
        files,
        "--memory",
        "128",
    ]);
    last_line(&text).to_owned()
}

#[test]
fn small_boards_have_their_known_values() {
    for files in ["1", "2", "3", "4"] {
        assert_eq!(value("peasants", files), "value draw", "{files} files");
    }
    let of_pawn_game = ["draw", "loss", "draw", "win", "draw", "win"];
    for (files, known) in ["1", "2", "3", "4", "5", "6"].into_iter().zip(of_pawn_game) {
        assert_eq!(
            value("pawngame", files),
            format!("value {known}"),
            "{files} files"
        );
    }
    for (files, known) in [("1", "loss"), ("2", "loss"), ("3", "loss"), ("4", "win")] {
        assert_eq!(
            value("pawnsonly", files),
            format!("value {known}"),
            "{files} files"
        );
    }
}

#[test]
fn moves_have_their_known_values() {
    let text = told(&["solve", "--variant", "pawngame", "--files", "4", "--moves"]);
    let winning: Vec<&str> = text.lines().filter(|line| line.ends_with(" win")).collect();
    assert_eq!(winning, ["b2b4 win", "c2c4 win", "value win"]);
    let text = told(&["solve", "--variant", "pawngame", "--files", "5", "--moves"]);
    let holding: Vec<&str> = text
        .lines()
        .filter(|line| !line.ends_with(" loss"))
        .collect();
    assert_eq!(holding, ["b2b4 draw", "d2d4 draw", "value draw"]);
    // The game is over: no move has a value.
    let text = told(&["solve", "--fen", "8/8/8/8/8/8/p7/8 w", "--moves"]);
    assert_eq!(text, "value loss\n");
}

/// The positions from engine games on the full board whose values two other programs found.
const SOLVED: &str = include_str!("../data/solved-8x8.txt");

#[test]
fn positions_of_the_full_board_have_their_known_values() {
    let folder = folder();
    write(&folder.path().join("in.txt"), SOLVED);
    let arguments = [
        "solve", "--input", "in.txt", "--output", "out.txt", "--moves",
    ];
    told_in(&folder, &arguments, "");
    let found = std::fs::read_to_string(folder.path().join("out.txt")).expect("the output");
    assert_eq!(found.lines().count(), SOLVED.lines().count());
    for (found, known) in found.lines().zip(SOLVED.lines()) {
        let sorted = |line: &str| {
            let (position, moves) = line.rsplit_once(';').expect("moves");
            let mut moves: Vec<String> = moves.split(',').map(Into::into).collect();
            moves.sort();
            (position.to_owned(), moves)
        };
        assert_eq!(sorted(found), sorted(known));
    }
    // A second run finds all done.
    let again = call_in(&folder, &arguments, "");
    assert_eq!(again.code, 0);
    assert!(
        again.complaint.contains(" 0 searched"),
        "{}",
        again.complaint
    );
}
