//! The check of a certificate, from the bare rules.
//!
//! Nothing here knows how values are found: no facts, no table, no search. All that is asked of a
//! game is its moves, how they change a position, how it ends, and which position is the mirror
//! image of which. The [walk](super::walk) is that of [`certificate`](super::certificate); it ends
//! at positions where the game is over and at positions of the proving side that it has seen
//! before: these are proved once the walk is through, unless a win leads back to where the walk
//! still stands. That is a flaw.

use super::certificate::Claim;
use super::walk::walk;
pub use super::walk::{Flaw, Problem};
use crate::game::Game;

/// Checks that a strategy proves a claim about a position; returns how many positions it gives a
/// move for.
///
/// # Errors
/// The first position where it does not.
pub fn check<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    moves: &[u8],
) -> Result<usize, Flaw<G::Position>> {
    let mut moves = moves.iter();
    let positions = walk(game, root, claim, |_, _| moves.next().copied(), |_, _| ())?;
    match moves.len() {
        0 => Ok(positions),
        left => Err(Flaw {
            position: *root,
            by_prover: claim.by_mover,
            problem: Problem::LeftOver(left),
        }),
    }
}
