//! Chess pieces on a board: the common part of antichess and pawn endings.
//!
//! It has a [`Kind`] of piece, a [`Position`] of any pieces, seen by the side to move, a [`Move`], the
//! attacks of each piece, their notation ([`text`]), and which boards are equivalent ([`symmetry`]). It has no
//! rules: each game defines which moves are legal and how a game ends.

pub mod key;
pub mod kind;
pub mod moves;
pub mod position;
pub mod symmetry;
pub mod text;

pub use kind::Kind;
pub use moves::Move;
pub use position::{MOST_MEN, Position};
