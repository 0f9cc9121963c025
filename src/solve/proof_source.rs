//! What a [search](crate::search) is offered to prove with beside it.
//!
//! The search knows nothing of how a game is solved: for one game it is the acyclic
//! [prover](super::prover), another one may have tables of its own, and many have nothing. It asks
//! only between its iterations, so it may ask through pointers.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::prover::{Prover, Shared};
use crate::game::bounds::{Bounds, Goal};
use crate::game::{Game, PackedKey};

/// What proves positions of a game, with all that threads share for it.
///
/// What it says of a position is a fact about that position alone: whatever was played before.
pub struct ProofSource<G: Game> {
    /// What is known of a position without a search.
    pub known: Box<Known<G>>,
    /// Whether the side to move meets its goal, and how many positions were searched for that; `None` if it is
    /// still open. A question asked again goes on where it was left.
    pub ask: Box<Ask<G>>,
    /// How far a lost position is from its end.
    pub height: Box<Height<G>>,
    /// Whether it finds by itself which moves to ask about, so that questions are asked of the root.
    pub chooses_moves: bool,
}

/// How it knows.
pub type Known<G> = dyn Fn(&G, &<G as Game>::Position) -> Bounds + Send + Sync;

/// How it is asked.
pub type Ask<G> =
    dyn Fn(&G, &<G as Game>::Position, Goal, &Spell<'_>) -> (Option<bool>, u64) + Send + Sync;

/// How it knows how far a lost position is from its end, with the loser to move: a number that falls with each move of
/// a winner who always goes to the least one. `None` where that is not known, or when giving up.
pub type Height<G> =
    dyn Fn(&G, &<G as Game>::Position, &dyn Fn() -> bool) -> Option<u16> + Send + Sync;

/// How long to search for an answer.
pub struct Spell<'a> {
    /// For about so many positions.
    pub most: u64,
    /// Or until it says so.
    pub gives_up: &'a dyn Fn() -> bool,
    /// Whether others search too.
    pub is_parallel: bool,
}

impl<G: Game<Key = PackedKey>> ProofSource<G> {
    /// The prover, with a table of so many MiB, which it takes at once.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn prover(mebibytes: u64) -> io::Result<Self> {
        let mut shared = Shared::new(mebibytes).ok_or(io::ErrorKind::OutOfMemory)?;
        shared.prefault();
        let shared = Arc::new(shared);
        let asked = Arc::clone(&shared);
        Ok(Self {
            known: Box::new(move |game, position| {
                Prover::new(game, &shared, false, &|| true).known(position)
            }),
            ask: Box::new(move |game, position, goal, spell| {
                let mut prover = Prover::new(game, &asked, spell.is_parallel, spell.gives_up);
                let answer = prover.ask(position, goal, spell.most);
                (answer, prover.positions())
            }),
            // The search finds how long its wins take.
            height: Box::new(|_, _, _| None),
            chooses_moves: false,
        })
    }
}

impl<G: Game> fmt::Debug for ProofSource<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProofSource")
    }
}
