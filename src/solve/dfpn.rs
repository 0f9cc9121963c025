//! Depth-first proof-number search: whether one side, the attacker, can win.
//!
//! Proof-number search expands the leaf that seems cheapest to decide. Depth-first, with a table
//! and two thresholds per node, it needs no tree in memory (*df-pn*; Nagai 2002). The differences
//! from the literature:
//!
//! - δ is not the sum of the children's φ. With transpositions, sums count the same work many
//!   times, and with cycles they grow without end. *Weak proof numbers* take the greatest, plus one
//!   for each other open child (Ueda, Hashimoto, Hashimoto and Iida 2008), but are too optimistic
//!   in a wide tree. Here it is the greatest plus half of the others: with it, 1.Nc3 in antichess
//!   is refuted in six million positions; with either of the other two, not even in twelve. The
//!   added half is limited, because it would still grow by half in each cycle, and at least one for
//!   each other open child, as with weak proof numbers.
//! - The threshold of the best child is an eighth above the second best (*1+ε*; Pawlewicz and Lew
//!   2007), so that the search does not switch between children all the time.
//! - The two numbers of a new position are first guessed from the number of its moves and the
//!   [game's hint](crate::game::Game::effort) about the attacker's distance from a win. A side with few
//!   moves is soon refuted (mobility initialization; Allis 1994, Watkins for antichess).
//!
//! # Repetition
//! A position that is already on the path counts for the defender. So a *win* does not depend on a
//! repetition, holds for the position alone, and is final. A result that the attacker can *not*
//! win may depend on the path, and be false on another (the *graph-history interaction*; Palay 1983,
//! Kishimoto and Müller 2004). So it is only a hint that guides the search: to prove that the defender
//! holds the position takes a [closed set](super::closed_set).

use std::sync::atomic::{AtomicU64, Ordering};

use super::number_table::NumberTable;
use super::proof_numbers::{Entry, INFINITE, MOST, Numbers, Question, Role};
use crate::game::Game;

/// The search of one thread.
pub struct ProofNumberSearch<'a, G: Game<Position: Into<[u64; 4]>>> {
    game: &'a G,
    table: &'a NumberTable,
    gives_up: &'a (dyn Fn() -> bool + 'a),
    /// The positions searched by all searches.
    total: &'a AtomicU64,
    /// The positions searched by this one: those whose moves were generated.
    positions: u64,
    /// How many of them have been added to the total.
    counted: u64,
    /// The number of positions at which to stop for now.
    limit: u64,
    /// The positions on the path, and whether an irreversible move led to each of them.
    path: Vec<(G::Position, bool)>,
    /// The children of all positions on the path, one after the other.
    children: Vec<Child<G::Position>>,
    /// The indices of those that are to be looked up in the table.
    unread: Vec<usize>,
    /// The child at which to begin among equal ones: different in each thread.
    turn: usize,
}

/// A position after a move.
struct Child<P> {
    position: P,
    is_irreversible: bool,
    entry: Entry,
}

/// The number of positions between two checks for whether to give up.
const PATIENCE: u64 = 64;
/// The longest path: positions beyond it count for the defender, like a repetition.
const LONGEST_WAY: usize = 4_000;
/// The best child is searched until it is worse than the second best by one part in this many.
const EPSILON: u32 = 8;
/// The maximum that all children but one add to δ.
const MOST_OF_OTHERS: u32 = 1_000;

