//! How a game has finished, as text.

use super::Diagram;
use super::moves;
use super::rules::{self, Stalemate, is_dead};
use crate::game::Outcome;
use crate::game::finish::{Cause, Finish};

/// How the game has finished, as text.
#[must_use]
pub fn finish(diagram: &Diagram, stalemate: Stalemate) -> Option<Finish> {
    let position = &diagram.position;
    let dead = || is_dead(position).then_some(Outcome::Draw);
    let outcome = rules::outcome(position, stalemate).or_else(dead)?;
    let mover = diagram.turn;
    let (own, enemy) = (position.own().count(), position.enemy().count());
    let (cause, told) = if own == 0 {
        (Cause::NoMen, format!("{mover} has no pieces left"))
    } else if moves::has_move(position) {
        let told = "bishops on squares of different colours never meet";
        (Cause::Material, told.into())
    } else if stalemate == Stalemate::Wins {
        (Cause::NoMove, format!("{mover} has no move"))
    } else {
        let told = format!("{mover} has no move; pieces left: {own} against {enemy}");
        (Cause::NoMove, told)
    };
    Some(Finish::of(outcome, mover, cause, told))
}
