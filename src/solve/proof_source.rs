//! What a [search](crate::search) is offered to prove with beside it.
//!
//! The search knows nothing of how a game is solved: a solvable game has the acyclic
//! [prover](super::prover), another one may have tables of its own, and many have nothing. It asks
//! only between its iterations, so it may ask through pointers.

use super::prover::{Prover, Shared};
use crate::game::bounds::{Bounds, Goal};
use crate::game::{Game, Solvable};

/// What threads share that prove positions of a game.
pub trait ProofSource<G: Game>: Send + Sync {
    /// One thread's search for proofs, beside others if it `is_parallel`. It leaves a question open
    /// when `gives_up` says so.
    fn prover<'a>(
        &'a self,
        game: &'a G,
        is_parallel: bool,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Box<dyn ProofSearch<G::Position> + 'a>;

    /// Takes all of its memory now, not when it is first written to.
    fn prefault(&mut self);
}

/// One thread's search for proofs.
///
/// What it says of a position is a fact about that position alone: whatever was played before.
pub trait ProofSearch<P> {
    /// What is known of a position without a search.
    fn known(&self, position: &P) -> Bounds;

    /// Whether the side to move meets its goal; `None` if that is still open after so many more
    /// positions, or when giving up. A question asked again goes on where it was left.
    fn ask(&mut self, position: &P, goal: Goal, most: u64) -> Option<bool>;

    /// How many positions this thread has searched.
    fn positions(&self) -> u64;

    /// Whether it finds by itself which moves to ask about, so that questions are asked of the root.
    fn chooses_moves(&self) -> bool {
        false
    }
}

impl<G: Solvable> ProofSource<G> for Shared {
    fn prover<'a>(
        &'a self,
        game: &'a G,
        is_parallel: bool,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Box<dyn ProofSearch<G::Position> + 'a> {
        Box::new(Prover::new(game, self, is_parallel, gives_up))
    }

    fn prefault(&mut self) {
        Self::prefault(self);
    }
}

impl<G: Solvable> ProofSearch<G::Position> for Prover<'_, G> {
    fn known(&self, position: &G::Position) -> Bounds {
        Self::known(self, position)
    }

    fn ask(&mut self, position: &G::Position, goal: Goal, most: u64) -> Option<bool> {
        Self::ask(self, position, goal, most)
    }

    fn positions(&self) -> u64 {
        Self::positions(self)
    }
}
