//! A quiet end of the search: a position is evaluated only when no capture is pending and no pawn
//! can run.
//!
//! The side to move may "stand pat", as if it had a quiet move that keeps what it has. That is a
//! guess (in zugzwang it is wrong), so nothing that rests on it counts as proved.

use super::alpha_beta::{Found, Settled, Window, Worker, settle};
use super::ordering::Ordered;
use crate::game::Game;

impl<G: Game> Worker<'_, G> {
    /// The value of a position when only forcing moves are followed.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &G::Position,
        mut window: Window,
        ply: usize,
    ) -> Found {
        if PV {
            self.lines[ply].clear();
        }
        if !self.enter(ply) {
            return Found::guess(crate::game::value::Value::DRAW);
        }
        if let Some(proof) = self.game.prove(position) {
            return match settle(proof, ply, window) {
                Settled::Answer(found) => found,
                // Whether it can be quicker is for a deeper search to say.
                Settled::AtLeast(value) | Settled::AtMost(value) => Found::guess(value),
            };
        }
        let mut best = Found::guess(self.game.evaluate(position));
        if best.value >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best.value);
        let mut moves = Ordered::<G>::new(self.game.forcing_moves(position), |_| false);
        while let Some(played) = moves.next(|one| self.game.order_score(position, one)) {
            let child = self.game.play(position, played);
            let found = -self.quiesce::<PV>(&child, window.reversed(), ply + 1);
            if self.stopped {
                return best;
            }
            if found.value > best.value {
                best.value = found.value;
                if found.value > window.alpha {
                    window.alpha = found.value;
                    if PV {
                        self.extend_line(ply, played);
                    }
                    if found.value >= window.beta {
                        return found;
                    }
                }
            }
        }
        best
    }
}
