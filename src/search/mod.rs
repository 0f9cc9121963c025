//! Finding a good move: iterative-deepening principal-variation search, for any [`Game`].
//!
//! Read in this order: [`limits`] (when to stop), [`clock`] (what a time control means) and
//! `deadline` (whether it is time), [`table`] (what has been found before), [`window`] (what a node is
//! asked and answers), `path` (draws that depend on what was played before), [`worker`] (what a
//! thread works with), [`ordering`] (which move first), [`pvs`], `selectivity`, `passing`, `singular` and
//! [`quiescence`] (the tree), `root_moves` (what is known of each move to choose from), [`iterative`] (the root,
//! deeper and deeper), `telling` (the lines that are told), [`proving`] (what the solver does beside it), [`threads`] (several searches
//! that share the table) and [`chances`] (what a value says about the result).
//!
//! The search never prints. It calls an observer with [`SearchInfo`], most of all a [`Report`] of each
//! best line after each iteration, and returns the last ones.
//!
//! # Guesses and proofs
//! Each node returns a value and whether it is *proved*: made of nothing but ends of games and
//! facts, no evaluation, and no draw that depends on the way to it. A draw is exact only if it is
//! proved, and so is a bound. Whatever is proved holds of the position alone and at every depth, so
//! the table keeps it with an infinite one. A value near ±32 000 says within how many plies the game
//! is won or lost with best play of the winner. That is proved, too, where the table knows whole
//! positions; where it knows them by a hash, it is the search's word, and nothing that comes from the
//! table is proved. It is the shortest win and the longest resistance when the search has ended
//! because all is proved; before that, it may take fewer plies and never takes more.

pub mod chances;
pub mod clock;
mod deadline;
pub mod iterative;
pub mod limits;
pub mod ordering;
mod passing;
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

/// How many plies a search goes down, extensions aside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Depth(i16);

impl Depth {
    /// As deep as a search goes. The table has eight bits for a depth, of which one value is taken.
    pub const MAX: Self = Self(240);
    /// Nothing left but to look whether the position is quiet.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);

    /// So many plies, held within 0 and [`Self::MAX`].
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

    /// So many plies more, or fewer.
    #[inline]
    #[must_use]
    pub const fn plus(self, plies: i16) -> Self {
        Self(self.0 + plies)
    }
}

/// No line is longer: where a game may be, its lines end with a guess.
pub const MAX_PLY: usize = Depth::MAX.0 as usize + 8;

/// A thread that searches needs so much stack: as many nodes as a line can have, each with its lists
/// of moves, of which some games have hundreds. (What is not used takes no memory.)
pub const STACK: usize = 16 << 20;

/// What is to be searched, and with what.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The rules, and what the evaluation knows.
    pub game: G,
    /// Where to start: a position that is not over.
    pub root: G::Position,
    /// The positions before it, as far as they matter.
    pub history: History<G::Position>,
    /// The moves to choose from; all of them if it is empty.
    pub searchmoves: Vec<G::Move>,
    /// What is proved of moves, for the side that makes them: of any of them, in any order.
    pub known: Vec<MoveValue<G::Move>>,
    /// When to stop.
    pub limits: Limits,
    /// Somebody waits for a move, and not for everything that can be found out.
    pub awaits_a_move: bool,
    /// How many of the best moves to report, at least 1.
    pub multipv: usize,
    /// How many threads search, at least 1.
    pub threads: usize,
}

/// What a search has to tell while it goes on.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchInfo<M> {
    /// An iteration has ended, or was stopped: one of its best lines.
    Line(Report<M>),
    /// A move at the root is about to be searched; told only of searches that take long.
    CurrentMove {
        /// The depth of the iteration.
        depth: Depth,
        /// The move.
        played: M,
        /// Its place in the order of search, from 1.
        number: usize,
    },
}

/// What is known after an iteration of one of the best lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub seldepth: usize,
    /// Which of the best moves this is, from 1.
    pub line: usize,
    /// The value for the side to move.
    pub value: Value,
    /// The outcome with best play, if it is proved: of the position alone, whatever was played
    /// before it.
    pub proved: Option<Outcome>,
    /// Nodes searched by all threads, positions searched for proofs among them.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best line, its first move first; never empty.
    pub principal_variation: Vec<M>,
}

impl<M> Report<M> {
    /// The outcome, if it is proved and the value does not say so already by a number of moves.
    #[must_use]
    pub fn exact_outcome(&self) -> Option<Outcome> {
        self.proved.filter(|_| self.value.plies_to_end().is_none())
    }

    /// The same with its line told otherwise.
    #[must_use]
    pub fn with_line<N>(&self, principal_variation: Vec<N>) -> Report<N> {
        Report {
            principal_variation,
            depth: self.depth,
            seldepth: self.seldepth,
            line: self.line,
            value: self.value,
            proved: self.proved,
            nodes: self.nodes,
            elapsed: self.elapsed,
            hashfull: self.hashfull,
        }
    }

    /// Nodes a second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.elapsed)
    }
}

/// Nodes a second.
#[must_use]
pub fn speed(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}
