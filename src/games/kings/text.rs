//! Positions and moves of kings and pawns as text, and what else people are told of them.
//!
//! Queens are written, for whoever looks at a game that is nearly over, but not read in a FEN: how they came
//! there belongs to the game. A promotion is written with its queen, the only man that there can be; without it
//! (`e7e8`) it is read, too. `0000` and `--` let a game with as many queens on both sides end.

use super::moves::Move;
use super::position::{Position, Side};
use super::{KingGame, evaluation, rules};
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::algebraic::{Notation, Written};
use crate::game::diagram;
use crate::game::features::Features;
use crate::game::finish::Finish;
use crate::game::picture::{Man, Spot};
use crate::game::playable::Playable;
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::Term;

/// A legal position with all that its FEN says.
pub type Diagram = diagram::Diagram<KingGame>;

impl Playable for KingGame {
    const NOTATION: Notation = Notation {
        passes: true,
        unread: Some((
            "Q",
            "a queen is made in the game: give the position before it, and the move",
        )),
        ..Notation::of_chess("KP", "Q", "'e2e4', 'e7e8q', 'Kb1', 'exd5' or 'e8=Q'")
    };

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        let turn = setup.turn;
        let [white, black] = [setup.king(Colour::White)?, setup.king(Colour::Black)?];
        let is_beside = |one: usize, other: usize| one.abs_diff(other) < 2;
        if is_beside(white.file, black.file) && is_beside(white.rank, black.rank) {
            return Err(IllegalSetup::KingsTouch(white, black));
        }
        setup.check_pawns(1..=6)?;
        setup.check_en_passant(PAWNS_OF_CHESS, Rank::all().len())?;
        let passed = setup.passed().map(|square| square.seen_by(turn));
        let passed = passed.map_or(Bitboard::EMPTY, Bitboard::of);
        let side = |colour| {
            let side = Side {
                king: setup.squares(colour, 'K').lowest()?,
                pawns: setup.squares(colour, 'P'),
                queens: Bitboard::EMPTY,
            };
            Some(side.seen_by(turn))
        };
        let position = match (side(turn), side(turn.opponent())) {
            (Some(own), Some(enemy)) => Position::new(turn, own, enemy, passed),
            _ => return Err(IllegalSetup::KingsTouch(white, black)),
        };
        match position.is_legal() {
            true => Ok(position),
            false => Err(IllegalSetup::InCheck(turn.opponent())),
        }
    }

    fn man_on(diagram: &Diagram, spot: Spot) -> Option<Man> {
        let square = spot.square()?;
        [Colour::White, Colour::Black]
            .into_iter()
            .find_map(|colour| {
                let side = diagram.side(colour);
                let kind = if side.king == square {
                    'K'
                } else if side.pawns.contains(square) {
                    'P'
                } else if side.queens.contains(square) {
                    'Q'
                } else {
                    return None;
                };
                Some(Man::new(colour, kind))
            })
    }

    fn en_passant(diagram: &Diagram) -> Option<Spot> {
        let square = diagram.position.en_passant().lowest()?;
        Some(square.seen_by(diagram.turn).into())
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let position = &diagram.position;
        let ends = [played.from(), played.to()];
        let [from, to] = ends.map(|square| square.seen_by(diagram.turn).into());
        if played == Move::LET_IT_END {
            return Written::plain('K', from, from);
        }
        let man = if played.is_kings(position) { 'K' } else { 'P' };
        Written {
            captures: played.is_capture(position),
            becomes: played.is_promotion(position).then_some('Q'),
            ..Written::plain(man, from, to)
        }
    }

    fn checked(&self, diagram: &Diagram) -> Option<Spot> {
        let king = diagram.side(diagram.turn).king;
        diagram.position.is_in_check().then(|| king.into())
    }

    /// Where the game is to be left as a draw, or is lost whatever is played, others may move a queen, which
    /// never moves here; and they may make another man than a queen.
    fn meant(&self, diagram: &Diagram, text: &str) -> Option<Move> {
        let position = &diagram.position;
        if rules::outcome(position).is_some() || !text.is_ascii() {
            return None;
        }
        let legal = rules::moves(position);
        let plain = text.strip_suffix(['r', 'b', 'n']);
        if let Some(plain) = plain {
            let is_it = |one: &&Move| {
                one.is_promotion(position)
                    && diagram.coordinates(**one).strip_suffix('q') == Some(plain)
            };
            return legal.iter().find(is_it).copied();
        }
        let from = Square::parse(text.get(..2)?)?.seen_by(diagram.turn);
        Square::parse(text.get(2..)?)?;
        let moves_queen = position.own().queens.contains(from);
        let other = legal.iter().find(|one| !one.decides(position));
        other.filter(|_| moves_queen).copied()
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        rules::finish(diagram)
    }

    fn for_engine(&self) -> Self {
        Self {
            store: None,
            ..self.clone()
        }
    }

    fn prepare(&mut self, mebibytes: u64) {
        self.make_room(mebibytes);
    }

    fn explain(&self, diagram: &Diagram) -> String {
        evaluation::table(diagram, self)
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }

    fn features(&self, diagram: &Diagram) -> Features {
        Features::of_passed_pawns(|side| evaluation::passed_pawns(diagram, side))
    }
}

