//! What a [search](crate::search) is offered to prove with beside it.
//!
//! The search knows nothing of how a game is solved: a solvable game has the acyclic
//! [prover](super::prover), another one may have tables of its own, and many have nothing. It asks
//! only between its iterations, so it may ask through pointers.

use super::prover::{Prover, Shared};
use crate::game::bounds::{Bounds, Goal};
use crate::game::{Game, PackedKey};

/// What proves positions of a game, with all that threads share for it.
///
/// What it says of a position is a fact about that position alone: whatever was played before.
pub trait ProofSource<G: Game>: Send + Sync {
    /// What is known of a position without a search.
    fn known(&self, game: &G, position: &G::Position) -> Bounds;

    /// Whether the side to move meets its goal, and how many positions were searched for that; `None` if it is
    /// still open. A question asked again goes on where it was left.
    fn ask(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        spell: &Spell<'_>,
    ) -> (Option<bool>, u64);

    /// Whether it finds by itself which moves to ask about, so that questions are asked of the root.
    fn chooses_moves(&self) -> bool {
        false
    }
}

/// How long to search for an answer.
pub struct Spell<'a> {
    /// For about so many positions.
    pub most: u64,
    /// Or until it says so.
    pub gives_up: &'a dyn Fn() -> bool,
    /// Whether others search too.
    pub is_parallel: bool,
}

impl<G: Game<Key = PackedKey>> ProofSource<G> for Shared {
    fn known(&self, game: &G, position: &G::Position) -> Bounds {
        Prover::new(game, self, false, &|| true).known(position)
    }

    fn ask(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        spell: &Spell<'_>,
    ) -> (Option<bool>, u64) {
        let mut prover = Prover::new(game, self, spell.is_parallel, spell.gives_up);
        let answer = prover.ask(position, goal, spell.most);
        (answer, prover.positions())
    }
}
