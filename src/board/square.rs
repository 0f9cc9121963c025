//! One square of a board, its file and its rank, and the two colours.
//!
//! A board has as many ranks as files: `SIDE` of each, eight or twelve. Squares are numbered file by file
//! along the ranks (little-endian rank-file mapping); here for eight:
//!
//! ```text
//! 8 | 56 57 58 59 60 61 62 63
//! 7 | 48  .  .  .  .  .  . 55
//! …
//! 2 |  8  9  .  .  .  .  . 15
//! 1 |  0  1  2  3  4  5  6  7
//!     a  b  c  d  e  f  g  h
//! ```

use std::fmt;

/// A file (column), from `a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File<const SIDE: usize>(u8);

/// A rank (row), from 1, stored from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank<const SIDE: usize>(u8);

/// One of the `SIDE` × `SIDE` squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square<const SIDE: usize>(u8);

/// The player who moves up the board from rank 1, or the one who moves down from the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Moves first, and up the board.
    White,
    /// Moves second, and down the board.
    Black,
}

impl Colour {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Its letter in a FEN: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Its name in machine-readable output: `white` or `black`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

impl<const SIDE: usize> File<SIDE> {
    /// The leftmost file.
    pub const A: Self = Self(0);

    /// All files, from `a`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SIDE as u8).map(Self)
    }

    /// The file called `letter` (either case), if there is one.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let index = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        Self::all().nth(index as usize)
    }

    /// The number of the file, from 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same file in a mirror that swaps left and right.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(SIDE as u8 - 1 - self.0)
    }
}

impl<const SIDE: usize> fmt::Display for File<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl<const SIDE: usize> Rank<SIDE> {
    /// The first rank, White's home.
    pub const FIRST: Self = Self(0);
    /// The second rank: from here a white pawn may make a double step.
    pub const SECOND: Self = Self(1);
    /// The third rank.
    pub const THIRD: Self = Self(2);
    /// The fourth rank: on eight ranks, White's double steps end here.
    pub const FOURTH: Self = Self(3);
    /// The fifth rank: on eight ranks, Black's double steps end here.
    pub const FIFTH: Self = Self(4);
    /// The sixth rank.
    pub const SIXTH: Self = Self(5);
    /// The seventh rank.
    pub const SEVENTH: Self = Self(6);
    /// The last rank for White, Black's home.
    pub const LAST: Self = Self(SIDE as u8 - 1);

    /// All ranks, from 1.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SIDE as u8).map(Self)
    }

    /// The rank with that number (without a sign or leading zeros), if there is one.
    #[must_use]
    pub fn parse(number: &str) -> Option<Self> {
        let is_plain = number.starts_with(|first| ('1'..='9').contains(&first));
        let number = number.parse::<usize>().ok().filter(|_| is_plain)?;
        Self::all().nth(number - 1)
    }

    /// The number of the rank, from 0 for the first rank.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same rank seen by the other player.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(SIDE as u8 - 1 - self.0)
    }

    /// This rank from `colour`'s point of view, with its own pawns moving up: unchanged for White.
    #[inline(always)]
    #[must_use]
    pub const fn seen_by(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => self.flip(),
        }
    }
}

impl<const SIDE: usize> fmt::Display for Rank<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl<const SIDE: usize> Square<SIDE> {
    /// How many squares there are.
    pub const COUNT: usize = SIDE * SIDE;

    /// Every square, lowest number first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The square where `file` and `rank` cross.
    #[inline(always)]
    #[must_use]
    pub const fn new(file: File<SIDE>, rank: Rank<SIDE>) -> Self {
        Self(rank.0 * SIDE as u8 + file.0)
    }

    /// The square numbered `index`. Every number gives a square, so no check is needed: only the
    /// low bits count (six for 64 squares, eight for 144), and a number that is still too large
    /// gives the last square.
    #[inline(always)]
    #[must_use]
    pub const fn at(index: usize) -> Self {
        let index = index % Self::COUNT.next_power_of_two();
        match index < Self::COUNT {
            true => Self(index as u8),
            false => Self(Self::COUNT as u8 - 1),
        }
    }

    /// Its number, 0 for a1.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file.
    #[inline(always)]
    #[must_use]
    pub const fn file(self) -> File<SIDE> {
        File(self.0 % SIDE as u8)
    }

