//! The value of a position, read from tables.
//!
//! A table has every placement of the kings without a right to capture en passant and without queens. For the
//! few other positions, moves are followed until they lead to such a placement: a right is gone after the
//! next move, and queens end the game or are taken soon.

use std::ops::Deref;

use super::{Run, Store, Table};
use crate::games::kings::position::Position;
use crate::games::kings::rules;
use crate::games::kings::structure::Structure;
use crate::solve::tiers::Worth;

/// The value of a position for the side to move, where `known` has the tables of structures. `None` if one that
/// is needed is missing.
pub fn worth<T: Deref<Target = Table>>(
    position: &Position,
    known: &impl Fn(Structure) -> Option<T>,
) -> Option<Worth> {
    if is_placement(position) {
        return Some(known(Structure::of(position))?.worth_of(position));
    }
    if let Some(outcome) = rules::outcome(position) {
        return Some(Worth::at_end(outcome));
    }
    let moves = rules::moves(position).into_iter();
    let worths = moves.map(|one| Some(worth(&position.play(one), known)?.a_ply_earlier()));
    worths.reduce(|best, one| Some(best?.max(one?))).flatten()
}

/// Calls `visit` with the structures whose tables give the value of a position.
pub fn rests_on(position: &Position, visit: &mut impl FnMut(Structure)) {
    if is_placement(position) {
        visit(Structure::of(position));
    } else if rules::outcome(position).is_none() {
        for one in rules::moves(position) {
            rests_on(&position.play(one), visit);
        }
    }
}

/// Whether a table has this position.
fn is_placement(position: &Position) -> bool {
    !position.has_queens() && position.en_passant().is_empty()
}

impl Store {
    /// The value of a position for the side to move, if its tables exist.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        worth(position, &|structure| self.get(structure))
    }
}

impl Run {
    /// The value of a position for the side to move, if its tables exist.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        worth(position, &|structure| self.table(structure))
    }
}
