//! The proof search: depth-first, one question at a time, with an exact table.
//!
//! A question is yes or no ("can the side to move win?"), so there are no windows and no depths.
//! The side to move meets its goal if after one of its moves the opponent misses its own goal. At
//! each position
//!
//! 1. every move is made, and the facts and the table are consulted for the child: one good answer
//!    settles the position without a search (Plaat's enhanced transposition cutoff);
//! 2. the remaining children are searched, starting with those that look hardest for the opponent
//!    ([`Game::goal_score`]), unless the game has an answer ([`Game::answer`]).
//!
//! Of the searches tried on these games, plain depth-first search with a good order and an exact
//! table needs the fewest positions; proof-number search needed ten times as many.
//!
//! # Several threads
//! They share the table and start at the same root. Each thread marks the positions that it is
//! searching ([`Abdada`]), and at a position with several children to search, defers those that
//! another thread is searching. From time to time each checks whether another thread has answered
//! one of the questions on its path, and if so drops everything below.

use std::sync::atomic::{AtomicU64, Ordering};

use super::lemmas::{self, Lemmas};
use super::table::{Effort, ExactTable, Place};
use crate::abdada::Abdada;
use crate::game::bounds::{Bounds, Goal};
use crate::game::history::past_matters;
use crate::game::rule::Rule;
use crate::game::{Game, List, PackedKey};

/// The state shared by all threads.
#[derive(Debug)]
pub struct Shared {
    pub(super) table: ExactTable,
    /// Positions searched: those whose moves were generated.
    pub(super) positions: AtomicU64,
    /// Proofs to be passed on to other solvers.
    pub(super) lemmas: Lemmas,
    abdada: Abdada,
}

impl Shared {
    /// A state with a table of at most this many MiB; `None` if there is not enough memory.
    #[must_use]
    pub fn new(mebibytes: u64) -> Option<Self> {
        Some(Self {
            table: ExactTable::new(mebibytes)?,
            positions: AtomicU64::new(0),
            lemmas: Lemmas::default(),
            abdada: Abdada::new().ok()?,
        })
    }

    /// What is known about a position without searching it: by facts, from the table, or from the game.
    pub fn known<G: Game<Key = PackedKey>>(&self, game: &G, position: &G::Position) -> Bounds {
        if let Some(proof) = game.prove(position) {
            return Bounds::exactly(proof.outcome);
        }
        let mut known = self.table.probe(self.table.place(game.value_key(position)));
        for goal in [Goal::Draw, Goal::Win] {
            if known.answer(goal).is_none()
                && let Some(met) = game.answer(position, goal, &|| true)
            {
                known = known.learn(goal, met);
            }
        }
        known
    }

    /// From now on, proofs that take at least this many positions are recorded for other solvers.
    pub fn note_lemmas(&self, from: u64) {
        self.lemmas.note_from(from);
    }

    /// Removes and returns the recorded lemmas of a solver of this rule, in the format of
    /// [`Self::learn_lemmas`].
    pub fn take_lemmas(&self, rule: Rule) -> Vec<u8> {
        self.lemmas.take(rule)
    }

    /// Learns the lemmas of another solver of this rule; returns whether they could be read.
    pub fn learn_lemmas(&self, rule: Rule, bytes: &[u8]) -> bool {
        let Some(read) = lemmas::read_by(rule, bytes) else {
            return false;
        };
        for lemma in &read {
            self.table.restore(lemma);
        }
        true
    }

    /// Allocates all of its memory now, not when it is first written to.
    pub fn prefault(&mut self) {
        self.table.prefault();
        self.abdada.prefault();
    }
}

/// One thread's search.
pub struct ProofSearch<'a, G: Game<Key = PackedKey>> {
    game: &'a G,
    shared: &'a Shared,
    /// Called from time to time; returns true to leave the question open.
    gives_up: &'a (dyn Fn() -> bool + 'a),
    /// Whether other threads search too.
    is_parallel: bool,
    positions: u64,
    counted: u64,
    /// The question is left open after this many positions.
    most_positions: u64,
    /// Proofs that took this many positions are shared with other solvers.
    lemmas_from: u64,
    /// The number of positions at which to check the other threads next.
    next_look: u64,
    /// The questions on the path from the root.
    path: Vec<(Place, Goal)>,
    /// The children of every position on the path, one after the other.
    children: Vec<Child<G::Position>>,
    /// The ply below which nothing on the path is needed any more.
    leave_to: Option<usize>,
}

