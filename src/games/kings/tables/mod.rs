//! Exact tables: what every placement of the kings is worth, with both sides to move, in a pawn
//! structure.
//!
//! Kings walk in circles, so no search that follows moves can settle them alone. But within one
//! [structure](super::structure) two kings and the side to move make at most 8 192 positions, and all
//! of them together can be settled from the ends backwards (retrograde analysis; Ströhlein 1970,
//! Thompson 1986), once the structures are that a pawn's move or a capture leads to.
//!
//! Read in this order: [`worth`] (a value and its distance in one number), [`table`] (the values of one
//! structure), `placements` (sets of them), [`queening`] (what a promotion is worth), `leaving` (moves to
//! other structures), [`retrograde`] (how a table is made), [`reading`] (what they say of a position), [`store`]
//! (tables that threads share), [`plan`] (how many a position needs) and [`run`] (making them all).

mod leaving;
pub(super) mod placements;
pub mod plan;
pub mod queening;
pub mod reading;
pub mod retrograde;
pub mod run;
pub mod store;
pub mod table;
pub mod worth;

pub use store::Store;
pub use table::Table;
pub use worth::Worth;
