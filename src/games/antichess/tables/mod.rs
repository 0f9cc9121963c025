//! Exact tables: what every placement of up to four men is worth.
//!
//! Few men wander about for long before one gives itself up, so no search that follows moves can settle
//! them alone. But two to four men make few positions, and all of them together can be settled from the
//! ends backwards (retrograde analysis; Ströhlein 1970, Thompson 1986), once those are that a capture or
//! a promotion leads to. Antichess has been solved so with up to four men by several authors, with five
//! and more by Watkins, whose proof that 1.e3 wins rests on such tables. Here all 147 of three men are made
//! at the start, which takes a second and 20 MB. The 567 of four men would take minutes and 6 GB; so one
//! is made when somebody asks for its men, with those it rests on: most often one to forty tables, some
//! seconds. Nothing has to lie on a disk.
//!
//! *Exact* speaks of the position alone: a draw is what neither side can force, and no repetition and
//! no fifty moves are counted. The lengths are those of best play of both: who wins, wins as soon as he
//! can, and the other side puts it off.
//!
//! Captures are compulsory, and that is what makes these tables cheap: where something can be captured,
//! the best capture is all that there is, and its worth is known from smaller tables at once.
//!
//! A material is a [tier](crate::solve::tiers). Read in this order: [`material`] (which men),
//! [`symmetry`] (boards that are turned and mirrored), [`placement`] (where they stand, and its place in
//! a table), [`table`] (the values of one material), `sets` and `ways` (many placements at once, and the
//! moves between them), `leaving` (moves to other tables), [`retrograde`] (how a table is made), [`reading`] (what they say of a
//! position) and [`store`] (tables that threads share).

mod leaving;
pub mod material;
pub mod placement;
pub mod reading;
pub mod retrograde;
mod sets;
pub mod store;
pub mod symmetry;
pub mod table;
mod ways;

pub use material::Material;
pub use store::Store;

/// Of how many men there are tables at most, both sides' together.
pub const MOST_MEN: usize = 4;

/// Of how many all are made at the start.
pub const MOST_AT_START: usize = 3;
