//! How a game ended, and why: by the rules, or because an engine failed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::pgn::GameResult;
use crate::board::Colour;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// For failures, what happened.
    pub detail: String,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A pawn reached its last rank.
    LastRank,
    /// The loser has no pawn any more.
    NoPawns,
    /// The side to move has pawns but no move.
    NoMove,
    /// The game went on for as long as a game may.
    TooLong,
    /// The loser's move was not legal, or no move.
    IllegalMove,
    /// The loser's program ended, or could not be started again.
    Crash,
    /// The loser's program said nothing for too long.
    NoAnswer,
    /// The loser used up its time.
    TimeForfeit,
}

impl Reason {
    /// Whether an engine failed.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self {
            Self::LastRank | Self::NoPawns | Self::NoMove | Self::TooLong => false,
            Self::IllegalMove | Self::Crash | Self::NoAnswer | Self::TimeForfeit => true,
        }
    }

    /// As the tag `Termination` of a PGN file says it.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            Self::LastRank | Self::NoPawns | Self::NoMove => "normal",
            Self::TooLong => "adjudication",
            Self::IllegalMove => "rules infraction",
            Self::Crash => "abandoned",
            Self::NoAnswer | Self::TimeForfeit => "time forfeit",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LastRank => "last rank",
            Self::NoPawns => "no pawns left",
            Self::NoMove => "no move",
            Self::TooLong => "too long",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::NoAnswer => "no answer",
            Self::TimeForfeit => "time forfeit",
        })
    }
}

impl Verdict {
    /// The side loses, because its engine failed.
    #[must_use]
    pub fn failure(loser: Colour, reason: Reason, detail: String) -> Self {
        Self {
            result: GameResult::win(loser.opponent()),
            reason,
            detail,
        }
    }

    /// The game went on for too long.
    #[must_use]
    pub const fn too_long() -> Self {
        Self {
            result: GameResult::Draw,
            reason: Reason::TooLong,
            detail: String::new(),
        }
    }

    /// What White gets, in half points.
    #[must_use]
    pub const fn half_points_of_white(&self) -> usize {
        match self.result {
            GameResult::WhiteWins => 2,
            GameResult::BlackWins => 0,
            GameResult::Draw | GameResult::Unknown => 1,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}
