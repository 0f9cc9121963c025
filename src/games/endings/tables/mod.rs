//! Exact values of pawn endings: tables by structure, with bounds from both sides.
//!
//! Moves of kings and pieces to empty squares can be undone. All others lead to a structure that is nearer to
//! the end. So a structure is a [tier](crate::solve::tiers), and one table settles all its positions at once.
//! But promotions and captures make too many structures to settle all of them. A [question] defines what is
//! left out, and why the answers are true all the same.
//!
//! Read in this order: [`structure`] (what stands besides the kings, and which moves change it),
//! [`placement`] (sets of 64 positions), [`question`] (bounds), [`table`] (what is known), [`leaving`] (moves
//! to other structures), [`retrograde`] (how a table is made), [`reading`] (the value of a position) and
//! [`ranks`] (how wins make progress).

pub mod leaving;
pub mod placement;
pub mod question;
pub mod ranks;
pub mod reading;
pub mod retrograde;
pub mod structure;
pub mod table;

use question::TableQuestion;
pub use table::Table;

use crate::solve::tiers;

/// Tables that are made for one question.
pub type Run = tiers::Run<TableQuestion>;

/// Tables that threads share.
pub type Store = tiers::Store<TableQuestion>;
