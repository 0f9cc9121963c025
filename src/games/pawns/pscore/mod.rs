//! The pscore: a guess at who stands better, from the shape of the pawns alone, that can be explained.
//!
//! The name and the idea are those of the game's first notes: passers, dead files and what moves
//! are left tell more about a pawn position than a short search. It has nothing to do with the
//! exact value. What the search believes where it ends the [network](super::network) says, which has no words
//! for it; who wants to know why, or to play without the network, has the pscore.
//!
//! It has two parts. Each *term* is a pair of counts (the mover's and the opponent's; see [`terms`])
//! that its weight multiplies; the weights stand in `engine.toml`. The [`patterns`] are what
//! neighbouring files are worth together. One function, [`counts`], serves play, tuning and the `eval`
//! command, so what is shown is what is played.

pub mod patterns;
mod table;
pub mod terms;
mod weights;

use multiversion::multiversion;

pub use table::{MEANINGS, all_terms_of, table};
pub use weights::{TABLE, Weights};

use super::position::Position;
use crate::game::value::Value;
use patterns::Patterns;
use terms::Counts;

/// The evaluation for the side to move, in hundredths of a pawn.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights, patterns: &Patterns) -> Value {
    score(position, weights, patterns)
}

/// Counting bits is most of the work, so the plain build looks once for a processor that does it
/// in one instruction.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt", "x86_64+popcnt"))]
fn score(position: &Position, weights: &Weights, patterns: &Patterns) -> Value {
    Value::guess(weights.total(&counts(position)) + patterns.total(position))
}

/// What every term counts in the position.
#[inline(always)]
#[must_use]
pub fn counts(position: &Position) -> Counts {
    Counts::of(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn value(fen: &str) -> i16 {
        let diagram: Diagram = fen.parse().unwrap();
        evaluate(
            &diagram.position,
            &Weights::default(),
            &Patterns::built_in(),
        )
        .number()
    }

    /// Turning the board and the move changes nothing; nor does a mirror.
    #[test]
    fn symmetric() {
        let white = value("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        let black = value("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b");
        let mirror = value("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w");
        assert_eq!(white, black);
        assert_eq!(white, mirror);
    }

    /// Only the right to move tells the sides apart at the start.
    #[test]
    fn the_start_is_worth_the_tempo() {
        let start = value("8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w");
        assert_eq!(i32::from(start), Weights::default().0.tempo);
    }

    /// A passer is worth more the further it is, and more still when protected.
    #[test]
    fn passers_grow() {
        let behind = value("8/8/pp6/8/4P3/8/8/8 w");
        let ahead = value("8/8/pp6/4P3/8/8/8/8 w");
        let protected = value("8/8/pp6/4P3/3P4/8/8/8 w");
        assert!(behind < ahead && ahead < protected);
    }
}
