//! How a game ends: mate and stalemate as in chess, and Newborn's rule where there are queens.
//!
//! "To avoid later queen moves, the side to move had a win if one queen ahead and a draw if both sides had
//! same number of queens (> 0), and no queening actually possible" (Chess Programming Wiki, *Peasant*). The
//! exact rule for the side to move, with a queen on the board, in this order:
//!
//! 1. It has more queens: it has won, even in check.
//! 2. It may make a queen, or take one with its king, if that is legal.
//! 3. It has as many queens: it may instead let the game end as a draw, by any other move. Without a move of
//!    rule 2 the game is a draw at once.
//! 4. It has fewer queens: stalemate draws, mate loses, and after any move that does not help, the other side
//!    has won by rule 1.
//!
//! A side that has as many queens and only moves of rule 2 may still let the game end, with
//! [`Move::LET_IT_END`]. So no king has to be left in a check that no longer matters.
//!
//! Without a queen it is chess: mate loses, stalemate draws, and a threefold repetition is a draw. There is
//! no fifty-move rule.

use std::cmp::Ordering;

use super::Diagram;
use super::moves::{Move, MoveList};
use super::position::Position;
use crate::game::Outcome;
use crate::game::finish::{Cause, Finish};

/// The outcome for the side to move, if the game is over.
#[must_use]
pub fn outcome(position: &Position) -> Option<Outcome> {
    if position.is_settled() {
        return Some(Outcome::Draw);
    }
    if position.has_queens() {
        match queens_ahead(position) {
            Ordering::Greater => return Some(Outcome::Win),
            Ordering::Equal => return (!position.can_decide()).then_some(Outcome::Draw),
            Ordering::Less => {}
        }
    }
    match position.has_move() {
        true => None,
        false if position.is_in_check() => Some(Outcome::Loss),
        false => Some(Outcome::Draw),
    }
}

/// All legal moves of a game that is not over.
#[must_use]
pub fn moves(position: &Position) -> MoveList {
    let mut moves = position.moves();
    let has_choice = position.has_queens()
        && queens_ahead(position) == Ordering::Equal
        && moves.iter().all(|one| one.decides(position));
    if has_choice {
        moves.push(Move::LET_IT_END);
    }
    moves
}

/// Compares the queens of the side to move with those of the opponent.
pub(super) fn queens_ahead(position: &Position) -> Ordering {
    let (own, enemy) = (position.own().queens, position.enemy().queens);
    own.count().cmp(&enemy.count())
}

/// How the game has finished, as text.
#[must_use]
pub fn finish(diagram: &Diagram) -> Option<Finish> {
    let position = &diagram.position;
    let outcome = outcome(position)?;
    let mover = diagram.turn;
    let has_move = position.has_move();
    let (cause, told) = match outcome {
        Outcome::Win => (Cause::LastRank, format!("{mover} has more queens")),
        Outcome::Loss => (Cause::Checkmate, format!("{mover}'s king is mated")),
        Outcome::Draw if position.has_queens() && (position.is_settled() || has_move) => (
            Cause::LastRank,
            "both sides have the same number of queens".into(),
        ),
        Outcome::Draw => (Cause::NoMove, format!("{mover} has no move")),
    };
    Some(Finish::of(outcome, mover, cause, told))
}
