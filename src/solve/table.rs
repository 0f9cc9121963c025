//! The exact table: what is proved about a position, in one 64-bit word, without collisions.
//!
//! A key has 80 bits. An invertible function mixes them; some of the mixed bits are the index of a
//! bucket, and the rest is stored in the word (*quotienting*; Cleary 1984). Bucket and word
//! together give back the whole key, so two positions are never confused:
//!
//! ```text
//! mixed key, 80 bits   |        rest: at most 61 bits         | index: at least 19 |
//!
//! word   63  61 60     57 56                                 0
//!       | known | effort |               rest                 |     index: 23 bits and more
//!       | known |                    rest                     |     index: 19 bits (8 MiB)
//! ```
//!
//! `known` is one of the five states between "at least a draw" and "exactly this". Zero is an empty
//! word, so the table needs no initialisation: the system provides zeroed memory on first use.
//! `effort` is the logarithm of the number of positions of the proof; tables of less than 128 MiB
//! have fewer than four bits left for it. A bucket is two words, as the earliest notes on the pawn
//! games advise: the first keeps long proofs, the longer one if there are bits to tell; the second
//! is always replaced. Threads share the table without a lock: a word is read and written as a
//! whole, and its content is always true.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::bounds::Bounds;
use crate::game::{Outcome, PackedKey};
use crate::hash;
use crate::memory::{SharedWords, prefetch};

/// A table that threads share.
#[derive(Debug)]
pub struct ExactTable {
    words: SharedWords,
    /// The number of mixed bits that are the index of a bucket.
    index_bits: u32,
    /// The number of bits of a word for the effort.
    effort_bits: u32,
}

const KNOWN_BITS: u32 = 3;
const KNOWN_SHIFT: u32 = u64::BITS - KNOWN_BITS;
const MOST_EFFORT_BITS: u32 = 4;
/// The minimum number of index bits: with fewer buckets, the rest of a key would not fit.
const LEAST_INDEX_BITS: u32 = PackedKey::BITS - KNOWN_SHIFT;
/// A proof of at least 128 positions: no shorter one replaces the first word of a bucket. That
/// matters most where words have no bits for the effort: there it is all that tells them apart.
const LONG: Effort = Effort::of(128);
const HALF_BITS: u32 = PackedKey::BITS / 2;
const HALF: u64 = (1 << HALF_BITS) - 1;

/// The values of `known`; the number of a state is its index in this list plus one.
const STATES: [(Outcome, Outcome); 5] = [
    (Outcome::Loss, Outcome::Loss),
    (Outcome::Loss, Outcome::Draw),
    (Outcome::Draw, Outcome::Draw),
    (Outcome::Draw, Outcome::Win),
    (Outcome::Win, Outcome::Win),
];

/// The work of a proof, as stored in the table: the logarithm of its positions to base 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Effort(u8);

impl Effort {
    /// The effort of a proof of this many positions.
    #[inline]
    #[must_use]
    pub const fn of(positions: u64) -> Self {
        let number = (u64::BITS - positions.leading_zeros()) / 2;
        Self::from_number(number as u8)
    }

    /// The effort with that number, clamped to the range from 0 to 15.
    #[must_use]
    pub const fn from_number(number: u8) -> Self {
        Self(if number < 16 { number } else { 15 })
    }

    /// Its number, 0 to 15.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The place of a position in the table, and what distinguishes it from others there: equivalent to
/// its key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    index: u64,
    rest: u64,
}

impl Place {
    /// A placeholder for a place that is not known yet.
    pub(super) const NOWHERE: Self = Self { index: 0, rest: 0 };

    /// A hash, which is almost never the same for two places.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        self.index ^ self.rest.rotate_left(32)
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvedPosition {
    /// The bits of its key.
    pub key: u128,
    /// What is proved.
    pub bounds: Bounds,
    /// The work of the proof.
    pub effort: Effort,
}

impl ExactTable {
    /// The least memory a table takes, in MiB.
    pub const LEAST_MEBIBYTES: u64 = 16 << LEAST_INDEX_BITS >> 20;

    /// A table of at most this many MiB, at least [`Self::LEAST_MEBIBYTES`]; its size is a power of
    /// two. `None` if there is not enough memory.
    #[must_use]
    pub fn new(mebibytes: u64) -> Option<Self> {
        let buckets = (mebibytes.max(Self::LEAST_MEBIBYTES) << 20) / 16;
        let index_bits = buckets.ilog2().min(HALF_BITS);
        let words = SharedWords::new(2 << index_bits).ok()?;
        Some(Self::of_words(words, index_bits))
    }

