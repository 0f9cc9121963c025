//! Moves as text: [coordinates](crate::game::algebraic) (`a11a12q`) and short algebraic notation (`Nbd5`,
//! `R1xa3`, `a12=Q`).
//!
//! Coordinates name what a pawn or prince becomes, and only that; a king's leap is an ordinary move of his, en
//! passant the pawn's.

use super::diagram::Diagram;
use super::man::Kind;
use super::moves::Move;
use crate::game::algebraic::{Alphabet, Shape, Written};
use crate::game::playable::MoveError;

/// What moves look like.
pub(super) const EXAMPLES: &str = "'e3e5', 'a11a12q', 'Nd5', 'exd9' or 'Ia12=L'";

const MEN: Alphabet = Alphabet {
    men: "PMNEICBRLGQK",
    becomes: "QLG",
    files: 12,
    ranks: 12,
};

fn written(diagram: &Diagram, played: Move) -> Written {
    Written {
        man: played.kind().letter(),
        from: played.from().into(),
        to: played.to().into(),
        captures: played.is_capture(&diagram.position),
        becomes: played.promotion().map(Kind::letter),
    }
}

/// A legal move as UCI writes it.
#[must_use]
pub fn coordinates(diagram: &Diagram, played: Move) -> String {
    written(diagram, played).coordinates()
}

/// A legal move as people write it.
#[must_use]
pub fn algebraic(diagram: &Diagram, played: Move) -> String {
    let legal = diagram.position.moves();
    let legal: Vec<Written> = legal.iter().map(|one| written(diagram, *one)).collect();
    written(diagram, played).algebraic(&legal)
}

/// Reads a legal move in either notation.
///
/// # Errors
/// If the text is no move at all, or none that is legal here.
pub fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
    let moves = diagram.position.moves();
    let legal: Vec<Written> = moves.iter().map(|one| written(diagram, *one)).collect();
    let shape = Shape::of(text, &MEN);
    let found = shape.and_then(|shape| shape.among(&legal));
    found.map(|index| moves[index]).ok_or_else(|| {
        let names = legal.iter().map(Written::coordinates);
        MoveError::new(text, shape.is_some(), diagram, names.collect(), EXAMPLES)
    })
}

/// Whether a text has the shape of a move.
#[must_use]
pub fn is_a_move(text: &str) -> bool {
    Shape::of(text, &MEN).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let pawns = "r4k2n3/1P5P4/3P8/12/12/12/12/12/12/5p6/2p6p2/1N1R7K w - - 0 1";
        let prince = "2r1i7/1I10/3I8/10k1/12/12/12/12/12/9i2/7i4/5I2N2K w - - 0 1";
        let rooks = "11k/R11/12/12/12/12/12/12/R2R8/12/12/11K w - - 0 1";
        let leap = "6k5/12/12/12/11p/12/12/P11/12/12/5K6/12 w Kk - 0 1";
        let passed = "3k8/12/12/12/12/3pPp6/12/12/12/7N4/12/K7R3 b - e6 0 1";
        for (fen, text, short) in [
            (pawns, "b11b12q", "b12=Q"),
            (pawns, "b11a12g", "bxa12=G"),
            (pawns, "d10d12l", "d12=L"),
            (pawns, "d1d9", "Rd9"),
            (prince, "b11b12q", "Ib12=Q"),
            (prince, "b11c12l", "Ixc12=L"),
            (prince, "d10d12g", "Id12=G"),
            (rooks, "a4a10", "R4a10"),
            (rooks, "d4b4", "Rdb4"),
            (leap, "f2h3", "Kh3"),
            (passed, "d7e6", "dxe6"),
        ] {
            let diagram = diagram(fen);
            let played = read_move(&diagram, text).unwrap();
            assert_eq!(read_move(&diagram, short), Ok(played), "{short}");
            assert_eq!(coordinates(&diagram, played), text);
            assert_eq!(algebraic(&diagram, played), short);
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let pawns = diagram("r4k2n3/1P5P4/3P8/12/12/12/12/12/12/5p6/2p6p2/1N1R7K w - - 0 1");
        for text in [
            "bxa12=G",
            "bxa12G",
            "ba12g",
            "b11xa12=G",
            "b11-a12=g",
            "bxa12=G#",
        ] {
            assert_eq!(
                coordinates(&pawns, read_move(&pawns, text).unwrap()),
                "b11a12g",
                "{text}"
            );
        }
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let pawns = diagram("r4k2n3/1P5P4/3P8/12/12/12/12/12/12/5p6/2p6p2/1N1R7K w - - 0 1");
        for text in [
            "b11b12", "d10d11q", "b11b10", "Rd12", "b1a3q", "a12=G", "xa12=G",
        ] {
            let error = read_move(&pawns, text).unwrap_err();
            assert!(matches!(error, MoveError::Illegal { .. }), "{text}");
        }
        for text in [
            "", "x", "hello", "b11b13", "b011b12", "b11b12r", "m1m2", "é4", "Kö", "Xe5", "O-O",
            "12",
        ] {
            let error = read_move(&pawns, text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
    }
}
