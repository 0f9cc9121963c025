//! What `solve` tells: the value of a position, of each of its moves, and after how many plies it is
//! over, against the oracle's tables and against positions whose values are known.

use std::fs;
use std::thread;

use jacquerie::game::Outcome;
use rand::{SeedableRng, rngs::StdRng};

use super::known::{Known, known, read};
use super::oracle::Board;
use super::program::{call_in, folder};
use super::random::{random_board, random_race};
use super::retrograde::{Structure, Tables};

/// Solves positions all at once; what was written about each.
fn solved(fens: &[&str], mebibytes: u32) -> Vec<Known> {
    let folder = folder();
    let (input, output) = (folder.path().join("input"), folder.path().join("output"));
    fs::write(input, fens.join("\n")).expect("the folder can be written to");
    let memory = mebibytes.to_string();
    let words = [
        "solve",
        "--variant",
        "kingpawn",
        "--moves",
        "--memory",
        &memory,
    ];
    let files = ["--input", "input", "--output", "output"];
    let called = call_in(&folder, &[&words[..], &files].concat(), "");
    assert_eq!(called.code, 0, "{}", called.complaint);
    let text = fs::read_to_string(output).expect("there is an output");
    let lines = text.lines().map(|line| {
        let [fen, value, moves] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("not three fields: {line}");
        };
        read(fen, value, moves)
    });
    lines.collect()
}

/// The same value and the same moves. A value's plies are those of the best move.
fn compare(found: &Known, expected: &Known) {
    let fen = &expected.fen;
    let sorted = |known: &Known| {
        let mut moves = known.moves.clone();
        moves.sort();
        moves
    };
    assert_eq!(found.value.0, expected.value.0, "{fen}");
    assert_eq!(sorted(found), sorted(expected), "{fen}");
}

fn check_known(most: usize, mebibytes: u32) -> usize {
    let wanted: Vec<Known> = known()
        .into_iter()
        .filter(|one| {
            Structure::of(&Board::read(&one.fen))
                .all_from(most)
                .is_some()
        })
        .collect();
    let fens: Vec<&str> = wanted.iter().map(|one| &*one.fen).collect();
    let found = solved(&fens, mebibytes);
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(&wanted) {
        compare(found, wanted);
    }
    wanted.len()
}

#[test]
fn known_positions_are_solved() {
    let checked = check_known(1_000, 64);
    assert!(checked > 200, "{checked}");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test kings -- --ignored"]
fn all_known_positions_are_solved() {
    assert_eq!(check_known(usize::MAX, 4_096), 246);
}

/// Random positions of one to three pawns a side, of which no more than so many structures can come.
fn random_positions(seed: u64, count: usize, most: usize) -> Vec<Board> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let board = match boards.len() % 4 {
            0 => random_race(&mut random, 3),
            _ => random_board(&mut random, 3),
        };
        if board.end().is_none() && Structure::of(&board).all_from(most).is_some() {
            boards.push(board);
        }
    }
    boards
}

/// What the oracle says of it.
fn by_the_oracle(board: &Board) -> Known {
    let (fen, mut tables) = (board.fen(), Tables::default());
    Known {
        value: tables.value(&fen),
        moves: tables.moves(&fen),
        fen,
    }
}

fn check_random(boards: &[Board]) {
    let fens: Vec<String> = boards.iter().map(Board::fen).collect();
    let fens: Vec<&str> = fens.iter().map(|fen| &**fen).collect();
    for (found, board) in solved(&fens, 256).iter().zip(boards) {
        let expected = by_the_oracle(board);
        compare(found, &expected);
        // The best move has the value's length.
        let best = expected
            .moves
            .iter()
            .filter(|(_, outcome, _)| *outcome == expected.value.0);
        let plies = best.map(|(.., plies)| *plies);
        let plies = match expected.value.0 {
            Outcome::Loss => plies.max(),
            _ => plies.min(),
        };
        assert_eq!(plies, Some(expected.value.1), "{}", expected.fen);
    }
}

#[test]
fn random_positions_are_solved() {
    check_random(&random_positions(11, 100, 30));
}

fn check_many(boards: &[Board]) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for part in boards.chunks(boards.len().div_ceil(threads)) {
            scope.spawn(|| check_random(part));
        }
    });
}

#[test]
#[ignore = "takes minutes: cargo test --release --test kings -- --ignored"]
fn many_random_positions_are_solved() {
    check_many(&random_positions(12, 2_000, 60));
}

#[test]
#[ignore = "takes an hour: cargo test --release --test kings -- --ignored"]
fn large_random_positions_are_solved() {
    check_many(&random_positions(13, 1_000, 5_000));
}
