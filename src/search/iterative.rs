//! The root: iterative deepening with aspiration windows, and several best lines (MultiPV).
//!
//! Each iteration searches one ply deeper, using the table and the move order of the one before.
//! Its window is a narrow one around the last value (*aspiration*), widened on the side where the
//! search fails. Between iterations a prover may run ([`proving`](super::proving)). The search ends
//! when a limit is reached; or when all results to be reported are proved by the search itself, so
//! that the length of the win or loss is known; or, if a move is awaited, some time after the
//! outcome is proved.

use std::cmp::Reverse;
use std::time::Duration;

use super::root_moves::{RootMove, come_to_the_same, put_away_the_worse, put_best_first, together};
use super::window::{Found, Window};
use super::worker::Worker;
use super::{Depth, Request, SearchInfo};
use crate::game::bounds::Bounds;
use crate::game::value::Value;
use crate::game::{Game, Key, Outcome};

/// The result of one root search.
#[derive(Clone, Copy)]
struct Best {
    found: Found,
    /// The index of the best move; `None` if none is better than alpha.
    index: Option<usize>,
}

/// Best-move instability: if the best move has changed, more time is worth spending.
struct BestMoveInstability<M> {
    /// What the previous iteration found.
    before: Option<(M, Value)>,
    /// The number of changes of the best move, halved with each further iteration.
    changes: f64,
}

impl<M: Copy + PartialEq> BestMoveInstability<M> {
    /// The factor for the usual time, after an iteration that ended with this best move.
    fn after(&mut self, best: &RootMove<M>) -> f64 {
        let value = best.value();
        let (played, before) = self
            .before
            .replace((best.played, value))
            .unwrap_or((best.played, value));
        self.changes = self.changes / 2.0 + f64::from(u8::from(played != best.played));
        let drop = i32::from(before.number()) - i32::from(value.number());
        let alarm = f64::from(drop.clamp(0, MOST_ALARMING)) / f64::from(MOST_ALARMING);
        CALM + self.changes * BY_CHANGE + alarm * BY_ALARM
    }
}

/// If nothing changes, part of the usual time is enough. A change of the best move in the last
/// iteration is worth nearly as much time again, and so is a large fall in value.
const CALM: f64 = 0.75;
const BY_CHANGE: f64 = 0.6;
const BY_ALARM: f64 = 0.6;
/// A fall in value beyond this, in centipawns, has no greater effect.
const MOST_ALARMING: i32 = 60;

const FIRST_MARGIN: i32 = 30;

/// The current move is reported only after this time.
const LONG: Duration = Duration::from_secs(3);

/// After its result is settled, a search continues for at least this many nodes: a few milliseconds.
const SOME_NODES: u64 = 20_000;

/// The receiver of search reports.
pub(super) type Observer<'a, M> = &'a mut dyn FnMut(SearchInfo<M>);

