//! The transposition table: results for positions that occur again.
//!
//! Different lines meet: `a3 b6 b3` and `b3 b6 a3` lead to the same position. The table stores its
//! result in canonical form, so that the mirror image and the same position with colours reversed
//! find it too.
//!
//! Position and result are one 128-bit word, read and written in a single operation, so no thread sees a
//! half-written entry. The [`Key`] defines the layout. A [`PackedKey`](crate::game::PackedKey) is
//! stored whole, because one collision can be disastrous (as the earliest notes on the pawn games
//! warn). Of a [`HashKey`](crate::game::HashKey), as many bits are stored as fit; the choice of the
//! bucket adds more:
//!
//! ```text
//! PackedKey
//! 127   120 119  112 111  108 107   96 95      80 79                    0
//! |  age  |  depth  |  bound  |  move  |  value  |  position (the key)   |
//!
//! HashKey
//! 127   120 119  112 111  110 109        92 91      76 75              0
//! |  age  |  depth  |  bound  |    move    |  value  |  part of a hash   |
//! ```
//!
//! An empty slot is zero. No stored entry is zero, because every bound has a number above zero.
//! Each bucket has two slots, as those notes advise: the first keeps the larger depth, the second
//! is always replaced.

use std::io;
use std::marker::PhantomData;

use portable_atomic::{AtomicU128, Ordering};

use super::Depth;
use super::window::Found;
use crate::game::value::Value;
use crate::game::{Key, MoveCode};
use crate::hash;
use crate::memory::{SharedPairs, prefetch};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at most this ("fail low").
    Upper,
    /// The true value is at least this ("fail high").
    Lower,
    /// The true value is this.
    Exact,
}

/// The entry of a position. The value counts plies from that position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, in the canonical form of the position.
    pub best: MoveCode,
    /// The value, and whether it is proved.
    pub found: Found,
    /// The kind of bound.
    pub bound: Bound,
    /// The depth of the search.
    pub depth: Depth,
}

/// A table that threads share without a lock.
#[derive(Debug)]
pub struct Table<K> {
    /// The slots, two for each bucket.
    slots: SharedPairs,
    age: u8,
    keys: PhantomData<K>,
}

/// How many slots a bucket has.
const SLOTS: usize = 2;

/// The stored depth of a proved entry, which is valid for any depth.
const PROVED: u8 = u8::MAX;

impl<K: Key> Table<K> {
    /// A table of this many MiB, at least one bucket.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(mebibytes: usize) -> io::Result<Self> {
        let count = (mebibytes << 20) / (SLOTS * size_of::<AtomicU128>());
        let mut slots = SharedPairs::new(SLOTS * count.max(1))?;
        slots.prefault();
        Ok(Self {
            slots,
            age: 0,
            keys: PhantomData,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = 0;
        for slot in self.slots.iter() {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Begins a new search: older entries are replaced first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Prefetches the entry of a position that will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: K) {
        prefetch(&self.bucket(key)[0]);
    }

    /// The entry of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: K) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let word = slot.load(Ordering::Relaxed);
            (tag_of::<K>(word) == key.tag() && word != 0).then(|| unpack::<K>(word))
        })
    }

    /// Stores what was found about a position.
    #[inline]
    pub fn store(&self, key: K, entry: &Entry) {
        let word = pack(key, entry, self.age);
        let [deep, recent] = self.bucket(key);
        let old = deep.load(Ordering::Relaxed);
        let outlived = old == 0
            || tag_of::<K>(old) == key.tag()
            || age_of(old) != self.age
            || depth_of(old) <= depth_of(word);
        let slot = if outlived { deep } else { recent };
        slot.store(word, Ordering::Relaxed);
    }

    /// How full the table is, in thousandths, from a sample; only entries of this search count.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
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
    fn bucket(&self, key: K) -> &[AtomicU128; SLOTS] {
        let buckets = self.slots.as_chunks().0;
        &buckets[hash::below(key.spread(), buckets.len())]
    }
}

