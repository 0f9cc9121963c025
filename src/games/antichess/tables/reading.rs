//! What a position is worth, read from tables.
//!
//! A table has every placement of its men without a right to capture en passant. With one, captures are all
//! the moves that there are, and each leads to a placement.

use super::material::Material;
use super::placement::Placement;
use super::table::Table;
use crate::games::antichess::moves;
use crate::games::pieces::Position;
use crate::solve::tiers::Worth;

/// What a position is worth for the side to move, where `known` has the tables that are needed: with two to
/// four men, some of each side, or with no man of the side to move, which has won.
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

/// What the best move is worth: all are captures, where one is en passant.
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
