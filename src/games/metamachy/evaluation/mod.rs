//! The evaluation: a guess at who will win, in hundredths of a pawn.
//!
//! A first one, to play by: what each man is worth (Jocly's numbers), a little for men near the centre,
//! and for pawns and princes that have come far. Whoever calls it asks [`evaluate`] and nothing else; the
//! terms are told one by one by [`terms_of`].

use super::man::Kind;
use super::position::Position;
use crate::board::Colour;
use crate::board12::Square;
use crate::game::Proof;
use crate::game::terms::{Term, table as table_of_terms};
use crate::game::value::Value;

/// What a man of each kind is worth, in the order of [`Kind::ALL`]. A king is not lost.
pub const WORTH: [i32; Kind::COUNT] = [100, 200, 250, 250, 300, 350, 350, 500, 750, 800, 900, 0];

/// What a man who is so many squares from the edge has for that, at most 5.
const CENTRE: i32 = 4;
/// What a pawn or prince has for each rank that he has come.
const ADVANCE: i32 = 5;
/// The right to move.
const TEMPO: i32 = 10;

/// The evaluation for the side to move.
#[must_use]
pub fn evaluate(position: &Position) -> Value {
    let turn = position.turn();
    let own: i32 = sums(position, turn).iter().sum();
    let enemy: i32 = sums(position, turn.opponent()).iter().sum();
    Value::guess(own - enemy + TEMPO)
}

/// What a side has of each term.
fn sums(position: &Position, side: Colour) -> [i32; 3] {
    let [mut material, mut centre, mut advance] = [0; 3];
    let men = position.side(side);
    for (kind, worth) in Kind::ALL.into_iter().zip(WORTH) {
        for square in position.of(kind) & men {
            material += worth;
            if kind.promotes() {
                advance += ADVANCE * square.rank().seen_by(side).index() as i32;
            } else if kind != Kind::King {
                centre += CENTRE * from_edge(square);
            }
        }
    }
    [material, centre, advance]
}

/// How many squares lie between a square and the nearest edge.
fn from_edge(square: Square) -> i32 {
    let near = |index: usize| index.min(11 - index);
    near(square.file().index()).min(near(square.rank().index())) as i32
}

/// The terms one by one; they add up to the evaluation.
#[must_use]
pub fn terms_of(position: &Position) -> Vec<Term> {
    let turn = position.turn();
    let (own, enemy) = (sums(position, turn), sums(position, turn.opponent()));
    let mut terms: Vec<Term> = ["material", "centre", "advance"]
        .into_iter()
        .zip(own.into_iter().zip(enemy))
        .map(|(name, (own, enemy))| Term::of_sides(name, turn, own, enemy))
        .collect();
    terms.push(Term::of_sides("tempo", turn, TEMPO, 0));
    terms
}

/// The terms, White's, Black's, and the difference for White; then what is certain without search.
#[must_use]
pub fn table(position: &Position, proof: Option<Proof>) -> String {
    table_of_terms(&terms_of(position), "evaluation", position.turn(), proof)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::metamachy::Diagram;

    fn value(fen: &str) -> i16 {
        let diagram: Diagram = fen.parse().unwrap();
        evaluate(&diagram.position).number()
    }

    /// Turning the board and the move changes nothing; nor does a mirror.
    #[test]
    fn symmetric() {
        let white = value("6k5/12/p11/12/12/4N7/12/P11/12/3I8/5K6/12 w - - 0 1");
        assert!(white > 0);
        assert_eq!(
            white,
            value("12/5k6/3i8/12/p11/12/4n7/12/12/P11/12/6K5 b - - 0 1")
        );
        assert_eq!(
            white,
            value("5k6/12/11p/12/12/7N4/12/11P/12/8I3/6K5/12 w - - 0 1")
        );
    }

    /// What is shown is what is played.
    #[test]
    fn the_evaluation_is_the_sum_of_the_terms() {
        let fen = "6k5/12/p11/12/12/4N7/12/P11/12/3I8/5K6/12 b - - 0 1";
        let diagram: Diagram = fen.parse().unwrap();
        let sum: i32 = terms_of(&diagram.position)
            .iter()
            .map(|term| term.for_white)
            .sum();
        assert_eq!(i32::from(-value(fen)), sum);
    }
}
