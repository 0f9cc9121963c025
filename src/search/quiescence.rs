//! A quiet end of the search: a position is evaluated only when no forcing move is left to follow.
//!
//! The side to move may "stand pat", as if it had a quiet move that keeps what it has. That is a
//! guess (in zugzwang it is wrong), so nothing that rests on it counts as proved. Where the game
//! forbids it, because the side must capture, say, every legal move is followed instead, and the
//! value is proved if all of them are. So that this ends also where such positions follow each other
//! without end, it is done only so often on one line.

use super::ordering::Ordered;
use super::window::{Found, Settled, Window, settle};
use super::worker::Worker;
use crate::game::Game;
use crate::game::value::Value;

/// How often on one line every move is followed, because the side to move may not stand pat.
const MOST_FORCED: usize = 16;

impl<G: Game> Worker<'_, G> {
    /// The value of a position when only forcing moves are followed. On the line here that held
    /// `forced` times for every move.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &G::Position,
        mut window: Window,
        ply: usize,
        forced: usize,
    ) -> Found {
        if let Some(found) = self.arrive::<PV>(position, ply) {
            return found;
        }
        if let Some(proof) = self.prove(position, ply) {
            return match settle(proof, ply, window) {
                Settled::Answer(found) => found,
                // Whether it can be quicker is for a deeper search to say.
                Settled::AtLeast(value) | Settled::AtMost(value) => Found::guess(value),
            };
        }
        let stands_pat = self.game.may_stand_pat(position) || forced >= MOST_FORCED;
        let (mut best, moves, forced) = match stands_pat {
            true => {
                let best = Found::guess(self.game.evaluate(position));
                if best.value >= window.beta {
                    return best;
                }
                window.alpha = window.alpha.max(best.value);
                (best, self.game.forcing_moves(position), forced)
            }
            // Every move is followed, so what they come to is the value.
            false => {
                let best = Found {
                    proved: true,
                    ..Found::NOTHING
                };
                (best, self.game.moves(position), forced + 1)
            }
        };
        let mut moves = Ordered::<G>::new(moves, |_| false);
        while let Some(played) = moves.next(|one| self.game.order_score(position, one)) {
            let child = self.play(position, played, ply);
            let found = -self.quiesce::<PV>(&child, window.reversed(), ply + 1, forced);
            if self.stopped {
                return Found::guess(Value::DRAW);
            }
            best.proved &= found.proved;
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
