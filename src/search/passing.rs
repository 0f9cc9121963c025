//! What comes of not moving at all: the *null move* (Beal 1989; Donninger 1993).
//!
//! Where nearly every position has a move that is better than none, a side that may pass and is still better
//! than beta after a shallow search will be so with a move, too. So its node need not be searched. Where to
//! have to move is what loses, this is wrong, and pawn games are about nothing else: so a game has to offer it
//! ([`Game::pass`]), and does not where that is likely.
//!
//! It is a guess, and says no more: the answer is never proved and never a win in so many plies, whatever the
//! search after the pass has found. (What that search finds of the positions it meets holds of them, and may
//! stay in the table.) Nobody passes twice on end, in check, in the principal variation, in a search for a win
//! in so many moves, where the count of plies without progress is about to end the game, or where beta is not
//! a guess itself. A deep search is too dear to be saved by a guess alone: there the position must hold
//! out in a shallow search with moves, too.

use super::Depth;
use super::window::{Found, Window};
use super::worker::Worker;
use crate::game::Game;
use crate::game::value::Value;

/// It does not pay in a search that is less deep.
const SHALLOWEST: Depth = Depth::new(2);
/// From here on a shallow search has to confirm it.
const DOUBTED: Depth = Depth::new(10);
/// By so many plies the search after a pass is less deep, and one more for so many plies of depth, and for
/// so many hundredths of a pawn that the position is better than beta, twice at most.
const LESS: i16 = 3;
const A_PLY_LESS_FOR: i16 = 4;
const A_PLY_LESS_FOR_EACH: i32 = 200;

impl<G: Game> Worker<'_, G> {
    /// The answer of a node that is so good that it could afford to pass, if it is.
    ///
    /// The game is not over there, and the node has an `evaluation`.
    pub(super) fn afford_to_pass(
        &mut self,
        position: &G::Position,
        evaluation: Value,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> Option<Found> {
        if !G::MAY_PASS || self.must_move_at.take() == Some(ply) {
            return None;
        }
        let beta = window.beta;
        let is_good = evaluation >= beta && beta.is_guess();
        if depth < SHALLOWEST || !is_good || !self.path.lets_in(Value::DRAW, depth, ply) {
            return None;
        }
        let child = self.game.pass(position)?;
        let window = Window {
            alpha: beta.just_below(),
            beta,
        };
        let over = i32::from(evaluation.number()) - i32::from(beta.number());
        let by_value = (over / A_PLY_LESS_FOR_EACH).min(2) as i16;
        let shallow = depth.plus(-(LESS + depth.plies() / A_PLY_LESS_FOR + by_value));
        // No position comes back by passing.
        self.path.step(ply + 1, &child, || true);
        self.must_move_at = Some(ply + 1);
        let found = -self.pvs::<false>(&child, window.reversed(), shallow, ply + 1);
        self.must_move_at = None;
        if self.stopped || found.value < beta {
            return None;
        }
        if depth >= DOUBTED {
            self.must_move_at = Some(ply);
            let moved = self.pvs::<false>(position, window, shallow, ply);
            self.must_move_at = None;
            if self.stopped || moved.value < beta {
                return None;
            }
        }
        Some(Found::guess(match found.value.is_guess() {
            true => found.value,
            false => beta,
        }))
    }
}
