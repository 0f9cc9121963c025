//! A set of squares, one bit each, in one word or in several.
//!
//! Eight ranks of eight squares fill one 64-bit word: bit 0 is a1, bit 7 is h1, bit 63 is h8.
//! Twelve ranks of twelve take three words of four ranks each: bit 0 of the first is a1, bit 11 is
//! l1, bit 47 is l4; bit 0 of the second is a5. 144 consecutive bits would be denser, but this way
//! no rank is split, and the same operation works on each word. The upper sixteen bits of each word
//! are always 0.
//!
//! A pawn step is a shift by a rank. A capture is a shift by one square more or less, with the
//! wrap-around masked off. So one operation treats every pawn of a side at once ("setwise"); see
//! the Chess Programming Wiki, *Pawn Pushes (Bitboards)* and *Pawn Fills*.

use std::array;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::{File, Rank, Square};

/// A set of squares on a board with `SIDE` files and ranks, in `WORDS` words.
///
/// ```
/// use jacquerie::board::{Bitboard, Rank, twelve};
/// let second = Bitboard::rank(Rank::SECOND);
/// assert_eq!(second.up().up(), Bitboard::rank(Rank::FOURTH));
/// assert_eq!(second.count(), 8);
/// assert_eq!(twelve::Bitboard::rank(twelve::Rank::SECOND).count(), 12);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bitboard<const SIDE: usize, const WORDS: usize>(pub(super) [u64; WORDS]);

impl<const SIDE: usize, const WORDS: usize> Bitboard<SIDE, WORDS> {
    /// No square.
    pub const EMPTY: Self = Self([0; WORDS]);
    /// All squares of the board.
    pub const ALL: Self = Self([Self::FULL; WORDS]);

    /// How many squares a word holds.
    pub(super) const BITS: usize = SIDE * SIDE / WORDS;
    /// All squares of a word.
    const FULL: u64 = !0 >> (64 - Self::BITS);
    /// The squares of a word on the a-file.
    pub(super) const A_FILE: u64 = Self::FULL / Self::FIRST_RANK;
    /// The squares of a word on the last file.
    pub(super) const LAST_FILE: u64 = Self::A_FILE << (SIDE - 1);
    /// The lowest rank of a word.
    const FIRST_RANK: u64 = (1 << SIDE) - 1;

    /// For each square, the set of that square alone. (Every byte is a valid index, so no check is
    /// needed.)
    const SINGLE: &[Self; 256] = &{
        let mut sets = [Self::EMPTY; 256];
        let mut index = 0;
        while index < SIDE * SIDE {
            sets[index].0[index / Self::BITS] = 1 << (index % Self::BITS);
            index += 1;
        }
        sets
    };

    /// For each rank, the set of its squares.
    const RANKS: &[Self; SIDE] = &{
        let mut sets = [Self::EMPTY; SIDE];
        let mut rank = 0;
        while rank < SIDE {
            let first = SIDE * rank;
            sets[rank].0[first / Self::BITS] = Self::FIRST_RANK << (first % Self::BITS);
            rank += 1;
        }
        sets
    };

    /// The set of this one square.
    #[inline(always)]
    #[must_use]
    pub const fn of(square: Square<SIDE>) -> Self {
        match WORDS {
            1 => Self([1 << square.index(); WORDS]),
            _ => Self::SINGLE[square.index()],
        }
    }

    /// The squares of a rank.
    #[inline(always)]
    #[must_use]
    pub const fn rank(rank: Rank<SIDE>) -> Self {
        match WORDS {
            1 => Self([Self::FIRST_RANK << (SIDE * rank.index()); WORDS]),
            _ => Self::RANKS[rank.index()],
        }
    }

    /// The squares of a file.
    #[inline(always)]
    #[must_use]
    pub const fn file(file: File<SIDE>) -> Self {
        Self([Self::A_FILE << file.index(); WORDS])
    }

