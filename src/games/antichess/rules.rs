//! How a game ends: whoever is to move and has no man, or no move, has won.
//!
//! That is the rule of Lichess, and of the literature on solving ("International Rules"). The Free
//! Internet Chess Server's *suicide* counts men where a side has no move: who has fewer has won, and as
//! many are a draw. Both ends are seen when a turn begins.
//!
//! Men that can never meet nor run out of moves play on for ever: bishops alone, each side's on squares
//! of one colour, the two on different ones. There are still moves, but it is known to be a draw, and
//! referees end it, as Lichess does.

use std::cmp::Ordering;

use serde::Deserialize;

use super::moves;
use crate::board::Bitboard;
use crate::game::Outcome;
use crate::games::pieces::{Kind, Position};

/// What it comes to when the side to move has men, but no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Deserialize)]
pub enum Stalemate {
    /// It has won.
    #[default]
    #[serde(rename = "win")]
    Wins,
    /// Whoever has fewer men has won; as many are a draw.
    #[serde(rename = "fewer men win")]
    FewerMenWin,
}

impl Stalemate {
    /// As `engine.toml` writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "win",
            Self::FewerMenWin => "fewer men win",
        }
    }

    /// The outcome for the side to move, which has no move.
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

/// How the game has ended, for the side to move.
#[inline]
#[must_use]
pub fn outcome(position: &Position, stalemate: Stalemate) -> Option<Outcome> {
    (!moves::has_move(position)).then(|| stalemate.outcome(position))
}

/// The dark squares.
const DARK: Bitboard = Bitboard::from_bits(0xaa55_aa55_aa55_aa55);

/// Whether there are only bishops that can never take each other: each side's on squares of one colour,
/// the two on different ones. A side's bishops are too few to fill all squares of a colour, so one of
/// them can always move.
#[inline]
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let (own, men) = (position.own(), position.men());
    position.of(Kind::Bishop) == men
        && (own & DARK).is_empty() != (own & !DARK).is_empty()
        && (own & DARK).is_empty() != (position.enemy() & DARK).is_empty()
        && (own & !DARK).is_empty() != (position.enemy() & !DARK).is_empty()
}
