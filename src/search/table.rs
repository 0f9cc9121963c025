//! The transposition table: what has been found about positions that come up again.
//!
//! Lines of play meet: `a3 b6 b3` and `b3 b6 a3` lead to one position. The table keeps what was
//! found there, in canonical form, so that its mirror image and the same position with colours
//! changed find it too.
//!
//! A slot holds the **full** position, because one collision can produce a disastrous result (the
//! game's first notes say so). Position and result together are one 128-bit word that is read
//! and written at once, so no thread ever sees half of another's:
//!
//! ```text
//! 127   120 119  112 111  108 107   96 95      80 79                    0
//! |  age  |  depth  |  bound  |  move  |  value  |  position (the key)   |
//! ```
//!
//! An empty slot is zero: the key of the empty board, which is never stored. Each bucket has two
//! slots, as the notes ask: the first keeps the larger depth, the second is always replaced.

use std::io;

use portable_atomic::{AtomicU128, Ordering};

use super::Depth;
use super::alpha_beta::Found;
use crate::game::value::Value;
use crate::game::{Key, MoveCode};
use crate::hash;
use crate::memory::{SharedPairs, prefetch};

/// What a value in the table says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at most this ("fail low").
    Upper,
    /// It is at least this ("fail high").
    Lower,
    /// It is this.
    Exact,
}

/// What the table knows of a position. The value counts plies from that position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, in the canonical form of the position.
    pub best: MoveCode,
    /// The value, and whether it is proved.
    pub found: Found,
    /// What it says.
    pub bound: Bound,
    /// How deep the search was.
    pub depth: Depth,
}

/// A table that threads share without a lock.
#[derive(Debug)]
pub struct Table {
    /// Two to a bucket.
    slots: SharedPairs,
    age: u8,
}

/// How many slots a bucket has.
const SLOTS: usize = 2;

/// In place of a depth: proved, so good for any.
const PROVED: u8 = u8::MAX;

impl Table {
    /// A table of so many MiB, at least one bucket.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(mebibytes: usize) -> io::Result<Self> {
        let count = (mebibytes << 20) / (SLOTS * size_of::<AtomicU128>());
        let mut slots = SharedPairs::new(SLOTS * count.max(1))?;
        slots.prefault();
        Ok(Self { slots, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = 0;
        for slot in self.slots.iter() {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Begins another search: what older ones found gives way first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Says that a position will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let word = slot.load(Ordering::Relaxed);
            (word & KEY_MASK == key.bits() && word != 0).then(|| unpack(word))
        })
    }

    /// Keeps what was found of a position.
    #[inline]
    pub fn store(&self, key: Key, entry: &Entry) {
        let word = pack(key, entry, self.age);
        let [deep, recent] = self.bucket(key);
        let old = deep.load(Ordering::Relaxed);
        let outlived = old == 0
            || old & KEY_MASK == key.bits()
            || age_of(old) != self.age
            || depth_of(old) <= depth_of(word);
        let slot = if outlived { deep } else { recent };
        slot.store(word, Ordering::Relaxed);
    }

    /// How full the table is, in thousandths, by a sample; only what this search has stored.
    #[must_use]
    pub fn thousandths_used(&self) -> u32 {
        let sample = self.slots.iter().take(1_000);
        let (mut used, mut seen) = (0, 0);
        for slot in sample {
            let word = slot.load(Ordering::Relaxed);
            used += u32::from(word != 0 && age_of(word) == self.age);
            seen += 1;
        }
        used * 1000 / seen
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU128; SLOTS] {
        let buckets = self.slots.as_chunks().0;
        &buckets[hash::below(hash::mix_key(key.bits()), buckets.len())]
    }
}

const KEY_MASK: u128 = (1 << Key::BITS) - 1;

fn pack(key: Key, entry: &Entry, age: u8) -> u128 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let depth = if entry.found.proved {
        PROVED
    } else {
        entry.depth.plies().clamp(0, Depth::MAX.plies()) as u8
    };
    key.bits()
        | u128::from(entry.found.value.number() as u16) << 80
        | u128::from(entry.best.bits()) << 96
        | bound << 108
        | u128::from(depth) << 112
        | u128::from(age) << 120
}

fn unpack(word: u128) -> Entry {
    let depth = depth_of(word);
    Entry {
        best: MoveCode::new((word >> 96) as u16),
        found: Found {
            value: Value::from_number((word >> 80) as u16 as i16),
            proved: depth == PROVED,
        },
        bound: match word >> 108 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: Depth::new(u64::from(depth)),
    }
}

fn age_of(word: u128) -> u8 {
    (word >> 120) as u8
}

fn depth_of(word: u128) -> u8 {
    (word >> 112) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: i32, proved: bool, bound: Bound, depth: u64) -> Entry {
        Entry {
            best: MoveCode::new(0xabc),
            found: Found {
                value: Value::guess(number),
                proved,
            },
            bound,
            depth: Depth::new(depth),
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = Table::new(1).unwrap();
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        for (index, bound) in bounds.into_iter().enumerate() {
            let key = Key::new(u128::MAX - index as u128, false);
            let kept = entry(-123 + index as i32, false, bound, 17);
            table.store(key, &kept);
            assert_eq!(table.probe(key), Some(kept));
        }
        let key = Key::new(99, true);
        table.store(key, &entry(0, true, Bound::Exact, 3));
        let got = table.probe(key).unwrap();
        assert!(got.found.proved && got.depth == Depth::MAX);
    }

    /// In a single bucket the deep slot outlives shallow results, and no key is ever taken for
    /// another.
    #[test]
    fn deep_results_stay_and_keys_never_collide() {
        let table = Table::new(0).unwrap();
        let deep = entry(1, false, Bound::Exact, 20);
        table.store(Key::new(1, false), &deep);
        for other in 2..100 {
            table.store(Key::new(other, false), &entry(2, false, Bound::Exact, 5));
            assert_eq!(table.probe(Key::new(1, false)), Some(deep));
            assert_eq!(table.probe(Key::new(other + 1, false)), None);
        }
    }
}