    /// Its rank.
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> Rank<SIDE> {
        Rank(self.0 / SIDE as u8)
    }

    /// The same square from the other player's point of view: `a2` becomes `a7`, or `a11`.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::new(self.file(), self.rank().flip())
    }

    /// Its image in a mirror that swaps left and right: `a2` becomes `h2`, or `l2`.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::new(self.file().mirror(), self.rank())
    }

    /// This square from `colour`'s point of view, with its own pawns moving up: unchanged for
    /// White.
    #[inline(always)]
    #[must_use]
    pub const fn seen_by(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => self.flip(),
        }
    }

    /// The square one or more ranks up, wrapping around at the edge of the board.
    #[inline(always)]
    #[must_use]
    pub const fn up(self, ranks: usize) -> Self {
        Self::at((self.index() + SIDE * ranks) % Self::COUNT)
    }

    /// The square one or more ranks down, wrapping around at the edge of the board.
    #[inline(always)]
    #[must_use]
    pub const fn down(self, ranks: usize) -> Self {
        self.up(SIDE - ranks)
    }

    /// The square this many files to the right and ranks up, if it is on the board.
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

    /// The square half-way between two squares, rounded down and to the left.
    #[must_use]
    pub const fn middle(self, other: Self) -> Self {
        let file = (self.file().0 + other.file().0) / 2;
        let rank = (self.rank().0 + other.rank().0) / 2;
        Self::new(File(file), Rank(rank))
    }

    /// The number of king's moves to another square on an empty board.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> usize {
        let files = self.file().index().abs_diff(other.file().index());
        let ranks = self.rank().index().abs_diff(other.rank().index());
        files.max(ranks)
    }

    /// Reads a square such as `e4` or `l12`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let rank = Rank::parse(&text[1..])?;
        Some(Self::new(File::from_letter(letter)?, rank))
    }
}

impl<const SIDE: usize> fmt::Display for Square<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square<const SIDE: usize>(name: &str) -> Square<SIDE> {
        Square::parse(name).unwrap()
    }

    fn named<const SIDE: usize>(others: &[&str]) {
        for (index, one) in Square::<SIDE>::all().enumerate() {
            assert_eq!(one.index(), index);
            assert_eq!(Square::at(index), one);
            assert_eq!(Square::parse(&one.to_string()), Some(one));
            assert_eq!(Square::new(one.file(), one.rank()), one);
        }
        let never = ["", "a", "a0", "a01", "a+1", "A1", "a1 ", "a111", "é1", "aé"];
        for name in never.iter().chain(others) {
            assert_eq!(Square::<SIDE>::parse(name), None, "{name}");
        }
    }

    #[test]
    fn every_square_has_its_name() {
        named::<8>(&["i3", "a9", "a22"]);
        named::<12>(&["m1", "a13", "a22"]);
    }

    #[test]
    fn symmetries() {
        assert_eq!(square::<8>("b3").flip(), square("b6"));
        assert_eq!(square::<8>("b3").mirror(), square("g3"));
        assert_eq!(square::<12>("b3").flip(), square("b10"));
        assert_eq!(square::<12>("b3").mirror(), square("k3"));
        assert_eq!(square::<12>("b3").seen_by(Colour::Black), square("b10"));
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(square::<8>("b3").up(2), square("b5"));
        assert_eq!(square::<8>("b3").down(1), square("b2"));
        assert_eq!(square::<12>("b3").down(1), square("b2"));
        assert_eq!(square::<8>("h8").offset(1, 0), None);
        assert_eq!(
            square::<12>("l11").forward(Colour::White),
            Some(square("l12"))
        );
        assert_eq!(square::<12>("l12").forward(Colour::White), None);
        assert_eq!(square::<12>("a1").forward(Colour::Black), None);
        assert_eq!(square::<12>("f2").offset(2, 1), Some(square("h3")));
        assert_eq!(square::<12>("k2").offset(2, 1), None);
        assert_eq!(square::<12>("f2").middle(square("d4")), square("e3"));
        assert_eq!(square::<12>("f10").middle(square("f12")), square("f11"));
        assert_eq!(square::<12>("f10").distance(square("d12")), 2);
        assert_eq!(square::<8>("a1").distance(square("c8")), 7);
    }
}
