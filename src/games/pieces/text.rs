//! The notation of chess pieces: diagrams and moves.

use super::{Kind, Move, Position};
use crate::board::Colour;
use crate::game::picture::{Coord, Man};
use crate::game::san::Written;
use crate::game::setup::Setup;

/// The pieces of a setup on a board, seen by the side to move. Nothing is checked.
#[must_use]
pub fn placed(setup: &Setup) -> Position {
    let mut position = Position::EMPTY;
    for (coord, man) in &setup.men {
        if let (Some(square), Some(kind)) = (coord.square(), Kind::from_letter(man.letter)) {
            position.put(square.seen_by(setup.turn), kind, man.colour == setup.turn);
        }
    }
    position
}

/// The piece on a square of the board.
#[must_use]
pub fn man_on(position: &Position, turn: Colour, coord: Coord) -> Option<Man> {
    let square = coord.square()?.seen_by(turn);
    let kind = position.kind_on(square)?;
    let colour = match position.own().contains(square) {
        true => turn,
        false => turn.opponent(),
    };
    Some(Man::new(colour, kind.letter()))
}

/// The square where a pawn can be captured en passant.
#[must_use]
pub fn en_passant(position: &Position, turn: Colour) -> Option<Coord> {
    let square = position.en_passant().lowest()?;
    Some(square.seen_by(turn).into())
}

/// The notation of a move.
#[must_use]
pub fn written(position: &Position, turn: Colour, played: Move) -> Written {
    let ends = [played.from(), played.to()];
    let [from, to] = ends.map(|square| square.seen_by(turn).into());
    let on_destination = position.enemy().contains(played.to());
    Written {
        becomes: played.promotion().map(Kind::letter),
        ..Written::plain(played.kind(position).letter(), from, to)
            .capturing(played.is_capture(position), on_destination)
    }
}
