//! Tables that threads share without a lock, by their structures.
//!
//! A table is made once and then only read: each slot is written at most once, and nothing is taken
//! out. With the table of a structure the store has those of all that can come of it, for they were
//! made first.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::reading;
use super::retrograde::{self, Unmade};
use super::table::Table;
use super::worth::Worth;
use crate::games::kings::position::Position;
use crate::games::kings::structure::Structure;
use crate::hash;

/// A store with room for so many tables.
#[derive(Debug)]
pub struct Store {
    slots: Box<[OnceLock<Box<Known>>]>,
    used: AtomicUsize,
    most: usize,
}

#[derive(Debug)]
struct Known {
    structure: Structure,
    table: Table,
}

/// Why a table was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTable {
    /// There is no room for more tables.
    Full,
    /// Somebody said stop.
    Stopped,
    /// It cannot be made.
    Unmade(Unmade),
}

impl From<Unmade> for NoTable {
    fn from(why: Unmade) -> Self {
        Self::Unmade(why)
    }
}

impl Store {
    /// A store with room for so many tables, at least one.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let most = most.max(1);
        let slots = (0..most + most / 2 + 1).map(|_| OnceLock::new());
        Self {
            slots: slots.collect(),
            used: AtomicUsize::new(0),
            most,
        }
    }

    /// How many tables so many MiB hold.
    #[must_use]
    pub fn tables_in(mebibytes: u64) -> usize {
        let each = Table::BYTES + size_of::<Known>() + 2 * size_of::<OnceLock<Box<Known>>>();
        usize::try_from(mebibytes << 20).unwrap_or(usize::MAX) / each
    }

    /// How many tables it has room for.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.most
    }

    /// How many tables there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed).min(self.most)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How full it is, in thousandths.
    #[must_use]
    pub fn thousandths_used(&self) -> usize {
        self.len() * 1000 / self.most
    }

    /// The table of a structure.
    #[inline]
    #[must_use]
    pub fn get(&self, structure: Structure) -> Option<&Table> {
        for slot in self.places(structure) {
            let known = slot.get()?;
            if known.structure == structure {
                return Some(&known.table);
            }
        }
        None
    }

    /// Takes a table in, unless it has it already.
    ///
    /// # Errors
    /// If there is no room.
    pub fn insert(&self, structure: Structure, table: Table) -> Result<&Table, NoTable> {
        if self.used.fetch_add(1, Ordering::Relaxed) >= self.most {
            self.used.fetch_sub(1, Ordering::Relaxed);
            return self.get(structure).ok_or(NoTable::Full);
        }
        let mut new = Box::new(Known { structure, table });
        for slot in self.places(structure) {
            match slot.set(new) {
                Ok(()) => return self.get(structure).ok_or(NoTable::Full),
                Err(back) => new = back,
            }
            if slot.get().is_some_and(|known| known.structure == structure) {
                self.used.fetch_sub(1, Ordering::Relaxed);
                break;
            }
        }
        self.get(structure).ok_or(NoTable::Full)
    }

    /// The slots in which a structure may stand, in order.
    fn places(&self, structure: Structure) -> impl Iterator<Item = &OnceLock<Box<Known>>> {
        let key = u128::from(structure.white.0) << 56 ^ u128::from(structure.black.0 >> 8);
        let first = hash::below(hash::mix_key(key), self.slots.len());
        let (before, from) = self.slots.split_at(first);
        from.iter().chain(before)
    }

    /// The table of a structure; it is made if it is not there, after all on which it rests. Calls
    /// `made` after each table.
    ///
    /// # Errors
    /// If there is no room for all of them, `gives_up` says so, or one cannot be made.
    pub fn solve(
        &self,
        structure: Structure,
        gives_up: &impl Fn() -> bool,
        made: &mut impl FnMut(),
    ) -> Result<&Table, NoTable> {
        // Whoever searches asks this at every node: where the table is there, nothing is allocated.
        if let Some(table) = self.get(structure) {
            return Ok(table);
        }
        let mut open = vec![structure];
        while let Some(next) = open.last().copied() {
            if self.get(next).is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            next.for_each_successor(|one| {
                if self.get(one).is_none() {
                    open.push(one);
                }
            });
            if open.len() > before {
                // The smallest comes first: others may rest on it.
                open[before..].sort_unstable_by_key(|one| std::cmp::Reverse(one.steps()));
                continue;
            }
            if gives_up() {
                return Err(NoTable::Stopped);
            }
            if self.len() >= self.most {
                return Err(NoTable::Full);
            }
            self.insert(next, self.make(next)?)?;
            made();
            open.pop();
        }
        self.get(structure).ok_or(NoTable::Full)
    }

    /// Makes the table of a structure from those of its successors.
    ///
    /// # Errors
    /// If one of them is missing, or a win takes too long.
    pub fn make(&self, structure: Structure) -> Result<Table, Unmade> {
        retrograde::make(structure, &|one| self.get(one))
    }

    /// What a position is worth for the side to move, if there are the tables for it.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        reading::worth(position, &|placement| {
            let table = self.get(Structure::of(placement))?;
            Some(table.worth_of(placement))
        })
    }
}
