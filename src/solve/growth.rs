//! How a table of buckets grows while threads use it.
//!
//! Memory costs time when it is first used, and what is spread over much memory is read slowly. So a table
//! starts with its first few buckets, and doubles when it begins to forget entries. What was in bucket *n*
//! then belongs to bucket 2*n* or 2*n* + 1. It is moved a few buckets at a time whenever an entry is stored
//! (as Redis does), the last bucket first, so that nothing is moved into a bucket whose entries are still to
//! be moved:
//!
//! ```text
//!  0        unmoved          in use before              in use now
//!  |--- old ---|···· moved ········|···························|
//!        n ≥ unmoved is now in 2n and 2n + 1
//! ```
//!
//! There is no lock. If another thread looks for an entry that is being moved, it does not find it.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far the table has grown: bucket *n* of the full table is bucket *n* >> `shift` now, and while it
/// grows, the first `unmoved` buckets still hold what they held before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    shift: u32,
    unmoved: usize,
}

impl Extent {
    /// The number of the bucket in which to look for what is in this bucket of the full table.
    #[inline(always)]
    #[must_use]
    pub const fn place(self, whole: usize) -> usize {
        let grown = whole >> self.shift;
        let before = grown >> 1;
        if before < self.unmoved { before } else { grown }
    }

    /// How many of so many buckets are in use.
    #[must_use]
    pub const fn buckets(self, whole: usize) -> usize {
        (whole.saturating_sub(1) >> self.shift) + 1
    }
}

/// The [`Extent`] in one word, and how many entries were forgotten since it changed.
#[derive(Debug)]
pub struct SharedExtent {
    extent: AtomicU64,
    forgotten: AtomicU64,
}

/// The number of buckets with which a table begins is at least this and less than twice as much, if it
/// has as many: some three megabytes.
const FIRST_BUCKETS: usize = 1 << 14;
/// How many buckets' entries are moved for each entry stored.
const MOVED_AT_ONCE: u64 = 4;
/// A table grows when it has forgotten one entry for this many buckets: it is about a quarter full then. With fewer,
/// hard endings of antichess took up to twice as many positions.
const BUCKETS_FOR_ONE_FORGOTTEN: u64 = 256;
const UNMOVED_SHIFT: u32 = 8;

impl SharedExtent {
    /// The extent of an empty table of so many buckets.
    #[must_use]
    pub fn new(buckets: usize) -> Self {
        let shift = (buckets / FIRST_BUCKETS).checked_ilog2().unwrap_or(0);
        Self {
            extent: AtomicU64::new(shift.into()),
            forgotten: AtomicU64::new(0),
        }
    }

    /// The extent now.
    #[inline(always)]
    #[must_use]
    pub fn load(&self) -> Extent {
        Self::decode(self.extent.load(Ordering::Relaxed))
    }

    #[inline(always)]
    const fn decode(word: u64) -> Extent {
        Extent {
            shift: (word & 0xff) as u32,
            unmoved: (word >> UNMOVED_SHIFT) as usize,
        }
    }

    /// The next buckets whose entries are to be moved, the last one first; no other thread gets them.
    #[inline(always)]
    pub fn take_unmoved(&self) -> impl Iterator<Item = usize> + use<> {
        let relaxed = Ordering::Relaxed;
        let taken = match self.load().unmoved {
            0 => Err(0),
            _ => self.extent.fetch_update(relaxed, relaxed, |word| {
                let unmoved = word >> UNMOVED_SHIFT;
                let moved = unmoved.min(MOVED_AT_ONCE);
                (moved > 0).then_some(word - (moved << UNMOVED_SHIFT))
            }),
        };
        let unmoved = taken.map_or(0, |word| word >> UNMOVED_SHIFT);
        let left = unmoved.saturating_sub(MOVED_AT_ONCE);
        (left as usize..unmoved as usize).rev()
    }

    /// Counts a forgotten entry, and lets the table grow if there were many.
    pub fn forget(&self, buckets: usize) {
        let extent = self.load();
        if extent.shift == 0 || extent.unmoved > 0 {
            return;
        }
        let in_use = extent.buckets(buckets) as u64;
        let forgotten = self.forgotten.fetch_add(1, Ordering::Relaxed) + 1;
        if forgotten * BUCKETS_FOR_ONE_FORGOTTEN < in_use {
            return;
        }
        let shift = u64::from(extent.shift);
        let grown = in_use << UNMOVED_SHIFT | (shift - 1);
        let relaxed = Ordering::Relaxed;
        if self
            .extent
            .compare_exchange(shift, grown, relaxed, relaxed)
            .is_ok()
        {
            self.forgotten.store(0, relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves every entry of a growing table: each is found where it was moved to, and nothing is moved twice.
    #[test]
    fn whatever_was_moved_is_found() {
        let whole = 5 * FIRST_BUCKETS + 3;
        let shared = SharedExtent::new(whole);
        let mut contents = vec![Vec::new(); whole];
        for entry in 0..whole {
            contents[shared.load().place(entry)].push(entry);
        }
        for shift in [1, 0] {
            let in_use = shared.load().buckets(whole);
            assert!(contents[..in_use].iter().all(|bucket| !bucket.is_empty()));
            while shared.load().unmoved == 0 {
                shared.forget(whole);
            }
            let unmoved = in_use;
            assert_eq!(shared.load(), Extent { shift, unmoved });
            while shared.load().unmoved > 0 {
                for number in shared.take_unmoved() {
                    for entry in std::mem::take(&mut contents[number]) {
                        let place = shared.load().place(entry);
                        assert!(place > number || number == 0);
                        contents[place].push(entry);
                    }
                }
                let found = |entry: &usize| contents[shared.load().place(*entry)].contains(entry);
                assert!([0, 1, whole / 2, whole - 1].iter().all(found));
            }
        }
        assert_eq!(shared.take_unmoved().count(), 0);
        shared.forget(whole);
        let (shift, unmoved) = (0, 0);
        assert_eq!(shared.load(), Extent { shift, unmoved });
        assert!(
            contents
                .into_iter()
                .enumerate()
                .all(|(place, bucket)| bucket == [place])
        );
    }
}
