//! Exact tables: the value of every placement of up to four pieces.
//!
//! A few pieces can wander for a long time before one gives itself up, so a forward search alone cannot
//! settle them. But two to four pieces have few positions. All of them can be settled backwards from the ends
//! (retrograde analysis; Ströhlein 1970, Thompson 1986), after the positions that captures and promotions lead to.
//! Several authors have solved antichess with up to four pieces in this way. Watkins went to five and more:
//! the proof that 1.e3 wins rests on such tables. Here all 147 tables of up to three pieces are made at the
//! start, in a fraction of a second and in 20 MB. The 567 tables of four pieces would take minutes and 6 GB, so a
//! table is made, with those it rests on, when the search has taken as long as that would: usually one to forty
//! tables, in a few seconds. Nothing needs to be stored on disk.
//!
//! *Exact* refers to the position alone: a draw is what neither side can avoid, without the rules on
//! repetition and fifty moves. Lengths assume best play: the winner wins as soon as possible and the loser
//! delays as long as possible.
//!
//! Compulsory captures make these tables cheap: where there is a capture, only the best capture counts, and
//! its value is known from smaller tables.
//!
//! A material is a [tier](crate::solve::tiers). Read in this order: [`material`] (which pieces),
//! [`placement`] (squares, and the index in a table), [`table`] (the values of one material), `sets` and
//! `ways` (many placements at once, and the moves between them), `leaving` (moves to other tables),
//! [`retrograde`] (how a table is made), [`reading`] (the value of a position) and [`store`] (tables that
//! threads share).

mod leaving;
pub mod material;
pub mod placement;
pub mod reading;
pub mod retrograde;
mod sets;
pub mod store;
pub mod table;
mod ways;

pub use material::Material;
pub use store::Store;

/// The maximum number of pieces, of both sides together, for which there are tables.
pub const MOST_MEN: usize = 4;

/// The maximum number of pieces for which all tables are made at the start.
pub const MOST_AT_START: usize = 3;
