//! Exact tables: the value of every placement of the kings in a pawn structure, with either side to move.
//!
//! Kings can walk in circles, so a forward search alone cannot settle them. But within one
//! [structure](super::structure), two kings and the side to move make at most 8 192 positions. All of them
//! can be settled backwards from the ends (retrograde analysis; Ströhlein 1970, Thompson 1986), after the
//! structures that a pawn's move or a capture leads to.
//!
//! A structure is a [tier](crate::solve::tiers). Read in this order: [`table`] (the values of one structure),
//! `placements` (sets of them), [`queening`] (the value of a promotion), `leaving` (moves to other
//! structures), [`retrograde`] (how a table is made) and [`reading`] (the value of a position).

mod leaving;
pub(super) mod placements;
pub mod queening;
pub mod reading;
pub mod retrograde;
pub mod table;

pub use table::Table;

use super::structure::Structure;
use crate::solve::tiers;

/// Tables that threads share.
pub type Store = tiers::Store<Structure>;

/// Tables that are made for one question.
pub type Run = tiers::Run<Structure>;

#[cfg(test)]
mod tests;
