//! Games as a whole: who played them, how they went, how they ended.
//!
//! The rooms above know positions; here they are strung together. A game is a [`pgn::Record`],
//! whoever plays it: a person in the terminal, two engines in a match, or a file that is read to
//! be analysed.

pub mod pgn;