    /// Every square on some of the files, bit 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn files(files: u16) -> Self {
        Self([Self::A_FILE * (files as u64 & Self::FIRST_RANK); WORDS])
    }

    /// The set that consists of these words. Bits that are not squares are ignored.
    #[inline(always)]
    #[must_use]
    pub fn from_words(words: [u64; WORDS]) -> Self {
        Self(words) & Self::ALL
    }

    /// The words of the set.
    #[inline(always)]
    #[must_use]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// Whether no square is in the set.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.into_iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether at least one square is in the set.
    #[inline(always)]
    #[must_use]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether there are at least two squares in the set.
    #[inline(always)]
    #[must_use]
    pub fn is_several(self) -> bool {
        let mut rest = self.into_iter();
        rest.next().is_some() && rest.next().is_some()
    }

    /// How many squares are in the set.
    #[inline(always)]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.into_iter().map(u64::count_ones).sum()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, square: Square<SIDE>) -> bool {
        self.meets(Self::of(square))
    }

    /// Whether the two sets have a square in common.
    #[inline(always)]
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// The squares of both sets. This is `|` for constants.
    #[inline(always)]
    #[must_use]
    pub const fn union(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < WORDS {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }

    /// Every square one rank further up; squares beyond the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn up(mut self) -> Self {
        let (mut number, mut below) = (0, 0);
        while number < WORDS {
            let word = self.0[number];
            self.0[number] = (word << SIDE | below) & Self::FULL;
            below = word >> (Self::BITS - SIDE);
            number += 1;
        }
        self
    }

    /// Every square one rank further down.
    #[inline(always)]
    #[must_use]
    pub fn down(mut self) -> Self {
        let mut above = 0;
        for word in self.0.iter_mut().rev() {
            let moved = (*word >> SIDE | above) & Self::FULL;
            above = *word << (Self::BITS - SIDE);
            *word = moved;
        }
        self
    }

    /// Every square one file to the left; squares beyond the a-file are dropped.
    #[inline(always)]
    #[must_use]
    pub fn left(self) -> Self {
        Self(self.0.map(|word| (word & !Self::A_FILE) >> 1))
    }

    /// Every square one file to the right; squares beyond the last file are dropped.
    #[inline(always)]
    #[must_use]
    pub fn right(self) -> Self {
        Self(self.0.map(|word| (word & !Self::LAST_FILE) << 1))
    }

    /// The squares beside these, left and right.
    #[inline(always)]
    #[must_use]
    pub fn beside(self) -> Self {
        self.left() | self.right()
    }

    /// These squares and all above them on their files: each step doubles the distance.
    #[inline(always)]
    #[must_use]
    pub const fn fill_up(mut self) -> Self {
        let (mut number, mut below) = (0, 0);
        while number < WORDS {
            let mut word = self.0[number] | below;
            let mut way = SIDE;
            while way < Self::BITS {
                word |= word << way;
                way *= 2;
            }
            self.0[number] = word & Self::FULL;
            below = self.0[number] >> (Self::BITS - SIDE);
            number += 1;
        }
        self
    }

    /// Of these squares, those from which a pawn that goes up is passed: no enemy pawn stands in front of it, on
    /// its own file or on one beside it.
    #[inline(always)]
    #[must_use]
    pub fn passed_against(self, enemy_pawns: Self) -> Self {
        let before_enemy = enemy_pawns.down().fill_down();
        self & !(before_enemy | before_enemy.beside())
    }

    /// These squares and all below them on their files.
    #[inline(always)]
    #[must_use]
    pub fn fill_down(mut self) -> Self {
        let mut above = 0;
        for word in self.0.iter_mut().rev() {
            *word |= above;
            let mut way = SIDE;
            while way < Self::BITS {
                *word |= *word >> way;
                way *= 2;
            }
            above = *word << (Self::BITS - SIDE) & Self::FULL;
        }
        self
    }

    /// The files on which there is a square of the set, bit 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub fn on_files(self) -> u16 {
        (self.fill_down().0[0] & Self::FIRST_RANK) as u16
    }

    /// The whole files that hold at least one of these squares.
    #[inline(always)]
    #[must_use]
    pub fn whole_files(self) -> Self {
        Self::files(self.on_files())
    }

    /// How many files hold at least one of these squares.
    #[inline(always)]
    #[must_use]
    pub fn count_files(self) -> u32 {
        self.on_files().count_ones()
    }

    /// The number of steps that pawns on these squares have to the last rank, all together.
    #[must_use]
    pub fn steps_to_last(self) -> u32 {
        let left = Rank::all().map(Self::rank).zip((0..SIDE as u32).rev());
        left.map(|(rank, steps)| steps * (self & rank).count())
            .sum()
    }

    /// The lowest square (in the order of [`Square::index`]), if there is one.
    #[inline(always)]
    #[must_use]
    pub fn lowest(self) -> Option<Square<SIDE>> {
        self.into_iter().next()
    }

    /// The highest square (in the order of [`Square::index`]), if there is one.
    #[inline(always)]
    #[must_use]
    pub fn highest(self) -> Option<Square<SIDE>> {
        let (number, word) = self
            .0
            .into_iter()
            .enumerate()
            .rev()
            .find(|(_, word)| *word != 0)?;
        Some(Square::at(number * Self::BITS + word.ilog2() as usize))
    }
}

impl<const SIDE: usize, const WORDS: usize> Default for Bitboard<SIDE, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Hashes only the words. The derived implementation would also hash their number.
impl<const SIDE: usize, const WORDS: usize> Hash for Bitboard<SIDE, WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            word.hash(state);
        }
    }
}

