//! Moves as text: [coordinates](crate::game::algebraic) (`e7e8k`) and standard algebraic notation (`Nbd2`,
//! `R1xa3`, `e8=K`).

use super::diagram::Diagram;
use super::man::Kind;
use super::moves::Move;
use crate::game::algebraic::{Notation, Written};

/// How moves are written.
pub(super) const NOTATION: Notation = Notation::of_chess(
    "PNBRQK",
    "NBRQK",
    "'e2e4', 'e7e8k', 'Nf3', 'exd5' or 'e8=K'",
);

/// What is written of a legal move.
pub(super) fn written(diagram: &Diagram, played: Move) -> Written {
    let [from, to] = [played.from(), played.to()].map(|square| square.seen_by(diagram.turn).into());
    Written {
        man: played.kind(&diagram.position).letter(),
        from,
        to,
        captures: played.is_capture(&diagram.position),
        becomes: played.promotion().map(Kind::letter),
        is_idle: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::playable::{MoveError, Playable};
    use crate::games::antichess::AntichessGame;

    fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
        AntichessGame::default().read_move(diagram, text)
    }

    fn algebraic(diagram: &Diagram, played: Move) -> String {
        AntichessGame::default().algebraic(diagram, played)
    }

    fn coordinates(diagram: &Diagram, played: Move) -> String {
        written(diagram, played).coordinates()
    }

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let cases = [
            ("8/4P3/8/8/8/8/8/k7 w - - 0 1", "e7e8k", "e8=K"),
            ("3n4/4P3/8/8/8/8/8/k7 w - - 0 1", "e7d8n", "exd8=N"),
            ("7k/8/8/8/8/5N2/8/1N6 w - - 0 1", "b1d2", "Nbd2"),
            ("7k/8/8/8/1N6/8/8/1N6 w - - 0 1", "b1a3", "Na3"),
            ("7k/8/8/1N6/8/8/8/1N6 w - - 0 1", "b1a3", "N1a3"),
            ("8/3n4/8/8/8/8/8/QQ5Q w - - 0 1", "b1f1", "Qbf1"),
            ("8/8/7n/8/8/1Q6/8/QQ6 w - - 0 1", "b1b2", "Qb1b2"),
            ("R6k/8/8/p7/8/8/8/R7 w - - 0 1", "a1a5", "R1xa5"),
            ("8/8/8/8/1KK5/8/8/k7 w - - 0 1", "b4b3", "Kbb3"),
            ("8/8/8/8/1p6/8/P1P5/8 w - - 0 1", "a2a4", "a4"),
            ("8/8/8/8/Pp6/8/2P5/8 b - a3 0 1", "b4a3", "bxa3"),
        ];
        for (fen, text, short) in cases {
            let diagram = diagram(fen);
            let played = read_move(&diagram, text).unwrap();
            assert_eq!(read_move(&diagram, short), Ok(played), "{short}");
            assert_eq!(coordinates(&diagram, played), text);
            assert_eq!(algebraic(&diagram, played), short);
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let cases = [
            ("3n4/4P3/8/8/8/8/8/k7 w - - 0 1", "e7d8k"),
            ("8/8/8/8/Pp6/8/2P5/8 b - a3 0 1", "b4a3"),
            ("7k/8/8/8/8/5N2/8/1N6 w - - 0 1", "b1d2"),
        ];
        let texts = [
            &["exd8=K", "exd8K", "ed8=K", "e7xd8=K", "e7-d8=k", "exd8=K#"][..],
            &["bxa3", "b:a3", "bxa3 e.p.", "b4xa3", "ba3"],
            &["Nbd2", "N1d2", "Nb1d2", "Nb1-d2", "b1-d2", "Nbd2+"],
        ];
        for ((fen, expected), texts) in cases.into_iter().zip(texts) {
            let diagram = diagram(fen);
            for text in texts {
                let played = read_move(&diagram, text).unwrap();
                assert_eq!(coordinates(&diagram, played), expected, "{text}");
            }
        }
    }

    #[test]
    fn what_may_mean_two_moves_means_none() {
        let knights = diagram("7k/8/8/8/8/5N2/8/1N6 w - - 0 1");
        let pawn = diagram("3n4/4P3/8/8/8/8/8/k7 w - - 0 1");
        for (diagram, text) in [
            (knights, "Nd2"),
            (knights, "Nbxd2"),
            (knights, "d2"),
            (pawn, "exd8"),
            (pawn, "e8=K"),
            (pawn, "d8=K"),
            (pawn, "exd8=P"),
        ] {
            assert!(read_move(&diagram, text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let must_take = diagram("8/8/8/3p4/4P3/8/8/k7 w - - 0 1");
        let illegal = read_move(&must_take, "e4e5").unwrap_err().to_string();
        assert!(illegal.ends_with("; legal moves: e4d5"), "{illegal}");
        for text in ["", "x", "hello", "e2e44", "é4", "Kö", "xx5", "Xe5", "O-O"] {
            let error = read_move(&must_take, text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
    }
}
