//! The board of 144 squares: the counterpart of [`board`](super) for twelve by twelve squares.

mod attacks;
mod lines;

use super::{bitboard, square};

/// A file (column), `a` to `l`.
pub type File = square::File<12>;
/// A rank (row), 1 to 12.
pub type Rank = square::Rank<12>;
/// One of the 144 squares.
pub type Square = square::Square<12>;
/// A set of squares in three words of four ranks each; the upper sixteen bits of each are always 0.
pub type Bitboard = bitboard::Bitboard<12, 3>;
