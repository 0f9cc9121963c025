//! Antichess: every man of chess, and the wish to lose them.
//!
//! Whoever can capture must; the king is a man like others; and whoever is to move with no man or no
//! move has won. From the rules up: the [`man`]'s kinds, a [`Position`] and its [`Move`]s, how games
//! end ([`rules`]); what few men are worth, exactly ([`tables`]).

pub mod man;
mod moves;
mod position;
pub mod rules;
pub mod tables;

pub use man::Kind;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use position::{MOST_MEN, Position};
