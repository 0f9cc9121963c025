//! ABDADA: threads that search the same tree, and defer what another one is at.
//!
//! Threads that search one tree in the same order do the same work twice. If each says what it is
//! at, and at a node with several moves defers those that somebody else is at, they part by
//! themselves and meet again where the results are in the table. (*Alpha-Bêta Distribué avec Droit
//! d'Aînesse*; Weill 1996. Here without its counters, as Tom Kerrigan simplified it, whose names
//! the functions have.) Nothing is waited for.
//!
//! What is said is a hash. Where there is no room for it, since something else is being searched that is said
//! in the same place, nothing is said: the first is the one that takes longer, mostly, and must stay. Where one
//! is taken for another, a move is deferred in vain. Either only costs time, and so does a thread that comes
//! between the look at a place and what is written there.

use std::io;
use std::sync::atomic::Ordering;

use crate::hash;
use crate::memory::SharedWords;

/// What threads are searching, each thing by a hash that is not 0.
#[derive(Debug)]
pub struct Abdada(SharedWords);

const BITS: u32 = 15;

impl Abdada {
    /// Nobody searches.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new() -> io::Result<Self> {
        SharedWords::new(1 << BITS).map(Self)
    }

    /// What stands for a search here, made of whatever tells it from others.
    #[inline]
    #[must_use]
    pub const fn hash(parts: u64) -> u64 {
        hash::spread(parts) | 1
    }

    /// Takes its memory now; see [`SharedWords::prefault`].
    pub fn prefault(&mut self) {
        self.0.prefault();
    }

    /// A thread begins to search it.
    #[inline]
    pub fn starting_search(&self, hash: u64) {
        let slot = &self.0[slot(hash)];
        if slot.load(Ordering::Relaxed) == 0 {
            slot.store(hash, Ordering::Relaxed);
        }
    }

    /// A thread has searched it.
    #[inline]
    pub fn finished_search(&self, hash: u64) {
        if self.defers(hash) {
            self.0[slot(hash)].store(0, Ordering::Relaxed);
        }
    }

    /// Whether to search something else first, since a thread is at it.
    #[inline]
    #[must_use]
    pub fn defers(&self, hash: u64) -> bool {
        self.0[slot(hash)].load(Ordering::Relaxed) == hash
    }
}

const fn slot(hash: u64) -> usize {
    (hash >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_searched_is_deferred_until_it_ends() {
        let abdada = Abdada::new().unwrap();
        let (one, other) = (Abdada::hash(1), Abdada::hash(2));
        assert!(!abdada.defers(one));
        abdada.starting_search(one);
        assert!(abdada.defers(one) && !abdada.defers(other));
        abdada.finished_search(one);
        assert!(!abdada.defers(one));
    }

    #[test]
    fn what_is_said_stays_until_it_ends() {
        let abdada = Abdada::new().unwrap();
        let long = Abdada::hash(1);
        abdada.starting_search(long);
        let mut others = (2..).map(Abdada::hash);
        let same_slot = others.find(|other| slot(*other) == slot(long)).unwrap();
        abdada.starting_search(same_slot);
        abdada.finished_search(same_slot);
        assert!(abdada.defers(long) && !abdada.defers(same_slot));
    }
}
