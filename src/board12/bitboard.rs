//! A set of squares in three words of four ranks each: bit 0 of the first is a1, bit 11 is l1, bit 47 is
//! l4; bit 0 of the second is a5.
//!
//! 144 bits would fit closer, but so no rank is cut in two, and each word looks like the others: what is
//! to be done with lines can be done with all three words at once. The upper sixteen bits of each are
//! always 0.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::SIDE;
use super::{File, Rank, Square};

/// A set of squares.
///
/// ```
/// use jacquerie::board12::{Bitboard, Rank};
/// let first = Bitboard::rank(Rank::FIRST);
/// assert_eq!(first.up().down(), first);
/// assert_eq!(first.count(), 12);
/// assert!(first.down().is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bitboard(pub(super) [u64; 3]);

/// How many squares a word holds.
pub(super) const WORD: usize = 48;
/// All squares of a word.
const FULL: u64 = (1 << WORD) - 1;
/// The squares of a word on the a-file, and on the l-file.
pub(super) const A_FILE: u64 = 0x0010_0100_1001;
const L_FILE: u64 = A_FILE << (SIDE - 1);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self([0; 3]);
    /// All 144 squares.
    pub const ALL: Self = Self([FULL; 3]);

    /// The twelve squares of a rank.
    #[inline(always)]
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        RANKS[rank.index()]
    }

    /// The twelve squares of a file.
    #[must_use]
    pub const fn file(file: File) -> Self {
        Self([A_FILE << file.index(); 3])
    }

    /// The set of this one square.
    #[inline(always)]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        SINGLE[square.index()]
    }

    /// Whether no square is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether at least one square is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn any(self) -> bool {
        !self.is_empty()
    }

    /// The words that it is made of; the upper sixteen bits of each are 0.
    #[inline(always)]
    #[must_use]
    pub const fn words(self) -> [u64; 3] {
        self.0
    }

    /// Every square on some of the files, bit 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn files(files: u16) -> Self {
        Self([A_FILE * (files as u64 & 0xfff); 3])
    }

    /// The files on which there is a square of the set, bit 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn on_files(self) -> u16 {
        (self.fill_down().0[0] & 0xfff) as u16
    }

    /// How many squares are in the set.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether there are at least two squares in the set.
    #[inline(always)]
    #[must_use]
    pub fn is_several(self) -> bool {
        let mut rest = self.into_iter();
        rest.next().is_some() && rest.next().is_some()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / WORD] >> (square.index() % WORD) & 1 != 0
    }

    /// Whether the two sets have a square in common.
    #[inline(always)]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// Every square one rank further up; what leaves the board is gone.
    #[inline(always)]
    #[must_use]
    pub const fn up(self) -> Self {
        let [low, middle, high] = self.0;
        Self([
            low << SIDE & FULL,
            (middle << SIDE | low >> (WORD - SIDE)) & FULL,
            (high << SIDE | middle >> (WORD - SIDE)) & FULL,
        ])
    }

    /// Every square one rank further down.
    #[inline(always)]
    #[must_use]
    pub const fn down(self) -> Self {
        let [low, middle, high] = self.0;
        Self([
            (low >> SIDE | middle << (WORD - SIDE)) & FULL,
            (middle >> SIDE | high << (WORD - SIDE)) & FULL,
            high >> SIDE,
        ])
    }

    /// Every square one file to the left; the a-file leaves the board.
    #[inline(always)]
    #[must_use]
    pub const fn left(self) -> Self {
        let [low, middle, high] = self.0;
        Self([
            (low & !A_FILE) >> 1,
            (middle & !A_FILE) >> 1,
            (high & !A_FILE) >> 1,
        ])
    }

    /// Every square one file to the right; the l-file leaves the board.
    #[inline(always)]
    #[must_use]
    pub const fn right(self) -> Self {
        let [low, middle, high] = self.0;
        Self([
            (low & !L_FILE) << 1,
            (middle & !L_FILE) << 1,
            (high & !L_FILE) << 1,
        ])
    }

    /// These squares and all above them on their files.
    #[inline(always)]
    #[must_use]
    pub const fn fill_up(self) -> Self {
        const fn fill(word: u64) -> u64 {
            let pairs = word | word << SIDE;
            (pairs | pairs << (2 * SIDE)) & FULL
        }
        let low = fill(self.0[0]);
        let middle = fill(self.0[1] | low >> (WORD - SIDE));
        let high = fill(self.0[2] | middle >> (WORD - SIDE));
        Self([low, middle, high])
    }

    /// These squares and all below them on their files.
    #[inline(always)]
    #[must_use]
    pub const fn fill_down(self) -> Self {
        const fn fill(word: u64) -> u64 {
            let pairs = word | word >> SIDE;
            pairs | pairs >> (2 * SIDE)
        }
        let high = fill(self.0[2]);
        let middle = fill(self.0[1] | high << (WORD - SIDE) & FULL);
        let low = fill(self.0[0] | middle << (WORD - SIDE) & FULL);
        Self([low, middle, high])
    }

    /// The squares beside these, left and right.
    #[inline(always)]
    #[must_use]
    pub fn beside(self) -> Self {
        self.left() | self.right()
    }

    /// The lowest square (in the order of [`Square::index`]), if there is one.
    #[inline(always)]
    #[must_use]
    pub const fn lowest(self) -> Option<Square> {
        let [low, middle, high] = self.0;
        let index = if low != 0 {
            low.trailing_zeros() as usize
        } else if middle != 0 {
            WORD + middle.trailing_zeros() as usize
        } else if high != 0 {
            2 * WORD + high.trailing_zeros() as usize
        } else {
            return None;
        };
        Some(Square::at(index))
    }
}