impl<G: Game> Worker<'_, G> {
    /// Searches deeper and deeper until stopped, and reports the lines of each iteration.
    ///
    /// `first_depth` differs between threads.
    pub(super) fn deepen(
        &mut self,
        request: &Request<G>,
        multipv: usize,
        first_depth: Depth,
        observe: Observer<'_, G::Move>,
    ) {
        let root = &request.root;
        let mut moves = self.root_moves(request);
        let most = moves.len().max(1);
        let multipv = multipv.clamp(1, most);
        let deepest = self.limits.deepest();
        let mut depth = first_depth.min(deepest);
        let mut instability = BestMoveInstability {
            before: None,
            changes: 0.0,
        };
        // A helper follows one line, but works for all that are asked for.
        let chooses = request.awaits_a_move && request.multipv.clamp(1, most) == 1;
        // If the clock is running and there is only one legal move, no search is needed.
        self.hurries = chooses && moves.len() == 1 && self.deadline.has_time_limit();
        self.look_up(root, &mut moves);
        while !moves.is_empty() {
            self.root_depth = depth;
            self.seldepth = 0;
            let good = put_away_the_worse(&mut moves);
            let mut proved = true;
            for line in 0..multipv {
                let all_count = line >= good || moves[line].is_searched_to_lose();
                let end = if all_count { moves.len() } else { good };
                let expected = expected(&moves[line..]);
                proved &= self.aspire(root, &mut moves[..end], line, depth, observe);
                if self.stopped {
                    give_up_lost_move(&mut moves[line..], expected);
                    break;
                }
                if self.hurries {
                    // The other moves were not searched in this iteration; none of them is better.
                    let best = moves[0].value().held_to_guesses();
                    self.expected = self.expected.min(best);
                    proved &= multipv == 1;
                    break;
                }
                if end < moves.len() && moves[line].is_lost() {
                    // Moves that were put aside may lose more slowly. The next iteration searches
                    // them, too.
                    moves[line].found = Found::guess(Value::LOST);
                    proved = false;
                }
            }
            put_best_first(&mut moves);
            self.tell(root, &mut moves, multipv, depth, observe);
            let told = proofs(&moves, multipv);
            let mut enough = self.hurries;
            if !self.stopped && !self.hurries {
                self.look_up(root, &mut moves);
                if chooses {
                    self.limit_if_settled(&moves);
                    enough |= self.is_settled();
                }
                self.prove_beside(root, &mut moves);
                if chooses {
                    self.limit_if_settled(&moves);
                    enough |= self.is_settled();
                }
                put_away_the_worse(&mut moves);
                put_best_first(&mut moves);
                if told != proofs(&moves, multipv) {
                    self.tell(root, &mut moves, multipv, depth, observe);
                }
                // Draws have no length to find; some nodes give them a line of play.
                let is_draw = |one: &RootMove<_>| one.known.exact() == Some(Outcome::Draw);
                let all_draw = moves[..multipv].iter().all(is_draw);
                enough |= !chooses && all_draw && self.total_nodes() >= SOME_NODES;
            }
            let answered = proved || enough || self.limits.is_mate(moves[0].found.value);
            let over = self.deadline.allows_no_more(instability.after(&moves[0]));
            if self.stopped || answered || over || depth >= deepest {
                break;
            }
            depth = depth.plus(1);
        }
        self.publish_nodes();
    }

    /// Limits the search once the outcome of the awaited move is proved. The search then compares
    /// it with other moves of the same outcome, for a quarter of the nodes so far. If
    /// there are none, or the length of the win is known, this takes only a few milliseconds.
    fn limit_if_settled(&mut self, moves: &[RootMove<G::Move>]) {
        let Some(outcome) = together(moves).exact() else {
            return;
        };
        let keeps = |one: &&RootMove<G::Move>| one.known.least() >= outcome;
        let only = moves.iter().filter(keeps).count() == 1;
        let nodes = self.total_nodes();
        let more = match only || moves[0].found.value.is_win() {
            true => SOME_NODES,
            false => (nodes / 4).max(SOME_NODES),
        };
        let ends = [self.settled_at, Some(nodes + more)];
        self.settled_at = ends.into_iter().flatten().min();
        let ends = [self.most_nodes, self.settled_at];
        self.most_nodes = ends.into_iter().flatten().min();
    }

    /// Whether an awaited move has been searched enough since its outcome was proved.
    fn is_settled(&self) -> bool {
        self.settled_at.is_some_and(|end| self.total_nodes() >= end)
    }

    fn root_moves(&mut self, request: &Request<G>) -> Vec<RootMove<G::Move>> {
        let root = &request.root;
        let mut moves: Vec<G::Move> = match self.game.outcome(root) {
            Some(_) => Vec::new(),
            None => self.game.moves(root).into_iter().collect(),
        };
        if !request.searchmoves.is_empty() {
            moves.retain(|played| request.searchmoves.contains(played));
        }
        moves.sort_by_key(|played| Reverse(self.game.order_score(root, *played)));
        let known = |played| {
            let known = request.known.iter().find(|one| one.played == played);
            known.map_or(Bounds::UNKNOWN, |one| one.bounds)
        };
        let mut root_move = |played| {
            let child = self.play(root, played, 0);
            if self.path.is_draw(self.game, 1) {
                return RootMove {
                    drawn: true,
                    ..RootMove::new(played, Bounds::UNKNOWN)
                };
            }
            let mut one = RootMove::new(played, known(played));
            if let Some(proof) = self.prove(&child, 1)
                && proof.outcome == Outcome::Win
            {
                one.at_most = Value::loss_in(proof.plies.saturating_add(1));
            }
            one
        };
        moves.into_iter().map(&mut root_move).collect()
    }

    /// Finds the best of the moves from index `line` on and swaps it to that index. Returns whether
    /// its value is proved.
    fn aspire(
        &mut self,
        root: &G::Position,
        moves: &mut [RootMove<G::Move>],
        line: usize,
        depth: Depth,
        observe: Observer<'_, G::Move>,
    ) -> bool {
        let expected = expected(&moves[line..]);
        let mut margin = FIRST_MARGIN;
        let guessed = depth > Depth::new(4) && expected.is_guess();
        let mut window = if guessed {
            Window {
                alpha: expected.offset(-margin),
                beta: expected.offset(margin),
            }
        } else {
            Window::FULL
        };
        loop {
            let best = self.root(
                root,
                &mut moves[line..],
                window,
                depth,
                &mut |played, number| {
                    let number = line + number;
                    observe(SearchInfo::CurrentMove {
                        depth,
                        played,
                        number,
                    });
                },
            );
            if let Some(index) = best.index {
                moves[line..=line + index].rotate_right(1);
            }
            if self.stopped {
                return false;
            }
            margin *= 4;
            let wide = margin > 1_000;
            if best.found.value <= window.alpha {
                window.alpha = match wide {
                    true => Window::FULL.alpha,
                    false => best.found.value.offset(-margin),
                };
            } else if best.found.value >= window.beta {
                window.beta = match wide {
                    true => Window::FULL.beta,
                    false => best.found.value.offset(margin),
                };
            } else {
                moves[line].found.proved = best.found.proved;
                return best.found.proved;
            }
        }
    }

    /// The best of `moves` within the window. A move that is better than alpha gets its value and
    /// line, so the results of an interrupted iteration are kept.
    fn root(
        &mut self,
        root: &G::Position,
        moves: &mut [RootMove<G::Move>],
        asked: Window,
        depth: Depth,
        trying: &mut dyn FnMut(G::Move, usize),
    ) -> Best {
        let mut window = asked;
        let mut best = Best {
            found: Found::NOTHING,
            index: None,
        };
        let mut all_proved = true;
        let same = come_to_the_same(moves);
        if !self.enter(0) {
            return best;
        }
        self.evaluations[0] = self.game.evaluate(root);
        for (index, one) in moves.iter_mut().enumerate() {
            if self.started.elapsed() >= LONG {
                trying(one.played, index + 1);
            }
            let child = self.play(root, one.played, 0);
            let deeper = depth.plus(-1);
            let mut found = Found::NOTHING;
            if index > 0 {
                let scout = window.scout();
                found = -self.pvs::<false>(&child, scout.reversed(), deeper, 1);
            }
            if index == 0 || found.value > window.alpha {
                found = -self.pvs::<true>(&child, window.reversed(), deeper, 1);
            }
            if self.stopped {
                break;
            }
            if found.value <= window.alpha {
                // A proof may lift the move above the others; it then has no line of its own.
                self.lines[1].clear();
            }
            one.learn(found, window, G::Key::WHOLE);
            if !same {
                found.value = one.held_within_proofs(found.value);
            }
            all_proved &= found.proved;
            best.found.value = best.found.value.max(found.value);
            if found.value > window.alpha {
                window.alpha = found.value;
                best.index = Some(index);
                // Whether it is proved to be the best is known only when all have been searched.
                one.found = Found::guess(found.value);
                self.extend_line(0, one.played);
                one.line.clone_from(&self.lines[0]);
                if found.value >= window.beta {
                    break;
                }
            }
        }
        best.found.proved = all_proved;
        best
    }
}