/// A child whose value is not known without a search, or not yet.
#[derive(Clone, Copy)]
struct Child<P> {
    position: P,
    place: Place,
    /// Lower ones are searched first.
    order: (i32, u64),
}

impl<P> Child<P> {
    const fn new(position: P) -> Self {
        Self {
            position,
            place: Place::NOWHERE,
            order: (0, 0),
        }
    }
}

impl<'a, G: Game<Key = PackedKey>> ProofSearch<'a, G> {
    /// A search that uses `shared`, together with other threads if `is_parallel`. It leaves a
    /// question open when `gives_up` returns true.
    pub fn new(
        game: &'a G,
        shared: &'a Shared,
        is_parallel: bool,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Self {
        const {
            assert!(!past_matters::<G>());
        }
        Self {
            game,
            shared,
            gives_up,
            is_parallel,
            positions: 0,
            counted: 0,
            most_positions: u64::MAX,
            lemmas_from: shared.lemmas.from(),
            next_look: 0,
            path: Vec::new(),
            children: Vec::new(),
            leave_to: None,
        }
    }

    fn place(&self, position: &G::Position) -> Place {
        self.shared.table.place(self.game.value_key(position))
    }

    /// The number of positions that this thread has searched: those whose moves were generated.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether the side to move meets its goal; `None` if that is still open after this many more
    /// positions, or when the search gives up. Everything proved stays in the table, so a repeated
    /// question continues where the last one stopped.
    pub fn ask(&mut self, position: &G::Position, goal: Goal, most: u64) -> Option<bool> {
        self.most_positions = self.positions.saturating_add(most);
        self.next_look = self.most_positions.min(self.positions + LOOK_EVERY);
        let answer = match self.game.prove(position) {
            Some(proof) => Some(goal.is_met_by(proof.outcome)),
            None => {
                let place = self.place(position);
                self.answer_at_once(position, place, goal)
                    .or_else(|| self.search(position, place, goal))
            }
        };
        self.publish();
        self.path.clear();
        self.children.clear();
        self.leave_to = None;
        answer
    }

    /// The value of a position, as far as it is proved with this many more positions in total.
    pub fn value(&mut self, position: &G::Position, most: u64) -> Bounds {
        let end = self.positions.saturating_add(most);
        let mut bounds = Bounds::UNKNOWN;
        for goal in Goal::BOTH {
            if bounds.answer(goal).is_none() {
                let left = end.saturating_sub(self.positions);
                let answer = self.ask(position, goal, left);
                bounds = answer.map_or(bounds, |met| bounds.learn(goal, met));
            }
        }
        bounds
    }

    /// Adds what this thread has searched to the common count.
    fn publish(&mut self) {
        let new = self.positions - self.counted;
        self.shared.positions.fetch_add(new, Ordering::Relaxed);
        self.counted = self.positions;
    }

    /// Whether the side to move meets its goal, by searching the children. `None` if the search gives up, or if another
    /// thread has answered this question or one above it ([`Self::leave_to`] says which): then all searches below that
    /// question end.
    fn search(&mut self, position: &G::Position, place: Place, goal: Goal) -> Option<bool> {
        let before = self.positions;
        if before >= self.next_look && !self.poll() {
            return None;
        }
        self.positions += 1;
        let first = self.children.len();
        let met = if self.expand(position, goal) {
            true
        } else {
            let ply = self.path.len();
            self.path.push((place, goal));
            self.mark(place, goal, true);
            let met = self.search_children(first, goal);
            self.mark(place, goal, false);
            self.path.pop();
            match met {
                Some(met) => met,
                // Another thread has answered the question meanwhile.
                None if self.leave_to == Some(ply) => {
                    self.leave_to = None;
                    self.children.truncate(first);
                    let answer = self.shared.table.probe(place).answer(goal);
                    // If the answer has been replaced since, the search must begin again.
                    return answer.or_else(|| self.search(position, place, goal));
                }
                None => return None,
            }
        };
        self.children.truncate(first);
        let work = self.positions - before;
        let effort = Effort::of(work);
        let known = self.shared.table.probe(place).learn(goal, met);
        self.shared.table.store(place, known, effort);
        if work >= self.lemmas_from {
            let lemma = self.shared.table.record(place, known, effort);
            self.shared.lemmas.push(lemma);
        }
        Some(met)
    }

    /// Generates the children of a position. Returns whether one whose value is known already misses the
    /// opponent's goal; if not, those that must be searched are added to `children`, the most promising first.
    fn expand(&mut self, position: &G::Position, goal: Goal) -> bool {
        let theirs = goal.opponents();
        let table = &self.shared.table;
        let first = self.children.len();
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            match self.game.prove(&child) {
                Some(proof) if theirs.is_met_by(proof.outcome) => {}
                Some(_) => return true,
                None => self.children.push(Child::new(child)),
            }
        }
        for child in &mut self.children[first..] {
            let key = self.game.value_key(&child.position);
            child.place = table.place(key);
            table.prefetch(child.place);
            child.order.1 = (key.bits() >> TIE_SHIFT) as u64;
        }
        let mut kept = first;
        for index in first..self.children.len() {
            let child = self.children[index];
            match table.probe(child.place).answer(theirs) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    self.children[kept] = child;
                    kept += 1;
                }
            }
        }
        self.children.truncate(kept);
        let children = &mut self.children[first..];
        // Scored only now, because a score takes longer than everything else about a child.
        if children.len() > 1 {
            for child in &mut *children {
                child.order.0 = self.game.goal_score(&child.position, theirs);
            }
            children.sort_unstable_by_key(|child| child.order);
        }
        false
    }

    /// Whether one of the children from `first` on misses the opponent's goal.
    fn search_children(&mut self, first: usize, goal: Goal) -> Option<bool> {
        let theirs = goal.opponents();
        let mut deferred: G::List<usize> = Default::default();
        let end = self.children.len();
        for index in first..end {
            let place = self.children[index].place;
            if self.is_parallel && index + 1 < end && self.shared.abdada.defers(hash(place, theirs))
            {
                deferred.push(index);
            } else if !self.search_child(index, theirs)? {
                return Some(true);
            }
        }
        for index in deferred {
            if !self.search_child(index, theirs)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the opponent meets its goal in a child, which may have been answered meanwhile.
    fn search_child(&mut self, index: usize, goal: Goal) -> Option<bool> {
        let child = self.children[index];
        self.answer_at_once(&child.position, child.place, goal)
            .or_else(|| self.search(&child.position, child.place, goal))
    }

    /// The answer from the table, or from the game.
    fn answer_at_once(&self, position: &G::Position, place: Place, goal: Goal) -> Option<bool> {
        let proved = self.shared.table.probe(place).answer(goal);
        proved.or_else(|| self.game.answer(position, goal, self.gives_up))
    }

    /// Returns whether to continue. Also finds the highest question on the path that has been
    /// answered.
    #[cold]
    fn poll(&mut self) -> bool {
        self.publish();
        if self.positions >= self.most_positions || (self.gives_up)() {
            return false;
        }
        self.next_look = self.most_positions.min(self.positions + LOOK_EVERY);
        if self.is_parallel {
            let answered = |(place, goal): &(Place, Goal)| {
                self.shared.table.probe(*place).answer(*goal).is_some()
            };
            self.leave_to = self.path.iter().position(answered);
        }
        self.leave_to.is_none()
    }

    fn mark(&self, place: Place, goal: Goal, begins: bool) {
        if self.is_parallel {
            match begins {
                true => self.shared.abdada.starting_search(hash(place, goal)),
                false => self.shared.abdada.finished_search(hash(place, goal)),
            }
        }
    }
}

/// The hash by which threads identify a question.
fn hash(place: Place, goal: Goal) -> u64 {
    Abdada::hash(place.hash() ^ goal as u64)
}

/// The number of positions between two checks of the other threads.
const LOOK_EVERY: u64 = 256;

/// Equal scores are ordered by the highest bits of the key: the same way for a position and its
/// mirror image.
const TIE_SHIFT: u32 = PackedKey::BITS - u64::BITS;
