//! The check of a certificate, from the bare rules.
//!
//! Nothing here knows how values are found: no facts, no table, no search. All that is asked of a
//! game is its moves, how they change a position, how it ends, and which position is the mirror
//! image of which. The walk is that of [`certificate`](super::certificate); it ends at positions
//! where the game is over and at positions of the proving side that it has seen before. No
//! position comes back in a game, so a position seen before is proved once the walk is through.

use std::collections::HashSet;

use thiserror::Error;

use super::certificate::{Claim, in_order};
use crate::game::Game;
use crate::game::bounds::Goal;

/// Where a strategy fails, and why.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{problem}")]
pub struct Flaw<P> {
    /// The position, or its mirror image.
    pub position: P,
    /// Whether the proving side is to move there.
    pub by_prover: bool,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a strategy.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum Problem {
    /// The proving side has got less than it claims.
    #[error("the game ends with less than is claimed")]
    Ending,
    /// A position can be reached that the strategy has no move for.
    #[error("no move is given")]
    NoMove,
    /// The strategy's move is not legal.
    #[error("the move given, number {0}, is none of the {1} legal moves")]
    Illegal(u8, usize),
    /// The strategy goes on after everything is proved.
    #[error("{0} moves are left over")]
    LeftOver(usize),
}

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
    let mut walk = Walk {
        game,
        goal: claim.goal,
        moves: moves.iter(),
        seen: HashSet::new(),
    };
    let root = game.canonical(root);
    match claim.by_mover {
        true => walk.proving_side(root)?,
        false => walk.opponent(root)?,
    }
    match walk.moves.len() {
        0 => Ok(walk.seen.len()),
        left => Err(flaw(root, claim.by_mover, Problem::LeftOver(left))),
    }
}

struct Walk<'a, G: Game> {
    game: &'a G,
    goal: Goal,
    moves: std::slice::Iter<'a, u8>,
    seen: HashSet<G::Position>,
}

impl<G: Game> Walk<'_, G> {
    /// A position where the proving side moves.
    fn proving_side(&mut self, position: G::Position) -> Result<(), Flaw<G::Position>> {
        if let Some(outcome) = self.game.outcome(&position) {
            return match self.goal.is_met_by(outcome) {
                true => Ok(()),
                false => Err(flaw(position, true, Problem::Ending)),
            };
        }
        if !self.seen.insert(position) {
            return Ok(());
        }
        let wrong = |problem| flaw(position, true, problem);
        let number = *self.moves.next().ok_or(wrong(Problem::NoMove))?;
        let legal = in_order(self.game, &position);
        let played = legal.get(usize::from(number)).copied();
        let played = played.ok_or(wrong(Problem::Illegal(number, legal.len())))?;
        self.opponent(self.game.canonical(&self.game.play(&position, played)))
    }

    /// A position where the opponent moves: whatever he plays, the goal must be met.
    fn opponent(&mut self, position: G::Position) -> Result<(), Flaw<G::Position>> {
        if let Some(outcome) = self.game.outcome(&position) {
            return match self.goal.is_met_by(outcome.reversed()) {
                true => Ok(()),
                false => Err(flaw(position, false, Problem::Ending)),
            };
        }
        in_order(self.game, &position)
            .into_iter()
            .try_for_each(|reply| {
                let child = self.game.play(&position, reply);
                self.proving_side(self.game.canonical(&child))
            })
    }
}

const fn flaw<P>(position: P, by_prover: bool, problem: Problem) -> Flaw<P> {
    Flaw {
        position,
        by_prover,
        problem,
    }
}
