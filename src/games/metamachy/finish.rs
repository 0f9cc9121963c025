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
    Some(match outcome(position)? {
        Outcome::Draw if is_dead(position) => Finish {
            winner: None,
            cause: Cause::Material,
            told: "neither side has enough pieces to mate".into(),
        },
        Outcome::Draw | Outcome::Win => Finish {
            winner: None,
            cause: Cause::NoMove,
            told: format!("{mover} has no move"),
        },
        Outcome::Loss => Finish {
            winner: Some(mover.opponent()),
            cause: Cause::Checkmate,
            told: format!("{mover}'s king is mated"),
        },
    })
}
