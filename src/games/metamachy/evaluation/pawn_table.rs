//! A pawn hash table: the pawn structure is evaluated once for many positions.
//!
//! H. G. Muller's Fairy-Max kept 18 bits of a random signature, and sometimes confused two structures. Here a
//! slot holds the pawns themselves, so that cannot happen:
//!
//! ```text
//!           63          48 47                                     0
//! word 0   | version, and whether it is being written (bit 0)      |
//! word 1   | White's files |  White's pawns on ranks 1 to 4        |
//! word 2   |               |  … 5 to 8      word 3: … 9 to 12      |
//! word 4   | Black's files |  Black's pawns on ranks 1 to 4        |
//! word 5   |               |  … 5 to 8      word 6: … 9 to 12      |
//! word 7   | for an empty board (32 bits) | for a full one         |
//! ```
//!
//! The files are those whose foremost pawn is passed. The scores are White's minus Black's. A slot is one
//! cache line.
//!
//! Threads share it without waiting for locks, as they share the
//! [proof numbers](crate::solve::number_table). A writer marks the slot and increases its version when done.
//! A reader compares the version before and after (a *seqlock*; Lameter 2005). A slot that is being written
//! counts as empty.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use super::pawns::{Pawns, foremost};
use super::phase::Phased;
use crate::board::Colour;
use crate::board::twelve::Bitboard;
use crate::hash;
use crate::memory::SharedWords;

/// What is stored for some pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Structure {
    /// White's score minus Black's.
    pub score: Phased,
    /// The passed pawns of each side.
    pub passed: Pawns,
}

/// Structures, indexed by their pawns.
#[derive(Debug)]
pub struct PawnTable(SharedWords);

const SLOT_WORDS: usize = 8;
/// The number of slots, 1 MiB: about the structures that a search meets in a second.
const SLOTS: usize = 1 << 14;
/// The position of the files in a word.
const FILES_SHIFT: u32 = 48;
/// The pawns of a word.
const PAWNS: u64 = (1 << FILES_SHIFT) - 1;
/// The slot is being written.
const BUSY: u64 = 1;

impl PawnTable {
    /// An empty table.
    ///
    /// # Errors
    /// If there is not enough memory for it.
    pub fn new() -> io::Result<Self> {
        SharedWords::new(SLOTS * SLOT_WORDS).map(Self)
    }

    /// The entry for these pawns.
    #[inline]
    #[must_use]
    pub fn probe(&self, pawns: &Pawns) -> Option<Structure> {
        let slot = self.slot(pawns);
        let version = slot[0].load(Ordering::Acquire);
        if version == 0 || version & BUSY != 0 {
            return None;
        }
        let mut found = [0; SLOT_WORDS - 1];
        for (word, place) in found.iter_mut().zip(&slot[1..]) {
            *word = place.load(Ordering::Relaxed);
        }
        fence(Ordering::Acquire);
        if slot[0].load(Ordering::Relaxed) != version {
            return None;
        }
        let [white, _, _, black, _, _, score] = found;
        let is_it = found
            .into_iter()
            .zip(words(pawns))
            .all(|(found, wanted)| found & PAWNS == wanted);
        is_it.then(|| Structure {
            score: Phased {
                full: score as u32 as i32,
                empty: (score >> 32) as u32 as i32,
            },
            passed: [(white, Colour::White), (black, Colour::Black)].map(|(word, side)| {
                let files = Bitboard::files((word >> FILES_SHIFT) as u16);
                files & foremost(pawns[side as usize], side)
            }),
        })
    }

    /// Stores an entry. If another thread is writing there, the entry is dropped.
    pub fn keep(&self, pawns: &Pawns, structure: &Structure) {
        let slot = self.slot(pawns);
        let version = slot[0].load(Ordering::Relaxed);
        let (order, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        let marked = slot[0].compare_exchange(version, version | BUSY, order, relaxed);
        if version & BUSY != 0 || marked.is_err() {
            return;
        }
        fence(Ordering::Release);
        let files = structure.passed.map(Bitboard::on_files);
        let Phased { full, empty } = structure.score;
        let score = u64::from(full as u32) | u64::from(empty as u32) << 32;
        let mut all = [0; SLOT_WORDS - 1];
        all[..6].copy_from_slice(&words(pawns));
        all[0] |= u64::from(files[0]) << FILES_SHIFT;
        all[3] |= u64::from(files[1]) << FILES_SHIFT;
        all[6] = score;
        for (place, word) in slot[1..].iter().zip(all) {
            place.store(word, Ordering::Relaxed);
        }
        slot[0].store(version + 2, Ordering::Release);
    }

    #[inline]
    fn slot(&self, pawns: &Pawns) -> &[AtomicU64] {
        let [a, b, c, d, e, f] = words(pawns);
        let white = hash::mix_words(a ^ b.rotate_left(16), c);
        let black = hash::mix_words(d ^ e.rotate_left(16), f);
        let hash = hash::mix_words(white, black);
        let at = hash::below(hash, SLOTS) * SLOT_WORDS;
        &self.0[at..at + SLOT_WORDS]
    }
}

/// The pawns as words.
#[inline(always)]
fn words(pawns: &Pawns) -> [u64; 6] {
    let [[a, b, c], [d, e, f]] = pawns.map(Bitboard::words);
    [a, b, c, d, e, f]
}
