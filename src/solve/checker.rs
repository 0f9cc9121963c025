//! The check of a certificate, by the rules of the game.
//!
//! It uses no facts, no results of a solver and no search: only a game's moves, how they change a
//! position, how the game ends, and which positions are mirror images; in pawn endings also
//! [tables](crate::game::Game::leaf) of up to four pieces, which it computes from the rules. The
//! [walk](super::walk) is that of [`certificate`](super::certificate). It stops where the game is over,
//! where a part continues, and at positions of the proving side that it has seen before. The latter are
//! proved when the walk is complete, unless a win leads back to a position still on the path. That is an
//! error.

use super::certificate::{Claim, Step, Strategy};
use super::walk::walk;
pub use super::walk::{Flaw, Problem};
use crate::game::Game;
use crate::stop::Stop;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// The number of bytes of the strategies: positions of the proving side with their move, as often as they occur,
    /// and in parts also those of the opponent.
    pub positions: usize,
    /// The number of parts.
    pub parts: usize,
}

/// Checks that a strategy proves a claim about a position.
///
/// # Errors
/// Returns the first position where the proof fails.
pub fn check<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    strategy: &Strategy,
) -> Result<Size, Flaw<G::Position>> {
    check_until(game, root, claim, strategy, &Stop::default())
}

/// Like [`check`], until `stop` is set; then the proof fails where the walk has arrived.
///
/// # Errors
/// As [`check`].
pub fn check_until<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    strategy: &Strategy,
    stop: &Stop,
) -> Result<Size, Flaw<G::Position>> {
    let mut steps = strategy.steps.iter();
    let mut parts = strategy.parts().iter();
    let kind = strategy.kind();
    let step = |_: &G::Position, _, _: &_| {
        let byte = steps.next().filter(|_| !stop.is_stopped());
        byte.map(|byte| Step::read(kind, *byte))
    };
    let part = |position: &G::Position, claim: Claim| {
        let flaw = Flaw {
            position: *position,
            by_prover: claim.by_mover,
            problem: Problem::NoMove,
        };
        let moves = parts.next().ok_or(flaw)?.clone();
        check_until(game, position, claim, &Strategy::whole(moves), stop).map(drop)
    };
    walk(game, root, claim, kind, step, part, |_, _| ())?;
    match steps.len() + parts.len() {
        0 => Ok(Size {
            positions: strategy.positions(),
            parts: strategy.parts().len(),
        }),
        left => Err(Flaw {
            position: *root,
            by_prover: claim.by_mover,
            problem: Problem::LeftOver(left),
        }),
    }
}
