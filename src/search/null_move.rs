//! The *null move* (Beal 1989; Donninger 1993).
//!
//! Where nearly every position has a move that is better than none, a side that passes and is still
//! above beta after a shallow search would also be above beta with a move. So its node need not be
//! searched. In zugzwang this is wrong, and pawn games are about zugzwang: so a game must opt in
//! ([`Game::pass`]), and does not allow a pass where zugzwang is likely.
//!
//! The result is a guess: never proved, and never a win in a known number of plies, whatever the
//! search after the pass has found. (That search's own table entries are valid.) There is no pass
//! directly after another, in check, in the principal variation, in a search for a win in a given
//! number of moves, near the end of the count of plies without progress, or if beta is not a guess.
//! At high depth a guess alone is not enough to prune: the result is verified by a shallow search
//! without a pass.

use super::Depth;
use super::window::{Found, Window};
use super::worker::Worker;
use crate::game::Game;
use crate::game::value::Value;

/// The null move does not pay at a lower depth.
const LEAST_DEPTH: Depth = Depth::new(2);
/// From this depth on, a shallow search must verify the result of a null move.
const VERIFIED_DEPTH: Depth = Depth::new(10);
/// The reduction of the search after a pass, in plies. The depth and the margin above beta in
/// centipawns, each divided by its constant, add to it; the margin adds at most two plies.
const REDUCTION: i16 = 3;
const DEPTH_A_PLY: i16 = 4;
const MARGIN_A_PLY: i32 = 200;

impl<G: Game> Worker<'_, G> {
    /// The result for a node where the side to move can afford to pass; `None` if it cannot.
    ///
    /// The game is not over there, and the node has an `evaluation`.
    pub(super) fn null_move(
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
        if depth < LEAST_DEPTH || !is_good || !self.path.lets_in(Value::DRAW, depth, ply) {
            return None;
        }
        let child = self.game.pass(position)?;
        let window = Window {
            alpha: beta.just_below(),
            beta,
        };
        let over = i32::from(evaluation.number()) - i32::from(beta.number());
        let by_value = (over / MARGIN_A_PLY).min(2) as i16;
        let shallow = depth.plus(-(REDUCTION + depth.plies() / DEPTH_A_PLY + by_value));
        // A pass does not repeat a position.
        self.path.step(ply + 1, &child, || true);
        self.must_move_at = Some(ply + 1);
        let found = -self.pvs::<false>(&child, window.reversed(), shallow, ply + 1);
        self.must_move_at = None;
        if self.stopped || found.value < beta {
            return None;
        }
        if depth >= VERIFIED_DEPTH {
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
