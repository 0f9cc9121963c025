//! The end of a game: who has won, and why.
//!
//! The list of causes covers all games, so that a match record and its statistics do not depend
//! on the game. Only a game decides which causes occur, and when.

use std::fmt;

use super::Outcome;
use crate::board::Colour;

/// The end of a game by its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The winner; `None` for a draw.
    pub winner: Option<Colour>,
    /// Why it is over.
    pub cause: Cause,
    /// The cause with its details: `White's pawn is on a8`.
    pub told: String,
}

/// Why a game is over by its rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// A piece reached the winning rank.
    LastRank,
    /// The loser has no pawns left.
    NoPawns,
    /// A side has no pieces left.
    NoMen,
    /// The side to move has no move.
    NoMove,
    /// The loser's king is attacked, and there is no defence.
    Checkmate,
    /// The same position occurred for the third time.
    Repetition,
    /// Too many moves without progress.
    NoProgress,
    /// The pieces left on the board cannot win.
    Material,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Self; 8] = [
        Self::LastRank,
        Self::NoPawns,
        Self::NoMen,
        Self::NoMove,
        Self::Checkmate,
        Self::Repetition,
        Self::NoProgress,
        Self::Material,
    ];

    /// The name of the cause in files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::LastRank => "last-rank",
            Self::NoPawns => "no-pawns",
            Self::NoMen => "no-men",
            Self::NoMove => "no-move",
            Self::Checkmate => "checkmate",
            Self::Repetition => "repetition",
            Self::NoProgress => "no-progress",
            Self::Material => "material",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LastRank => "last rank",
            Self::NoPawns => "no pawns left",
            Self::NoMen => "no pieces left",
            Self::NoMove => "no move",
            Self::Checkmate => "checkmate",
            Self::Repetition => "repetition",
            Self::NoProgress => "no progress",
            Self::Material => "not enough material",
        })
    }
}

impl Finish {
    /// The end of a game with this outcome for `mover`.
    #[must_use]
    pub fn of(outcome: Outcome, mover: Colour, cause: Cause, told: String) -> Self {
        Self {
            winner: outcome.winner(mover),
            cause,
            told,
        }
    }

    /// A draw because the same position occurred for the third time.
    #[must_use]
    pub fn repetition() -> Self {
        Self {
            winner: None,
            cause: Cause::Repetition,
            told: "the position has occurred three times".into(),
        }
    }

    /// A draw after this many plies without progress.
    #[must_use]
    pub fn no_progress(plies: u16) -> Self {
        Self {
            winner: None,
            cause: Cause::NoProgress,
            told: format!("{plies} plies without progress"),
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told)
    }
}
