//! Exact tables by retrograde analysis, tier by tier.
//!
//! Where pieces can move back and forth for a long time, a forward search alone cannot settle a
//! position. But irreversible moves (pawn moves, captures) divide the positions of a game into
//! *tiers*: within one, moves can repeat positions, and every move out of it leads to a tier nearer
//! the end. So tiers form a graph without cycles, and each can be settled as a whole, from the ends
//! backwards, after its successors (retrograde analysis; Ströhlein 1970, Thompson 1986; in tiers:
//! GamesmanOne, from 2022).
//!
//! The game defines its tiers and computes their tables: a pawn structure in kings and pawns, the
//! pieces in antichess, both in pawn endings. The common parts:
//!
//! - [`worth`]: a value and its distance in one number;
//! - [`plan`]: all tiers on which others depend, in an order in which they can be computed;
//! - [`store`]: tables shared by threads, computed on demand and kept;
//! - [`run`]: a whole plan, computed by threads within a memory limit: tables are compressed and
//!   dropped, and a run can be resumed.

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
    /// The game's options for the rules.
    type Rules: Debug + Send + Sync;

    /// The value of each of its positions.
    type Table: Debug + Send + Sync;

    /// A number that no two tiers share.
    fn key(self) -> u128;

    /// A number that falls with each move out of a tier. Tiers with the same number do not depend
    /// on each other.
    fn steps(self) -> u32;

    /// Calls `visit` with every tier that a move leads to, some of them perhaps more than once.
    fn for_each_successor(self, visit: impl FnMut(Self));

    /// Computes its table; `known` has the tables of its successors.
    ///
    /// # Errors
    /// If one of them is missing, a win is too long for the table, or `gives_up` returns true.
    fn make<'t>(
        self,
        rules: &Self::Rules,
        known: &impl Fn(Self) -> Option<&'t Self::Table>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Self::Table, Unmade>;
}

/// Tiers whose work is counted in advance, and whose tables can be kept in a file.
pub trait Planned: Tier {
    /// The usual size of its table in bytes; it is never more than twice as large.
    fn table_bytes(self) -> usize;

    /// The number of its positions.
    fn positions(self) -> u64;

    /// A table as bytes.
    fn to_bytes(table: &Self::Table) -> Vec<u8>;

    /// The table from bytes; `None` if they are invalid.
    fn read_table(self, bytes: &[u8]) -> Option<Self::Table>;
}

/// Why a table was not made.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Unmade {
    /// The run was stopped.
    #[error("stopped before the tables were finished")]
    Stopped,
    /// There is no room for more tables.
    #[error("not enough memory for more tables")]
    Full,
    /// A table that it depends on is missing.
    #[error("a table that this one depends on is missing")]
    Missing,
    /// A win takes more plies than a table can hold.
    #[error("a win takes more plies than a table can hold")]
    TooLong,
}
