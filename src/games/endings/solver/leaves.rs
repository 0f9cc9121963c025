//! Tables for the leaves of the search: whether a side that has got a piece wins.
//!
//! A race of pawns is searched well, the ending that follows the promotion is not: a queen takes a dozen moves to stop or
//! win the pawns. So where a search comes to a position with one piece on the board, it asks for the tables of the
//! narrowest scope that holds it, from below: they are made on demand, with all that they rest on, if there are not too
//! many. Most of them serve many leaves.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;
use rustc_hash::FxHashSet;

use crate::game::bounds::Bounds;
use crate::games::endings::Position;
use crate::games::endings::tables::question::{Bound, Question, Scope};
use crate::games::endings::tables::reading::{self, View};
use crate::games::endings::tables::structure::Side;
use crate::games::endings::tables::{Store, Table};
use crate::solve::tiers::plan::Plan;

/// What they leave out, and from which side they approach the truth.
const SCOPE: Scope = Scope::Narrow;
const BOUND: Bound = Bound::Lower;

/// What a table with a piece takes.
const TABLE_BYTES: usize = 64 << 10;

/// A leaf that rests on more tables is left open.
const MOST_FOR_ONE: usize = 2_000;

/// The tables, and the questions that are too much.
#[derive(Debug)]
pub struct Leaves {
    tables: Store,
    /// Whether no table more is made.
    is_full: AtomicBool,
    too_much: RwLock<FxHashSet<Question>>,
}

impl Leaves {
    /// None yet, with room for so many MiB.
    #[must_use]
    pub fn new(mebibytes: u64) -> Self {
        let most = Store::tables_in(mebibytes, TABLE_BYTES);
        Self {
            tables: Store::new((), most),
            is_full: AtomicBool::new(false),
            too_much: RwLock::default(),
        }
    }

    /// The table of a question, if it is there.
    #[must_use]
    pub fn table(&self, question: Question) -> Option<&Table> {
        self.tables.get(question)
    }

    /// What is known of a position by the tables that there are.
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Bounds {
        match self.tables.is_empty() {
            true => Bounds::UNKNOWN,
            false => reading::bounds(position, BOUND, SCOPE, &|question| self.table(question)),
        }
    }

    /// Makes the tables that tell whether the side wins that has the only piece of a position, unless they are too many.
    pub fn make(&self, position: &Position) {
        if position.en_passant().any() || self.is_full.load(Ordering::Relaxed) {
            return;
        }
        for turn in Side::BOTH {
            let Some(view) = View::new(position, turn) else {
                return;
            };
            let structure = view.structure;
            if structure.attacker.is_some() && structure.defender.is_none() {
                self.answer(Question::new(structure, BOUND, SCOPE));
            }
        }
    }

    fn answer(&self, question: Question) {
        if self.table(question).is_some() || self.too_much.read().contains(&question) {
            return;
        }
        let is_too_much = Plan::new(&[question], MOST_FOR_ONE, &|| false, |_| ()).is_err();
        if is_too_much {
            self.too_much.write().insert(question);
        } else if self.tables.solve(question, &|| false, &mut |_| ()).is_err() {
            self.is_full.store(true, Ordering::Relaxed);
        }
    }
}
