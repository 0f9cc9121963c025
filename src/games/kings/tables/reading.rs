//! What a position is worth, read from tables.
//!
//! A table has every placement of the kings without a right to capture en passant and without queens.
//! The few other positions are followed by their moves until one comes to such a placement: a right is
//! gone with the next move, and queens end the game or are taken soon.

use super::{Run, Store};
use crate::games::kings::position::Position;
use crate::games::kings::rules;
use crate::games::kings::structure::Structure;
use crate::solve::tiers::Worth;

/// What a position is worth for the side to move, where `known` says it of placements; `None` where it
/// does not know one that is needed.
pub fn worth(position: &Position, known: &impl Fn(&Position) -> Option<Worth>) -> Option<Worth> {
    if is_placement(position) {
        return known(position);
    }
    if let Some(outcome) = rules::outcome(position) {
        return Some(Worth::at_end(outcome));
    }
    let moves = rules::moves(position).into_iter();
    let worths = moves.map(|one| Some(worth(&position.play(one), known)?.a_ply_earlier()));
    worths.reduce(|best, one| Some(best?.max(one?))).flatten()
}

/// Calls `visit` with the structures whose tables tell what a position is worth.
pub fn rests_on(position: &Position, visit: &mut impl FnMut(Structure)) {
    if is_placement(position) {
        visit(Structure::of(position));
    } else if rules::outcome(position).is_none() {
        for one in rules::moves(position) {
            rests_on(&position.play(one), visit);
        }
    }
}

/// Whether a table has it.
fn is_placement(position: &Position) -> bool {
    !position.has_queens() && position.en_passant().is_empty()
}

impl Store {
    /// What a position is worth for the side to move, if there are the tables for it.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        worth(position, &|placement| {
            let table = self.get(Structure::of(placement))?;
            Some(table.worth_of(placement))
        })
    }
}

impl Run {
    /// The same.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        worth(position, &|placement| {
            let table = self.table(Structure::of(placement))?;
            Some(table.worth_of(placement))
        })
    }
}
