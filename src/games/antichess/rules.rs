//! How a game ends: the side to move has won if it has no pieces or no moves.
//!
//! This is the rule on Lichess and in the literature on solving ("International Rules"). In *suicide*, as on
//! the Free Internet Chess Server, pieces are counted when the side to move has no move: the side with fewer
//! pieces wins, and equal numbers are a draw. Both kinds of end are detected at the start of a turn.
//!
//! Some pieces can never meet and never run out of moves: bishops alone, each side's on squares of one
//! colour, the two sides on different colours. Such a position is a known draw, even though moves remain.
//! Arbiters end the game, and so does Lichess.

use std::cmp::Ordering;

use serde::Deserialize;

use super::moves;
use crate::board::Bitboard;
use crate::game::Outcome;
use crate::games::pieces::{Kind, Position};

/// The result when the side to move has pieces, but no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Deserialize)]
pub enum Stalemate {
    /// The side to move has won.
    #[default]
    #[serde(rename = "win")]
    Wins,
    /// The side with fewer pieces has won; equal numbers are a draw.
    #[serde(rename = "fewer men win")]
    FewerMenWin,
}

impl Stalemate {
    /// The name in `engine.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "win",
            Self::FewerMenWin => "fewer men win",
        }
    }

    /// The outcome for the side to move when it has no move.
    #[must_use]
    pub fn outcome(self, position: &Position) -> Outcome {
        if self == Self::Wins || position.own().is_empty() {
            return Outcome::Win;
        }
        match position.own().count().cmp(&position.enemy().count()) {
            Ordering::Less => Outcome::Win,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Loss,
        }
    }
}

/// The outcome for the side to move, if the game is over.
#[inline]
#[must_use]
pub fn outcome(position: &Position, stalemate: Stalemate) -> Option<Outcome> {
    (!moves::has_move(position)).then(|| stalemate.outcome(position))
}

/// Whether only bishops are left that can never capture each other: each side's on squares of one colour, the
/// two sides on different colours. A side has too few bishops to fill all squares of a colour, so one of them
/// can always move.
#[inline]
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let (own, men) = (position.own(), position.men());
    position.of(Kind::Bishop) == men
        && (own & Bitboard::DARK).is_empty() != (own & !Bitboard::DARK).is_empty()
        && (own & Bitboard::DARK).is_empty() != (position.enemy() & Bitboard::DARK).is_empty()
        && (own & !Bitboard::DARK).is_empty() != (position.enemy() & !Bitboard::DARK).is_empty()
}
