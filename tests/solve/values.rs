//! The values of solve, against minimax and known values.

use jacquerie::game::Game;
use jacquerie::game::bounds::Bounds;
use jacquerie::games::pawns::{PawnGame, Stalemate};
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;

use super::oracle::pawns::{Minimax, Random};
use super::program::{call_in, folder, last_line, told, told_in, write};

/// Random positions of every width from 1 to 4 files: the value, and the value of each move.
fn compare_with_minimax(stalemate: Stalemate, boards: usize, threads: usize) {
    let game = PawnGame::new(stalemate);
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
                let name = diagram.coordinates(played.next()?);
                Some((name, Bounds::exactly(outcome)))
            })
            .collect();
        let mut found: Vec<(String, Bounds)> = solver
            .game()
            .moves(&diagram.position)
            .into_iter()
            .map(|played| {
                let child = diagram.position.play(played);
                let bounds = solver.value(&child, &stop).reversed();
                (diagram.coordinates(played), bounds)
            })
            .collect();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        found.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(found, expected, "{diagram} {stalemate:?}");
    }
}

#[test]
fn values_agree_with_minimax() {
    compare_with_minimax(Stalemate::Draw, 600, 1);
    compare_with_minimax(Stalemate::Draw, 60, 2);
}

#[test]
fn values_agree_with_minimax_where_stalemate_loses() {
    compare_with_minimax(Stalemate::Loss, 600, 1);
    compare_with_minimax(Stalemate::Loss, 60, 2);
}

#[test]
#[ignore = "takes ten minutes: cargo test --release --test solve -- --ignored"]
fn values_of_many_boards_agree_with_minimax() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        compare_with_minimax(stalemate, 40_000, 1);
        compare_with_minimax(stalemate, 4_000, 2);
    }
}

/// The moves from the start that keep its value, and the value; of every start that is small
/// enough, or of those that take a while.
fn compare_with_tables(takes_a_while: bool) {
    for (variant, files, known, keeping) in [
        ("peasants", 1, "draw", "a3a4"),
        ("peasants", 2, "draw", "a3a4 b3b4"),
        ("peasants", 3, "draw", "a3a4 b3b4 c3c4"),
        ("peasants", 4, "draw", "a3a4 b3b4 c3c4 d3d4"),
        ("peasants", 5, "draw", "a3a4 b3b4 c3c4 d3d4 e3e4"),
        ("pawngame", 1, "draw", "a2a3 a2a4"),
        ("pawngame", 2, "loss", "a2a3 b2b3 a2a4 b2b4"),
        ("pawngame", 3, "draw", "a2a3 b2b3 c2c3 a2a4 c2c4"),
        ("pawngame", 4, "win", "b2b4 c2c4"),
        ("pawngame", 5, "draw", "b2b4 d2d4"),
        ("pawngame", 6, "win", "c2c4 d2d4"),
        ("pawngame", 7, "draw", "d2d3 a2a4 c2c4 e2e4 g2g4"),
        ("pawngame", 8, "win", "b2b4 c2c4 f2f4 g2g4"),
        ("pawnsonly", 1, "loss", "a2a3 a2a4"),
        ("pawnsonly", 2, "loss", "a2a3 b2b3 a2a4 b2b4"),
        ("pawnsonly", 3, "loss", "a2a3 b2b3 c2c3 a2a4 b2b4 c2c4"),
        ("pawnsonly", 4, "win", "b2b4 c2c4"),
        (
            "pawnsonly",
            5,
            "loss",
            "a2a3 b2b3 c2c3 d2d3 e2e3 a2a4 b2b4 c2c4 d2d4 e2e4",
        ),
        ("pawnsonly", 6, "win", "c2c4 d2d4"),
        ("pawnsonly", 7, "win", "c2c4 e2e4"),
        ("pawnsonly", 8, "win", "b2b4 c2c4 f2f4 g2g4"),
    ] {
        if takes_a_while != (files > if variant == "peasants" { 4 } else { 6 }) {
            continue;
        }
        let files = files.to_string();
        let start = ["solve", "--variant", variant, "--files", &files];
        let memory = if takes_a_while { "512" } else { "64" };
        let text = told(&[&start[..], &["--moves", "--memory", memory]].concat());
        assert_eq!(
            last_line(&text),
            format!("value {known}"),
            "{variant} {files}"
        );
        let values = text.lines().filter_map(|line| line.split_once(' '));
        let found = values.filter(|(played, value)| *played != "value" && *value == known);
        let found: Vec<&str> = found.map(|(played, _)| played).collect();
        assert_eq!(found.join(" "), keeping, "{variant} {files}");
    }
}

#[test]
fn small_boards_have_their_known_values() {
    compare_with_tables(false);
}

#[test]
#[ignore = "takes ten minutes: cargo test --release --test solve -- --ignored"]
fn larger_boards_have_their_known_values() {
    compare_with_tables(true);
}

/// The positions from engine games on the full board whose values two other programs found.
const SOLVED: &str = include_str!("../data/solved-8x8.txt");

#[test]
fn positions_of_the_full_board_have_their_known_values() {
    let folder = folder();
    write(&folder.path().join("in.txt"), SOLVED);
    let arguments = [
        "solve", "--input", "in.txt", "--output", "out.txt", "--moves", "--memory", "64",
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
    // A second run finds nothing left to do.
    let again = call_in(&folder, &arguments, "");
    assert_eq!(again.code, 0);
    assert!(
        again.complaint.contains(" 0 searched"),
        "{}",
        again.complaint
    );
}