/// The sets of one rank.
static RANKS: [Bitboard; SIDE] = {
    let mut sets = [Bitboard::EMPTY; SIDE];
    let mut rank = 0;
    while rank < SIDE {
        sets[rank].0[rank / 4] = 0xfff << (SIDE * (rank % 4));
        rank += 1;
    }
    sets
};

/// The sets of one square.
static SINGLE: [Bitboard; Square::COUNT] = {
    let mut sets = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < sets.len() {
        sets[index].0[index / WORD] = 1 << (index % WORD);
        index += 1;
    }
    sets
};

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a & d, b & e, c & f])
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a | d, b | e, c | f])
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a ^ d, b ^ e, c ^ f])
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::ALL
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
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
        let words = &mut self.0.0;
        for (number, word) in words.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Square::at(number * WORD + bit));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each shift agrees with what it says of a single square, and with nothing over the edge.
    #[test]
    fn shifts_agree_square_by_square() {
        for square in Square::all() {
            let set = Bitboard::of(square);
            assert_eq!(set.lowest(), Some(square));
            assert!(set.contains(square) && !(!set).contains(square));
            for (moved, files, ranks) in [
                (set.left(), -1, 0),
                (set.right(), 1, 0),
                (set.up(), 0, 1),
                (set.down(), 0, -1),
            ] {
                assert_eq!(moved.lowest(), square.offset(files, ranks), "{square}");
                assert_eq!(moved & Bitboard::ALL, moved, "{square}");
            }
            assert!(Bitboard::rank(square.rank()).meets(set));
            assert!(Bitboard::file(square.file()).meets(set));
        }
    }

    #[test]
    fn fills_reach_the_edges() {
        for square in Square::all() {
            let set = Bitboard::of(square);
            let file = Bitboard::file(square.file());
            let above = |one: &Square| one.rank() >= square.rank();
            let below = |one: &Square| one.rank() <= square.rank();
            assert_eq!(set.fill_up(), file.into_iter().filter(above).collect());
            assert_eq!(set.fill_down(), file.into_iter().filter(below).collect());
            assert_eq!(Bitboard::files(set.on_files()), file);
        }
        let two = Bitboard([1, 0, 1 << 47]);
        assert_eq!(two.on_files(), 1 | 1 << 11);
        assert_eq!(Bitboard::files(two.on_files()).count(), 24);
    }

    #[test]
    fn sets_are_what_is_put_into_them() {
        let all: Bitboard = Square::all().collect();
        assert_eq!(all, Bitboard::ALL);
        assert_eq!(all.count(), 144);
        assert!(all.into_iter().eq(Square::all()));
        assert_eq!(Bitboard::EMPTY.lowest(), None);
        let ranks = Rank::all().fold(Bitboard::EMPTY, |set, rank| set ^ Bitboard::rank(rank));
        let files = File::all().fold(Bitboard::EMPTY, |set, file| set ^ Bitboard::file(file));
        assert_eq!((ranks, files), (all, all));
        let pair: Bitboard = Square::all().skip(47).take(2).collect();
        assert!(pair.is_several());
        assert!(!Bitboard::of(Square::at(143)).is_several());
    }
}
