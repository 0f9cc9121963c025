//! The table of a question: the positions that the attacker wins.
//!
//! There is one [set](super::placement) of the defender's king for each placement of the others, with the
//! attacker to move and with the defender to move: 1 KiB for kings and pawns, 64 KiB with a piece, 4 MiB with
//! two; 10 KiB and 640 KiB without pawns.

use crate::board::Bitboard;
use crate::solve::proof_numbers::Role;

/// The positions of a structure that the attacker wins, without rights to capture en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    won: [Box<[Bitboard]>; 2],
}

impl Table {
    /// The table of these sets: with the attacker to move, and with the defender to move.
    #[must_use]
    pub(super) const fn new(won: [Box<[Bitboard]>; 2]) -> Self {
        Self { won }
    }

    /// The squares of the defender's king on which the attacker wins, with that side to move.
    #[inline]
    #[must_use]
    pub fn won(&self, turn: Role, place: usize) -> Bitboard {
        self.won[turn as usize][place]
    }

    /// The sets as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let words = self.won.iter().flat_map(|sets| sets.iter());
        words.flat_map(|set| set.bits().to_le_bytes()).collect()
    }

    /// The table from such bytes, with the given number of sets for each side to move; `None` if their number
    /// is wrong.
    #[must_use]
    pub fn from_bytes(bytes: &[u8], size: usize) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<8>();
        if words.len() != 2 * size || !rest.is_empty() {
            return None;
        }
        let sets = |words: &[[u8; 8]]| {
            let words = words.iter().map(|word| u64::from_le_bytes(*word));
            words.map(Bitboard::from_bits).collect()
        };
        let (own, theirs) = words.split_at(size);
        Some(Self::new([sets(own), sets(theirs)]))
    }
}
