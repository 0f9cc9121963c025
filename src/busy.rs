//! What each thread is at work on, so that others take something else first.
//!
//! Threads that search the same tree in the same order do the same work twice. If each says what it is
//! at, and at a node with several moves puts off those that somebody else is at, they part by
//! themselves and meet again where the results are in the table (ABDADA; Weill 1996, without its
//! counters, as Kerrigan simplified it). Nothing is waited for.
//!
//! What is said is a hash. Where two of them collide, one of them is forgotten; where one is taken for
//! another, a move is put off in vain. Either only costs time.

use std::io;
use std::sync::atomic::Ordering;

use crate::hash;
use crate::memory::SharedWords;

/// What threads are at work on, each thing by a name that is not 0.
#[derive(Debug)]
pub struct Busy(SharedWords);

const BITS: u32 = 15;

impl Busy {
    /// Nobody is at work.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new() -> io::Result<Self> {
        SharedWords::new(1 << BITS).map(Self)
    }

    /// A name made of whatever tells things apart.
    #[inline]
    #[must_use]
    pub const fn name(hash: u64) -> u64 {
        hash::spread(hash) | 1
    }

    /// Takes its memory now; see [`SharedWords::prefault`].
    pub fn prefault(&mut self) {
        self.0.prefault();
    }

    /// Somebody is at it.
    #[inline]
    pub fn begin(&self, name: u64) {
        self.0[slot(name)].store(name, Ordering::Relaxed);
    }

    /// Nobody is any more.
    #[inline]
    pub fn end(&self, name: u64) {
        self.0[slot(name)].store(0, Ordering::Relaxed);
    }

    /// Whether somebody is at it.
    #[inline]
    #[must_use]
    pub fn is_busy(&self, name: u64) -> bool {
        self.0[slot(name)].load(Ordering::Relaxed) == name
    }
}

const fn slot(name: u64) -> usize {
    (name >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_begun_is_busy_until_it_ends() {
        let busy = Busy::new().unwrap();
        let (one, other) = (Busy::name(1), Busy::name(2));
        assert!(!busy.is_busy(one));
        busy.begin(one);
        assert!(busy.is_busy(one) && !busy.is_busy(other));
        busy.end(one);
        assert!(!busy.is_busy(one));
    }
}
