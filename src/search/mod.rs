//! Finding a good move: iterative-deepening principal-variation search, for any [`Game`].
//!
//! Read in this order: [`limits`] (when to stop), [`clock`] (time controls) and `deadline` (whether
//! it is time), [`table`] (earlier results), [`window`] (the contract of a node), `path` (draws
//! that depend on earlier moves), [`worker`] (the state of a thread), [`ordering`], [`pvs`],
//! `selectivity`, `null_move`, `singular` and [`quiescence`] (the tree), `root_moves` (the moves at
//! the root), [`iterative`] (iterative deepening), `telling` (the reported lines), [`proving`] (the
//! prover alongside the search), [`threads`] (several searches that share the table) and
//! [`chances`] (probabilities of the results).
//!
//! The search never prints. It calls an observer with [`SearchInfo`], mainly a [`Report`] of each
//! best line after each iteration, and returns the last reports.
//!
//! # Guesses and proofs
//! Each node returns a value and whether it is *proved*: derived only from final positions and
//! facts, without an evaluation, and without a draw that depends on earlier moves. A draw is exact
//! only if it is proved, and so is a bound. A proved value holds for the position alone and at
//! every depth, so the table stores it with infinite depth. A value near ±32 000 gives the number
//! of plies within which the game is won or lost with best play by the winner. Where the table
//! stores whole positions, that number is proved, too; with hash keys it is only the search's
//! result, and no table entry is proved. It is the length of the shortest win or the longest
//! resistance if the search has ended because everything is proved; before that, the real length
//! may be shorter but is never longer.

pub mod chances;
pub mod clock;
mod deadline;
pub mod iterative;
pub mod limits;
mod null_move;
pub mod ordering;
mod path;
pub mod proving;
pub mod pvs;
pub mod quiescence;
mod root_moves;
mod selectivity;
mod singular;
pub mod table;
mod telling;
#[cfg(test)]
mod tests;
pub mod threads;
pub mod window;
pub mod worker;

use std::time::Duration;

pub use chances::Chances;
pub use clock::Clock;
pub use limits::Limits;
pub use proving::Proving;
pub use table::Table;
pub use threads::search;

use crate::game::bounds::MoveValue;
use crate::game::value::Value;
use crate::game::{Game, History, Outcome};

/// The depth of a search in plies, without extensions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Depth(i16);

impl Depth {
    /// The greatest depth. The table has eight bits for a depth; one of their values is reserved.
    pub const MAX: Self = Self(240);
    /// The depth of a quiescence search alone.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);

    /// This many plies, clamped to the range from 0 to [`Self::MAX`].
    #[must_use]
    pub const fn new(plies: u64) -> Self {
        if plies > Self::MAX.0 as u64 {
            Self::MAX
        } else {
            Self(plies as i16)
        }
    }

    /// The number of plies.
    #[inline]
    #[must_use]
    pub const fn plies(self) -> i16 {
        self.0
    }

    /// This depth plus or minus some plies.
    #[inline]
    #[must_use]
    pub const fn plus(self, plies: i16) -> Self {
        Self(self.0 + plies)
    }
}

/// The length of the longest line: in longer games, lines end with a guess.
pub const MAX_PLY: usize = Depth::MAX.0 as usize + 8;

/// The stack of a search thread: as many nodes as a line can have, each with its lists of moves;
/// some games have hundreds of moves. (Unused stack takes no memory.)
pub const STACK: usize = 16 << 20;

/// What to search, and with what resources.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The rules, and what the evaluation knows.
    pub game: G,
    /// The position to search; the game is not over there.
    pub root: G::Position,
    /// The earlier positions, as far as they matter.
    pub history: History<G::Position>,
    /// The moves to search; all of them if empty.
    pub searchmoves: Vec<G::Move>,
    /// Proved bounds for some of the moves, in any order, from the point of view of the side that
    /// makes them.
    pub known: Vec<MoveValue<G::Move>>,
    /// When to stop.
    pub limits: Limits,
    /// Whether only a move is awaited, not everything that can be found out.
    pub awaits_a_move: bool,
    /// The number of best moves to report, at least 1.
    pub multipv: usize,
    /// How many threads search, at least 1.
    pub threads: usize,
}

/// The reports of a running search.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchInfo<M> {
    /// A best line, after an iteration has ended or been stopped.
    Line(Report<M>),
    /// A root move is about to be searched; sent only in long searches.
    CurrentMove {
        /// The depth of the iteration.
        depth: Depth,
        /// The move.
        played: M,
        /// Its place in the order of search, from 1.
        number: usize,
    },
}

/// The result of an iteration for one of the best lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The length of the longest line searched, in plies.
    pub seldepth: usize,
    /// Which of the best moves this is, from 1.
    pub line: usize,
    /// The value for the side to move.
    pub value: Value,
    /// The outcome with best play, if it is proved: for the position alone, whatever moves led to
    /// it.
    pub proved: Option<Outcome>,
    /// The probabilities of the results.
    pub chances: Chances,
    /// Nodes of all threads, including positions searched for proofs.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best line; never empty.
    pub principal_variation: Vec<M>,
}

impl<M> Report<M> {
    /// The outcome, if it is proved and the value does not already give it by a number of moves.
    #[must_use]
    pub fn exact_outcome(&self) -> Option<Outcome> {
        self.proved.filter(|_| self.value.plies_to_end().is_none())
    }

    /// The same report with its line converted.
    #[must_use]
    pub fn with_line<N>(&self, principal_variation: Vec<N>) -> Report<N> {
        Report {
            principal_variation,
            depth: self.depth,
            seldepth: self.seldepth,
            line: self.line,
            value: self.value,
            proved: self.proved,
            chances: self.chances,
            nodes: self.nodes,
            elapsed: self.elapsed,
            hashfull: self.hashfull,
        }
    }

    /// Nodes per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.elapsed)
    }
}

/// Nodes per second.
#[must_use]
pub fn speed(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}