impl Diagram {
    /// What a side has, as White sees the board.
    #[must_use]
    pub fn side(&self, colour: Colour) -> Side {
        let side = match colour == self.turn {
            true => self.position.own(),
            false => self.position.enemy(),
        };
        side.seen_by(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::playable::MoveError;

    fn game() -> KingGame {
        KingGame::default()
    }

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn positions_survive_a_round_trip() {
        for fen in [
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
            "8/8/8/pP6/6K1/2k5/8/8 w - a6 0 1",
            "8/6K1/8/k7/1Pp5/5p2/8/8 b - b3 0 7",
        ] {
            assert_eq!(fen.parse::<Diagram>().unwrap().to_string(), fen);
        }
        let short = "4k3/8/8/8/8/8/8/4K3 b".parse::<Diagram>().unwrap();
        assert_eq!(short.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
        // Nobody can capture there; the capture would leave a check.
        for useless in [
            "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1",
            "4k3/8/8/1K1pP3/2p5/8/8/8 w - d6 0 1",
        ] {
            let fen = useless.parse::<Diagram>().unwrap().to_string();
            assert_eq!(fen.contains(" - - "), !useless.contains("d6"), "{fen}");
        }
    }

    #[test]
    fn each_error_names_its_field() {
        let cases = [
            ("", "2 to 6 fields"),
            (
                "8/8/8/8/8/8/8 w",
                "expected 8 ranks with '/' between them, found 7",
            ),
            (
                "8/8/8/8/8/r7/8/8 w",
                "rank 3: found 'r', expected 'K', 'k', 'P', 'p'",
            ),
            ("Q7/8/8/8/8/8/8/8 w", "rank 8: found 'Q'"),
            ("Q7/8/8/8/8/8/8/8 w", "a queen is made in the game"),
            ("8/8/7/8/8/8/8/8 w", "rank 6: 7 files, expected 8"),
            ("8/8/8/8/8/8/8/4K3 w", "Black has 0 kings, expected one"),
            ("k7/8/8/8/8/8/8/K3K3 w", "White has 2 kings, expected one"),
            (
                "8/8/8/8/8/8/k7/1K6 w",
                "the kings on b1 and a2 stand side by side",
            ),
            (
                "k6P/8/8/8/8/8/8/K7 w",
                "White has a pawn on h8, but pawns stand on ranks 2 to 7",
            ),
            (
                "k7/1P6/8/8/8/8/8/K7 w",
                "Black is in check, but White is to move",
            ),
            ("k7/8/8/8/8/8/8/K7 x", "field 2 (side to move)"),
            ("k7/8/8/8/8/8/8/K7 w KQ", "field 3 (castling)"),
            (
                "k7/8/8/8/8/8/8/K7 w - e9",
                "field 4 (en passant): found 'e9'",
            ),
            (
                "k7/8/8/8/8/8/8/K7 w - e6",
                "no pawn of the opponent's stands in front of it",
            ),
            (
                "k7/8/4K3/4p3/8/8/8/8 w - e6",
                "the way of the double step is not empty",
            ),
            ("k7/8/8/8/8/8/8/K7 w - - x", "field 5 (quiet plies)"),
            ("k7/8/8/8/8/8/8/K7 w - - 0 -1", "field 6 (move number)"),
        ];
        for (fen, expected) in cases {
            let message = fen.parse::<Diagram>().unwrap_err().to_string();
            assert!(message.contains(expected), "{fen}: {message}");
        }
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let cases = [
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 w - - 0 1", "c3d4", "cxd4"),
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 w - - 0 1", "e7e8q", "e8=Q"),
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 w - - 0 1", "e1d2", "Kd2"),
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 b - - 0 1", "b2c3", "Kxc3"),
            ("8/8/8/8/2pP4/8/1k6/4K3 b - d3 0 1", "c4d3", "cxd3"),
        ];
        for (fen, text, short) in cases {
            let diagram = diagram(fen);
            let played = diagram.read_move(&game(), text).unwrap();
            assert_eq!(diagram.read_move(&game(), short), Ok(played));
            assert_eq!(diagram.coordinates(played), text);
            assert_eq!(diagram.algebraic(&game(), played), short);
        }
    }

    #[test]
    fn a_pawn_becomes_a_queen_and_nothing_else() {
        let last = diagram("8/4P3/8/8/8/8/1k6/4K3 w - - 0 1");
        for text in ["e7e8q", "e7e8", "e8", "e8=Q", "e8Q"] {
            assert!(last.read_move(&game(), text).is_ok(), "{text}");
        }
        for text in ["e7e8n", "e8=R", "e7e6", "e1e3", "Ke3", "0000"] {
            assert!(last.read_move(&game(), text).is_err(), "{text}");
        }
        let queen = last.read_move(&game(), "e8").unwrap();
        assert_eq!(game().meant(&last, "e7e8n"), Some(queen));
        assert_eq!(game().meant(&last, "e7e7n"), None);
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let start = diagram("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
        let illegal = start.read_move(&game(), "e2e5").unwrap_err().to_string();
        assert!(illegal.contains("'e2e5' is illegal in 4k3/"), "{illegal}");
        assert!(
            illegal.ends_with("e2e3 e2e4 e1d1 e1f1 e1d2 e1f2"),
            "{illegal}"
        );
        for text in ["", "hello", "e2e44", "é4", "Kö", "axé", "Qe2", "e2e"] {
            let error = start.read_move(&game(), text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
            assert_eq!(game().meant(&start, text), None, "{text}");
        }
    }
}
