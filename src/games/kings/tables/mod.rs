//! Exact tables: what every placement of the kings is worth, with both sides to move, in a pawn
//! structure.
//!
//! Kings walk in circles, so no search that follows moves can settle them alone. But within one
//! [structure](super::structure) two kings and the side to move make at most 8 192 positions, and all
//! of them together can be settled from the ends backwards (retrograde analysis; Ströhlein 1970,
//! Thompson 1986), once the structures are that a pawn's move or a capture leads to.
//!
//! A structure is a [tier](crate::solve::tiers). Read in this order: [`table`] (the values of one structure),
//! `placements` (sets of them), [`queening`] (what a promotion is worth), `leaving` (moves to other structures),
//! [`retrograde`] (how a table is made) and [`reading`] (what tables say of a position).

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
