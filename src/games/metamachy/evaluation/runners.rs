//! What stands in front of passed pawns and princes: nothing, a piece, or a king.
//!
//! A passer here "outruns most pieces", writes H. G. Muller, and the double step takes it over an attacked
//! square, "so that you really have to block them". So it matters whether a piece stands right in front of
//! it, whether its whole path is open, and which king is nearer to it. None of that depends on
//! the pawns alone, so none of it is in their [table](super::pawn_table).
//!
//! A prince promotes and steps two squares as a pawn does. But it can go around what stands in front of it,
//! and go back, so it is valued by its square. It gets a bonus if its file is open and no pawn ahead can
//! capture it there, not even en passant.

use super::pawns::{Pawns, attacks, fill_forward, forward, way};
use super::terms::{Tally, first};
use crate::board::Colour;
use crate::board::twelve::Bitboard;
use crate::games::metamachy::man::Kind;
use crate::games::metamachy::position::Position;

const FREE: usize = first("passed_free");
const BLOCKED: usize = first("passed_blocked");
const KINGS: usize = first("passed_kings");
const PRINCE: usize = first("prince_free");

/// Reports the terms of passed pawns and princes that depend on other pieces.
#[inline]
pub fn count(position: &Position, passed: &Pawns, tally: &mut impl Tally) {
    let men = position.men();
    for side in [Colour::White, Colour::Black] {
        let (king, enemy_king) = (position.king(side), position.king(side.opponent()));
        for pawn in passed[side as usize] {
            let next = forward(Bitboard::of(pawn), side);
            let way = way(pawn, side);
            if men.meets(next) {
                tally.count(side, BLOCKED + way, 1);
            } else if !men.meets(fill_forward(next, side)) {
                tally.count(side, FREE + way, 1);
            }
            let nearer = enemy_king.distance(pawn) as i32 - king.distance(pawn) as i32;
            tally.count(side, KINGS, nearer);
        }
        let princes = position.of(Kind::Prince) & position.side(side);
        if princes.is_empty() {
            continue;
        }
        let enemy_pawns = position.of(Kind::Pawn) & position.side(side.opponent());
        for prince in princes {
            let ahead = fill_forward(forward(Bitboard::of(prince), side), side);
            let attacked = attacks(enemy_pawns & ahead.beside(), side.opponent());
            if !men.meets(ahead) && !attacked.meets(ahead) {
                tally.count(side, PRINCE + way(prince, side), 1);
            }
        }
    }
}