    fn of_words(words: SharedWords, index_bits: u32) -> Self {
        Self {
            words,
            index_bits,
            effort_bits: (index_bits - LEAST_INDEX_BITS).min(MOST_EFFORT_BITS),
        }
    }

    /// Allocates all of its memory now, not when it is first written to.
    pub fn prefault(&mut self) {
        self.words.prefault();
    }

    /// The place of a position.
    #[inline]
    #[must_use]
    pub fn place(&self, key: PackedKey) -> Place {
        self.split(key.bits())
    }

    /// Prefetches the entry of a position that will be probed soon.
    #[inline]
    pub fn prefetch(&self, place: Place) {
        prefetch(self.words_at(place)[0]);
    }

    /// What is known about a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, place: Place) -> Bounds {
        self.word(place).map_or(Bounds::UNKNOWN, bounds_of)
    }

    /// What is known about a position, and the effort of its proof.
    #[must_use]
    pub fn probe_with_effort(&self, place: Place) -> (Bounds, Effort) {
        let unknown = (Bounds::UNKNOWN, Effort(0));
        self.word(place)
            .map_or(unknown, |word| (bounds_of(word), self.effort_of(word)))
    }

    #[inline]
    fn word(&self, place: Place) -> Option<u64> {
        let words = self.words_at(place);
        let mut words = words.into_iter().map(|word| word.load(Ordering::Relaxed));
        words.find(|word| word & self.rest_mask() == place.rest && *word != 0)
    }

    /// A record of what is proved about the position at a place.
    pub(super) fn record(&self, place: Place, bounds: Bounds, effort: Effort) -> ProvedPosition {
        ProvedPosition {
            key: self.join(place),
            bounds,
            effort,
        }
    }

    /// Stores a record from another table, combined with what is known here.
    pub fn restore(&self, record: &ProvedPosition) {
        let place = self.split(record.key);
        let (known, effort) = self.probe_with_effort(place);
        self.store(place, known.and(record.bounds), effort.max(record.effort));
    }

    /// Stores what is proved about a position.
    #[inline]
    pub fn store(&self, place: Place, bounds: Bounds, effort: Effort) {
        let Some(known) = number_of(bounds) else {
            return;
        };
        let kept = u64::from(effort.0) >> self.missing_effort_bits();
        let word = known << KNOWN_SHIFT | kept << self.rest_bits() | place.rest;
        let [first, second] = self.words_at(place);
        let old = first.load(Ordering::Relaxed);
        let same = old & self.rest_mask() == place.rest;
        let is_outdone = effort >= LONG && (old & !KNOWN) >> self.rest_bits() <= kept;
        let gives_way = old == 0 || same || is_outdone;
        if gives_way {
            first.store(word, Ordering::Relaxed);
            if !same && old != 0 {
                second.store(old, Ordering::Relaxed);
            }
        } else {
            second.store(word, Ordering::Relaxed);
        }
    }

    /// All records of proofs that took at least this much effort.
    pub fn records(&self, least: Effort) -> impl Iterator<Item = ProvedPosition> + '_ {
        self.words.iter().enumerate().filter_map(move |(at, word)| {
            let word = word.load(Ordering::Relaxed);
            let effort = self.effort_of(word);
            (word != 0 && effort >= least).then(|| ProvedPosition {
                key: self.join(Place {
                    index: at as u64 / 2,
                    rest: word & self.rest_mask(),
                }),
                bounds: bounds_of(word),
                effort,
            })
        })
    }

    /// How full it is, in thousandths, estimated from a sample.
    #[must_use]
    pub fn thousandths_used(&self) -> u64 {
        let step = (self.words.len() / 4_000).max(1);
        let sample = self.words.iter().step_by(step);
        let (mut used, mut seen) = (0, 0);
        for word in sample {
            seen += 1;
            used += u64::from(word.load(Ordering::Relaxed) != 0);
        }
        used * 1_000 / seen
    }

    #[inline]
    const fn rest_bits(&self) -> u32 {
        KNOWN_SHIFT - self.effort_bits
    }

    #[inline]
    const fn rest_mask(&self) -> u64 {
        (1 << self.rest_bits()) - 1
    }

    /// The effort in a word; if bits are missing, the least possible one.
    #[inline]
    const fn effort_of(&self, word: u64) -> Effort {
        let kept = (word & !KNOWN) >> self.rest_bits();
        Effort((kept << self.missing_effort_bits()) as u8)
    }

    /// An effort as it comes out of this table: rounded down, if bits are missing.
    pub(super) const fn rounded(&self, effort: Effort) -> Effort {
        let missing = self.missing_effort_bits();
        Effort(effort.0 >> missing << missing)
    }

    #[inline]
    const fn missing_effort_bits(&self) -> u32 {
        MOST_EFFORT_BITS - self.effort_bits
    }

    #[inline]
    fn words_at(&self, place: Place) -> [&AtomicU64; 2] {
        let at = place.index as usize * 2;
        [&self.words[at], &self.words[at + 1]]
    }

    /// Mixes a key and splits it into index and rest: two rounds of a Feistel network, each of
    /// which changes one half by a function of the other, so that it can be inverted.
    #[inline]
    fn split(&self, key: u128) -> Place {
        let (mut high, mut low) = ((key >> HALF_BITS) as u64, key as u64 & HALF);
        high ^= scatter(low);
        low ^= scatter(high);
        Place {
            index: low & ((1 << self.index_bits) - 1),
            rest: low >> self.index_bits | high << (HALF_BITS - self.index_bits),
        }
    }

    /// The reverse of [`Self::split`].
    fn join(&self, place: Place) -> u128 {
        let Place { index, rest } = place;
        let shift = HALF_BITS - self.index_bits;
        let mut low = index | (rest & ((1 << shift) - 1)) << self.index_bits;
        let mut high = rest >> shift;
        low ^= scatter(high);
        high ^= scatter(low);
        u128::from(high) << HALF_BITS | u128::from(low)
    }
}

