//! The table of proof numbers, which stores whole positions and [grows](super::growth) as it fills up.
//!
//! An entry is six words: a state, φ and δ, and the whole position. So no position is ever mistaken for
//! another.
//!
//! ```text
//! state    63       32 31     24 23        8 7      3  2      1      0
//!         | version   | effort  | plies    | tag     | role | used | busy |
//! numbers | δ (32 bits)          |         φ (32 bits)                    |
//! position: four words
//! ```
//!
//! A bucket has four slots, in three cache lines: the four states and the four numbers in the first, the
//! positions in the others. The tag is a part of the position's hash. A position that is not in the table
//! is usually told by the states alone, so the other lines need not be waited for.
//!
//! Threads share it without waiting for a lock: a writer marks the slot as busy, and increments its
//! version when done; a reader compares the version before and after, and ignores what was written
//! in between (a *seqlock*; Lameter 2005). The entry with the least effort is replaced, but proofs
//! are kept longer.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use super::growth::SharedExtent;
use super::proof_numbers::{Entry, Numbers, Question, Role};
use crate::hash;
use crate::memory::{SharedWords, prefetch};

/// A table that threads share.
#[derive(Debug)]
pub struct NumberTable {
    words: SharedWords,
    /// The number of buckets when it has grown to its full size.
    buckets: usize,
    extent: SharedExtent,
}

const WAYS: usize = 4;
const BUCKET_WORDS: usize = 6 * WAYS;

const BUSY: u64 = 1;
const USED: u64 = 2;
const ATTACKS: u64 = 4;
const TAG_SHIFT: u32 = 3;
const TAG: u64 = 0x1f << TAG_SHIFT;
const PLIES_SHIFT: u32 = 8;
const EFFORT_SHIFT: u32 = 24;
const VERSION_SHIFT: u32 = 32;
const VERSION: u64 = u64::MAX << VERSION_SHIFT;
/// A proof is kept for as long as unproved numbers whose effort is greater by a factor of 2 to this
/// power.
const WORTH_OF_PROOF: u64 = 4;

impl NumberTable {
    /// A table of this many MiB.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(mebibytes: u64) -> io::Result<Self> {
        let bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
        let buckets = (bytes / (BUCKET_WORDS * size_of::<u64>())).max(1);
        Ok(Self {
            words: SharedWords::new(buckets * BUCKET_WORDS)?,
            buckets,
            extent: SharedExtent::new(buckets),
        })
    }

    /// Allocates the memory now, see [`SharedWords::prefault`].
    pub fn prefault(&mut self) {
        self.words.prefault();
    }

    /// How full it is, in thousandths, estimated from its first buckets.
    #[must_use]
    pub fn thousandths_used(&self) -> usize {
        let slots = self.slots().take(4_000);
        let (all, used) = slots.fold((0, 0), |(all, used), slot| {
            let is_used = slot.state.load(Ordering::Relaxed) & USED != 0;
            (all + 1, used + usize::from(is_used))
        });
        let in_use = self.extent.load().buckets(self.buckets);
        used * 1_000 / all.max(1) * in_use / self.buckets
    }

    /// Where to look for a question.
    #[inline]
    fn place(&self, question: &Question) -> Place<'_> {
        let [first, second, third, fourth] = question.words;
        let role = u64::from(question.role == Role::Attacker);
        let half = hash::mix_words(first, second);
        let other = hash::mix_words(third, fourth ^ role << 63);
        let hash = hash::mix_words(half, other);
        let number = self.extent.load().place(hash::below(hash, self.buckets));
        // The bucket is chosen by the high bits of the hash.
        let tag = hash << TAG_SHIFT & TAG;
        Place {
            number,
            bucket: self.bucket(number),
            marks: USED | (ATTACKS * role) | tag,
        }
    }

    #[inline(always)]
    fn bucket(&self, number: usize) -> &[AtomicU64] {
        let at = number * BUCKET_WORDS;
        &self.words[at..at + BUCKET_WORDS]
    }

    /// The slots that are in use so far.
    fn slots(&self) -> impl Iterator<Item = Slot<'_>> {
        let in_use = self.extent.load().buckets(self.buckets);
        (0..in_use).flat_map(|number| slots(self.bucket(number)))
    }

    /// Prefetches the states and numbers where a question that will be asked soon may be.
    #[inline]
    pub fn prefetch(&self, question: &Question) {
        prefetch(&self.place(question).bucket[0]);
    }

    /// The entry of a question.
    #[inline]
    #[must_use]
    pub fn probe(&self, question: &Question) -> Option<Entry> {
        let Place { bucket, marks, .. } = self.place(question);
        slots(bucket).find_map(|slot| slot.read(marks, &question.words))
    }

    /// The maximum number of plies to the attacker's win, if it is proved.
    #[inline]
    #[must_use]
    pub fn win(&self, question: &Question) -> Option<u16> {
        let entry = self.probe(question)?;
        (entry.numbers.answer(question.role) == Some(true)).then_some(entry.plies)
    }

    /// Stores a result with its effort. If the slot is busy, the result is lost.
    pub fn keep(&self, question: &Question, entry: Entry, positions: u64) {
        self.move_some();
        let mut effort = u64::from(u64::BITS - positions.leading_zeros());
        if entry.numbers.phi == 0 || entry.numbers.delta == 0 {
            effort += WORTH_OF_PROOF;
        }
        if self.place(question).put(question, entry, effort) {
            self.extent.forget(self.buckets);
        }
    }

    /// While the table grows: moves the entries of a few buckets to where they belong now. What another
    /// thread writes meanwhile may be lost, like any entry.
    #[inline]
    fn move_some(&self) {
        for number in self.extent.take_unmoved() {
            for slot in slots(self.bucket(number)) {
                let state = slot.state.load(Ordering::Relaxed);
                let Some((question, entry)) = slot.content(state) else {
                    continue;
                };
                let place = self.place(&question);
                if place.number != number && slot.clear(state) {
                    place.put(&question, entry, effort_of(state));
                }
            }
        }
    }

    /// Drops everything but the proved wins of the attacker.
    pub fn forget_open(&mut self) {
        for slot in self.slots() {
            if slot.won_in().is_none() {
                slot.state.store(0, Ordering::Relaxed);
            }
        }
    }

    /// All proved wins of the attacker.
    pub fn proofs(&self) -> impl Iterator<Item = (Question, u16)> {
        self.slots().filter_map(|slot| slot.won_in())
    }
}

