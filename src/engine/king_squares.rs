//! The value of a position with the king of the side to move on each square: the result type, and
//! the function that computes it.
//!
//! A game that supports this has the function in its [listing](super::Listing); its command and the
//! web page call it. Each square is reported as soon as it is known, because the whole board may
//! take long.

use super::registry::Variant;
use crate::game::Outcome;
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::solve::solving::{GameSolver, SolveError};
use crate::stop::Stop;

/// What is known about the king on one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingSquare {
    /// Occupied by another piece.
    Taken,
    /// The king cannot be there, for this reason.
    Impossible(&'static str),
    /// Nothing is known.
    Unknown,
    /// The value of the position.
    Value(SquareValue),
}

/// The value of the position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareValue {
    /// The outcome.
    pub outcome: Outcome,
    /// The plies to the end, if the solver knows them.
    pub plies: Option<u16>,
}

/// Computes the value of a position of a variant with the king on each square. Each square is
/// reported as soon as it is known, or when it is clear that it will stay unknown. Returns the
/// reason if the position is too large for the solver.
pub type FindKingSquares = fn(
    &dyn Variant,
    &dyn GameState,
    &dyn GameSolver,
    &Stop,
    &mut dyn FnMut(Coord, KingSquare),
) -> Result<Option<String>, SolveError>;
