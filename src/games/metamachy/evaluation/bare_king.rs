//! Against a bare king: how far it is from the centre, and how near the other king is.
//!
//! A queen or two cannot mate in the middle of twelve by twelve squares. The king must be driven to an edge, and the
//! other king must help, within fifty moves of the last capture; a search sees that only near its end. (Chess programs
//! have such terms since Slate and Atkin's Chess 4.5, 1977.)

use super::terms::{Tally, first};
use crate::board::Colour;
use crate::games::metamachy::position::Position;

const DRIVEN: usize = first("driven");
const NEAR: usize = first("near");

/// The number of rings of squares around the centre.
const RINGS: i32 = 6;
/// The greatest distance between two kings.
const FARTHEST: i32 = 11;

/// Reports both terms for a side whose enemy has only a king.
#[inline]
pub fn count(position: &Position, tally: &mut impl Tally) {
    for side in [Colour::White, Colour::Black] {
        if !position.is_bare(side.opponent()) {
            continue;
        }
        let enemy_king = position.king(side.opponent());
        let from_edge = |index: usize| index.min(11 - index) as i32;
        let ring = from_edge(enemy_king.file().index()).min(from_edge(enemy_king.rank().index()));
        tally.count(side, DRIVEN, RINGS - 1 - ring);
        let apart = position.king(side).distance(enemy_king) as i32;
        tally.count(side, NEAR, FARTHEST - apart);
    }
}
