//! How a game ends: checkmate, stalemate, and insufficient material.
//!
//! A king with one knight, bishop, camel, elephant or cannon cannot mate a bare king: no such placement is
//! mate. (A prince can, because it promotes to something stronger.)

use super::man::Kind;
use super::position::Position;
use crate::game::Outcome;

/// The outcome for the side to move, if the game is over on the board.
#[inline]
#[must_use]
pub fn outcome(position: &Position) -> Option<Outcome> {
    if is_dead(position) {
        return Some(Outcome::Draw);
    }
    if position.has_move() {
        return None;
    }
    match position.is_in_check() {
        true => Some(Outcome::Loss),
        false => Some(Outcome::Draw),
    }
}

/// Whether neither side can ever mate.
#[inline]
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let men = position.men();
    match men.count() {
        2 => true,
        3 => [
            Kind::Knight,
            Kind::Bishop,
            Kind::Camel,
            Kind::Elephant,
            Kind::Cannon,
        ]
        .into_iter()
        .any(|kind| position.of(kind).any()),
        _ => false,
    }
}
