//! Moves as text: [coordinates](crate::game::algebraic) (`a11a12q`) and short algebraic notation (`Nbd5`,
//! `R1xa3`, `a12=Q`).
//!
//! Coordinates name what a pawn or prince becomes, and only that; a king's leap is an ordinary move of his, en
//! passant the pawn's.

use super::diagram::Diagram;
use super::man::Kind;
use super::moves::Move;
use crate::game::algebraic::{Notation, Written};

/// How moves are written.
pub(super) const NOTATION: Notation = Notation {
    files: 12,
    ranks: 12,
    ..Notation::of_chess(
        "PMNEICBRLGQK",
        "QLG",
        "'e3e5', 'a11a12q', 'Nd5', 'exd9' or 'Ia12=L'",
    )
};

/// What is written of a legal move.
pub(super) fn written(diagram: &Diagram, played: Move) -> Written {
    Written {
        man: played.kind().letter(),
        from: played.from().into(),
        to: played.to().into(),
        captures: played.is_capture(&diagram.position),
        becomes: played.promotion().map(Kind::letter),
        is_idle: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::playable::{MoveError, Playable};
    use crate::games::metamachy::MetamachyGame;

    fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
        MetamachyGame::default().read_move(diagram, text)
    }

    fn algebraic(diagram: &Diagram, played: Move) -> String {
        MetamachyGame::default().algebraic(diagram, played)
    }

    fn coordinates(diagram: &Diagram, played: Move) -> String {
        written(diagram, played).coordinates()
    }

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
