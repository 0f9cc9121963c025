//! Large tables of words that threads share: zeroed memory in large pages.
//!
//! A table is read at random addresses. With pages of 4 KiB, nearly every read must first look up
//! its page, which takes as long as the read itself. So the program asks the system for large pages
//! (2 MiB on x86-64). If there are none, the program uses ordinary pages, which are only slower.
//! Memory takes no space until it is written to.

use std::fmt;
use std::io;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use portable_atomic::AtomicU128;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

type Words<'a> = &'a [AtomicU64];

self_cell!(
    struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
);

/// A table of words, all zero at first.
pub struct SharedWords(Mapped);

impl SharedWords {
    /// Maps memory for `count` words.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(count: usize) -> io::Result<Self> {
        let too_much = || io::Error::from(io::ErrorKind::OutOfMemory);
        let bytes = count.checked_mul(size_of::<AtomicU64>());
        let map = MmapMut::map_anon(bytes.ok_or_else(too_much)?)?;
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        let words = Mapped::try_new(MutBorrow::new(map), |map| {
            // Pages are a multiple of the word size.
            let words = <[AtomicU64]>::mut_from_bytes(map.borrow_mut());
            words.map(|words| &*words).map_err(|_| too_much())
        });
        words.map(Self)
    }

    /// Makes the system provide all of the memory now, not at the first write, for an engine that
    /// must later answer within milliseconds. No other thread may use the memory yet: the writes of
    /// that thread could be lost.
    pub fn prefault(&mut self) {
        const PAGE: usize = 4096 / size_of::<AtomicU64>();
        for word in self.iter().step_by(PAGE) {
            // A read is not enough, and an "or 0" is compiled into a read.
            word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        self.0.borrow_dependent()
    }
}

/// Shows the number of words, not the words.
impl fmt::Debug for SharedWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedWords({})", self.len())
    }
}

/// A table of pairs of words, all zero at first; each pair is read and written atomically.
#[derive(Debug)]
pub struct SharedPairs(SharedWords);

impl SharedPairs {
    /// Maps memory for `count` pairs.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(count: usize) -> io::Result<Self> {
        SharedWords::new(count.saturating_mul(2)).map(Self)
    }

    /// Makes the system provide all of the memory now; see [`SharedWords::prefault`]. It writes
    /// single words, which must not be mixed with another thread's writes of pairs.
    pub fn prefault(&mut self) {
        self.0.prefault();
    }
}

impl Deref for SharedPairs {
    type Target = [AtomicU128];

    #[inline]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[AtomicU128] {
        // SAFETY: an `AtomicU128` has the layout of a `u128`, any two words are valid, and nothing
        // else accesses these words while they are shared.
        let (before, pairs, after) = unsafe { self.0.align_to() };
        debug_assert!(before.is_empty() && after.is_empty(), "pages are aligned");
        pairs
    }
}

/// Asks the processor to load something that will be read soon.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no visible effect, at any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_and_can_be_shared() {
        let words = SharedWords::new(100_000).unwrap();
        assert_eq!(words.len(), 100_000);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let words = &words;
                scope.spawn(move || {
                    for word in words.iter().skip(thread).step_by(2) {
                        word.store(7, Ordering::Relaxed);
                    }
                });
            }
        });
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 7));
        assert!(SharedWords::new(usize::MAX / 4).is_err());
    }

    #[test]
    fn pairs_are_whole() {
        let pairs = SharedPairs::new(1_000).unwrap();
        assert_eq!(pairs.len(), 1_000);
        pairs[999].store(u128::MAX, Ordering::Relaxed);
        assert_eq!(pairs[998].load(Ordering::Relaxed), 0);
        assert_eq!(pairs[999].load(Ordering::Relaxed), u128::MAX);
        assert!(SharedPairs::new(usize::MAX / 2 + 1).is_err());
    }
}
