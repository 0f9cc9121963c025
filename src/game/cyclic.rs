//! What a game must be for the solver of games in which positions come back.
//!
//! Its [proof-number search](crate::solve::dfpn) keeps whole positions, so that none is ever taken for
//! another, and it wants a hint how far from its aim a side seems to be.

use super::Game;

/// A game whose positions may come back, and each of which is four words. It knows no mirror images: its
/// [canonical form](Game::canonical) is the position itself.
pub trait Cyclic: Game {
    /// All of a position: two have the same words only if they are equal.
    fn words(&self, position: &Self::Position) -> [u64; 4];

    /// How far from a win the side to move seems to be, and the other side; at least 1, in any unit.
    /// Only the order of the search depends on it.
    fn effort(&self, _position: &Self::Position) -> [u32; 2] {
        [1, 1]
    }

    /// Makes what settles a position for good, with so many threads, if there is such a thing:
    /// [`Game::prove`] knows it then. All that was ever made so may take so many bytes. It is
    /// not made if that is too little, or `gives_up` says so.
    fn settle(
        &self,
        _position: &Self::Position,
        _threads: usize,
        _most_bytes: u64,
        _gives_up: &(dyn Fn() -> bool + Sync),
    ) {
    }

    /// Whether whoever has won is always to move: then his wins take an even number of plies from his
    /// own positions.
    fn winner_is_to_move(&self) -> bool {
        false
    }
}
