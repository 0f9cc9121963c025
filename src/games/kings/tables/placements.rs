//! Sets of placements of the two kings, and a king's step on all of them at once.

use std::ops::{BitAnd, BitOr, Not};

use super::table::Placements;
use crate::board::{Bitboard, Colour, Square};
use crate::games::kings::structure::Structure;
use crate::solve::tiers::Worth;

/// A set of placements: for each square of Black's king, the squares of White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games::kings) struct Set([u64; 64]);

impl Set {
    /// No placement.
    pub const EMPTY: Self = Self([0; 64]);

    /// All placements, legal or not.
    pub const ALL: Self = Self([u64::MAX; 64]);

    /// For each square of Black's king, the squares of White's king.
    fn of(squares: impl Fn(Square) -> Bitboard) -> Self {
        Self(std::array::from_fn(|index| {
            squares(Square::at(index)).bits()
        }))
    }

    /// The placements for which a predicate on White's king and Black's king holds.
    pub fn of_kings(holds: impl Fn(Square, Square) -> bool) -> Self {
        Self::of(|black| {
            let squares = Bitboard::ALL.into_iter();
            squares.filter(|white| holds(*white, black)).collect()
        })
    }

    /// All legal placements with that side to move: the kings stand apart and on no pawn, and the other
    /// side's king is not attacked.
    pub fn legal(structure: Structure, turn: Colour) -> Self {
        let attacked = structure.attacked_by(turn);
        let (white, black) = match turn {
            Colour::White => (Bitboard::EMPTY, attacked),
            Colour::Black => (attacked, Bitboard::EMPTY),
        };
        let pawns = structure.pawns();
        Self::of(|king| {
            let here = Bitboard::of(king);
            match here.meets(pawns | black) {
                true => Bitboard::EMPTY,
                false => !(here | here.neighbours() | pawns | white),
            }
        })
    }

    /// The placements in which the king of the side to move is attacked.
    pub fn in_check(structure: Structure, turn: Colour) -> Self {
        let attacked = structure.attacked_by(turn.opponent());
        Self::of(|king| match (turn, attacked.contains(king)) {
            (Colour::White, _) => attacked,
            (Colour::Black, true) => Bitboard::ALL,
            (Colour::Black, false) => Bitboard::EMPTY,
        })
    }

    /// All placements from which a king's step of that side leads into this set.
    #[inline(always)]
    pub fn before_step(&self, turn: Colour) -> Self {
        match turn {
            Colour::White => Self(
                self.0
                    .map(|word| Bitboard::from_bits(word).neighbours().bits()),
            ),
            Colour::Black => self.joined(),
        }
    }

    /// Combines each word with the words of the eight neighbouring squares.
    #[inline(always)]
    fn joined(&self) -> Self {
        // The rows are padded with an empty rank below and above, and empty files left and right.
        let mut rows = [[0; 10]; 10];
        for (rank, words) in self.0.as_chunks::<8>().0.iter().enumerate() {
            rows[rank + 1][1..9].copy_from_slice(words);
        }
        let mut joined = [0; 64];
        for (rank, words) in joined.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let [below, here, above] = [&rows[rank], &rows[rank + 1], &rows[rank + 2]];
            for (file, word) in words.iter_mut().enumerate() {
                *word = below[file] | below[file + 1] | below[file + 2];
                *word |= here[file] | here[file + 2];
                *word |= above[file] | above[file + 1] | above[file + 2];
            }
        }
        Self(joined)
    }

    /// Adds one placement.
    #[inline(always)]
    pub fn insert(&mut self, black: usize, white: usize) {
        self.0[black] |= 1 << white;
    }

    /// The number of placements.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether a placement is in the set.
    #[inline(always)]
    pub fn contains(&self, black: usize, white: usize) -> bool {
        self.0[black] >> white & 1 != 0
    }

    /// Marks all placements in the set as drawn, and all others as illegal.
    pub fn draw(&self, worths: &mut Placements) {
        for (word, row) in self.0.iter().zip(worths) {
            for (white, worth) in row.iter_mut().enumerate() {
                *worth = match word >> white & 1 {
                    1 => Worth::DRAW,
                    _ => Worth::NONE,
                };
            }
        }
    }

    /// Whether it is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Calls `visit` with each placement: Black's king and White's.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        for (black, word) in self.0.iter().enumerate() {
            for white in Bitboard::from_bits(*word) {
                visit(black, white.index());
            }
        }
    }
}

impl BitAnd for Set {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for Set {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl Not for Set {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
