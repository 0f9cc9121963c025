//! Tables that threads share without a lock, by their tiers.
//!
//! A table is made once and then only read: each slot is written at most once, and nothing is taken
//! out. With the table of a tier the store has those of all that can come of it, for they were made
//! first. It can be made whenever it is asked for, in the middle of a search too: who needs one that another
//! thread is just making waits for it.

use std::sync::atomic::{AtomicUsize, Ordering};

use once_cell::sync::OnceCell;

use super::{Tier, Unmade};
use crate::hash;
use crate::thread::share;

/// A store with room for so many tables.
#[derive(Debug)]
pub struct Store<T: Tier> {
    rules: T::Rules,
    slots: Box<[Slot<T>]>,
    used: AtomicUsize,
    most: usize,
}

type Slot<T> = OnceCell<Known<T>>;

#[derive(Debug)]
struct Known<T: Tier> {
    tier: T,
    table: T::Table,
}

impl<T: Tier> Store<T> {
    /// A store with room for so many tables, at least one.
    #[must_use]
    pub fn new(rules: T::Rules, most: usize) -> Self {
        let most = most.max(1);
        let slots = (0..most + most / 2 + 1).map(|_| OnceCell::new());
        Self {
            rules,
            slots: slots.collect(),
            used: AtomicUsize::new(0),
            most,
        }
    }

    /// What the rules leave open.
    #[must_use]
    pub const fn rules(&self) -> &T::Rules {
        &self.rules
    }

    /// How many tables of so many bytes each so many MiB hold.
    #[must_use]
    pub fn tables_in(mebibytes: u64, table_bytes: usize) -> usize {
        let each = table_bytes + 2 * size_of::<Slot<T>>();
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

    /// All tables that there are.
    pub fn tables(&self) -> impl Iterator<Item = &T::Table> {
        let known = self.slots.iter().filter_map(OnceCell::get);
        known.map(|known| &known.table)
    }

    /// The table of a tier.
    #[inline]
    #[must_use]
    pub fn get(&self, tier: T) -> Option<&T::Table> {
        for slot in self.places(tier) {
            let known = slot.get()?;
            if known.tier == tier {
                return Some(&known.table);
            }
        }
        None
    }

    /// The slots in which a tier may stand, in order.
    fn places(&self, tier: T) -> impl Iterator<Item = &Slot<T>> {
        let first = hash::below(hash::mix_key(tier.key()), self.slots.len());
        let (before, from) = self.slots.split_at(first);
        from.iter().chain(before)
    }

    /// Makes the table of a tier from those of its successors, unless it is there.
    fn make(&self, tier: T, gives_up: &dyn Fn() -> bool) -> Result<&T::Table, Unmade> {
        for slot in self.places(tier) {
            let mut is_new = false;
            let known = slot.get_or_try_init(|| {
                if self.used.fetch_add(1, Ordering::Relaxed) >= self.most {
                    self.used.fetch_sub(1, Ordering::Relaxed);
                    return Err(Unmade::Full);
                }
                is_new = true;
                // What it rests on is there, so nobody waits for anybody in here.
                let table = tier.make(&self.rules, &|one| self.get(one), gives_up)?;
                Ok(Known { tier, table })
            });
            match known {
                Ok(known) if known.tier == tier => return Ok(&known.table),
                Ok(_) => {}
                Err(why) => {
                    if is_new {
                        self.used.fetch_sub(1, Ordering::Relaxed);
                    }
                    return Err(why);
                }
            }
        }
        Err(Unmade::Full)
    }

    /// The table of a tier; it is made if it is not there, after all on which it rests. Calls `made` after
    /// each table with what it is of.
    ///
    /// # Errors
    /// If there is no room for all of them, `gives_up` says so, or one cannot be made.
    pub fn solve(
        &self,
        tier: T,
        gives_up: &dyn Fn() -> bool,
        made: &mut dyn FnMut(T),
    ) -> Result<&T::Table, Unmade> {
        // Whoever searches asks this at every node: where the table is there, nothing is allocated.
        if let Some(table) = self.get(tier) {
            return Ok(table);
        }
        let mut open = vec![tier];
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
                return Err(Unmade::Stopped);
            }
            self.make(next, gives_up)?;
            made(next);
            open.pop();
        }
        self.get(tier).ok_or(Unmade::Full)
    }

    /// Makes the tables of these that are not there, with so many threads.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_all(
        &self,
        tiers: &[T],
        threads: usize,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        share(threads, 0..tiers.len(), |number| {
            self.solve(tiers[number], gives_up, &mut |_| ()).map(drop)
        })
    }
}
