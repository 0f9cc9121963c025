//! Quiescence search: a position is evaluated only when no forcing move is left.
//!
//! The side to move may "stand pat", as if it had a quiet move that keeps the value. That is a
//! guess (wrong in zugzwang), so nothing that depends on it is proved. Captures that lose something,
//! or win too little to come near the window (*delta pruning*; Chess Programming Wiki), need not be
//! searched then either, if the game can judge them. If the game forbids standing pat (because
//! the side must capture, say), every legal move is searched instead, and the value is proved if
//! the values of all moves are. Such positions may follow each other without end. So searching
//! every move has a cost, which may depend on the number of moves, and each line has a limit on it.
//!
//! Where a dozen queens attack each other, captures branch like other moves, and only a few plies
//! of them can be searched. So a tree of forcing moves has a budget of nodes, which ordinary
//! positions never use up. When it is used up, the remaining positions are evaluated as they are.

use super::ordering::Ordered;
use super::window::{Found, Settled, Window, settle};
use super::worker::Worker;
use crate::game::Game;
use crate::game::value::Value;

/// The maximum cost that one line may spend on searching every move where standing pat is not
/// allowed.
const MOST_SPENT: usize = 16;

/// The maximum number of nodes in a tree. Ordinary positions need a few dozen.
const BUDGET: u64 = 2_048;

/// The maximum that a position is expected to gain beyond the capture itself, in centipawns.
const DELTA_MARGIN: i32 = 150;

impl<G: Game> Worker<'_, G> {
    /// The value of a position when only forcing moves are searched.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &G::Position,
        window: Window,
        ply: usize,
    ) -> Found {
        self.budget_ends = self.nodes + BUDGET;
        self.follow::<PV>(position, window, ply, 0)
    }

    /// Like `quiesce`, but within a tree. `spent` is what this line has already spent on searching
    /// every move.
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
                // A deeper search finds out whether there is a quicker win.
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
            // Every move is searched, so the best one gives the value.
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
        // What standing pat is worth, with all that may be gained beyond a capture.
        let reachable = best.value.offset(DELTA_MARGIN);
        let mut moves = Ordered::<G>::new(moves, |_| false);
        while let Some(played) = moves.next(|one| self.game.order_score(position, one)) {
            if stands_pat && self.nodes > self.budget_ends {
                // The result is at least as good as standing pat.
                break;
            }
            if stands_pat {
                let missing = i32::from(window.alpha.number()) - i32::from(reachable.number());
                if !self.game.wins_exchange(position, played, missing.max(0)) {
                    continue;
                }
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
