//! The prover alongside a [search](crate::search).
//!
//! The search does not know how a game is solved: for one game it is the acyclic
//! [prover](super::proof_search), another may have tables of its own, and many have nothing. The search
//! calls the prover only between its iterations, so dynamic dispatch costs nothing.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::proof_search::{ProofSearch, Shared};
use crate::game::bounds::{Bounds, Goal};
use crate::game::{Game, PackedKey};

/// A prover for positions of a game, with everything that threads share.
///
/// Its results are facts about a position alone, whatever moves led to it.
pub struct ProofSource<G: Game> {
    /// What is known about a position without a search.
    pub known: Box<Known<G>>,
    /// Whether the side to move meets its goal, and the number of positions searched; `None` if it
    /// is still open. A repeated question continues where the last one stopped.
    pub ask: Box<Ask<G>>,
    /// How far a lost position is from its end.
    pub height: Box<Height<G>>,
    /// Whether the prover itself decides which moves to search. If so, questions are asked about
    /// the root.
    pub chooses_moves: bool,
    /// How many positions an answer may take beyond its limit, because a step is not cut short.
    pub overrun: u64,
}

/// Looks up what is known about a position.
pub type Known<G> = dyn Fn(&G, &<G as Game>::Position) -> Bounds + Send + Sync;

/// Asks a question, with a limit.
pub type Ask<G> =
    dyn Fn(&G, &<G as Game>::Position, Goal, &Spell<'_>) -> (Option<bool>, u64) + Send + Sync;

/// The distance of a lost position from its end, with the loser to move: a number that falls with
/// each move of a winner that always chooses the least. `None` if it is unknown, or when the
/// search gives up.
pub type Height<G> =
    dyn Fn(&G, &<G as Game>::Position, &dyn Fn() -> bool) -> Option<u16> + Send + Sync;

/// How long to search for an answer.
pub struct Spell<'a> {
    /// The approximate limit on the number of positions.
    pub most: u64,
    /// The search also ends when this returns true.
    pub gives_up: &'a dyn Fn() -> bool,
    /// Whether other threads search too.
    pub is_parallel: bool,
}

impl<G: Game<Key = PackedKey>> ProofSource<G> {
    /// The prover, with a table of this many MiB, which is allocated at once.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn prover(mebibytes: u64) -> io::Result<Self> {
        let mut shared = Shared::new(mebibytes).ok_or(io::ErrorKind::OutOfMemory)?;
        shared.prefault();
        let shared = Arc::new(shared);
        let asked = Arc::clone(&shared);
        Ok(Self {
            known: Box::new(move |game, position| shared.known(game, position)),
            ask: Box::new(move |game, position, goal, spell| {
                let mut prover = ProofSearch::new(game, &asked, spell.is_parallel, spell.gives_up);
                let answer = prover.ask(position, goal, spell.most);
                (answer, prover.positions())
            }),
            // The main search finds out how long these wins take.
            height: Box::new(|_, _, _| None),
            chooses_moves: false,
            overrun: 0,
        })
    }
}

impl<G: Game> fmt::Debug for ProofSource<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofSource")
    }
}
