//! The board of 144 squares: squares, files, ranks, sets of squares, and what men attack; no rules.
//!
//! What [`board`](crate::board) is for eight by eight, for twelve by twelve. The colours are the same.

mod attacks;
mod bitboard;
mod leaps;
mod lines;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use square::{File, Rank, Square};
