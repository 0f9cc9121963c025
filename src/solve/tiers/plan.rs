//! The tiers on which a value depends, counted before any work is done.
//!
//! They are in an order in which tables can be computed: those with the fewest [steps](Tier::steps)
//! left first, so that nothing depends on a later one. Tiers with the same number of steps do not
//! depend on each other: they form a *layer*, which threads may compute in parallel.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Tier;

/// The given tiers and all tiers on which they depend.
#[derive(Debug)]
pub struct Plan<T> {
    tiers: Vec<T>,
    places: FxHashMap<T, u32>,
    /// How often the table of each tier is used when all tables are computed.
    uses: Vec<u32>,
}

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlan {
    /// There are more tiers than allowed.
    TooMany,
    /// The search was stopped.
    Stopped,
}

/// An empty plan.
impl<T> Default for Plan<T> {
    fn default() -> Self {
        Self {
            tiers: Vec::new(),
            places: FxHashMap::default(),
            uses: Vec::new(),
        }
    }
}

impl<T: Tier> Plan<T> {
    /// The plan for these tiers, with a limit on their number. Reports the number found to
    /// `counted` from time to time.
    ///
    /// # Errors
    /// If there are more tiers, or `gives_up` returns true.
    pub fn new(
        roots: &[T],
        most: usize,
        gives_up: &dyn Fn() -> bool,
        mut counted: impl FnMut(usize),
    ) -> Result<Self, NoPlan> {
        let mut places: FxHashMap<T, u32> = FxHashMap::default();
        let mut tiers = Vec::new();
        let mut found = |one, tiers: &mut Vec<T>| {
            places.entry(one).or_insert_with(|| {
                tiers.push(one);
                0
            });
        };
        roots.iter().for_each(|one| found(*one, &mut tiers));
        let mut next = 0;
        while let Some(one) = tiers.get(next).copied() {
            one.for_each_successor(|successor| found(successor, &mut tiers));
            next += 1;
            if tiers.len() > most.min(u32::MAX as usize) {
                return Err(NoPlan::TooMany);
            }
            if next.is_multiple_of(1 << 8) || next == tiers.len() {
                counted(tiers.len());
                if gives_up() {
                    return Err(NoPlan::Stopped);
                }
            }
        }
        tiers.sort_unstable_by_key(|one| (one.steps(), *one));
        for (place, one) in tiers.iter().enumerate() {
            places.insert(*one, place as u32);
        }
        let mut plan = Self {
            uses: vec![0; tiers.len()],
            tiers,
            places,
        };
        for place in 0..plan.len() {
            let uses = &mut plan.uses;
            let places = &plan.places;
            plan.tiers[place].for_each_successor(|one| {
                if let Some(place) = places.get(&one) {
                    uses[*place as usize] += 1;
                }
            });
        }
        Ok(plan)
    }

    /// How many tiers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tiers.len()
    }

    /// Whether the plan is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiers.is_empty()
    }

    /// The tier at an index.
    #[must_use]
    pub fn at(&self, place: usize) -> T {
        self.tiers[place]
    }

    /// The index of a tier.
    #[must_use]
    pub fn place(&self, tier: T) -> Option<usize> {
        self.places.get(&tier).map(|place| *place as usize)
    }

    /// How often the table at an index is used when all tables are computed.
    #[must_use]
    pub fn uses(&self, place: usize) -> u32 {
        self.uses[place]
    }

    /// A checksum of the tiers and their order. Tables of another plan must not be read as tables of
    /// this one.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        for tier in &self.tiers {
            sum.update(&tier.key().to_le_bytes());
        }
        sum.finalize()
    }

    /// The layers, first to last.
    #[must_use]
    pub fn layers(&self) -> Vec<Range<usize>> {
        let mut layers: Vec<Range<usize>> = Vec::new();
        for chunk in self
            .tiers
            .chunk_by(|one, other| one.steps() == other.steps())
        {
            let from = layers.last().map_or(0, |last| last.end);
            layers.push(from..from + chunk.len());
        }
        layers
    }

    /// The greatest total size of the tables at any time, if each is dropped when it is no longer
    /// needed. `each` gives the size of one.
    #[must_use]
    pub fn most_at_a_time(&self, each: impl Fn(T) -> u64) -> u64 {
        let mut left = self.uses.clone();
        let (mut live, mut most) = (0, 0);
        for place in 0..self.len() {
            live += each(self.tiers[place]);
            most = most.max(live);
            self.tiers[place].for_each_successor(|one| {
                if let Some(place) = self.place(one) {
                    left[place] -= 1;
                    if left[place] == 0 {
                        live -= each(one);
                    }
                }
            });
        }
        most
    }

    /// The total size of all tables. `each` gives the size of one.
    #[must_use]
    pub fn all(&self, each: impl Fn(T) -> u64) -> u64 {
        self.tiers.iter().map(|one| each(*one)).sum()
    }
}
