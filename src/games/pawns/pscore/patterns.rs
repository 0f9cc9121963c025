//! The values of the pawns on two neighbouring files together, learned from games.
//!
//! Counts of passers, protected pawns and safe steps say how good pawns are on the whole. They cannot say how
//! pawns relate to each other: a pawn that is safe on the fourth rank may be hopeless on the fifth, depending
//! on what faces it and what stands beside it. So each possible content of two neighbouring files (a
//! *pattern*) has its own number, and the value of a position is the sum of its patterns. This is the pattern
//! evaluation of Othello programs (Buro 1998), where the patterns are lines of the board. Of the 324 × 324
//! pairs of [states](super::super::file_state), a few thousand occur in play.
//!
//! A pattern and its mirror image have the same value, and turned round it has the same value for the
//! opponent: up to four pairs of states share one number. An edge of the board is like a file without pawns,
//! because pawns never enter either of them.
//!
//! The numbers are in `patterns.txt`: the two files from rank 2 to rank 7 and the value in centipawns
//! (`oo..x. .o..xx -12`; `o` is a pawn of the side to move). They were fitted to the results of games by a
//! tool that was removed when the [network](super::super::network) took over, so they no longer change.

use std::sync::LazyLock;

use crate::games::pawns::Position;
use crate::games::pawns::file_state::{FILES, FileState, STATES};

/// The number of pairs of neighbouring files on a board, its edges included.
const PAIRS: usize = FILES + 1;

/// The states of the board's files, and of one file beyond each edge.
#[inline(always)]
fn states(position: &Position) -> [FileState; PAIRS + 1] {
    let mut states = [FileState::EMPTY; PAIRS + 1];
    states[1..PAIRS].copy_from_slice(&FileState::of(position));
    states
}

/// The values in centipawns, for the side to move, by the states of both files.
static VALUES: LazyLock<Box<[i16]>> = LazyLock::new(|| {
    let values = read(include_str!("patterns.txt"));
    values.expect("the patterns that the program is built with are tested")
});

/// The value of a position's patterns for the side to move minus that for the opponent.
#[inline(always)]
#[must_use]
pub fn total(position: &Position) -> i32 {
    let states = states(position);
    let mut left = FileState::EMPTY.number();
    let mut sum = 0;
    for state in &states[1..] {
        let right = state.number();
        sum += i32::from(VALUES[left * STATES + right]);
        left = right;
    }
    sum
}

/// Reads the values; `None` if a line is invalid.
fn read(text: &str) -> Option<Box<[i16]>> {
    let mut values = vec![0; STATES * STATES].into_boxed_slice();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let left = FileState::read(words.next()?)?;
        let right = FileState::read(words.next()?)?;
        let value: i16 = words.next()?.parse().ok()?;
        if words.next().is_some() {
            return None;
        }
        let turned = (left.turned(), right.turned());
        for (left, right, value) in [
            (left, right, value),
            (right, left, value),
            (turned.0, turned.1, -value),
            (turned.1, turned.0, -value),
        ] {
            values[left.number() * STATES + right.number()] = value;
        }
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn position(fen: &str) -> Position {
        fen.parse::<Diagram>().unwrap().position
    }

    /// A position, its mirror image and the one with colours swapped.
    #[test]
    fn a_pattern_has_the_same_value_from_every_side() {
        let total = |fen| total(&position(fen));
        let white = total("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        assert_ne!(white, 0);
        assert_eq!(white, total("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b"));
        assert_eq!(white, total("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w"));
        assert_eq!(-white, total("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 b"));
    }
}