/// The bits of `known`.
const KNOWN: u64 = !0 << KNOWN_SHIFT;

/// A pseudo-random function of one half of a key, with as many bits as the other half.
#[inline]
fn scatter(half: u64) -> u64 {
    hash::scatter(half, HALF_BITS)
}

#[inline]
fn bounds_of(word: u64) -> Bounds {
    let known = (word >> KNOWN_SHIFT) as usize;
    match STATES.get(known.wrapping_sub(1)) {
        Some((least, most)) => Bounds::new(*least, *most),
        None => Bounds::UNKNOWN,
    }
}

#[inline]
fn number_of(bounds: Bounds) -> Option<u64> {
    let state = (bounds.least(), bounds.most());
    let at = STATES.iter().position(|one| *one == state);
    at.map(|at| at as u64 + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tables() -> Vec<ExactTable> {
        let sizes = [ExactTable::LEAST_MEBIBYTES, 128, 512];
        sizes.map(|size| ExactTable::new(size).unwrap()).into()
    }

    proptest! {
        /// Bucket and word give back the whole key: no two positions can be confused.
        #[test]
        fn nothing_of_a_key_is_lost(bits in 0_u128..1 << PackedKey::BITS) {
            for index_bits in LEAST_INDEX_BITS..=30 {
                let table = ExactTable::of_words(SharedWords::new(2).unwrap(), index_bits);
                let place = table.split(bits);
                prop_assert!(place.index < 1 << index_bits && place.rest <= table.rest_mask());
                prop_assert_eq!(table.join(place), bits);
            }
        }
    }

    #[test]
    fn what_is_stored_is_found_or_replaced_but_never_changed() {
        for table in tables() {
            let key =
                |number: u128| table.place(PackedKey::new(number * 0x1234_5678_9abc_def1, false));
            for (number, (least, most)) in STATES.iter().cycle().take(5_000).enumerate() {
                let bounds = Bounds::new(*least, *most);
                table.store(key(number as u128 + 1), bounds, Effort::of(number as u64));
                assert_eq!(table.probe(key(number as u128 + 1)), bounds);
            }
            for number in 0..5_000 {
                let (least, most) = STATES[number % 5];
                let found = table.probe(key(number as u128 + 1));
                let right = [Bounds::UNKNOWN, Bounds::new(least, most)];
                assert!(right.contains(&found), "{number}: {found:?}");
            }
            assert_eq!(table.probe(key(70_000)), Bounds::UNKNOWN);
            let all = table.records(Effort::of(0)).count();
            assert!((4_990..=5_000).contains(&all), "{all}");
            let large = table.records(Effort::of(4_096));
            assert!(large.count() < 3_000);
        }
    }

    #[test]
    fn the_greater_effort_stays() {
        let table = ExactTable::new(128).unwrap();
        let shift = HALF_BITS - table.index_bits;
        // Keys with the same bucket.
        let key = |rest: u64| Place {
            index: 77,
            rest: rest << shift,
        };
        let draw = Bounds::exactly(Outcome::Draw);
        table.store(key(1), draw, Effort::of(1_000_000));
        for rest in 2..10 {
            table.store(key(rest), draw, Effort::of(rest));
            assert_eq!(table.probe(key(rest)), draw);
            assert_eq!(table.probe(key(1)), draw);
        }
        assert_eq!(table.probe(key(2)), Bounds::UNKNOWN);
    }
}
