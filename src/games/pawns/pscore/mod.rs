//! The pscore: an explainable estimate of which side stands better.
//!
//! The name and the idea come from the earliest notes on the game: passers, dead files and the moves that are
//! left say more about a pawn position than a short search. The pscore has nothing to do with the exact
//! value. By default the search evaluates with the [network](super::network), which cannot explain itself.
//! The pscore serves to explain a position, or to play without the network.
//!
//! It has two parts. Each *term* is a pair of counts (for the side to move and for the opponent; see
//! [`terms`]), multiplied by its weight in `engine.toml`. The [`patterns`] are values of neighbouring files
//! together. One function, [`Counts::of`], serves play, tuning and the `eval` command, so the command shows what
//! the engine uses.

pub mod patterns;
mod table;
pub mod terms;
mod weights;

use multiversion::multiversion;

pub use table::{MEANINGS, terms_of};
pub use weights::{TABLE, Weights};

use super::position::Position;
use crate::game::value::Value;
use terms::Counts;

/// The evaluation for the side to move, in centipawns.
///
/// Counting bits is most of the work, so a build for any processor checks once whether the processor has an
/// instruction for it.
#[must_use]
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt", "x86_64+popcnt"))]
pub fn evaluate(position: &Position, weights: &Weights) -> Value {
    Value::guess(weights.total(&Counts::of(position)) + patterns::total(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn value(fen: &str) -> i16 {
        let diagram: Diagram = fen.parse().unwrap();
        evaluate(&diagram.position, &Weights::default()).number()
    }

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image.
    #[test]
    fn symmetric() {
        let white = value("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        let black = value("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b");
        let mirror = value("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w");
        assert_eq!(white, black);
        assert_eq!(white, mirror);
    }

    /// At the start the sides differ only in the right to move.
    #[test]
    fn the_start_is_worth_the_tempo() {
        let start = value("8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w");
        assert_eq!(i32::from(start), Weights::default().0.tempo);
    }

    /// A passer is worth more the further it has advanced, and more still when protected.
    #[test]
    fn passers_grow() {
        let behind = value("8/8/pp6/8/4P3/8/8/8 w");
        let ahead = value("8/8/pp6/4P3/8/8/8/8 w");
        let protected = value("8/8/pp6/4P3/3P4/8/8/8 w");
        assert!(behind < ahead && ahead < protected);
    }
}
