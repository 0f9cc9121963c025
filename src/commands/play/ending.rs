//! The end of a game: by the rules, or because a side resigned.

use std::fmt;

use crate::arena::pgn::GameResult;
use crate::board::Colour;
use crate::game::finish::Finish;
use crate::game::state::GameState;

/// The end of a game between people or with the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// The game ended by the rules.
    Finished(Finish),
    /// A side has resigned.
    Resigned(Colour),
}

impl Conclusion {
    /// The end of the game on the board; `None` while the game is not over.
    #[must_use]
    pub fn of(position: &dyn GameState) -> Option<Self> {
        position.finish().map(Self::Finished)
    }

    /// The result of the game.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self {
            Self::Finished(finish) => GameResult::of_winner(finish.winner),
            Self::Resigned(side) => GameResult::win(side.opponent()),
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result() {
            GameResult::WhiteWins => f.write_str("White wins: ")?,
            GameResult::BlackWins => f.write_str("Black wins: ")?,
            GameResult::Draw | GameResult::Unknown => f.write_str("A draw: ")?,
        }
        match self {
            Self::Finished(finish) => write!(f, "{finish}."),
            Self::Resigned(side) => write!(f, "{side} resigns."),
        }
    }
}
