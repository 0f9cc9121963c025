//! One square of the board, its file and its rank, and the two colours.
//!
//! Squares are numbered file by file along the ranks (little-endian rank-file mapping):
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

/// A file (column), `a` to `h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

/// A rank (row), 1 to 8, stored from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

/// The player who moves up the board from rank 1, or the one who moves down from rank 8.
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

    /// Its name as programs are told it: `white` or `black`.
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

impl File {
    /// The leftmost file.
    pub const A: Self = Self(0);

    /// All eight files, from `a` to `h`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..8u8).map(Self)
    }

    /// The file called `letter` (`a` to `h`, either case), if there is one.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self(letter as u8 - b'a')),
            'A'..='H' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// Counted from 0 for the a-file.
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
    /// The second rank: from here a pawn of White's may step two.
    pub const SECOND: Self = Self(1);
    /// The third rank.
    pub const THIRD: Self = Self(2);
    /// The fourth rank: here a double step of White's ends.
    pub const FOURTH: Self = Self(3);
    /// The fifth rank: here a double step of Black's ends.
    pub const FIFTH: Self = Self(4);
    /// The sixth rank.
    pub const SIXTH: Self = Self(5);
    /// The seventh rank.
    pub const SEVENTH: Self = Self(6);
    /// The last rank for White.
    pub const EIGHTH: Self = Self(7);

    /// All eight ranks, from 1 to 8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..8u8).map(Self)
    }

    /// Counted from 0 for the first rank.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank called `digit` (`1` to `8`), if there is one.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// The same rank seen by the other player.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(7 - self.0)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Square {
    /// The square where `file` and `rank` cross.
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 << 3 | file.0)
    }

    /// The square numbered `index`; only its low six bits count.
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// Its number, 0 for a1 to 63 for h8.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file.
    #[must_use]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// The same square seen by the other player: `a2` becomes `a7`.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Its image in a mirror that swaps left and right: `a2` becomes `h2`.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// This square as `colour` sees it, whose own pawns go up: unchanged for White.
    #[must_use]
    pub const fn seen_by(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => self.flip(),
        }
    }

    /// The square one or more ranks up, counted modulo the board.
    #[must_use]
    pub const fn up(self, ranks: u8) -> Self {
        Self((self.0 + 8 * ranks) & 63)
    }

    /// The square one or more ranks down, counted modulo the board.
    #[must_use]
    pub const fn down(self, ranks: u8) -> Self {
        Self(self.0.wrapping_sub(8 * ranks) & 63)
    }

    /// Reads a square such as `e4`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let file = letters
            .next()
            .filter(char::is_ascii_lowercase)
            .and_then(File::from_letter)?;
        let rank = letters.next().and_then(Rank::from_digit)?;
        letters.next().is_none().then(|| Self::new(file, rank))
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

    #[test]
    fn names_and_symmetries() {
        let square = Square::parse("b3").unwrap();
        assert_eq!(square.to_string(), "b3");
        assert_eq!(square.flip().to_string(), "b6");
        assert_eq!(square.mirror().to_string(), "g3");
        assert_eq!(square.up(2).to_string(), "b5");
        assert_eq!(square.down(1).to_string(), "b2");
        assert_eq!(Square::parse("i3"), None);
        assert_eq!(Square::parse("a9"), None);
        assert_eq!(Square::parse("a22"), None);
    }
}
