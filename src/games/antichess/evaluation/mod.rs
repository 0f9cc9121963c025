//! The evaluation: an estimate of which side will lose all its pieces first.
//!
//! It began as the evaluation of Khoma and Safin (*Antichess Solver*, 2019): the ratio of the piece counts
//! and the difference between the numbers of moves. The current [`terms`] are of the same two kinds, pieces
//! and moves. Their weights were fitted to games, because in antichess there are no accepted piece values to
//! start from.
//!
//! By default the search evaluates with the [network](super::network), which cannot explain itself. The terms
//! serve to explain a position, or to play without the network. The `eval` command shows both. One function,
//! [`terms::count`], serves play, tuning and that command.

pub mod terms;
mod weights;

pub use weights::{PLACES, TABLE, Weights, blend};

use super::Diagram;
use crate::game::terms::{Meanings, NETWORK_MEANING, Term, for_white};
use crate::game::value::Value;
use crate::games::pieces::Position;
use terms::{NUMBERS, TERMS};

/// The evaluation for the side to move, in centipawns.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> Value {
    let (mut full, mut empty) = (0, 0);
    terms::count(position, |number, count| {
        let [of_full, of_empty] = weights.of(number);
        full += of_full * count;
        empty += of_empty * count;
    });
    Value::guess(blend(full, empty, position.men().count() as i32))
}

/// The meaning of the first six terms.
const OF_KIND: &str = "Pieces of this kind, each by its rank and file, minus the enemy's.";

/// The meaning of each term, for display.
pub const MEANINGS: Meanings = &[
    ("pawn", OF_KIND),
    ("knight", OF_KIND),
    ("bishop", OF_KIND),
    ("rook", OF_KIND),
    ("queen", OF_KIND),
    ("king", OF_KIND),
    ("moves", "How many quiet moves the side to move has."),
    (
        "enemy_moves",
        "How many quiet moves the other side would have if it were to move.",
    ),
    (
        "offers",
        "How many quiet moves of the side to move put a piece where it can be taken.",
    ),
    (
        "enemy_offers",
        "How many of these quiet moves of the other side put a piece where it can be taken.",
    ),
    ("captures", "How many pieces the side to move can take."),
    ("threats", "How many pieces the other side could take."),
    NETWORK_MEANING,
];

/// The terms one by one. They add up to the evaluation: each term includes the rounding of the sum up to
/// that term.
#[must_use]
pub fn terms_of(diagram: &Diagram, weights: &Weights) -> Vec<Term> {
    let position = &diagram.position;
    let mut counts = [0; NUMBERS];
    terms::count(position, |number, count| counts[number] += count);
    let men = position.men().count() as i32;
    let mut numbers = counts.into_iter().enumerate();
    let (mut full, mut empty, mut before) = (0, 0, 0);
    let terms = TERMS.iter().map(|(name, count)| {
        for (number, count) in numbers.by_ref().take(*count) {
            let [of_full, of_empty] = weights.of(number);
            full += of_full * count;
            empty += of_empty * count;
        }
        let sum = blend(full, empty, men);
        let own = sum - std::mem::replace(&mut before, sum);
        Term {
            name,
            sides: None,
            for_white: for_white(diagram.turn, own),
        }
    });
    terms.collect()
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

    #[test]
    fn few_men_are_good() {
        assert!(value("8/8/2kpp3/8/8/8/8/K7 w") > 0);
        assert!(value("8/8/2kpp3/8/8/8/8/K7 b") < 0);
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
            "rnbqkbnr/p1pppppp/1p6/8/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2",
            "8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 b",
        ] {
            let terms = terms_of(&diagram(fen), &Weights::default());
            let sum: i32 = terms.iter().map(|term| term.for_white).sum();
            let for_white = match fen.contains(" w") {
                true => value(fen),
                false => -value(fen),
            };
            assert_eq!(i32::from(for_white), sum, "{fen}");
        }
    }
}
