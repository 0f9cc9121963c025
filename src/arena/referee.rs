//! The referee: which moves are legal, when a game is over, who has won. The referee knows no
//! game by name, and asks the variant that is played.

use std::sync::Arc;

use thiserror::Error;

use super::verdict::Verdict;
use crate::config::Config;
use crate::engine::{Choices, StartError, Variant};
use crate::game::fen::FenError;
use crate::game::playable::MoveError;
use crate::game::state::GameState;
use crate::quote::{counted, short};

/// The referee for the variant that is played.
#[derive(Clone, Debug)]
pub struct Referee {
    name: String,
    variant: Arc<dyn Variant>,
    /// The choices that select the start.
    choices: Choices,
    /// How many files the board has.
    files: usize,
}

/// Why a position cannot be set up for a game.
#[derive(Error, Debug)]
pub enum BoardError {
    /// The FEN is invalid.
    #[error("invalid FEN '{}': {problem}", short(.fen))]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        problem: FenError,
    },
    /// The width of the board differs from that of the match.
    #[error("the board of '{}' has {}, but the match uses {expected}", short(.fen), counted(.found, "file"))]
    Width {
        /// The FEN.
        fen: String,
        /// Its width.
        found: usize,
        /// The width of the match's boards.
        expected: usize,
    },
    /// One of the moves is invalid.
    #[error("move {number}: {problem}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
}

impl Referee {
    /// The referee for the variant chosen by a configuration.
    ///
    /// # Errors
    /// If the configuration has no such variant, or the variant has no such
    /// start.
    pub fn new(config: &Config) -> Result<Self, StartError> {
        let variant = Arc::clone(config.variant()?);
        let choices = config.options.choices.clone();
        let files = variant.start(&choices)?.picture().files();
        Ok(Self {
            name: config.options.variant.clone(),
            variant,
            choices,
            files,
        })
    }

    /// The name of the variant.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &dyn Variant {
        &*self.variant
    }

    /// The choices that select the start.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The width of the board.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.files
    }

    /// The rules in one line.
    #[must_use]
    pub fn describe(&self) -> String {
        format!("{}, {}", self.name, self.variant.rules())
    }

    /// The chosen start.
    ///
    /// # Errors
    /// If there is no such start.
    pub fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError> {
        self.variant.start(choices)
    }

    /// Whether every engine that knows the variant reads `startpos` as this position.
    #[must_use]
    pub fn is_usual_start(&self, state: &dyn GameState) -> bool {
        let start = self.start(&self.choices);
        self.variant.has_usual_start(&self.choices) && start.is_ok_and(|start| *start == *state)
    }

    /// The position of a FEN.
    ///
    /// # Errors
    /// If the FEN is invalid, or its width differs from that of the match.
    pub fn board(&self, fen: &str) -> Result<Box<dyn GameState>, BoardError> {
        let state = self.variant.read_fen(fen);
        let state = state.map_err(|problem| BoardError::Fen {
            fen: fen.into(),
            problem,
        })?;
        let found = state.picture().files();
        match found == self.files() {
            true => Ok(state),
            false => Err(BoardError::Width {
                fen: fen.into(),
                found,
                expected: self.files(),
            }),
        }
    }
}

/// Plays moves in any accepted notation, one after the other; also returns their coordinates.
///
/// # Errors
/// Returns the first invalid move.
pub fn play_all(
    start: &dyn GameState,
    moves: &[&str],
) -> Result<(Box<dyn GameState>, Vec<String>), BoardError> {
    let mut state = start.boxed();
    let mut played = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let one = state
            .written(text)
            .and_then(|one| state.play(&one.coordinates));
        played.push(one.map_err(|problem| BoardError::Move {
            number: index + 1,
            problem,
        })?);
    }
    Ok((state, played))
}

/// The result of the game by the rules; `None` if the game is not over.
#[must_use]
pub fn verdict(state: &dyn GameState) -> Option<Verdict> {
    state.finish().map(|finish| Verdict::by_rules(&finish))
}

/// Whether the side to move can win with one move.
#[must_use]
pub fn wins_at_once(state: &dyn GameState) -> bool {
    state.moves().into_iter().any(|one| {
        let mut after = state.boxed();
        let finish = after.play(&one).ok().and_then(|_| after.finish());
        finish.is_some_and(|finish| finish.winner == Some(state.turn()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::pgn::GameResult;
    use crate::arena::verdict::Reason;
    use crate::game::finish::Cause;

    fn board(fen: &str) -> Box<dyn GameState> {
        Referee::new(Config::built_in())
            .unwrap()
            .board(fen)
            .unwrap()
    }

    #[test]
    fn engines_are_understood_and_no_more() {
        let board = board("8/4P3/8/8/8/7p/P7/8 w");
        for text in ["a2a3", "a2a4", "e7e8", "e7e8q", "e7e8n"] {
            assert!(board.understand(text).is_some(), "{text}");
        }
        for text in [
            "", "a4", "e8", "a2a4q", "e7e8x", "e7e8qq", "E7E8", "0000", "(none)", "h3h2", "é",
        ] {
            assert!(board.understand(text).is_none(), "{text}");
        }
        for (played, is_idle) in [("e7e8", true), ("a2a3", false)] {
            assert_eq!(board.read(played).map(|one| one.is_idle), Ok(is_idle));
        }
    }

    #[test]
    fn endings_have_a_reason() {
        let cases = [
            (
                "P7/p7/8/8/8/8/8/8 b",
                GameResult::WhiteWins,
                Reason::Rules(Cause::LastRank),
            ),
            (
                "8/8/8/8/8/8/P7/p7 w",
                GameResult::BlackWins,
                Reason::Rules(Cause::LastRank),
            ),
            (
                "8/8/8/8/8/8/p7/8 w",
                GameResult::BlackWins,
                Reason::Rules(Cause::NoPawns),
            ),
            (
                "8/p7/P7/8/8/8/8/8 w",
                GameResult::Draw,
                Reason::Rules(Cause::NoMove),
            ),
        ];
        for (fen, result, reason) in cases {
            let ended = verdict(&*board(fen)).unwrap();
            assert_eq!((ended.result, ended.reason), (result, reason), "{fen}");
            assert!(board(fen).moves().is_empty(), "{fen}");
        }
        assert_eq!(verdict(&*board("8/p7/8/8/8/8/P7/8 w")), None);
    }

    #[test]
    fn wins_at_once_are_seen() {
        assert!(wins_at_once(&*board("8/4P3/8/8/8/7p/P7/8 w")));
        assert!(wins_at_once(&*board("8/8/2p5/1P6/8/8/8/8 w")));
        assert!(!wins_at_once(&*board("8/4P3/8/8/8/7p/P7/8 b")));
    }

    #[test]
    fn only_the_usual_start_goes_without_saying() {
        let mut config = Config::built_in().clone();
        let usual = |config: &Config| {
            let referee = Referee::new(config).unwrap();
            referee.is_usual_start(&*referee.start(referee.choices()).unwrap())
        };
        assert!(usual(&config));
        config.options.choices.set("files", "5");
        assert!(!usual(&config));
        config.options.choices.set("files", "8");
        config.options.variant = "pawnrace".into();
        assert!(!usual(&config));
    }
}
