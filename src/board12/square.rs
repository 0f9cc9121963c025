//! One square of the large board, its file and its rank.
//!
//! Squares are numbered file by file along the ranks (little-endian rank-file mapping):
//!
//! ```text
//! 12 | 132 133 134  .  .  143
//! 11 | 120  .   .   .  .  131
//!  …
//!  2 |  12  .   .   .  .   23
//!  1 |   0  1   2   .  .   11
//!      a   b   c   .  .   l
//! ```

use std::fmt;

use crate::board::Colour;

/// How many files there are, and how many ranks.
pub(super) const SIDE: usize = 12;

/// A file (column), `a` to `l`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

/// A rank (row), 1 to 12, stored from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

/// One of the 144 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl File {
    /// All twelve files, from `a` to `l`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SIDE as u8).map(Self)
    }

    /// The file called `letter` (`a` to `l`, either case), if there is one.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='l' => Some(Self(letter as u8 - b'a')),
            'A'..='L' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// Counted from 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl Rank {
    /// The first rank, White's home.
    pub const FIRST: Self = Self(0);
    /// The last rank for White.
    pub const TWELFTH: Self = Self(11);

    /// All twelve ranks, from 1 to 12.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SIDE as u8).map(Self)
    }

    /// Counted from 0 for the first rank.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank of that number (`1` to `12`, without zeros before it), if there is one.
    #[must_use]
    pub fn parse(number: &str) -> Option<Self> {
        let mut digits = number.chars();
        let is_plain = digits
            .next()
            .is_some_and(|first| ('1'..='9').contains(&first));
        let index = number.parse::<u8>().ok().filter(|_| is_plain)? - 1;
        (usize::from(index) < SIDE).then_some(Self(index))
    }

    /// The same rank seen by the other player.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(SIDE as u8 - 1 - self.0)
    }

    /// This rank as `colour` sees it, whose own pawns go up: unchanged for White.
    #[inline(always)]
    #[must_use]
    pub const fn seen_by(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => self.flip(),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = SIDE * SIDE;

    /// Every square, from a1 to l12.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The square where `file` and `rank` cross.
    #[inline(always)]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 * SIDE as u8 + file.0)
    }

    /// The square numbered `index`, if there is one.
    #[inline(always)]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The same for an index that is known to be one: beyond it, the last square.
    #[inline(always)]
    #[must_use]
    pub const fn at(index: usize) -> Self {
        if index < Self::COUNT {
            Self(index as u8)
        } else {
            Self(Self::COUNT as u8 - 1)
        }
    }

    /// Its number, 0 for a1 to 143 for l12.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> File {
        File(self.0 % SIDE as u8)
    }

    /// Its rank.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / SIDE as u8)
    }

    /// The same square seen by the other player: `a2` becomes `a11`.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.file(), self.rank().flip())
    }

    /// This square as `colour` sees it, whose own pawns go up: unchanged for White.
    #[inline(always)]
    #[must_use]
    pub const fn seen_by(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => self.flip(),
        }
    }

    /// The square so many files to the right and ranks up, if it is on the board.
    #[inline]
    #[must_use]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let (file, rank) = (self.file().0 as i32 + files, self.rank().0 as i32 + ranks);
        if file < 0 || file >= SIDE as i32 || rank < 0 || rank >= SIDE as i32 {
            return None;
        }
        Some(Self((rank * SIDE as i32 + file) as u8))
    }

    /// The square one rank further for a side whose pawns go up, or down, if it is on the board.
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, colour: Colour) -> Option<Self> {
        match colour {
            Colour::White => self.offset(0, 1),
            Colour::Black => self.offset(0, -1),
        }
    }

    /// Half-way between two squares; if there is none, the nearest that is lower and further left.
    #[must_use]
    pub const fn middle(self, other: Self) -> Self {
        let file = (self.file().0 + other.file().0) / 2;
        let rank = (self.rank().0 + other.rank().0) / 2;
        Self::new(File(file), Rank(rank))
    }

    /// Reads a square such as `e4` or `l12`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let rank = Rank::parse(&text[1..])?;
        Some(Self::new(File::from_letter(letter)?, rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn every_square_has_its_name() {
        for (index, one) in Square::all().enumerate() {
            assert_eq!(one.index(), index);
            assert_eq!(Square::parse(&one.to_string()), Some(one));
            assert_eq!(Square::new(one.file(), one.rank()), one);
        }
        for name in [
            "", "a", "m1", "a0", "a13", "a01", "a+1", "A1", "a1 ", "a111", "é1", "aé",
        ] {
            assert_eq!(Square::parse(name), None, "{name}");
        }
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(square("b3").flip(), square("b10"));
        assert_eq!(square("b3").seen_by(Colour::Black), square("b10"));
        assert_eq!(square("l11").forward(Colour::White), Some(square("l12")));
        assert_eq!(square("l12").forward(Colour::White), None);
        assert_eq!(square("a1").forward(Colour::Black), None);
        assert_eq!(square("f2").offset(2, 1), Some(square("h3")));
        assert_eq!(square("k2").offset(2, 1), None);
        assert_eq!(square("f2").middle(square("d4")), square("e3"));
        assert_eq!(square("f10").middle(square("f12")), square("f11"));
    }
}
