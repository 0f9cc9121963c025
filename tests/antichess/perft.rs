//! Lines of play, counted: as other programs count them, and as the oracle does.

use super::hall::{Hall, VARIANTS};
use super::oracle::Board;

const COUNTS: &str = include_str!("../data/antichess-perft.txt");

/// Each FEN with its counts by depth.
fn cases() -> impl Iterator<Item = (&'static str, Vec<(u32, u64)>)> {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (fen, counts) = line.split_once(';').expect("a FEN, then counts");
        let number = |text: &str| text.parse().expect("a number");
        let counts = counts.split(',').map(|one| {
            let (depth, count) = one.split_once('=').expect("depth=count");
            (number(depth) as u32, number(count))
        });
        (fen, counts.collect())
    })
}

#[test]
fn lines_are_those_of_other_programs() {
    let hall = Hall::open();
    let mut counted = 0;
    for (fen, counts) in cases() {
        // How a game ends is no matter where nobody has a move.
        for variant in VARIANTS {
            let state = hall.state(variant, fen);
            for (depth, expected) in counts.iter().copied() {
                let lines = state.divide(depth, None, &|| false, &mut |_| {});
                assert_eq!(lines, Some(expected), "{variant} {fen}, depth {depth}");
                counted += 1;
            }
        }
    }
    assert!(counted > 150, "{counted}");
}

/// The oracle is right, too, as far as it gets in little time.
#[test]
fn lines_of_the_oracle_are_those_of_other_programs() {
    for (fen, counts) in cases() {
        for (depth, expected) in counts {
            if expected < 20_000 {
                assert_eq!(
                    Board::read(fen).perft(depth),
                    expected,
                    "{fen}, depth {depth}"
                );
            }
        }
    }
}
