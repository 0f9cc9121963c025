//! Positions and moves of antichess as text, and what else people are told of them.
//!
//! There are few reasons to refuse a position: any men may stand anywhere, pawns on the first and last ranks
//! among them, as in composed positions. Nobody castles here, so the letters that other programs write for it are
//! read and forgotten.

use super::man::Kind;
use super::moves::Move;
use super::position::{MOST_MEN, Position};
use super::{AntichessGame, evaluation, tables};
use crate::board::Rank;
use crate::game::algebraic::{Notation, Written};
use crate::game::diagram;
use crate::game::fen::Rights;
use crate::game::finish::Finish;
use crate::game::picture::{Man, Spot};
use crate::game::playable::Playable;
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::Term;

/// A legal position with all that its FEN says.
pub type Diagram = diagram::Diagram<AntichessGame>;

impl Playable for AntichessGame {
    const NOTATION: Notation = Notation {
        rights: Rights::Idle,
        ..Notation::of_chess(
            "KQRBNP",
            "NBRQK",
            "'e2e4', 'e7e8k', 'Nf3', 'exd5' or 'e8=K'",
        )
    };

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        setup.check_numbers(MOST_MEN)?;
        let (turn, waiting) = (setup.turn, setup.turn.opponent());
        if setup.men.iter().all(|(_, man)| man.colour == turn) {
            return Err(IllegalSetup::Other(format!(
                "{waiting} has no man, but {turn} is to move; expected a man of {waiting}'s, or {waiting} to move \
                 (who has won then)"
            )));
        }
        let mut position = Position::EMPTY;
        for (spot, man) in &setup.men {
            if let (Some(square), Some(kind)) = (spot.square(), Kind::from_letter(man.letter)) {
                position.put(square.seen_by(turn), kind, man.colour == turn);
            }
        }
        setup.check_en_passant(PAWNS_OF_CHESS, Rank::all().len())?;
        if let Some(passed) = setup.passed() {
            position.mark_en_passant(passed.seen_by(turn).down(1));
        }
        Ok(position)
    }

    fn man_on(diagram: &Diagram, spot: Spot) -> Option<Man> {
        let square = spot.square()?.seen_by(diagram.turn);
        let kind = diagram.position.kind_on(square)?;
        let colour = match diagram.position.own().contains(square) {
            true => diagram.turn,
            false => diagram.turn.opponent(),
        };
        Some(Man::new(colour, kind.letter()))
    }

    fn en_passant(diagram: &Diagram) -> Option<Spot> {
        let square = diagram.position.en_passant().lowest()?;
        Some(square.seen_by(diagram.turn).into())
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let ends = [played.from(), played.to()];
        let [from, to] = ends.map(|square| square.seen_by(diagram.turn).into());
        Written {
            captures: played.is_capture(&diagram.position),
            becomes: played.promotion().map(Kind::letter),
            ..Written::plain(played.kind(&diagram.position).letter(), from, to)
        }
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        super::finish::finish(diagram, self.stalemate)
    }

    fn explain(&self, diagram: &Diagram) -> String {
        evaluation::table(diagram, self)
    }

    /// The tables of few men are made here; the clock would run out on whoever first met them in a search.
    fn prepare(&mut self, _mebibytes: u64) {
        let _ = tables::store::all(self.stalemate);
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::playable::MoveError;

    fn game() -> AntichessGame {
        AntichessGame::default()
    }

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn positions_survive_a_round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b - f3 0 3",
            "8/8/8/3k4/8/8/8/KK4K1 b - - 99 120",
            "p6P/8/8/8/8/8/8/P6p w - - 0 1",
            // White has won.
            "8/8/8/3k4/8/8/8/8 w - - 0 60",
        ] {
            assert_eq!(fen.parse::<Diagram>().unwrap().to_string(), fen);
        }
    }

    #[test]
    fn what_means_nothing_is_read_and_not_written() {
        for (read, written) in [
            ("8/8/8/3k4/8/8/8/K7 b", "8/8/8/3k4/8/8/8/K7 b - - 0 1"),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9",
                "r3k2r/8/8/8/8/8/8/R3K2R w - - 3 9",
            ),
            (
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 0",
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b - - 0 1",
            ),
            // Nobody can capture there.
            (
                "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2",
                "4k3/8/8/4p3/8/8/8/4K3 w - - 0 2",
            ),
        ] {
            assert_eq!(read.parse::<Diagram>().unwrap().to_string(), written);
        }
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
            let played = diagram.read_move(&game(), text).unwrap();
            assert_eq!(diagram.read_move(&game(), short), Ok(played), "{short}");
            assert_eq!(diagram.coordinates(played), text);
            assert_eq!(diagram.algebraic(&game(), played), short);
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
                let played = diagram.read_move(&game(), text).unwrap();
                assert_eq!(diagram.coordinates(played), expected, "{text}");
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
            assert!(diagram.read_move(&game(), text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let must_take = diagram("8/8/8/3p4/4P3/8/8/k7 w - - 0 1");
        let illegal = must_take
            .read_move(&game(), "e4e5")
            .unwrap_err()
            .to_string();
        assert!(illegal.ends_with("; legal moves: e4d5"), "{illegal}");
        for text in ["", "x", "hello", "e2e44", "é4", "Kö", "xx5", "Xe5", "O-O"] {
            let error = must_take.read_move(&game(), text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
    }
}
