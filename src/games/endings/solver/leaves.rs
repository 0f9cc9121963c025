//! Tables for the leaves of the search: whether a side that has won a piece wins.
//!
//! The search handles a race of pawns well, but not the ending after the promotion: a queen takes a dozen
//! moves to stop or win the pawns. So where a search reaches a position with one piece on the board, it asks
//! for the tables of the narrowest scope that holds it, as a lower bound. They are made on demand, with all
//! the tables that they rest on, if there are not too many. Most of them serve many leaves.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::RwLock;
use rustc_hash::FxHashSet;

use crate::game::bounds::Bounds;
use crate::games::endings::Position;
use crate::games::endings::tables::question::{Bound, Scope, TableQuestion};
use crate::games::endings::tables::reading::{self, View, Views};
use crate::games::endings::tables::{Store, Table};
use crate::solve::proof_numbers::Role;
use crate::solve::tiers::{Planned, Tier, Unmade};

/// The scope of the tables, and the side from which they approach the truth.
const SCOPE: Scope = Scope::Racing;
const BOUND: Bound = Bound::Lower;

/// The size of a table with a piece.
const TABLE_BYTES: usize = 64 << 10;

/// The maximum number of tables for one leaf; a leaf that rests on more is left open.
const MOST_FOR_ONE: usize = 2_000;

/// This many questions may turn out too large, plus one for each table made and one for each `ASKED_FOR_EACH`
/// questions asked.
const FIRST_IN_VAIN: usize = 64;
const ASKED_FOR_EACH: usize = 16;

/// The tables, and the questions that are too large.
#[derive(Debug)]
pub struct Leaves {
    tables: Store,
    /// Whether there was no space for the tables of a question; then no more are made.
    is_full: AtomicBool,
    too_much: RwLock<FxHashSet<TableQuestion>>,
    /// The number of questions asked that had no table.
    asked: AtomicUsize,
}

impl Leaves {
    /// A store without tables, with space for this many MiB.
    #[must_use]
    pub fn new(mebibytes: u64) -> Self {
        let most = Store::tables_in(mebibytes, TABLE_BYTES);
        Self {
            tables: Store::new((), most),
            is_full: AtomicBool::new(false),
            too_much: RwLock::default(),
            asked: AtomicUsize::new(0),
        }
    }

    /// The table of a question, if it exists.
    #[must_use]
    pub fn table(&self, question: TableQuestion) -> Option<&Table> {
        self.tables.get(question)
    }

    /// What the tables made so far say about a position.
    #[must_use]
    pub fn bounds(&self, views: &Views) -> Bounds {
        match self.tables.is_empty() {
            true => Bounds::UNKNOWN,
            false => reading::bounds(views, BOUND, SCOPE, &|question| self.table(question)),
        }
    }

    /// Whether there was no space for the tables of a question.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Makes the tables that tell whether the side with the only piece of a position wins, unless there are
    /// too many; stops when `gives_up` returns true. Adds their positions to `settled`.
    pub fn make(&self, position: &Position, gives_up: &dyn Fn() -> bool, settled: &AtomicU64) {
        if position.en_passant().any() || self.is_full() {
            return;
        }
        for turn in Role::BOTH {
            let Some(view) = View::new(position, turn) else {
                return;
            };
            let structure = view.structure;
            if structure.piece_count() == 1 && structure.pieces_of(Role::Attacker) == 1 {
                self.answer(
                    TableQuestion::new(structure, BOUND, SCOPE),
                    gives_up,
                    settled,
                );
            }
        }
    }

    fn answer(&self, question: TableQuestion, gives_up: &dyn Fn() -> bool, settled: &AtomicU64) {
        if self.table(question).is_some() || self.too_much.read().contains(&question) {
            return;
        }
        // Counting tables in vain costs as much as searching many positions.
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let in_vain = self.too_much.read().len();
        if in_vain > FIRST_IN_VAIN + self.tables.len() + asked / ASKED_FOR_EACH {
            return;
        }
        let space = self.tables.capacity();
        let Some(missing) = self.missing(question).filter(|count| *count <= space) else {
            self.too_much.write().insert(question);
            return;
        };
        if self.tables.len() + missing > space {
            self.is_full.store(true, Ordering::Relaxed);
            return;
        }
        let mut made = |one: TableQuestion| {
            settled.fetch_add(one.positions(), Ordering::Relaxed);
        };
        match self.tables.solve(question, gives_up, &mut made) {
            Ok(_) | Err(Unmade::Stopped) => {}
            Err(_) => self.is_full.store(true, Ordering::Relaxed),
        }
    }

    /// The number of tables to be made for a question; `None` if it rests on too many, or on a question that
    /// does. So a large structure is counted once, not again for each structure that leads to it.
    fn missing(&self, question: TableQuestion) -> Option<usize> {
        let mut open = vec![question];
        let mut seen = FxHashSet::from_iter([question]);
        while let Some(next) = open.pop() {
            let mut is_too_much = false;
            let too_much = self.too_much.read();
            next.for_each_successor(|one| {
                if self.table(one).is_none() && seen.insert(one) {
                    is_too_much |= seen.len() > MOST_FOR_ONE || too_much.contains(&one);
                    open.push(one);
                }
            });
            if is_too_much {
                return None;
            }
        }
        Some(seen.len())
    }
}
