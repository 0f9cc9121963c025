//! A quiet end of the search: a position is evaluated only when no forcing move is left to follow.
//!
//! The side to move may "stand pat", as if it had a quiet move that keeps what it has. That is a
//! guess (in zugzwang it is wrong), so nothing that rests on it counts as proved. Who does so need not follow
//! captures that lose something either, if the game can tell them. Where the game
//! forbids it, because the side must capture, say, every legal move is followed instead, and the
//! value is proved if all of them are. So that this ends also where such positions follow each other
//! without end, it costs something, by the number of moves if the game says so, and on one line only so much
//! is spent.
//!
//! Where a dozen queens attack each other, captures branch as moves do, and only few plies of them can be
//! followed. So a tree of forcing moves has a budget of nodes, which ordinary positions never spend. When it is
//! spent, what is left is evaluated as it stands.

use super::ordering::Ordered;
use super::window::{Found, Settled, Window, settle};
use super::worker::Worker;
use crate::game::Game;
use crate::game::value::Value;

/// How much is spent on one line for following every move, because the side to move may not stand pat.
const MOST_SPENT: usize = 16;

/// How many nodes a tree may have. Ordinary positions need a few dozen.
const BUDGET: u64 = 2_048;

impl<G: Game> Worker<'_, G> {
    /// The value of a position when only forcing moves are followed.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &G::Position,
        window: Window,
        ply: usize,
    ) -> Found {
        self.budget_ends = self.nodes + BUDGET;
        self.follow::<PV>(position, window, ply, 0)
    }

    /// The same within a tree. On the line here so much was `spent` for following every move.
    fn follow<const PV: bool>(
        &mut self,
        position: &G::Position,
        mut window: Window,
        ply: usize,
        spent: usize,
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
        if self.hurries || self.nodes > self.budget_ends {
            return Found::guess(self.game.evaluate(position));
        }
        let all_moves = match self.game.may_stand_pat(position) {
            true => None,
            false => Some(self.game.moves(position)),
        };
        let cost = |moves: &G::List<G::Move>| self.game.cost_of_following(moves.len());
        let affordable = |moves: &G::List<G::Move>| spent + cost(moves) <= MOST_SPENT;
        let (mut best, moves, spent) = match all_moves.filter(affordable) {
            None => {
                let best = Found::guess(self.game.evaluate(position));
                if best.value >= window.beta {
                    return best;
                }
                window.alpha = window.alpha.max(best.value);
                (best, self.game.forcing_moves(position), spent)
            }
            // Every move is followed, so what they come to is the value.
            Some(moves) => {
                let best = Found {
                    proved: true,
                    ..Found::NOTHING
                };
                let cost = cost(&moves);
                (best, moves, spent + cost)
            }
        };
        let stands_pat = !best.proved;
        let mut moves = Ordered::<G>::new(moves, |_| false);
        while let Some(played) = moves.next(|one| self.game.order_score(position, one)) {
            if stands_pat && self.nodes > self.budget_ends {
                // What was found is worth at least as much as to stand pat.
                break;
            }
            if stands_pat && !self.game.wins_exchange(position, played, 0) {
                continue;
            }
            let child = self.play(position, played, ply);
            let found = -self.follow::<PV>(&child, window.reversed(), ply + 1, spent);
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
