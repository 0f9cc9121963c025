//! Tables by tier, which threads read without a lock.
//!
//! A table is computed once and then only read: each slot is written at most once, and nothing is
//! removed. A store that has the table of a tier also has those of all its successors, because they
//! were computed first. A table can be computed on demand, even during a search: if another thread
//! is computing it, the caller waits.

use std::sync::atomic::{AtomicUsize, Ordering};

use once_cell::sync::OnceCell;

use super::{Tier, Unmade};
use crate::hash;
use crate::thread::share;

/// A store with room for a fixed number of tables.
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
    /// A store with room for this many tables, at least one.
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

    /// The game's options for the rules.
    #[must_use]
    pub const fn rules(&self) -> &T::Rules {
        &self.rules
    }

    /// The number of tables of this size that fit into this many MiB.
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

    /// Whether there are no tables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How full it is, in thousandths.
    #[must_use]
    pub fn thousandths_used(&self) -> usize {
        self.len() * 1000 / self.most
    }

    /// All existing tables.
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

    /// The slots in which a tier may be, in order.
    fn places(&self, tier: T) -> impl Iterator<Item = &Slot<T>> {
        let first = hash::below(hash::mix_key(tier.key()), self.slots.len());
        let (before, from) = self.slots.split_at(first);
        from.iter().chain(before)
    }

    /// Computes the table of a tier from those of its successors, unless it exists.
    fn make(&self, tier: T, gives_up: &dyn Fn() -> bool) -> Result<&T::Table, Unmade> {
        for slot in self.places(tier) {
            let mut is_new = false;
            let known = slot.get_or_try_init(|| {
                if self.used.fetch_add(1, Ordering::Relaxed) >= self.most {
                    self.used.fetch_sub(1, Ordering::Relaxed);
                    return Err(Unmade::Full);
                }
                is_new = true;
                // Its successors exist, so no thread waits here.
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

    /// The table of a tier. If it is missing, it is computed, after all tables that it depends on.
    /// Calls `made` with the tier after each table.
    ///
    /// # Errors
    /// If there is no room for all of them, `gives_up` returns true, or one cannot be computed.
    pub fn solve(
        &self,
        tier: T,
        gives_up: &dyn Fn() -> bool,
        made: &mut dyn FnMut(T),
    ) -> Result<&T::Table, Unmade> {
        // A search calls this at every node: if the table exists, nothing is allocated.
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
                // The tier with the fewest steps comes first: others may depend on it.
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

    /// Computes the missing tables of these tiers, with this many threads.
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
