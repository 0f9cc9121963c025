//! The evaluation: a guess at who will be rid of his men first.
//!
//! That of the seed (Khoma and Safin, *Antichess Solver*, 2019): fewer men are better, by the ratio of the
//! two numbers, and so are more moves than the enemy has, because whoever has few can be forced.
//!
//! ```text
//! 10 · (enemy men / own men − 1) + own moves − enemy moves
//! ```
//!
//! Its 10 and its 1 are weights here. One function serves play and the `eval` command, so what is shown
//! is what is played.

mod weights;

pub use weights::{TABLE, Weights};

use super::position::Position;
use super::{AntichessGame, Diagram};
use crate::board::Colour;
use crate::game::Game;
use crate::game::terms::{Term, table as table_of_terms};
use crate::game::value::Value;

/// The evaluation for the side to move, in hundredths of a pawn.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> Value {
    let [own, enemy] = mobility(position, weights);
    Value::guess(men(position, weights) + own - enemy)
}

/// What the side to move has by the ratio of the men.
fn men(position: &Position, weights: &Weights) -> i32 {
    // Who has no man has won: only whoever asks for the terms then comes here.
    let own = position.own().count().max(1) as i32;
    let enemy = position.enemy().count() as i32;
    weights.men * (enemy - own) / own
}

/// What the moves of the side to move are worth, and those that the other one would have in its place.
fn mobility(position: &Position, weights: &Weights) -> [i32; 2] {
    [*position, position.turned()].map(|one| weights.mobility * one.moves().len() as i32)
}

/// The terms one by one; they add up to the evaluation.
#[must_use]
pub fn terms_of(diagram: &Diagram, weights: &Weights) -> Vec<Term> {
    let (position, turn) = (&diagram.position, diagram.turn);
    let men = men(position, weights);
    let [own, enemy] = mobility(position, weights);
    vec![
        Term {
            name: "men",
            sides: None,
            for_white: match turn {
                Colour::White => men,
                Colour::Black => -men,
            },
        },
        Term::of_sides("mobility", turn, own, enemy),
    ]
}

/// The terms in hundredths of a pawn, White's, Black's, and the difference for White; then what is
/// certain without search.
#[must_use]
pub fn table(diagram: &Diagram, game: &AntichessGame) -> String {
    let terms = terms_of(diagram, &game.weights);
    let proof = game.prove(&diagram.position);
    table_of_terms(&terms, "evaluation", diagram.turn, proof)
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
    fn few_men_and_many_moves_are_good() {
        assert!(value("8/8/2kpp3/8/8/8/8/K7 w") > 0);
        assert!(value("8/8/2kpp3/8/8/8/8/K7 b") < 0);
        assert!(value("8/8/8/4Q3/8/8/8/7n w") > value("8/8/8/4N3/8/8/8/7n w"));
    }

    /// Turning the board and the move changes nothing; nor does a mirror.
    #[test]
    fn symmetric() {
        let white = value("8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 w");
        assert_ne!(white, 0);
        assert_eq!(white, value("8/8/6k1/1p4p1/2p5/P4P2/1P3K2/8 b"));
        assert_eq!(white, value("8/2k3p1/2p4p/5P2/1P4P1/1K6/8/8 w"));
    }

    /// What is shown is what is played.
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