/// The proved outcomes of the position and of each of its best lines.
fn proofs<M: Copy>(moves: &[RootMove<M>], multipv: usize) -> (Bounds, Vec<(M, Option<Outcome>)>) {
    let proof = |one: &RootMove<M>| (one.played, one.proved());
    (
        together(moves),
        moves[..multipv].iter().map(proof).collect(),
    )
}

/// The expected value of the first move.
fn expected<M: Copy>(moves: &[RootMove<M>]) -> Value {
    match come_to_the_same(moves) {
        true => moves[0].found.value,
        false => moves[0].value(),
    }
}

/// Handles an interrupted iteration. If its only result is that the expected best move loses, the
/// other moves have not been searched as deeply. So the next move that is not known to lose is
/// played, with the value that was expected before. If all lose, the one that seems to lose most
/// slowly, by proof or by search, is played.
fn give_up_lost_move<M: Copy>(moves: &mut [RootMove<M>], expected: Value) {
    if !moves[0].is_lost() {
        return;
    }
    let rank = |one: &RootMove<M>| match one.is_lost() {
        true if one.is_searched_to_lose() => one.at_most.min(one.found.value),
        true => one.at_most.min(Value::LOST),
        false => Value::INFINITE,
    };
    // Among equal moves, the first: the one that the search prefers.
    let all = 0..moves.len();
    let Some(index) = all.rev().max_by_key(|index| rank(&moves[*index])) else {
        return;
    };
    moves[..=index].rotate_right(1);
    if moves[0].found == Found::NOTHING {
        moves[0].found = Found::guess(expected.held_to_guesses());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move with a value.
    fn best(played: u8, value: i32) -> RootMove<u8> {
        RootMove {
            found: Found::guess(Value::guess(value)),
            ..RootMove::new(played, Bounds::UNKNOWN)
        }
    }

    /// The search was interrupted when all moves that it had searched again had turned out worse.
    #[test]
    fn of_moves_that_lose_the_one_that_may_hold_out_longest_is_left() {
        let lost = |played, at_most| RootMove {
            at_most,
            ..RootMove::new(played, Bounds::exactly(Outcome::Loss))
        };
        let searched = |played, plies| RootMove {
            found: Found::guess(Value::loss_in(plies)),
            ..lost(played, Value::loss_in(plies))
        };
        let expected = Value::guess(-80);
        let left = |moves: &mut [RootMove<u8>]| {
            give_up_lost_move(moves, expected);
            (moves[0].played, moves[0].value())
        };
        // Its line was never searched, so its length is not reported.
        let mut shown = [searched(1, 6), lost(2, Value::loss_in(10)), searched(3, 8)];
        assert_eq!(left(&mut shown), (2, Value::LOST));
        let mut unclear = [searched(1, 6), searched(2, 10), lost(3, Value::INFINITE)];
        assert_eq!(left(&mut unclear), (3, Value::LOST));
        // With a table of hash keys, the search's result is not a fact.
        let said = RootMove {
            at_most: Value::INFINITE,
            ..searched(2, 6)
        };
        let mut word = [searched(1, 20), said];
        assert_eq!(left(&mut word), (1, Value::loss_in(20)));
        let mut equal = [searched(1, 6), searched(2, 6)];
        assert_eq!(left(&mut equal), (1, Value::loss_in(6)));
        let mut hope = [searched(1, 6), lost(2, Value::INFINITE), best(3, -900)];
        assert_eq!(left(&mut hope), (3, Value::guess(-900)));
    }

    #[test]
    fn changes_and_falling_values_are_worth_more_time() {
        let mut instability = BestMoveInstability {
            before: None,
            changes: 0.0,
        };
        assert_eq!(instability.after(&best(1, 20)), CALM);
        assert_eq!(instability.after(&best(1, 30)), CALM);
        let fallen = instability.after(&best(1, 0));
        assert!(fallen > CALM);
        let changed = instability.after(&best(2, 0));
        assert_eq!(changed, CALM + BY_CHANGE);
        let again = instability.after(&best(1, 0));
        assert!(again > changed);
        // The instability decays, and no fall is worth more than this.
        assert!(instability.after(&best(1, 0)) < again);
        let most = CALM + 2.0 * BY_CHANGE + BY_ALARM;
        assert!(instability.after(&best(2, -20_000)) <= most);
    }
}
