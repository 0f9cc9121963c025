//! The tree: principal-variation alpha-beta ("negascout"; Marsland and Campbell 1982, Reinefeld
//! 1983), fail-soft.
//!
//! # The contract
//! A node is asked for its value within a window (alpha, beta) and answers with a bound:
//!
//! ```text
//! found <= alpha          the true value is at most found     (fail low)
//! alpha < found < beta    the true value is found             (exact)
//! found >= beta           the true value is at least found    (fail high)
//! ```
//!
//! "True" means: for the depth searched, unless the answer is marked *proved*; then it is a fact
//! about the game. A fail high is proved if the reply that caused it is; a fail low or an exact
//! value only if every move's answer is. What is searched deeper, less deeply or not at all is for
//! [`selectivity`] to say.

use std::ops::Neg;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;

use super::deadline::Deadline;
use super::limits::Limits;
use super::ordering::{Memory, Ordered, is_noisy};
use super::selectivity::{self, reduction};
use super::table::{Bound, Entry, Table};
use super::{Depth, MAX_PLY};
use crate::busy::Busy;
use crate::game::value::Value;
use crate::game::{Game, Key, MAX_MOVES, MoveCode, Outcome, Proof};
use crate::hash;
use crate::solve::prover::Prover;

/// What a node answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value, as the contract above says.
    pub value: Value,
    /// Whether it rests on nothing but ends of games and facts.
    pub proved: bool,
}

impl Found {
    /// Worse than any answer.
    pub const NOTHING: Self = Self {
        value: Value::loss_in(0),
        proved: true,
    };

    /// A value that rests on an evaluation.
    #[inline]
    #[must_use]
    pub const fn guess(value: Value) -> Self {
        Self {
            value,
            proved: false,
        }
    }
}

impl Neg for Found {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

/// A line of moves.
pub type Line<M> = ArrayVec<M, MAX_PLY>;

/// One thread's search.
pub struct Worker<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) table: &'a Table,
    pub(super) limits: Limits,
    pub(super) deadline: &'a Deadline<'a>,
    pub(super) started: Instant,
    /// The nodes of every thread, brought up to date from time to time.
    pub(super) all_nodes: &'a AtomicU64,
    /// The search ends at so many nodes of all threads; only one of them watches that.
    pub(super) most_nodes: Option<u64>,
    /// The same, since the outcome was proved.
    pub(super) settled_at: Option<u64>,
    /// Nodes of this thread, positions searched for proofs among them.
    pub(super) nodes: u64,
    /// How many of them were searched for proofs.
    pub(super) proving_nodes: u64,
    pub(super) counted: u64,
    pub(super) stopped: bool,
    /// The last guess at the value of the position that is thought about.
    pub(super) expected: Value,
    pub(super) root_depth: Depth,
    pub(super) selective_depth: usize,
    pub(super) memory: Memory,
    /// What proves beside the search, and how many positions it searches for each node.
    pub(super) prover: Option<Prover<'a, G>>,
    pub(super) share: f64,
    /// What other threads are at work on, if there are any.
    pub(super) busy: Option<&'a Busy>,
    /// What the evaluation says of the positions on the way from the root.
    pub(super) evaluations: Vec<Value>,
    /// The best line from each ply on, as found so far.
    pub(super) lines: Vec<Line<G::Move>>,
}

/// The window and where it is: what every node is told.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    pub(super) const FULL: Self = Self {
        alpha: Value::from_number(-Value::INFINITE.number()),
        beta: Value::INFINITE,
    };

    /// As the opponent sees it.
    pub(super) fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The window that only asks: better than alpha?
    pub(super) fn scout(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: Value::from_number(self.alpha.number() + 1),
        }
    }
}

/// What a proof means for a node: an answer, or limits to it.
pub(super) enum Settled {
    Answer(Found),
    AtLeast(Value),
    AtMost(Value),
}

/// A proof that is not known to be the shortest leaves room for a quicker win.
pub(super) fn settle(proof: Proof, ply: usize, window: Window) -> Settled {
    let plies = ply as u16 + u16::from(proof.plies);
    let proved = |value| {
        Settled::Answer(Found {
            value,
            proved: true,
        })
    };
    match proof.outcome {
        Outcome::Draw => proved(Value::DRAW),
        Outcome::Win => {
            let value = Value::win_in(plies);
            if proof.shortest || value >= window.beta {
                proved(value)
            } else {
                Settled::AtLeast(value)
            }
        }
        Outcome::Loss => {
            let value = Value::loss_in(plies);
            if proof.shortest || value <= window.alpha {
                proved(value)
            } else {
                Settled::AtMost(value)
            }
        }
    }
}

