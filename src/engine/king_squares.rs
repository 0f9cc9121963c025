//! What a position would be worth with the king of the side to move on each square: how it is told, and who finds it
//! out.
//!
//! A game whose [listing](super::Listing) says how this is found out is asked by its command and by the page. Each
//! square is told as soon as it is known, since the whole board may take long.

use super::registry::Variant;
use crate::game::Outcome;
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::solve::solving::{GameSolver, SolveError};
use crate::stop::Stop;

/// What is known of a square for the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingSquare {
    /// Another piece stands there.
    Taken,
    /// The king cannot stand there; why.
    Impossible(&'static str),
    /// Nothing is known.
    Unknown,
    /// What the position would be worth.
    Worth(Worth),
}

/// A value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The outcome.
    pub outcome: Outcome,
    /// The plies to the end, where the solver knows them.
    pub plies: Option<u16>,
}

/// Finds out what a position of a variant is worth with the king on each square, and tells each square of the board as
/// soon as it is known, or when it is clear that it will not be. Gives why it is too much for the solver, if it is.
pub type FindKingSquares = fn(
    &dyn Variant,
    &dyn GameState,
    &dyn GameSolver,
    &Stop,
    &mut dyn FnMut(Coord, KingSquare),
) -> Result<Option<String>, SolveError>;
