//! Exact tables: what retrograde analysis settles, tier by tier.
//!
//! Where men wander about for long, no search that follows moves can settle a position alone. But moves that
//! cannot be undone (a pawn's, a capture) divide the positions of a game into *tiers*: within one, men walk
//! in circles, and out of it every move leads to a tier that is nearer to the end. So tiers form a graph
//! without cycles, and each can be settled as a whole, from the ends backwards, once those are that it leads
//! to (retrograde analysis; Ströhlein 1970, Thompson 1986; in tiers: GamesmanOne, from 2022).
//!
//! What a tier is, and how its table is made, is the game's own: a pawn structure of kings and pawns, the men of
//! antichess. What comes before and after is the same for all of them:
//!
//! - [`worth`]: a value and its distance in one number;
//! - [`plan`]: all tiers on which some rest, in an order in which they can be made;
//! - [`store`]: tables that threads share, made when they are asked for and kept;
//! - [`run`]: a whole plan carried out by threads within a memory: tables are packed and let go, and what is
//!   done goes on another day.

pub mod plan;
pub mod run;
pub mod store;
pub mod worth;

use std::fmt::Debug;
use std::hash::Hash;

use thiserror::Error;

pub use plan::Plan;
pub use run::Run;
pub use store::Store;
pub use worth::Worth;

/// Positions that are settled together.
pub trait Tier: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// What the rules leave open.
    type Rules: Debug + Send + Sync;

    /// What each of its positions is worth.
    type Table: Debug + Send + Sync;

    /// A number that no two tiers share.
    fn key(self) -> u128;

    /// A number that falls with each move out of a tier. Tiers with the same one do not rest on each other.
    fn steps(self) -> u32;

    /// Calls `visit` with every tier that a move leads to, some of them perhaps more than once.
    fn for_each_successor(self, visit: impl FnMut(Self));

    /// What its table takes in bytes, as a rule; it never takes more than twice as much.
    fn table_bytes(self) -> usize;

    /// How many positions it has.
    fn positions(self) -> u64;

    /// Makes its table; `known` has those of its successors.
    ///
    /// # Errors
    /// If one of them is missing, a win takes longer than a table can tell, or `gives_up` says so.
    fn make<'t>(
        self,
        rules: &Self::Rules,
        known: &impl Fn(Self) -> Option<&'t Self::Table>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Self::Table, Unmade>;

    /// A table as bytes.
    fn to_bytes(table: &Self::Table) -> Vec<u8>;

    /// The table of such bytes; `None` if they are none.
    fn read_table(self, bytes: &[u8]) -> Option<Self::Table>;
}

/// Why a table was not made.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Unmade {
    /// Somebody said stop.
    #[error("the tables were not finished: somebody said stop")]
    Stopped,
    /// There is no room for more tables.
    #[error("there is no memory for more tables")]
    Full,
    /// One that it rests on is not there.
    #[error("a table on which it rests is missing")]
    Missing,
    /// A win takes longer than a table can tell.
    #[error("a win takes more plies than a table can tell")]
    TooLong,
}
