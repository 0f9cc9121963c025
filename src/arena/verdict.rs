//! How a game ended, and why: by the rules, or because an engine failed.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::pgn::GameResult;
use crate::board::Colour;
use crate::game::finish::{Cause, Finish};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: Reason,
    /// The details of a failure.
    pub detail: String,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// The game ended by its rules.
    Rules(Cause),
    /// The game reached the maximum length.
    TooLong,
    /// The loser's move was illegal or not a move.
    IllegalMove,
    /// The loser's program ended, or did not get ready when it was restarted.
    Crash,
    /// The loser's program sent nothing for too long.
    NoAnswer,
    /// The loser used up its time.
    TimeForfeit,
}

impl Reason {
    /// The reasons that do not come from a game's rules.
    const OTHERS: [Self; 5] = [
        Self::TooLong,
        Self::IllegalMove,
        Self::Crash,
        Self::NoAnswer,
        Self::TimeForfeit,
    ];

    /// Whether an engine failed.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self {
            Self::Rules(_) | Self::TooLong => false,
            Self::IllegalMove | Self::Crash | Self::NoAnswer | Self::TimeForfeit => true,
        }
    }

    /// The value of the tag `Termination` in PGN.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            Self::Rules(_) => "normal",
            Self::TooLong => "adjudication",
            Self::IllegalMove => "rules infraction",
            Self::Crash => "abandoned",
            Self::NoAnswer | Self::TimeForfeit => "time forfeit",
        }
    }

    /// The name of the reason in the log of a match.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Rules(cause) => cause.key(),
            Self::TooLong => "too-long",
            Self::IllegalMove => "illegal-move",
            Self::Crash => "crash",
            Self::NoAnswer => "no-answer",
            Self::TimeForfeit => "time-forfeit",
        }
    }

    /// Reads what [`Self::key`] writes.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        let by_rules = Cause::ALL.into_iter().map(Self::Rules);
        let mut all = by_rules.chain(Self::OTHERS);
        all.find(|reason| reason.key() == key)
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Self::from_key(&key).ok_or_else(|| {
            D::Error::custom(format!("unknown reason '{key}' for the end of a game"))
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(cause) => cause.fmt(f),
            other => f.write_str(&other.key().replace('-', " ")),
        }
    }
}

impl Verdict {
    /// The verdict that a side loses because its engine failed.
    #[must_use]
    pub fn failure(loser: Colour, reason: Reason, detail: String) -> Self {
        Self {
            result: GameResult::win(loser.opponent()),
            reason,
            detail,
        }
    }

    /// The verdict by the rules of the game.
    #[must_use]
    pub fn by_rules(finish: &Finish) -> Self {
        Self {
            result: GameResult::of_winner(finish.winner),
            reason: Reason::Rules(finish.cause),
            detail: String::new(),
        }
    }

    /// The verdict of a game that exceeded the maximum length.
    #[must_use]
    pub const fn too_long() -> Self {
        Self {
            result: GameResult::Draw,
            reason: Reason::TooLong,
            detail: String::new(),
        }
    }

    /// White's score, in half points.
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
