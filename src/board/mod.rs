//! The board without any rules: squares, files, ranks, and sets of squares.
//!
//! Everything above this room speaks of a [`Square`] or a [`Bitboard`], never of a bare
//! integer, so a rank cannot be mistaken for a file nor a square for a set of squares.

mod attacks;
mod bitboard;
mod square;

pub use bitboard::Bitboard;
pub use square::{Colour, File, Rank, Square};
