//! What only the pawn games have (gamelets, the seventh rank) asks for them here, and is refused where
//! another game is played.

use super::{Usage, only_for};
use crate::engine::Engine;
use crate::game::state::{GameState, State};
use crate::games::pawns::{LISTING, PawnGame};

/// The engine's position, which must be of one of the pawn games. `what` needs them: `gamelets`.
///
/// # Errors
/// If another game is played.
pub fn state<'e>(engine: &'e Engine, what: &str) -> Result<&'e State<PawnGame>, Usage> {
    let state = engine.state().and_then(of);
    state.ok_or_else(|| refuse(engine, what))
}

/// What is said where `what` needs a pawn game, and another one is played.
#[must_use]
pub fn refuse(engine: &Engine, what: &str) -> Usage {
    only_for(engine, what, LISTING.name)
}

/// A position, if it is of one of the pawn games.
#[must_use]
pub fn of(state: &dyn GameState) -> Option<&State<PawnGame>> {
    state.as_any().downcast_ref()
}