impl<G: Game> Worker<'_, G> {
    /// The value of a position within the window, `depth` plies deep.
    ///
    /// `PV`: whether the node may become part of the principal variation.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &G::Position,
        asked: Window,
        depth: Depth,
        ply: usize,
    ) -> Found {
        if depth <= Depth::ZERO {
            return self.quiesce::<PV>(position, asked, ply);
        }
        if PV {
            self.lines[ply].clear();
        }
        if !self.enter(ply) {
            return Found::guess(Value::DRAW);
        }
        let mut window = asked;
        let mut best = Found::NOTHING;
        let mut most = Value::INFINITE;
        if let Some(proof) = self.game.prove(position) {
            match settle(proof, ply, window) {
                Settled::Answer(found) => return found,
                Settled::AtLeast(value) => {
                    best.value = value;
                    window.alpha = window.alpha.max(value);
                }
                Settled::AtMost(value) => {
                    most = value;
                    window.beta = window.beta.min(value);
                }
            }
        }
        // Nothing here is quicker than a win with the next move.
        let quickest = Value::win_in(ply as u16 + 1);
        if quickest <= window.alpha {
            return Found {
                value: quickest,
                proved: true,
            };
        }

        let key = self.game.key(position);
        let known = self.table.probe(key).map(|entry| Entry {
            found: Found {
                value: entry.found.value.from_node_to_root(ply as u16),
                ..entry.found
            },
            ..entry
        });
        // Nodes of the principal variation take no answer from the table, so that their line
        // is whole; there are few of them.
        if !PV && let Some(found) = known.and_then(|entry| usable(&entry, window, depth)) {
            return found;
        }
        let evaluation = self.game.evaluate(position);
        self.evaluations[ply] = evaluation;
        let improves = ply >= 2 && evaluation > self.evaluations[ply - 2];
        let prunes = !PV && self.limits.mate.is_none();
        if prunes && selectivity::is_high_enough(evaluation, window, depth, improves) {
            return Found::guess(evaluation);
        }
        let mut depth = depth;
        if known.is_none() && depth >= Depth::new(4) && self.limits.mate.is_none() {
            // Internal iterative reduction (Schröder): without a move to begin with, a deep
            // search is wasted; the next iteration will have one.
            depth = depth.plus(-1);
        }
        let remembered = known.map_or(MoveCode::NONE, |entry| entry.best);
        let mirrored = key.is_mirrored();
        let mut moves = Ordered::new(self.game.moves(position), |one| {
            self.game.code(one, mirrored) == remembered
        });

        let forced = selectivity::is_forced(moves.count());
        let may_extend = ply < 2 * self.root_depth.plies() as usize;

        let mut best_move = remembered;
        let mut all_proved = true;
        let mut tried: ArrayVec<MoveCode, MAX_MOVES> = ArrayVec::new();
        // Deep enough for several threads to part.
        let busy = self.busy.filter(|_| depth >= APART);
        let mut put_off: ArrayVec<(usize, G::Move), MAX_MOVES> = ArrayVec::new();
        for turn in 0.. {
            let next = moves.next(|one| {
                let code = self.game.code(one, false);
                self.memory
                    .score(code, self.game.urgency(position, one), ply)
            });
            // A move keeps its place in the order when it is put off.
            let later = || put_off.get(turn - moves.count()).copied();
            let Some((index, played)) = next.map(|one| (turn, one)).or_else(later) else {
                break;
            };
            let child = self.game.play(position, played);
            let child_key = self.game.key(&child);
            self.table.prefetch(child_key);
            let busy = busy.map(|busy| (busy, name(child_key, depth)));
            if let Some((busy, name)) = busy {
                if next.is_some() && index > 0 && busy.is_busy(name) {
                    put_off.push((index, played));
                    continue;
                }
                busy.begin(name);
            }
            let noisy = is_noisy(self.game.urgency(position, played));
            let extended = may_extend && (forced || self.game.extends(position, played));
            let deeper = depth.plus(i16::from(extended) - 1);
            // Whether there is a win in N moves is only clear when nothing is left out.
            let reduced = if noisy || extended || self.limits.mate.is_some() {
                deeper
            } else {
                deeper.plus(-reduction(depth, index))
            };
            let found = match index {
                0 => -self.node::<PV>(&child, window.reversed(), deeper, ply + 1),
                _ => self.later_move::<PV>(&child, window, deeper, reduced, ply),
            };
            if let Some((busy, name)) = busy {
                busy.end(name);
            }
            if self.stopped {
                return Found::guess(Value::DRAW);
            }
            all_proved &= found.proved;
            let code = self.game.code(played, false);
            if found.value > best.value {
                best.value = found.value;
                if found.value > window.alpha {
                    best_move = self.game.code(played, mirrored);
                    window.alpha = found.value;
                    if PV {
                        self.extend_line(ply, played);
                    }
                    if found.value >= window.beta {
                        all_proved = found.proved;
                        if !noisy {
                            self.memory.reward(code, &tried, ply, depth.plies());
                        }
                        break;
                    }
                }
            }
            if !noisy {
                tried.push(code);
            }
        }
        best.proved = all_proved;
        best.value = best.value.min(most);

        let bound = if best.value >= asked.beta {
            Bound::Lower
        } else if best.value > asked.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let kept = Entry {
            best: best_move,
            found: Found {
                value: best.value.from_root_to_node(ply as u16),
                ..best
            },
            bound,
            depth,
        };
        self.table.store(key, &kept);
        best
    }

    /// The value of a move that is not expected to be better than alpha, so that is what is asked
    /// first, in a search of reduced depth.
    #[inline]
    fn later_move<const PV: bool>(
        &mut self,
        child: &G::Position,
        window: Window,
        depth: Depth,
        reduced: Depth,
        ply: usize,
    ) -> Found {
        let scout = window.scout();
        let mut found = -self.node::<false>(child, scout.reversed(), reduced, ply + 1);
        if found.value > window.alpha && reduced < depth {
            found = -self.node::<false>(child, scout.reversed(), depth, ply + 1);
        }
        if PV && found.value > window.alpha && found.value < window.beta {
            found = -self.node::<true>(child, window.reversed(), depth, ply + 1);
        }
        found
    }

    /// Counts a node and looks whether to go on. The first iteration always ends: it is short,
    /// and there must be a move.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        const BETWEEN_LOOKS: u64 = 512;
        self.selective_depth = self.selective_depth.max(ply);
        if self.root_depth <= Depth::ONE {
            self.nodes += 1;
            return true;
        }
        let spent = |most| self.total_nodes() >= most;
        if self.most_nodes.is_some_and(spent) {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes - self.counted >= BETWEEN_LOOKS {
            self.publish_nodes();
            self.stopped |= self.deadline.is_over();
        }
        !self.stopped
    }

    /// The nodes of every thread, as far as they are known here.
    pub(super) fn total_nodes(&self) -> u64 {
        self.all_nodes.load(Ordering::Relaxed) + self.nodes - self.counted
    }

    /// Adds what this thread has searched to the common count.
    pub(super) fn publish_nodes(&mut self) {
        self.all_nodes
            .fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, played: G::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(played);
        let room = MAX_PLY - 1;
        line.extend(tail[0].iter().copied().take(room));
    }
}

/// At a smaller depth it does not pay to look what other threads are at.
const APART: Depth = Depth::new(3);

/// Under which name threads tell each other that they search a position at some depth.
#[inline]
fn name(key: Key, depth: Depth) -> u64 {
    Busy::name(hash::fold_key(key.bits()) ^ (depth.plies() as u64) << 48)
}

/// Whether what the table knows answers the question, and how.
#[inline]
fn usable(entry: &Entry, window: Window, depth: Depth) -> Option<Found> {
    let found = entry.found;
    let enough = found.proved || entry.depth >= depth;
    let high = found.value >= window.beta && entry.bound != Bound::Upper;
    let low = found.value <= window.alpha && entry.bound != Bound::Lower;
    if enough && (high || low || entry.bound == Bound::Exact) {
        return Some(found);
    }
    // That a win is one, and a loss, is proved whatever the depth.
    ((high && found.value.is_win()) || (low && found.value.is_loss())).then_some(Found {
        proved: true,
        ..found
    })
}
