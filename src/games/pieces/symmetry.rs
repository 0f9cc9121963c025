//! Turned and mirrored boards, which have equal values.
//!
//! Left and right are equivalent for all pieces. Without pawns, so are up and down, and the two sides of the
//! diagonal, so that eight boards share one value. Each placement is turned until one of its pieces, always
//! the same, stands in one part of the board. The squares of that part are the *rows* of a table:
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
//! With that piece on the long diagonal, two of the eight boards still differ; both are kept.

use crate::board::{Bitboard, Square};

/// Which boards are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Only the board itself: pawns stand on squares of their own.
    Identity,
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

const FOLDS: [[Fold; 64]; Symmetry::EACH.len()] = [
    folds(Symmetry::Identity),
    folds(Symmetry::LeftRight),
    folds(Symmetry::All),
];

/// The square that represents each row.
const KEPT: [[Square; 64]; Symmetry::EACH.len()] = [
    kept(Symmetry::Identity),
    kept(Symmetry::LeftRight),
    kept(Symmetry::All),
];

const fn folds(symmetry: Symmetry) -> [Fold; 64] {
    let mut folds = [Fold {
        turning: turning(0, false),
        row: 0,
    }; 64];
    let mut index = 0;
    while index < 64 {
        let (mut file, mut rank) = (index as u8 & 7, index as u8 >> 3);
        let fold = &mut folds[index];
        if file > 3 && !matches!(symmetry, Symmetry::Identity) {
            file = 7 - file;
            fold.turning.exchanged |= LEFT_RIGHT;
        }
        match symmetry {
            Symmetry::Identity => fold.row = index as u8,
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

const fn kept(symmetry: Symmetry) -> [Square; 64] {
    let folds = folds(symmetry);
    let mut kept = [Square::at(0); 64];
    let mut index = 0;
    while index < 64 {
        let Fold { turning, row } = folds[index];
        if turning.exchanged == 0 && !turning.transposed {
            kept[row as usize] = Square::at(index);
        }
        index += 1;
    }
    kept
}

impl Symmetry {
    /// Each of them.
    pub const EACH: [Self; 3] = [Self::Identity, Self::LeftRight, Self::All];

    /// The number of rows.
    #[inline(always)]
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            Self::Identity => 64,
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

    /// The square that represents a row.
    #[inline(always)]
    #[must_use]
    pub const fn kept(self, row: usize) -> Square {
        KEPT[self as usize][row]
    }

    /// Whether the square represents its row.
    #[must_use]
    pub fn is_kept(self, square: Square) -> bool {
        self.fold(square).turning == TURNINGS[0]
    }

    /// How a square is mapped to its row in another way, so that the two boards differ.
    #[inline(always)]
    #[must_use]
    pub fn other_fold(self, square: Square) -> Option<Fold> {
        let Fold { mut turning, row } = self.fold(square);
        let kept = self.kept(row as usize);
        let is_on_diagonal = kept.file().index() == kept.rank().index();
        (self == Self::All && is_on_diagonal).then(|| {
            turning.transposed = true;
            Fold { turning, row }
        })
    }

    /// All turnings that give an equivalent board.
    #[must_use]
    pub fn turnings(self) -> &'static [Turning] {
        match self {
            Self::Identity => &TURNINGS[..1],
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

    /// The set of which this is the [image](Self::set).
    #[inline(always)]
    #[must_use]
    pub const fn back(self, set: Bitboard) -> Bitboard {
        let set = match self.transposed {
            true => set.transposed(),
            false => set,
        };
        turning(self.exchanged, false).set(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_one_square_to_which_its_squares_are_turned() {
        for symmetry in Symmetry::EACH {
            let kept = Bitboard::ALL
                .into_iter()
                .filter(|square| symmetry.is_kept(*square));
            assert_eq!(kept.count(), symmetry.rows());
            for square in Bitboard::ALL {
                let Fold { turning, row } = symmetry.fold(square);
                let there = turning.square(square);
                assert!(symmetry.is_kept(there));
                assert_eq!(symmetry.fold(there).row, row);
                assert_eq!(symmetry.kept(row.into()), there);
                let turnings = symmetry.turnings().iter().copied();
                let all = turnings.filter(|one| one.square(square) == there);
                let other = symmetry.other_fold(square).map(|fold| fold.turning);
                assert!(all.eq([turning].into_iter().chain(other)));
            }
        }
    }

    #[test]
    fn sets_are_turned_like_their_squares() {
        for turning in TURNINGS {
            for square in Bitboard::ALL {
                let there = Bitboard::of(turning.square(square));
                assert_eq!(turning.set(Bitboard::of(square)), there);
                assert_eq!(turning.back(there), Bitboard::of(square));
            }
        }
    }
}