/// Where to look for a question, and what the state of its entry says of it.
struct Place<'t> {
    number: usize,
    bucket: &'t [AtomicU64],
    marks: u64,
}

impl Place<'_> {
    /// Stores an entry, unless the slot is busy. Returns whether another question's entry was replaced.
    fn put(&self, question: &Question, entry: Entry, effort: u64) -> bool {
        let worth = |slot: &Slot<'_>| {
            let state = slot.state.load(Ordering::Relaxed);
            match state & USED != 0 {
                false => 1,
                true if state & MARKS == self.marks && slot.holds(&question.words) => 0,
                true => OTHERS + effort_of(state),
            }
        };
        let candidates = slots(self.bucket).map(|slot| (worth(&slot), slot));
        let Some((worth, slot)) = candidates.min_by_key(|(worth, _)| *worth) else {
            return false;
        };
        let state = slot.state.load(Ordering::Relaxed);
        let (order, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        let marked = slot
            .state
            .compare_exchange(state, state | BUSY, order, relaxed);
        if state & BUSY != 0 || marked.is_err() {
            return false;
        }
        fence(Ordering::Release);
        let Numbers { phi, delta } = entry.numbers;
        let numbers = u64::from(phi) | u64::from(delta) << 32;
        slot.numbers.store(numbers, Ordering::Relaxed);
        for (place, word) in slot.position.iter().zip(question.words) {
            place.store(word, Ordering::Relaxed);
        }
        let version = (state >> VERSION_SHIFT).wrapping_add(1);
        let plies = u64::from(entry.plies) << PLIES_SHIFT;
        let state = version << VERSION_SHIFT | effort << EFFORT_SHIFT | plies | self.marks;
        slot.state.store(state, Ordering::Release);
        worth >= OTHERS
    }
}

/// From this worth on, a slot holds another question's entry.
const OTHERS: u64 = 2;

/// The parts of a state that depend on the question.
const MARKS: u64 = USED | ATTACKS | TAG;

/// The effort of an entry with this state.
const fn effort_of(state: u64) -> u64 {
    state >> EFFORT_SHIFT & 0xff
}

/// A slot of a bucket.
struct Slot<'t> {
    state: &'t AtomicU64,
    numbers: &'t AtomicU64,
    position: &'t [AtomicU64],
}

/// The slots of a bucket.
#[inline(always)]
fn slots(bucket: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
    let (states, others) = bucket.split_at(WAYS);
    let (numbers, positions) = others.split_at(WAYS);
    let positions = positions.chunks_exact(4);
    let slots = states.iter().zip(numbers).zip(positions);
    slots.map(|((state, numbers), position)| Slot {
        state,
        numbers,
        position,
    })
}

