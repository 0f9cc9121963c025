//! What a game must be for the [solver](crate::solve): one in which no position comes back.
//!
//! The solver's search takes a position that it has met before for the same question, whatever was
//! played in between, and its table keeps what is proved by the whole position. So only a game
//! whose positions never come back, and fit into a [`PackedKey`], is solvable in this way. Others
//! may have proofs of their own ([`ProofSource`](crate::solve::proof_source::ProofSource)).

use super::bounds::Goal;
use super::{Game, PackedKey};

/// A game that the acyclic prover can solve: no position comes back, and a whole position fits
/// into 80 bits.
pub trait Solvable: Game<Key = PackedKey> {
    /// Whether the side to move meets a goal, if the game knows it where [`Game::prove`] knows
    /// nothing: by more work than a few shifts, less than a search of the whole position.
    fn answer(&self, _position: &Self::Position, _goal: Goal) -> Option<bool> {
        None
    }

    /// How many positions the game has searched to know such answers.
    fn own_searches(&self) -> u64 {
        0
    }

    /// A key that positions share only if they have the same value. There may be more of them than
    /// a position and its mirror image; a move of one need not be one of another.
    fn value_key(&self, position: &Self::Position) -> PackedKey {
        self.key(position)
    }

    /// How good the chances of the side to move look to somebody who wants to prove that it misses
    /// that goal: what is lower is searched first. Only the order matters.
    fn goal_score(&self, position: &Self::Position, goal: Goal) -> i32;
}
