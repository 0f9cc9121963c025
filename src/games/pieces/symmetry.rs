//! Turned and mirrored boards, which have equal values.
//!
//! Left and right are equivalent for all pieces. Without pawns, so are up and down, and the two sides of the
//! diagonal, so that eight boards share one value. Each placement is turned until its first piece stands in
//! one part of the board. The squares of that part are the *rows* of a table:
//!
//! ```text
//! with a pawn: 32 squares         without: 10
//! 8  28 29 30 31  ·  ·  ·  ·      8   ·  ·  ·  ·  ·  ·  ·  ·
//! 7  24 25 26 27  ·  ·  ·  ·      7   ·  ·  ·  ·  ·  ·  ·  ·
//! …                               …
//! 4  12 13 14 15  ·  ·  ·  ·      4   ·  ·  ·  9  ·  ·  ·  ·
//! 3   8  9 10 11  ·  ·  ·  ·      3   ·  ·  5  8  ·  ·  ·  ·
//! 2   4  5  6  7  ·  ·  ·  ·      2   ·  2  4  7  ·  ·  ·  ·
//! 1   0  1  2  3  ·  ·  ·  ·      1   0  1  3  6  ·  ·  ·  ·
//!     a  b  c  d  e  f  g  h          a  b  c  d  e  f  g  h
//! ```
//!
//! With the first piece on the long diagonal, two of the eight boards still differ; both are kept.

use super::material::Material;
use crate::board::{Bitboard, Square};

/// Which boards are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Two: left and right may be swapped.
    LeftRight,
    /// Eight: the board may be turned and mirrored.
    All,
}

/// One way to turn or mirror the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turning {
    /// The bits to flip in a square's number first: 7 for left and right, 56 for up and down.
    exchanged: u8,
    /// Whether ranks and files are then swapped.
    transposed: bool,
}

/// How a square is mapped to its row.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// How the board is turned.
    pub turning: Turning,
    /// The row.
    pub row: u8,
}

const LEFT_RIGHT: u8 = 7;
const UP_DOWN: u8 = 56;

const fn turning(exchanged: u8, transposed: bool) -> Turning {
    Turning {
        exchanged,
        transposed,
    }
}

const TURNINGS: [Turning; 8] = [
    turning(0, false),
    turning(LEFT_RIGHT, false),
    turning(UP_DOWN, false),
    turning(LEFT_RIGHT | UP_DOWN, false),
    turning(0, true),
    turning(LEFT_RIGHT, true),
    turning(UP_DOWN, true),
    turning(LEFT_RIGHT | UP_DOWN, true),
];

const FOLDS: [[Fold; 64]; 2] = [folds(Symmetry::LeftRight), folds(Symmetry::All)];

const fn folds(symmetry: Symmetry) -> [Fold; 64] {
    let mut folds = [Fold {
        turning: turning(0, false),
        row: 0,
    }; 64];
    let mut index = 0;
    while index < 64 {
        let (mut file, mut rank) = (index as u8 & 7, index as u8 >> 3);
        let fold = &mut folds[index];
        if file > 3 {
            file = 7 - file;
            fold.turning.exchanged |= LEFT_RIGHT;
        }
        match symmetry {
            Symmetry::LeftRight => fold.row = rank * 4 + file,
            Symmetry::All => {
                if rank > 3 {
                    rank = 7 - rank;
                    fold.turning.exchanged |= UP_DOWN;
                }
                if rank > file {
                    (file, rank) = (rank, file);
                    fold.turning.transposed = true;
                }
                fold.row = file * (file + 1) / 2 + rank;
            }
        }
        index += 1;
    }
    folds
}

impl Symmetry {
    /// The symmetry of a material.
    #[inline(always)]
    #[must_use]
    pub fn of(material: Material) -> Self {
        match material.has_pawn() {
            true => Self::LeftRight,
            false => Self::All,
        }
    }

    /// The number of rows.
    #[inline(always)]
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            Self::LeftRight => 32,
            Self::All => 10,
        }
    }

    /// How a square is mapped to its row.
    #[inline(always)]
    #[must_use]
    pub const fn fold(self, square: Square) -> Fold {
        FOLDS[self as usize][square.index()]
    }

    /// Whether the square is the representative of its row.
    #[must_use]
    pub fn is_kept(self, square: Square) -> bool {
        self.fold(square).turning == TURNINGS[0]
    }

    /// All turnings that give an equivalent board.
    #[must_use]
    pub fn turnings(self) -> &'static [Turning] {
        match self {
            Self::LeftRight => &TURNINGS[..2],
            Self::All => &TURNINGS,
        }
    }
}

impl Turning {
    /// The image of a square.
    #[inline(always)]
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        let index = square.index() ^ self.exchanged as usize;
        Square::at(match self.transposed {
            true => index >> 3 | index << 3,
            false => index,
        })
    }

    /// The image of a set of squares.
    #[inline(always)]
    #[must_use]
    pub const fn set(self, set: Bitboard) -> Bitboard {
        let mut set = set;
        if self.exchanged & LEFT_RIGHT != 0 {
            set = set.mirror();
        }
        if self.exchanged & UP_DOWN != 0 {
            set = set.flip();
        }
        match self.transposed {
            true => set.transposed(),
            false => set,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_one_square_to_which_its_squares_are_turned() {
        for symmetry in [Symmetry::LeftRight, Symmetry::All] {
            let kept = Bitboard::ALL
                .into_iter()
                .filter(|square| symmetry.is_kept(*square));
            assert_eq!(kept.count(), symmetry.rows());
            for square in Bitboard::ALL {
                let Fold { turning, row } = symmetry.fold(square);
                let there = turning.square(square);
                assert!(symmetry.is_kept(there));
                assert_eq!(symmetry.fold(there).row, row);
                assert!(symmetry.turnings().contains(&turning));
            }
        }
    }

    #[test]
    fn sets_are_turned_like_their_squares() {
        for turning in TURNINGS {
            for square in Bitboard::ALL {
                let there = Bitboard::of(turning.square(square));
                assert_eq!(turning.set(Bitboard::of(square)), there);
            }
        }
    }
}
