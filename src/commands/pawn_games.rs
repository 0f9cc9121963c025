//! What only the pawn games have (gamelets, gaps, solved boards) asks for them here, and is refused
//! where another game is played.

use anyhow::{Context, Result};

use super::{Usage, only_for};
use crate::engine::{Engine, Room, Session};
use crate::game::state::{GameState, State};
use crate::games::pawns::{Diagram, PawnGame, PawnRoom};

/// The engine's session, which must be one of the pawn games. `what` needs them: `gamelets`.
///
/// # Errors
/// If another game is played.
pub fn session<'e>(engine: &'e Engine, what: &str) -> Result<&'e Session<PawnRoom>, Usage> {
    engine.session().ok_or_else(|| refuse(engine, what))
}

/// What is said where `what` needs a pawn game, and another one is played.
#[must_use]
pub fn refuse(engine: &Engine, what: &str) -> Usage {
    only_for(engine, what, PawnRoom::NAME)
}

/// The position of such a session.
///
/// # Errors
/// If another game is played, or there is no position.
pub fn diagram(engine: &Engine, what: &str) -> Result<Diagram> {
    let diagram = session(engine, what)?.diagram();
    diagram.copied().context("there is no position")
}

/// The game and the position of a state, if it is one of the pawn games.
#[must_use]
pub fn of(state: &dyn GameState) -> Option<(&PawnGame, Diagram)> {
    let state = state.as_any().downcast_ref::<State<PawnGame>>()?;
    Some((state.game(), *state.diagram()))
}