/// The places of the fields above the key in a slot.
struct Layout<K>(PhantomData<K>);

impl<K: Key> Layout<K> {
    const VALUE: u32 = K::TAG_BITS;
    const MOVE: u32 = Self::VALUE + i16::BITS;
    const BOUND: u32 = {
        let shift = Self::MOVE + K::MOVE_BITS;
        assert!(shift + 2 <= DEPTH, "a bound takes two bits");
        shift
    };
}

const DEPTH: u32 = 112;
const AGE: u32 = 120;

fn pack<K: Key>(key: K, entry: &Entry, age: u8) -> u128 {
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
    debug_assert!(entry.best.bits() >> K::MOVE_BITS == 0, "{:?}", entry.best);
    key.tag()
        | u128::from(entry.found.value.number() as u16) << Layout::<K>::VALUE
        | u128::from(entry.best.bits()) << Layout::<K>::MOVE
        | bound << Layout::<K>::BOUND
        | u128::from(depth) << DEPTH
        | u128::from(age) << AGE
}

fn unpack<K: Key>(word: u128) -> Entry {
    let depth = depth_of(word);
    Entry {
        best: MoveCode::new((word >> Layout::<K>::MOVE) as u32 & ((1 << K::MOVE_BITS) - 1)),
        found: Found {
            value: Value::from_number((word >> Layout::<K>::VALUE) as u16 as i16),
            proved: depth == PROVED,
        },
        bound: match word >> Layout::<K>::BOUND & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: Depth::new(u64::from(depth)),
    }
}

fn tag_of<K: Key>(word: u128) -> u128 {
    word & ((1 << K::TAG_BITS) - 1)
}

fn age_of(word: u128) -> u8 {
    (word >> AGE) as u8
}

fn depth_of(word: u128) -> u8 {
    (word >> DEPTH) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{HashKey, PackedKey};

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

    /// Tests every kind of entry that a search can store.
    fn comes_out_again<K: Key>(key: impl Fn(u128) -> K) {
        let table = Table::new(1).unwrap();
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        for (index, bound) in bounds.into_iter().enumerate() {
            let key = key(u128::MAX - index as u128);
            let kept = entry(-123 + index as i32, false, bound, 17);
            table.store(key, &kept);
            assert_eq!(table.probe(key), Some(kept));
        }
        let key = key(99);
        table.store(key, &entry(0, true, Bound::Exact, 3));
        let got = table.probe(key).unwrap();
        assert!(got.found.proved && got.depth == Depth::MAX);
    }

    #[test]
    fn what_goes_in_comes_out() {
        comes_out_again(|bits| PackedKey::new(bits, false));
        comes_out_again(HashKey::new);
    }

    /// In a single bucket the deep slot outlives shallow results, and no key is ever mistaken for
    /// another.
    #[test]
    fn deep_results_stay_and_keys_never_collide() {
        let table = Table::new(0).unwrap();
        let key = |bits| PackedKey::new(bits, false);
        let deep = entry(1, false, Bound::Exact, 20);
        table.store(key(1), &deep);
        for other in 2..100 {
            table.store(key(other), &entry(2, false, Bound::Exact, 5));
            assert_eq!(table.probe(key(1)), Some(deep));
            assert_eq!(table.probe(key(other + 1)), None);
        }
    }

    /// The part of a hash that is not stored in the slot chooses the bucket.
    #[test]
    fn all_of_a_hash_tells_positions_apart() {
        let table = Table::new(1).unwrap();
        let hash = 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef;
        let one = entry(1, false, Bound::Exact, 20);
        table.store(HashKey::new(hash), &one);
        assert_eq!(table.probe(HashKey::new(hash)), Some(one));
        for bit in (0..HashKey::TAG_BITS).chain([127]) {
            assert_eq!(table.probe(HashKey::new(hash ^ 1 << bit)), None);
        }
    }
}
