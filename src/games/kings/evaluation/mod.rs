//! The evaluation of PEASANT: an estimate of which side stands better.
//!
//! Newborn's static evaluator, as described by K. Church (*Co-ordinate Squares*, 1978; the Chess Programming
//! Wiki, *Peasant*), is
//!
//! ```text
//! 10·MAT + 5·PP − PRO + K₁ + K₂ + R
//! ```
//!
//! Each part is a term here: a count for each side (see [`terms`]), multiplied by a weight. Newborn counted
//! in tenths of a pawn and set the weights by hand. The weights here are centipawns in `engine.toml`, fitted
//! to solved positions. The result is only an estimate: a king one step away from the right square turns a
//! win into a draw, and no sum of counts sees that.
//!
//! One function, [`counts`](Counts::of), serves play, tuning and the `eval` command, so the command shows
//! what the engine uses.

pub mod terms;
mod weights;

pub use terms::{Counts, TERMS, Terms};
pub use weights::{TABLE, Weights};

use super::Diagram;
use super::position::Position;
use crate::board::{Bitboard, Colour};
use crate::engine::weights::of_sides;
use crate::game::terms::{Meanings, Term};
use crate::game::value::Value;

/// The passed pawns of a side, as White sees the board.
#[must_use]
pub fn passed_pawns(diagram: &Diagram, side: Colour) -> Bitboard {
    let position = match diagram.turn == side {
        true => diagram.position,
        false => diagram.position.passed(),
    };
    let passed = position.own().pawns.passed_against(position.enemy().pawns);
    match side {
        Colour::White => passed,
        Colour::Black => passed.flip(),
    }
}

/// The evaluation for the side to move, in centipawns.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> Value {
    Value::guess(weights.total(&Counts::of(position)))
}

/// The meaning of each term, for display.
pub const MEANINGS: Meanings = &[
    ("material", "Pawns and queens."),
    ("passed", "Passed pawns."),
    (
        "promotion",
        "Moves that the most advanced pawn must still make to become a queen; 6 if there is no pawn.",
    ),
    (
        "king_distance",
        "Steps from the king to the pawns' centre of gravity, the mean of their squares.",
    ),
    (
        "opposition",
        "The enemy is to move, and the kings are an even number of files and ranks apart.",
    ),
    (
        "unstoppable",
        "Ranks (0 to 7) of passed pawns that the enemy king cannot stop.",
    ),
];

/// The terms one by one; they add up to the evaluation.
#[must_use]
pub fn terms_of(diagram: &Diagram, weights: &Weights) -> Vec<Term> {
    let counts = Counts::of(&diagram.position);
    let sides = [counts.own.numbers().as_slice(), counts.enemy.numbers()];
    of_sides(diagram.turn, sides, weights.0.numbers(), &TERMS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    fn value(fen: &str) -> i16 {
        evaluate(&diagram(fen).position, &Weights::default()).number()
    }

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image.
    #[test]
    fn symmetric() {
        let white = value("8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 w");
        assert_ne!(white, 0);
        assert_eq!(white, value("8/8/6k1/1p4p1/2p5/P4P2/1P3K2/8 b"));
        assert_eq!(white, value("8/2k3p1/2p4p/5P2/1P4P1/1K6/8/8 w"));
    }

    /// The displayed terms add up to the evaluation.
    #[test]
    fn the_evaluation_is_the_sum_of_the_terms() {
        for fen in [
            "8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 w",
            "8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 b",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w",
        ] {
            let terms = terms_of(&diagram(fen), &Weights::default());
            let sum: i32 = terms.iter().map(|term| term.for_white).sum();
            let for_white = match fen.ends_with('w') {
                true => value(fen),
                false => -value(fen),
            };
            assert_eq!(i32::from(for_white), sum, "{fen}");
        }
    }
}
