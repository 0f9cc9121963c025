//! The table of gamelets: their known worths, in canonical form.
//!
//! It does not matter on which files a gamelet stands, or whether it is mirrored. So it is moved to the left
//! edge, and only one of two mirror images is stored. Its ranks do matter: they decide which side promotes
//! first. For each of the two aims, the table has the least and the most that the gamelet can be worth. For
//! gamelets of up to four files, all of that fits in a word, so a matching word never belongs to another
//! gamelet:
//!
//! ```text
//! word   63     58 57     52 51    46 45    40 39                                 0
//!       | win: most | least | hold: most | least | five bytes: enemy's files, own files |
//! ```
//!
//! A minimum m is stored as m + 31 and a maximum m as 32 − m; 0 stands for unknown. Each of the five bytes is
//! a rank of the side to move (2 to 6) in its lower half, and one of the enemy (3 to 7) in its upper half.
//! Threads share the table without a lock, and a new word replaces the old one. It takes 8 MiB, allocated on
//! first use.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::worth::{Aim, MOST_SPARE};
use crate::games::pawns::Position;
use crate::games::pawns::key::value_key;
use crate::hash;

/// The known worths of gamelets, computed on demand.
#[derive(Default)]
pub struct Gamelets {
    words: OnceLock<Box<[AtomicU64]>>,
    positions: AtomicU64,
}

const INDEX_BITS: u32 = 20;
const KEY_BITS: u32 = 40;
const KEY: u64 = (1 << KEY_BITS) - 1;
const NUMBER_BITS: u32 = 6;
const NUMBER: u64 = (1 << NUMBER_BITS) - 1;
/// A number below all numbers of moves that are asked about, and one above them.
const BELOW: i8 = -MOST_SPARE - 1;
const ABOVE: i8 = MOST_SPARE + 1;

impl Gamelets {
    /// The maximum number of files in a gamelet that is stored.
    pub const MOST_FILES: u32 = 4;
    /// The maximum number of gamelets stored.
    pub const WORDS: usize = 1 << INDEX_BITS;

    /// The number of positions of gamelets searched: those whose moves were generated.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The entry of a gamelet of at most [`Self::MOST_FILES`] files, without en passant, and without a pawn
    /// that can step to its last rank.
    pub(super) fn entry(&self, gamelet: &Position, aim: Aim) -> KnownWorth<'_> {
        let key = small_key(gamelet);
        KnownWorth {
            gamelets: self,
            word: self.word(key),
            key,
            shift: KEY_BITS + 2 * NUMBER_BITS * aim as u32,
        }
    }

    /// The words of all gamelets with known values.
    pub(super) fn known_words(&self) -> impl Iterator<Item = u64> {
        let words = self.words.get().into_iter().flatten();
        let words = words.map(|word| word.load(Ordering::Relaxed));
        words.filter(|word| *word != 0)
    }

    /// Restores a stored word.
    pub(super) fn restore(&self, word: u64) {
        self.word(word & KEY).store(word, Ordering::Relaxed);
    }

    fn word(&self, key: u64) -> &AtomicU64 {
        let words = self
            .words
            .get_or_init(|| (0..Self::WORDS).map(|_| AtomicU64::new(0)).collect());
        let at = hash::spread(key) >> (u64::BITS - INDEX_BITS);
        &words[at as usize]
    }
}

/// The known worth of one gamelet, for one aim.
pub(super) struct KnownWorth<'a> {
    gamelets: &'a Gamelets,
    word: &'a AtomicU64,
    key: u64,
    shift: u32,
}

impl KnownWorth<'_> {
    /// Whether the gamelet is worth this much, if that is known.
    pub(super) fn known(&self, spare: i8) -> Option<bool> {
        let (least, most) = self.bounds(self.read());
        if spare <= least {
            Some(true)
        } else {
            (spare > most).then_some(false)
        }
    }

    /// Stores whether the gamelet is worth this much.
    pub(super) fn learn(&self, spare: i8, holds: bool) {
        self.gamelets.positions.fetch_add(1, Ordering::Relaxed);
        let word = self.read();
        let (least, most) = self.bounds(word);
        let (least, most) = if holds {
            (least.max(spare), most)
        } else {
            (least, most.min(spare - 1))
        };
        let number = |spare: i8| (spare - BELOW) as u64;
        // A maximum m is stored as 32 − m, so that an empty word means unknown.
        let bits = number(least) | (NUMBER - number(most)) << NUMBER_BITS;
        let others = word & !((NUMBER << NUMBER_BITS | NUMBER) << self.shift);
        self.word
            .store(others | bits << self.shift, Ordering::Relaxed);
    }

    /// The word, or an empty one for this gamelet.
    fn read(&self) -> u64 {
        let word = self.word.load(Ordering::Relaxed);
        if word & KEY == self.key {
            word
        } else {
            self.key
        }
    }

    fn bounds(&self, word: u64) -> (i8, i8) {
        let number = |shift: u32| (word >> (self.shift + shift) & NUMBER) as i8;
        (BELOW + number(0), ABOVE + 1 - number(NUMBER_BITS))
    }
}

/// Does not show the entries, because counting them would take a walk over the table.
impl fmt::Debug for Gamelets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gamelets({} positions)", self.positions())
    }
}

/// The gamelet in 40 bits.
#[inline]
fn small_key(gamelet: &Position) -> u64 {
    let bits = value_key(gamelet).bits();
    let (own, enemy) = (bits as u64 & KEY, (bits >> KEY_BITS) as u64);
    debug_assert_eq!((own | enemy) & 0xf0_f0f0_f0f0, 0, "more than four files");
    own | enemy << 4
}
