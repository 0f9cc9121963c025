//! The pscore for display: its terms, side by side.

use super::patterns;
use super::terms::{Counts, TERMS};
use super::weights::Weights;
use crate::engine::weights::of_sides;
use crate::game::terms::{self, Meanings, Term};
use crate::games::pawns::Diagram;

/// The meaning of the terms and the network, for display.
pub const MEANINGS: Meanings = &[
    ("pawn", "The pawns, each by its rank."),
    (
        "passer",
        "Passed pawns, by their ranks: no enemy pawn stands in front of them on their own file or beside it.",
    ),
    ("file", "Files on which the side has pawns."),
    (
        "blocked_file",
        "Files where an enemy pawn stands in front of each of the side's pawns, and none of its other pawns can attack one of these enemy pawns by steps alone.",
    ),
    ("phalanx", "Pawns beside another pawn of the side."),
    ("threatened", "Pawns that can be captured."),
    ("protected", "Threatened pawns that another pawn protects."),
    (
        "safe_step",
        "Steps to squares that the side protects at least as often as the enemy attacks them.",
    ),
    (
        "spare_moves",
        "The side has more steps left than the enemy, not counting steps onto attacked squares.",
    ),
    ("majority", "The side has more pawns than the enemy."),
    ("capture", "Captures, for the side to move."),
    (
        "zugzwang",
        "The side to move has neither a safe step nor a capture.",
    ),
    ("tempo", "The right to move."),
    (
        "patterns",
        "Patterns of two neighbouring files, as in Othello programs, with values learned from games.",
    ),
    terms::NETWORK_MEANING,
];

/// The terms one by one; they add up to the pscore.
#[must_use]
pub fn terms_of(position: &Diagram, weights: &Weights) -> Vec<Term> {
    let counts = Counts::of(&position.position);
    let sides = [counts.own.numbers().as_slice(), counts.enemy.numbers()];
    let mut terms = of_sides(position.turn, sides, weights.0.numbers(), &TERMS);
    let patterns = patterns::total(&position.position);
    terms.push(Term {
        name: "patterns",
        sides: None,
        for_white: terms::for_white(position.turn, patterns),
    });
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::pscore::evaluate;

    /// The displayed terms add up to the evaluation.
    #[test]
    fn the_total_is_the_sum_of_the_terms() {
        let weights = Weights::default();
        for fen in [
            "8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w",
            "8/8/2p5/3p4/2P1P3/8/7p/8 b",
            "8/8/2p5/8/4p3/8/3P4/8 w",
        ] {
            let diagram: Diagram = fen.parse().unwrap();
            let shown = terms_of(&diagram, &weights);
            let shown: i32 = shown.iter().map(|term| term.for_white).sum();
            let for_mover = evaluate(&diagram.position, &weights);
            let value = terms::for_white(diagram.turn, i32::from(for_mover.number()));
            assert_ne!(shown, 0);
            assert_eq!(value, shown, "{fen}");
        }
    }
}
