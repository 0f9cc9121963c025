//! How a game has finished, as text.

use super::Diagram;
use super::rules::{is_dead, outcome};
use crate::game::Outcome;
use crate::game::finish::{Cause, Finish};

/// How the game has finished, as text.
#[must_use]
pub fn finish(diagram: &Diagram) -> Option<Finish> {
    let position = &diagram.position;
    let mover = position.turn();
    let outcome = outcome(position)?;
    let (cause, told) = match outcome {
        Outcome::Draw if is_dead(position) => {
            let told = "neither side has enough pieces to mate";
            (Cause::Material, told.into())
        }
        Outcome::Loss => (Cause::Checkmate, format!("{mover}'s king is mated")),
        _ => (Cause::NoMove, format!("{mover} has no move")),
    };
    Some(Finish::of(outcome, mover, cause, told))
}
