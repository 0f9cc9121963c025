//! The check of a certificate, from the bare rules.
//!
//! Nothing here knows how values are found: no facts, no table, no search. All that is asked of a
//! game is its moves, how they change a position, how it ends, and which position is the mirror
//! image of which. The [walk](super::walk) is that of [`certificate`](super::certificate); it ends
//! at positions where the game is over, where a piece goes on, and at positions of the proving side that it has
//! seen before: these are proved once the walk is through, unless a win leads back to where the walk
//! still stands. That is a flaw.

use super::certificate::{Claim, Step, Strategy};
use super::walk::walk;
pub use super::walk::{Flaw, Problem};
use crate::game::Game;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// How many positions there are moves for, those of the pieces included, each as often as it is there.
    pub positions: usize,
    /// How many pieces there are.
    pub pieces: usize,
}

/// Checks that a strategy proves a claim about a position.
///
/// # Errors
/// The first position where it does not.
pub fn check<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    strategy: &Strategy,
) -> Result<Size, Flaw<G::Position>> {
    let mut steps = strategy.steps.iter();
    let mut pieces = strategy.pieces().iter();
    let kind = strategy.kind();
    let step = |_: &G::Position, _, _: &_| steps.next().map(|byte| Step::read(kind, *byte));
    let piece = |position: &G::Position, claim: Claim| {
        let flaw = Flaw {
            position: *position,
            by_prover: claim.by_mover,
            problem: Problem::NoMove,
        };
        let moves = pieces.next().ok_or(flaw)?.clone();
        check(game, position, claim, &Strategy::whole(moves)).map(drop)
    };
    walk(game, root, claim, kind, step, piece, |_, _| ())?;
    match steps.len() + pieces.len() {
        0 => Ok(Size {
            positions: strategy.positions(),
            pieces: strategy.pieces().len(),
        }),
        left => Err(Flaw {
            position: *root,
            by_prover: claim.by_mover,
            problem: Problem::LeftOver(left),
        }),
    }
}
