//! The outcome of a game, and proofs without search.

use std::fmt;
use std::str::FromStr;

use crate::board::Colour;
use crate::quote::short;

/// How a game ends, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side to move has lost, or will with best play.
    Loss,
    /// A draw.
    Draw,
    /// The side to move has won, or will with best play.
    Win,
}

impl Outcome {
    /// The same outcome for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The winner, if this is the outcome for `mover`; `None` for a draw.
    #[must_use]
    pub const fn winner(self, mover: Colour) -> Option<Colour> {
        match self {
            Self::Loss => Some(mover.opponent()),
            Self::Draw => None,
            Self::Win => Some(mover),
        }
    }

    /// The outcome for `mover` of a game with this winner.
    #[must_use]
    pub fn of_winner(winner: Option<Colour>, mover: Colour) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == mover => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// Its name: `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The outcome with this number in files: 0 loss, 1 draw, 2 win.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Loss),
            1 => Some(Self::Draw),
            2 => Some(Self::Win),
            _ => None,
        }
    }
}

/// The [name](Outcome::name).
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text is not an outcome.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found '{}', expected 'win', 'draw' or 'loss'", short(.0))]
pub struct NotAnOutcome(String);

impl FromStr for Outcome {
    type Err = NotAnOutcome;

    fn from_str(text: &str) -> Result<Self, NotAnOutcome> {
        let all = [Self::Loss, Self::Draw, Self::Win];
        let named = all.into_iter().find(|one| one.name() == text);
        named.ok_or_else(|| NotAnOutcome(text.into()))
    }
}

/// The outcome of a position, proved without search: a fact about the position alone, whatever
/// moves led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The outcome for the side to move with best play by both sides.
    pub outcome: Outcome,
    /// An upper bound on the length of the win or loss in plies; 0 if the game is over.
    pub plies: u16,
    /// Whether the winner cannot win in fewer plies.
    pub shortest: bool,
}

impl Proof {
    /// A proved draw.
    pub const DRAW: Self = Self {
        outcome: Outcome::Draw,
        plies: 0,
        shortest: true,
    };

    /// A win or loss after exactly `plies`.
    #[must_use]
    pub const fn exactly(outcome: Outcome, plies: u16) -> Self {
        Self {
            outcome,
            plies,
            shortest: true,
        }
    }
}
