//! A set of squares in one 64-bit word: bit 0 is a1, bit 7 is h1, bit 63 is h8.
//!
//! A pawn step is a shift by eight, a capture a shift by seven or nine with the wrap-around
//! masked off, turning the board a byte swap. So one operation treats every pawn of a side at
//! once ("setwise"); see the Chess Programming Wiki, *Pawn Pushes (Bitboards)* and *Pawn Fills*.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{File, Rank, Square};

/// A set of squares.
///
/// ```
/// use jacquerie::board::{Bitboard, Rank};
/// let second = Bitboard::rank(Rank::SECOND);
/// assert_eq!(second.up().up(), Bitboard::rank(Rank::FOURTH));
/// assert_eq!(second.count(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bitboard(pub u64);

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);

    /// The eight squares of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// The eight squares of a file.
    #[must_use]
    pub const fn file(file: File) -> Self {
        Self(A_FILE << file.index())
    }

    /// The `count` leftmost files (a-file first).
    #[must_use]
    pub const fn leftmost_files(count: usize) -> Self {
        if count >= 8 {
            return Self::ALL;
        }
        Self(((1 << count) - 1) * A_FILE)
    }

    /// The set of this one square.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether at least one square is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares are in the set.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets have a square in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Every square one rank further up; what leaves the board is gone.
    #[inline(always)]
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square one rank further down.
    #[inline(always)]
    #[must_use]
    pub const fn down(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square one file to the left; the a-file leaves the board.
    #[inline(always)]
    #[must_use]
    pub const fn left(self) -> Self {
        Self((self.0 & !A_FILE) >> 1)
    }

    /// Every square one file to the right; the h-file leaves the board.
    #[inline(always)]
    #[must_use]
    pub const fn right(self) -> Self {
        Self((self.0 & !H_FILE) << 1)
    }

    /// The squares beside these, left and right.
    #[inline(always)]
    #[must_use]
    pub const fn beside(self) -> Self {
        Self(self.left().0 | self.right().0)
    }

    /// These squares and all above them on their files.
    #[inline(always)]
    #[must_use]
    pub const fn fill_up(self) -> Self {
        let mut set = self.0;
        set |= set << 8;
        set |= set << 16;
        set |= set << 32;
        Self(set)
    }

    /// These squares and those above them as far as the way is `open`: each step doubles the way.
    #[inline(always)]
    #[must_use]
    pub const fn fill_up_through(self, open: Self) -> Self {
        let (mut set, mut open) = (self.0, open.0);
        set |= open & set << 8;
        open &= open << 8;
        set |= open & set << 16;
        open &= open << 16;
        set |= open & set << 32;
        Self(set)
    }

    /// These squares and all below them on their files.
    #[inline(always)]
    #[must_use]
    pub const fn fill_down(self) -> Self {
        let mut set = self.0;
        set |= set >> 8;
        set |= set >> 16;
        set |= set >> 32;
        Self(set)
    }

    /// The whole files that hold at least one of these squares.
    #[inline(always)]
    #[must_use]
    pub const fn whole_files(self) -> Self {
        Self((self.fill_down().0 & 0xff) * A_FILE)
    }

    /// How many files hold at least one of these squares.
    #[inline(always)]
    #[must_use]
    pub const fn count_files(self) -> u32 {
        (self.fill_down().0 & 0xff).count_ones()
    }

    /// The set as the other player sees it: rank 1 and rank 8 change places.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set in a mirror that swaps left and right.
    ///
    /// Three exchanges turn each byte round: neighbours, pairs, halves.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(self) -> Self {
        const K1: u64 = 0x5555_5555_5555_5555;
        const K2: u64 = 0x3333_3333_3333_3333;
        const K4: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let mut set = self.0;
        set = set >> 1 & K1 | (set & K1) << 1;
        set = set >> 2 & K2 | (set & K2) << 2;
        set = set >> 4 & K4 | (set & K4) << 4;
        Self(set)
    }

    /// Ranks and files exchanged: byte *f* of the result is file *f*, its bit *r* rank *r*.
    ///
    /// Three exchanges again, of blocks of one, two and four squares across the diagonal (Warren,
    /// *Hacker's Delight*).
    #[inline(always)]
    #[must_use]
    pub const fn transposed(self) -> Self {
        const K1: u64 = 0x00aa_00aa_00aa_00aa;
        const K2: u64 = 0x0000_cccc_0000_cccc;
        const K4: u64 = 0x0000_0000_f0f0_f0f0;
        let mut set = self.0;
        let ones = (set ^ set >> 7) & K1;
        set ^= ones ^ ones << 7;
        let twos = (set ^ set >> 14) & K2;
        set ^= twos ^ twos << 14;
        let fours = (set ^ set >> 28) & K4;
        Self(set ^ fours ^ fours << 28)
    }

    /// The lowest square (in the order of [`Square::index`]), if there is one.
    #[inline(always)]
    #[must_use]
    pub const fn lowest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros() as u8))
        }
    }

    /// The highest square (in the order of [`Square::index`]), if there is one.
    #[inline(always)]
    #[must_use]
    pub const fn highest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(63 - self.0.leading_zeros() as u8))
        }
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.lowest()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each shift agrees with what it says of a single square, and with nothing over the edge.
    #[test]
    fn shifts_agree_square_by_square() {
        for index in 0..64 {
            let square = Square::from_index(index);
            let set = Bitboard::of(square);
            let (file, rank) = (square.file().index(), square.rank().index());
            assert_eq!(set.left().is_empty(), file == 0);
            assert_eq!(set.right().is_empty(), file == 7);
            assert_eq!(set.up().is_empty(), rank == 7);
            assert_eq!(set.down().is_empty(), rank == 0);
            assert_eq!(set.mirror(), Bitboard::of(square.mirror()));
            assert_eq!(set.flip(), Bitboard::of(square.flip()));
            assert_eq!(set.transposed().0, 1 << (8 * file + rank));
            assert_eq!(set.fill_up().count() as usize, 8 - rank);
            assert_eq!(set.fill_down().count() as usize, rank + 1);
            assert_eq!(set.whole_files(), Bitboard::file(square.file()));
            assert_eq!(set.lowest(), Some(square));
            assert_eq!(set.highest(), Some(square));
        }
    }

    #[test]
    fn leftmost_files_are_counted_from_a() {
        assert_eq!(Bitboard::leftmost_files(0), Bitboard::EMPTY);
        assert_eq!(Bitboard::leftmost_files(3).count(), 24);
        assert_eq!(Bitboard::leftmost_files(8), Bitboard::ALL);
        assert_eq!(Bitboard::leftmost_files(3).count_files(), 3);
    }
}
