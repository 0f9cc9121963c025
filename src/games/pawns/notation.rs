//! Moves as text: [coordinates](crate::game::algebraic) (`b4c5`) and the short algebraic notation of Pawn Race
//! players (`a4`, `bxc6`).
//!
//! A move to the last rank is written plainly, `e7e8`. When reading, a promotion letter after it
//! is accepted (`e7e8q`, `e8=Q`), since other engines and clients write one.

use super::diagram::Diagram;
use super::moves::Move;
use crate::board::Rank;
use crate::game::algebraic::{Notation, Written};
use crate::game::playable::{self, MoveError};

/// How moves are written.
pub(super) const NOTATION: Notation = Notation {
    idle: "QRBNK",
    ..Notation::of_chess("P", "", "'b2b4', 'a4' or 'bxc6'")
};

/// What is written of a move of the position.
pub(super) fn written(diagram: &Diagram, played: Move) -> Written {
    let [from, to] = [played.from(), played.to()].map(|square| square.seen_by(diagram.turn).into());
    Written {
        man: 'P',
        from,
        to,
        captures: played.is_capture(),
        becomes: None,
        // Its maker sees the board with his pawns going up.
        is_idle: played.to().rank() == Rank::EIGHTH,
    }
}

/// Writes a move of the position in coordinates.
#[must_use]
pub fn coordinates(diagram: &Diagram, played: Move) -> String {
    written(diagram, played).coordinates()
}

/// Writes a move of the position in short algebraic notation.
///
/// Nothing more is ever needed to tell it from another: pawns reach an empty square from one
/// file only.
#[must_use]
pub fn algebraic(diagram: &Diagram, played: Move) -> String {
    written(diagram, played).algebraic(&[])
}

/// Reads a legal move of the position in either notation.
///
/// # Errors
/// If the text is no move at all, or none that is legal here.
pub fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
    let legal = legal_moves(diagram);
    let all = legal.iter().map(|one| written(diagram, *one));
    let index = playable::read(text, &all.collect::<Vec<_>>(), &NOTATION, diagram)?;
    Ok(legal[index])
}

/// The legal moves; none if a pawn stands on a last rank.
fn legal_moves(diagram: &Diagram) -> Vec<Move> {
    let over = diagram.position.own().meets(super::position::LAST)
        || diagram.position.enemy().meets(super::position::FIRST);
    if over {
        return Vec::new();
    }
    diagram.position.move_sets().list().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let white = diagram("8/8/2p5/1P6/8/8/P7/8 w");
        for (text, short) in [("b5c6", "bxc6"), ("a2a4", "a4"), ("b5b6", "b6")] {
            let played = read_move(&white, text).unwrap();
            assert_eq!(read_move(&white, short), Ok(played));
            assert_eq!(coordinates(&white, played), text);
            assert_eq!(algebraic(&white, played), short);
        }
        let black = diagram("8/8/2p5/1P6/8/8/P7/8 b");
        let played = read_move(&black, "cxb5").unwrap();
        assert_eq!(coordinates(&black, played), "c6b5");
    }

    #[test]
    fn a_promotion_letter_is_accepted_on_the_last_rank_only() {
        let last = diagram("8/4P3/8/8/8/8/7p/8 w");
        for text in ["e7e8", "e7e8q", "e7e8k", "e8", "e8=Q", "e8N"] {
            assert!(read_move(&last, text).is_ok(), "{text}");
        }
        let earlier = diagram("8/8/4P3/8/8/8/7p/8 w");
        assert!(read_move(&earlier, "e6e7q").is_err());
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let start = diagram("8/p7/8/8/8/8/P7/8 w");
        let illegal = read_move(&start, "a2a5").unwrap_err().to_string();
        assert!(illegal.contains("'a2a5' is illegal in 8/p7"), "{illegal}");
        assert!(illegal.ends_with("legal moves: a2a3 a2a4"), "{illegal}");
        for text in ["", "0000", "hello", "a2a44", "é4", "aéb", "a2é", "axé"] {
            let error = read_move(&start, text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
        let over = diagram("P7/8/8/8/8/8/8/8 b");
        assert!(read_move(&over, "a8a7").is_err());
    }
}
