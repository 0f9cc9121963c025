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

use std::sync::{Arc, LazyLock};

use thiserror::Error;

use crate::games::pawns::Position;
use crate::games::pawns::file_state::{FILES, FileState, STATES};
use crate::quote::short;

/// The number of pairs of neighbouring files on a board, its edges included.
const PAIRS: usize = FILES + 1;

/// The states of the board's files, and of one file beyond each edge.
#[inline(always)]
fn states(position: &Position) -> [FileState; PAIRS + 1] {
    let mut states = [FileState::EMPTY; PAIRS + 1];
    states[1..PAIRS].copy_from_slice(&FileState::of(position));
    states
}

/// The value of each pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patterns {
    /// The values in centipawns, for the side to move.
    worths: Box<[i16]>,
}

/// Why text is not a list of patterns.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("line {line}: found '{}', expected two files from rank 2 to 7 and a value, such as 'oo..x. .o..xx -12'", short(.found))]
pub struct PatternsError {
    line: usize,
    found: String,
}

impl Patterns {
    /// The patterns that the program was built with, shared by all games.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Patterns>> = LazyLock::new(|| {
            let patterns = include_str!("patterns.txt").parse();
            Arc::new(patterns.expect("the patterns that the program is built with are tested"))
        });
        Arc::clone(&BUILT_IN)
    }

    /// The value of a position's patterns for the side to move minus that for the opponent.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, position: &Position) -> i32 {
        let states = states(position);
        let mut left = FileState::EMPTY.number();
        let mut sum = 0;
        for state in &states[1..] {
            let right = state.number();
            sum += i32::from(self.worths[left * STATES + right]);
            left = right;
        }
        sum
    }
}

impl std::str::FromStr for Patterns {
    type Err = PatternsError;

    fn from_str(text: &str) -> Result<Self, PatternsError> {
        let mut worths = vec![0; STATES * STATES].into_boxed_slice();
        for (line, found) in (1..).zip(text.lines()) {
            let mut words = found.split_whitespace();
            let files = words.next().zip(words.next());
            let states = files
                .and_then(|(left, right)| Some((FileState::read(left)?, FileState::read(right)?)));
            let worth: Option<i16> = words.next().and_then(|word| word.parse().ok());
            let (Some((left, right)), Some(worth), None) = (states, worth, words.next()) else {
                let found = found.to_owned();
                return Err(PatternsError { line, found });
            };
            let turned = (left.turned(), right.turned());
            for (left, right, worth) in [
                (left, right, worth),
                (right, left, worth),
                (turned.0, turned.1, -worth),
                (turned.1, turned.0, -worth),
            ] {
                worths[left.number() * STATES + right.number()] = worth;
            }
        }
        Ok(Self { worths })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn position(fen: &str) -> Position {
        fen.parse::<Diagram>().unwrap().position
    }

    #[test]
    fn an_invalid_line_is_named() {
        let error = "...... o..... 4\n...... x..... 4"
            .parse::<Patterns>()
            .unwrap_err();
        assert_eq!(error.line, 2);
    }

    /// A position, its mirror image and the one with colours swapped.
    #[test]
    fn a_pattern_has_the_same_value_from_every_side() {
        let patterns = Patterns::built_in();
        let total = |fen| patterns.total(&position(fen));
        let white = total("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        assert_ne!(white, 0);
        assert_eq!(white, total("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b"));
        assert_eq!(white, total("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w"));
        assert_eq!(-white, total("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 b"));
    }
}
