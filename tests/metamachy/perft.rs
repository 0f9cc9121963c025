//! Lines of play, counted: as other programs count them, and as the oracle does.

use super::hall::Hall;
use super::oracle::Board;

const COUNTS: &str = include_str!("../data/metamachy-perft.txt");

/// The lines of five plies from the start, as this program counts them.
const START_IN_FIVE: u64 = 663_302_166;

/// Each position with a depth and a count.
fn cases() -> impl Iterator<Item = (&'static str, u32, u64)> {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let depth = fields[2].parse().expect("a depth");
        (fields[1], depth, fields[3].parse().expect("a count"))
    })
}

#[test]
fn lines_are_those_of_other_programs() {
    let hall = Hall::open();
    let mut counted = 0;
    for (fen, depth, expected) in cases() {
        let lines = hall.state(fen).divide(depth, None, &|| false, &mut |_| {});
        assert_eq!(lines, Some(expected), "{fen}, depth {depth}");
        counted += 1;
    }
    assert!(counted >= 70, "{counted}");
}

/// The oracle is right, too, as far as it gets in little time.
#[test]
fn lines_of_the_oracle_are_those_of_other_programs() {
    let mut counted = 0;
    for (fen, depth, expected) in cases().filter(|(_, _, count)| *count < 400) {
        assert_eq!(
            Board::read(fen).perft(depth),
            expected,
            "{fen}, depth {depth}"
        );
        counted += 1;
    }
    assert!(counted >= 25, "{counted}");
}

#[test]
#[ignore = "takes half a minute: cargo test --release --test metamachy -- --ignored"]
fn five_plies_from_the_start() {
    let (start, _, _) = cases().next().expect("a position");
    let lines = Hall::open()
        .state(start)
        .divide(5, None, &|| false, &mut |_| {});
    assert_eq!(lines, Some(START_IN_FIVE));
}

#[test]
#[ignore = "takes minutes: cargo test --release --test metamachy -- --ignored"]
fn longer_lines_of_the_oracle() {
    for (fen, depth, expected) in cases().filter(|(_, _, count)| *count < 40_000) {
        assert_eq!(
            Board::read(fen).perft(depth),
            expected,
            "{fen}, depth {depth}"
        );
    }
}
