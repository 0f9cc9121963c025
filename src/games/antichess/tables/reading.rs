//! The value of a position, read from tables.
//!
//! A table has every placement of its pieces without a right to capture en passant. With such a right, all
//! legal moves are captures, and each leads to a placement.

use super::material::Material;
use super::placement::Placement;
use super::table::Table;
use crate::games::antichess::moves;
use crate::games::pieces::Position;
use crate::solve::tiers::Worth;

/// The value of a position for the side to move, where `known` has the needed tables. The position has two to
/// four pieces, with some on each side, or none of the side to move, which has then won.
#[inline]
pub fn worth<'t>(
    position: &Position,
    known: &impl Fn(Material) -> Option<&'t Table>,
) -> Option<Worth> {
    if position.own().is_empty() {
        return Some(Worth::WON);
    }
    if position.en_passant().any() {
        return worth_by_moves(position, known);
    }
    let placement = Placement::of(position)?;
    Some(known(placement.material)?.worth(&placement))
}

/// The value of the best move. If one of the moves is en passant, all moves are captures.
#[cold]
pub fn worth_by_moves<'t>(
    position: &Position,
    known: &impl Fn(Material) -> Option<&'t Table>,
) -> Option<Worth> {
    let mut best = None;
    for played in moves::moves(position) {
        let worth = worth(&position.play(played), known)?.a_ply_earlier();
        best = best.max(Some(worth));
    }
    best
}
