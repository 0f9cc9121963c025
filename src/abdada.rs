//! ABDADA: threads that search the same tree defer the nodes that another thread is searching.
//!
//! Threads that search one tree in the same order do the same work twice. So each thread announces
//! the node that it is searching, and at a node with several moves, it defers those that another
//! thread is searching. The threads then spread over the tree by themselves, and share results
//! through the transposition table. (*Alpha-Bêta Distribué avec Droit d'Aînesse*; Weill 1996. This
//! is Tom Kerrigan's simplified form, without counters; the function names are his.) No thread
//! waits for another.
//!
//! A thread announces a node by its hash. If the slot of that hash is taken, it announces nothing:
//! the search that came first usually takes longer, so its entry must stay. If two nodes have the
//! same hash, a move is deferred unnecessarily. Both cases only cost time, and so does a race
//! between reading a slot and writing it.

use std::io;
use std::sync::atomic::Ordering;

use crate::hash;
use crate::memory::SharedWords;

/// The hashes of the nodes that threads are searching; no hash is 0.
#[derive(Debug)]
pub struct Abdada(SharedWords);

const BITS: u32 = 15;

impl Abdada {
    /// A table without announcements.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new() -> io::Result<Self> {
        SharedWords::new(1 << BITS).map(Self)
    }

    /// The hash of a search, from the parts that distinguish it from others.
    #[inline]
    #[must_use]
    pub const fn hash(parts: u64) -> u64 {
        hash::spread(parts) | 1
    }

    /// Allocates the memory now; see [`SharedWords::prefault`].
    pub fn prefault(&mut self) {
        self.0.prefault();
    }

    /// Announces a search.
    #[inline]
    pub fn starting_search(&self, hash: u64) {
        let slot = &self.0[slot(hash)];
        if slot.load(Ordering::Relaxed) == 0 {
            slot.store(hash, Ordering::Relaxed);
        }
    }

    /// Withdraws the announcement of a search.
    #[inline]
    pub fn finished_search(&self, hash: u64) {
        if self.defers(hash) {
            self.0[slot(hash)].store(0, Ordering::Relaxed);
        }
    }

    /// Whether to search another move first, because a thread is already searching this one.
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
    fn a_search_is_deferred_until_it_ends() {
        let abdada = Abdada::new().unwrap();
        let (one, other) = (Abdada::hash(1), Abdada::hash(2));
        assert!(!abdada.defers(one));
        abdada.starting_search(one);
        assert!(abdada.defers(one) && !abdada.defers(other));
        abdada.finished_search(one);
        assert!(!abdada.defers(one));
    }

    #[test]
    fn a_taken_slot_keeps_its_search() {
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