impl<'a, G: Game<Position: Into<[u64; 4]>>> ProofNumberSearch<'a, G> {
    /// A search for the thread with this number.
    pub fn new(
        game: &'a G,
        table: &'a NumberTable,
        total: &'a AtomicU64,
        thread: usize,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Self {
        Self {
            game,
            table,
            gives_up,
            total,
            positions: 0,
            counted: 0,
            limit: 0,
            path: Vec::new(),
            children: Vec::new(),
            unread: Vec::new(),
            turn: thread,
        }
    }

    /// How many positions were searched.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Counts a position whose moves the caller has generated.
    pub(super) fn add_position(&mut self) {
        self.positions += 1;
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &'a NumberTable {
        self.table
    }

    /// Whether the attacker wins: `Some(true)` is certain, `Some(false)` only a hint. `None` if that is
    /// still open after this many more positions, or when the search gives up.
    pub fn ask(&mut self, position: &G::Position, role: Role, most: u64) -> Option<bool> {
        let entry = self.look(position, role);
        if let Some(answer) = entry.numbers.answer(role) {
            return Some(answer);
        }
        self.limit = self.positions.saturating_add(most);
        let thresholds = Numbers {
            phi: MOST,
            delta: MOST,
        };
        let entry = self.search(position, role, true, thresholds);
        self.publish();
        entry.numbers.answer(role)
    }

    /// Adds what was searched to the total.
    fn publish(&mut self) {
        let new = self.positions - self.counted;
        self.total.fetch_add(new, Ordering::Relaxed);
        self.counted = self.positions;
    }

    /// What is known about a position before it is searched.
    pub fn look(&self, position: &G::Position, role: Role) -> Entry {
        let settled = self.settled_entry(position, role);
        settled.unwrap_or_else(|| self.table_entry(position, role))
    }

    /// What is known about a position without any search.
    fn settled_entry(&self, position: &G::Position, role: Role) -> Option<Entry> {
        let (won, plies) = self.settled(position, role)?;
        Some(Entry::answered(won, role, plies))
    }

    /// Whether the attacker wins, if the game knows it, and within how many plies; 0 if that is unknown.
    pub(super) fn settled(&self, position: &G::Position, role: Role) -> Option<(bool, u16)> {
        if let Some(proof) = self.game.prove(position) {
            return Some((role.is_won_by(proof.outcome), proof.plies));
        }
        let is_met = self.game.answer(position, role.goal(), self.gives_up)?;
        Some((role.is_won_if(is_met), 0))
    }

    /// The table entry of a position that is not settled, or a first guess.
    fn table_entry(&self, position: &G::Position, role: Role) -> Entry {
        let question = Question::about(*position, role);
        if let Some(entry) = self.table.probe(&question) {
            return entry;
        }
        self.first_guess(position, role)
    }

    fn first_guess(&self, position: &G::Position, role: Role) -> Entry {
        let moves = self.game.move_count(position) as u32;
        let [mover, other] = self.game.effort(position);
        let numbers = match role {
            Role::Attacker => Numbers {
                phi: mover,
                delta: moves,
            },
            Role::Defender => Numbers {
                phi: 1,
                delta: moves + other - 1,
            },
        };
        Entry { numbers, plies: 0 }
    }

    /// Searches a position, which is not settled, until its numbers reach the thresholds.
    fn search(
        &mut self,
        position: &G::Position,
        role: Role,
        is_irreversible: bool,
        thresholds: Numbers,
    ) -> Entry {
        self.positions += 1;
        let before = self.positions;
        if self.positions - self.counted >= PATIENCE {
            self.publish();
            if (self.gives_up)() {
                self.limit = 0;
            }
        }
        self.path.push((*position, is_irreversible));
        let first = self.children.len();
        self.add_children(position, role);
        let entry = loop {
            let now = Summary::of(&self.children[first..], role, self.turn);
            let reached =
                now.numbers.phi >= thresholds.phi || now.numbers.delta >= thresholds.delta;
            let is_settled = now.numbers.answer(role).is_some();
            if is_settled || reached || self.positions >= self.limit {
                break now.entry();
            }
            let best = first + now.best;
            let Child {
                position,
                is_irreversible,
                entry,
            } = self.children[best];
            let thresholds = now.thresholds_of_best(entry.numbers, thresholds);
            self.children[best].entry =
                self.search(&position, role.other(), is_irreversible, thresholds);
        };
        self.children.truncate(first);
        self.path.pop();
        let question = Question::about(*position, role);
        if entry.numbers.answer(role) != Some(true)
            && let Some(found) = self.table.probe(&question)
            && found.numbers.answer(role) == Some(true)
        {
            // Another thread has proved it meanwhile; a "no" of this one holds only on its path.
            return found;
        }
        self.table
            .keep(&question, entry, self.positions - before + 1);
        entry
    }

    /// The children of a position, up to the first that decides it.
    fn add_children(&mut self, position: &G::Position, role: Role) {
        self.unread.clear();
        let role_then = role.other();
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            let is_irreversible = self.game.is_irreversible(position, played);
            let goes_round = !is_irreversible && self.stood(&child);
            let settled = match goes_round || self.path.len() > LONGEST_WAY {
                true => Some(Entry::answered(false, role_then, 0)),
                false => self.settled_entry(&child, role_then),
            };
            if settled.is_none() {
                // The table is large, and a lookup has to wait for memory: so all lookups are
                // prefetched before the first one.
                let question = Question::about(child, role_then);
                self.table.prefetch(&question);
                self.unread.push(self.children.len());
            }
            let entry = settled.unwrap_or(Entry::UNREAD);
            self.children.push(Child {
                position: child,
                is_irreversible,
                entry,
            });
            if entry.numbers.delta == 0 {
                return;
            }
        }
        while let Some(index) = self.unread.pop() {
            let entry = self.table_entry(&self.children[index].position, role_then);
            self.children[index].entry = entry;
            if entry.numbers.delta == 0 {
                return;
            }
        }
    }