impl Slot<'_> {
    /// Empties the slot, if its state is still that one. Its version stays, so that no reader takes what is
    /// written next for what was there.
    fn clear(&self, state: u64) -> bool {
        let (order, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        let cleared = self
            .state
            .compare_exchange(state, state & VERSION, order, relaxed);
        cleared.is_ok()
    }

    /// The question in a slot with this state, and its entry, if it is consistent.
    fn content(&self, state: u64) -> Option<(Question, Entry)> {
        let role = match state & ATTACKS != 0 {
            true => Role::Attacker,
            false => Role::Defender,
        };
        let word = |at: usize| self.position[at].load(Ordering::Relaxed);
        let words = [word(0), word(1), word(2), word(3)];
        let entry = self.read(state & MARKS | USED, &words)?;
        Some((Question { words, role }, entry))
    }

    /// The question in the slot, and the number of plies, if the attacker has won.
    fn won_in(&self) -> Option<(Question, u16)> {
        let (question, entry) = self.content(self.state.load(Ordering::Relaxed))?;
        let won = entry.numbers.answer(question.role)?;
        won.then_some((question, entry.plies))
    }

    /// Whether the slot holds a position.
    #[inline(always)]
    fn holds(&self, words: &[u64; 4]) -> bool {
        let places = self.position.iter().zip(words);
        places
            .into_iter()
            .all(|(place, word)| place.load(Ordering::Relaxed) == *word)
    }

    /// The entry for a position with these marks, if the slot holds it and is consistent.
    #[inline(always)]
    fn read(&self, marks: u64, words: &[u64; 4]) -> Option<Entry> {
        let state = self.state.load(Ordering::Acquire);
        if state & (MARKS | BUSY) != marks || !self.holds(words) {
            return None;
        }
        let numbers = self.numbers.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        if self.state.load(Ordering::Relaxed) != state {
            return None;
        }
        Some(Entry {
            numbers: Numbers {
                phi: numbers as u32,
                delta: (numbers >> 32) as u32,
            },
            plies: (state >> PLIES_SHIFT) as u16,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(number: u64) -> Question {
        let role = Role::BOTH[number as usize & 1];
        let words = [1, 2, 3, 4].map(|factor| number.wrapping_mul(factor) / 3);
        Question { words, role }
    }

    fn entry(number: u64) -> Entry {
        Entry {
            numbers: Numbers {
                phi: number as u32,
                delta: number as u32 ^ 77,
            },
            plies: number as u16,
        }
    }

    #[test]
    fn what_is_kept_is_found_until_it_is_replaced() {
        let table = NumberTable::new(1).unwrap();
        for number in 0..3_000 {
            table.keep(&question(number), entry(number), 1);
            assert_eq!(table.probe(&question(number)), Some(entry(number)));
        }
        let other = |number| Question {
            role: question(number).role.other(),
            ..question(number)
        };
        assert!((0..3_000).all(|number| table.probe(&other(number)).is_none()));
        // The table is much too small for this many questions.
        for number in 0..200_000 {
            table.keep(&question(number), entry(number), 1);
        }
        let found = |number: &u64| match table.probe(&question(*number)) {
            None => false,
            Some(one) => {
                assert_eq!(one, entry(*number));
                true
            }
        };
        assert!((0..200_000).filter(found).count() < 22_000);
        assert_eq!(table.thousandths_used(), 1_000);
    }

    #[test]
    fn a_table_that_grows_loses_little() {
        let table = NumberTable::new(64).unwrap();
        let before = table.slots().count();
        for number in 0..300_000 {
            table.keep(&question(number), entry(number), 1);
        }
        assert!(table.slots().count() >= 8 * before);
        let found = (0..300_000).filter(|number| match table.probe(&question(*number)) {
            None => false,
            Some(one) => {
                assert_eq!(one, entry(*number));
                true
            }
        });
        assert!(found.count() > 295_000);
        // There is room for 1.4 million.
        assert!((200..230).contains(&table.thousandths_used()));
    }

    #[test]
    fn what_threads_read_while_others_write_is_whole() {
        let table = NumberTable::new(16).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for number in 0..100_000 {
                        let number = number * 7 % 99_991;
                        match thread % 2 {
                            0 => table.keep(&question(number), entry(number), number),
                            _ => {
                                let found = table.probe(&question(number));
                                assert!(found.is_none_or(|one| one == entry(number)));
                            }
                        }
                    }
                });
            }
        });
    }
}
