//! The pieces of chess on a board: what antichess and pawn endings have in common.
//!
//! A [`Kind`] of piece, a [`Position`] of any of them, seen by the side to move, and a [`Move`], with what each
//! piece attacks, and how they are written ([`text`]). There is no rule here: which moves are legal, and how a game ends, each game says itself.

pub mod key;
pub mod kind;
pub mod moves;
pub mod position;
pub mod text;

pub use kind::Kind;
pub use moves::Move;
pub use position::{MOST_MEN, Position};