    /// Whether a position, reached by a reversible move from the end of the path, is on the path:
    /// an even number of plies before.
    fn stood(&self, position: &G::Position) -> bool {
        let mut back = self.path.iter().rev();
        loop {
            // First a position with the other side to move, which cannot be the same; then one with
            // the same side to move.
            match back.next() {
                Some((_, false)) => {}
                _ => return false,
            }
            match back.next() {
                Some((earlier, _)) if earlier == position => return true,
                Some((_, false)) => {}
                _ => return false,
            }
        }
    }
}

/// The children of a position taken together.
struct Summary {
    numbers: Numbers,
    plies: u16,
    /// The index of the child that looks best.
    best: usize,
    /// The least δ of the others.
    second: u32,
    /// The addition to δ for all children except the one with the greatest φ.
    others: u32,
}

impl Summary {
    fn of<P>(children: &[Child<P>], role: Role, turn: usize) -> Self {
        let mut summary = Self {
            numbers: Numbers::DENIED,
            plies: 0,
            best: 0,
            second: INFINITE,
            others: 0,
        };
        let (mut greatest, mut sum, mut open, mut out_of_reach) = (0, 0_u32, 0_u32, false);
        let count = children.len();
        for place in 0..count {
            let index = (place + turn) % count;
            let Numbers { phi, delta } = children[index].entry.numbers;
            let best_phi = children[summary.best].entry.numbers.phi;
            if delta < summary.numbers.phi || (delta == summary.numbers.phi && phi < best_phi) {
                summary.second = summary.numbers.phi;
                summary.numbers.phi = delta;
                summary.best = index;
            } else {
                summary.second = summary.second.min(delta);
            }
            out_of_reach |= phi == INFINITE;
            greatest = greatest.max(phi);
            sum = sum.saturating_add(phi);
            open += u32::from(phi > 0);
        }
        let others = open.saturating_sub(1);
        summary.others = others.max(((sum - greatest) / 2).min(MOST_OF_OTHERS));
        summary.numbers.delta = match out_of_reach {
            true => INFINITE,
            false => greatest.saturating_add(summary.others).min(MOST),
        };
        if summary.numbers.delta == 0 {
            summary.numbers = Numbers::DENIED;
        } else if summary.numbers.phi == 0 {
            summary.numbers = Numbers::REACHED;
        }
        if summary.numbers.answer(role) == Some(true) {
            let plies = |child: &Child<P>| child.entry.plies;
            let won = children.iter();
            let plies = match role {
                Role::Attacker => won
                    .filter(|child| child.entry.numbers.delta == 0)
                    .map(plies)
                    .min(),
                Role::Defender => won.map(plies).max(),
            };
            summary.plies = plies.unwrap_or(0).saturating_add(1);
        }
        summary
    }

    const fn entry(&self) -> Entry {
        Entry {
            numbers: self.numbers,
            plies: self.plies,
        }
    }

    /// The thresholds of the best child, whose numbers are `own`.
    fn thresholds_of_best(&self, own: Numbers, thresholds: Numbers) -> Numbers {
        // The part of the threshold that the other open children leave over.
        let phi = thresholds.delta.saturating_sub(self.others);
        let above_second = self
            .second
            .saturating_add(self.second / EPSILON)
            .saturating_add(1);
        let delta = thresholds.phi.min(above_second);
        Numbers {
            phi: phi.max(own.phi.saturating_add(1)).min(MOST),
            delta: delta.max(own.delta.saturating_add(1)).min(MOST),
        }
    }
}
