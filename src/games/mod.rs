//! The games: a room each, and the list of them.

pub mod pawns;