impl<const SIDE: usize, const WORDS: usize> BitAnd for Bitboard<SIDE, WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const SIDE: usize, const WORDS: usize> BitOr for Bitboard<SIDE, WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const SIDE: usize, const WORDS: usize> BitXor for Bitboard<SIDE, WORDS> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl<const SIDE: usize, const WORDS: usize> Not for Bitboard<SIDE, WORDS> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::ALL
    }
}

impl<const SIDE: usize, const WORDS: usize> BitAndAssign for Bitboard<SIDE, WORDS> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const SIDE: usize, const WORDS: usize> BitOrAssign for Bitboard<SIDE, WORDS> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const SIDE: usize, const WORDS: usize> BitXorAssign for Bitboard<SIDE, WORDS> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const SIDE: usize, const WORDS: usize> FromIterator<Square<SIDE>> for Bitboard<SIDE, WORDS> {
    fn from_iter<I: IntoIterator<Item = Square<SIDE>>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl<const SIDE: usize, const WORDS: usize> IntoIterator for Bitboard<SIDE, WORDS> {
    type Item = Square<SIDE>;
    type IntoIter = Squares<SIDE, WORDS>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        Squares(self)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<const SIDE: usize, const WORDS: usize>(Bitboard<SIDE, WORDS>);

impl<const SIDE: usize, const WORDS: usize> Iterator for Squares<SIDE, WORDS> {
    type Item = Square<SIDE>;
    #[inline(always)]
    fn next(&mut self) -> Option<Square<SIDE>> {
        for (number, word) in self.0.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Square::at(number * Bitboard::<SIDE, WORDS>::BITS + bit));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each test runs for both boards.
    macro_rules! for_both_boards {
        ($($test:ident)*) => {
            mod eight { $(#[test] fn $test() { super::$test::<8, 1>(); })* }
            mod twelve { $(#[test] fn $test() { super::$test::<12, 3>(); })* }
        };
    }

    for_both_boards!(shifts_agree_square_by_square fills_reach_the_edges files_are_counted_from_a
        sets_are_what_is_put_into_them);

    /// Each shift agrees with the same step from each single square, even at the edges.
    fn shifts_agree_square_by_square<const SIDE: usize, const WORDS: usize>() {
        for square in Square::<SIDE>::all() {
            let set = Bitboard::<SIDE, WORDS>::of(square);
            assert_eq!(set.lowest(), Some(square));
            assert_eq!(set.highest(), Some(square));
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

    fn fills_reach_the_edges<const SIDE: usize, const WORDS: usize>() {
        for square in Square::<SIDE>::all() {
            let set = Bitboard::<SIDE, WORDS>::of(square);
            let file = Bitboard::file(square.file());
            let above = |one: &Square<SIDE>| one.rank() >= square.rank();
            let below = |one: &Square<SIDE>| one.rank() <= square.rank();
            assert_eq!(set.fill_up(), file.into_iter().filter(above).collect());
            assert_eq!(set.fill_down(), file.into_iter().filter(below).collect());
            assert_eq!(set.on_files(), 1 << square.file().index());
            assert_eq!(set.whole_files(), file);
        }
    }

    fn files_are_counted_from_a<const SIDE: usize, const WORDS: usize>() {
        let leftmost = Bitboard::<SIDE, WORDS>::files(0b111);
        assert_eq!(leftmost.count() as usize, 3 * SIDE);
        assert_eq!(leftmost.count_files(), 3);
        let corners: Bitboard<SIDE, WORDS> =
            [0, SIDE * SIDE - 1].map(Square::at).into_iter().collect();
        assert_eq!(corners.on_files(), 1 | 1 << (SIDE - 1));
        assert_eq!(corners.whole_files().count() as usize, 2 * SIDE);
    }

    fn sets_are_what_is_put_into_them<const SIDE: usize, const WORDS: usize>() {
        let all: Bitboard<SIDE, WORDS> = Square::all().collect();
        assert_eq!(all, Bitboard::ALL);
        assert_eq!(all.count() as usize, SIDE * SIDE);
        assert!(all.into_iter().eq(Square::all()));
        assert_eq!(Bitboard::<SIDE, WORDS>::EMPTY.lowest(), None);
        assert_eq!(Bitboard::<SIDE, WORDS>::EMPTY.highest(), None);
        let ranks = Rank::all().fold(Bitboard::EMPTY, |set, rank| set ^ Bitboard::rank(rank));
        let files = File::all().fold(Bitboard::EMPTY, |set, file| set ^ Bitboard::file(file));
        assert_eq!((ranks, files), (all, all));
        let pair: Bitboard<SIDE, WORDS> = Square::all().skip(47).take(2).collect();
        assert!(pair.is_several());
        assert!(!Bitboard::<SIDE, WORDS>::of(Square::at(47)).is_several());
    }
}
