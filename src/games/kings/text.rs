//! Positions and moves of kings and pawns as text, and other output for users.
//!
//! Queens are written, so that a game that is nearly over can be shown, but a FEN with queens is rejected,
//! because it does not say how they were made. A promotion is written with its queen; it is also read without
//! the queen (`e7e8`). `0000` and `--` let a game with equally many queens on both sides end.

use super::moves::Move;
use super::position::{Position, Side};
use super::{KingGame, evaluation, rules};
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::diagram;
use crate::game::features::Features;
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::san::{Notation, Written};
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::{Meanings, Term};

/// A legal position with everything that its FEN states.
pub type Diagram = diagram::Diagram<KingGame>;

impl Playable for KingGame {
    const NOTATION: Notation = Notation {
        passes: true,
        unread: Some((
            "Q",
            "queens arise only during a game; give the position before the promotion, and the move",
        )),
        ..Notation::of_chess("KP", "Q", "'e2e4', 'e7e8q', 'Kb1', 'exd5' or 'e8=Q'")
    };

    fn rule(&self) -> Rule {
        Rule {
            number: 16,
            words: "kings and pawns",
            sentence: "kings and pawns by the rules of PEASANT",
        }
    }

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        let turn = setup.turn;
        let [white, black] = setup.kings()?;
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

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        let square = coord.square()?;
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

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        let square = diagram.position.en_passant().lowest()?;
        Some(square.seen_by(diagram.turn).into())
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let position = &diagram.position;
        if played == Move::LET_IT_END {
            let king = diagram.side(diagram.turn).king.into();
            return Written::plain('K', king, king);
        }
        let ends = [played.from(), played.to()];
        let [from, to] = ends.map(|square| square.seen_by(diagram.turn).into());
        let man = if played.is_kings(position) { 'K' } else { 'P' };
        let on_destination = position.enemy().men().contains(played.to());
        Written {
            becomes: played.is_promotion(position).then_some('Q'),
            ..Written::plain(man, from, to).capturing(played.is_capture(position), on_destination)
        }
    }

    fn checked(&self, diagram: &Diagram) -> Option<Coord> {
        let king = diagram.side(diagram.turn).king;
        diagram.position.is_in_check().then(|| king.into())
    }

    /// Where the game will be left as a draw, or is lost whatever is played, other programs may move a queen,
    /// which never moves here. They may also promote to a piece other than a queen.
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

    fn for_level(&self) -> Self {
        self.for_engine()
    }

    fn forget(&mut self) {
        self.store = None;
    }

    fn prepare(&mut self, mebibytes: u64) {
        self.make_room(mebibytes);
    }

    const MEANINGS: Meanings = evaluation::MEANINGS;

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }

    fn features(&self, diagram: &Diagram) -> Features {
        Features::of_passed_pawns(|side| evaluation::passed_pawns(diagram, side))
    }
}

impl Diagram {
    /// The pieces of a side, as White sees the board.
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

    /// Other programs may write another piece; here it is always a queen.
    #[test]
    fn a_promotion_to_another_man_means_a_queen() {
        let game = KingGame::default();
        let last: Diagram = "8/4P3/8/8/8/8/1k6/4K3 w".parse().unwrap();
        let queen = last.read_move(&game, "e8").unwrap();
        assert_eq!(game.meant(&last, "e7e8n"), Some(queen));
        for text in [
            "e7e7n", "", "hello", "e2e44", "é4", "Kö", "axé", "Qe2", "e2e",
        ] {
            assert_eq!(game.meant(&last, text), None, "{text}");
        }
    }
}
