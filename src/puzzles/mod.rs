//! Puzzles with a proved unique solution.
//!
//! A puzzle is a position, the move by which the opponent leads to it, and the line that solves it.
//! At each of the player's turns, exactly one move keeps the value of the position, as proved by the
//! exact [solver](crate::solve::solving) of the game: it alone wins, or it draws and all others
//! lose. Promotions on one square count as one move, unless only one of them keeps the value.
//! Nothing here depends on the game: every game with a solver has puzzles.
//!
//! [`proving`] finds the moves that keep the value, and [`sight`] what the engine sees. From both,
//! [`mod@line`] makes the line, and [`rating`] estimates its difficulty. [`themes`] names its
//! motifs. [`sources`] finds positions, [`making`] runs through them in several threads, and a
//! [`collection`] keeps those that are not alike. [`checking`] proves a puzzle again. [`csv`] and
//! [`sets`] are the files, in the format of Lichess, so that other programs can read them.
//!
//! Source of the format: Lichess's [puzzle database](https://database.lichess.org/#puzzles).

pub mod checking;
pub mod collection;
pub mod csv;
pub mod line;
pub mod making;
pub mod proving;
pub mod rating;
pub mod sets;
pub mod sight;
pub mod sources;
pub mod themes;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::engine::Variant;
use crate::game::fen::FenError;
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// A puzzle, as stored in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name in the file.
    pub id: String,
    /// The position before the opponent's move.
    pub fen: String,
    /// The opponent's move, then the player's and the opponent's in turn, in coordinates.
    pub moves: Vec<String>,
    /// Its difficulty, as an Elo rating on the scale of the engine's
    /// [levels](crate::engine::Level).
    pub rating: u32,
    /// The deviation of the rating.
    pub deviation: u32,
    /// The players' opinion of the puzzle, from -100 to 100; 0 if there are no votes.
    pub popularity: i32,
    /// How often it was played.
    pub plays: u64,
    /// Its themes, by the names of [`themes`].
    pub themes: Vec<String>,
    /// The game that it comes from; may be empty.
    pub url: String,
    /// The opening of that game; may be empty.
    pub openings: String,
}

/// Why a puzzle cannot be set up.
#[derive(Error, Debug)]
pub enum Unplayable {
    /// Its position is invalid for the variant.
    #[error("invalid FEN: {0}")]
    Fen(#[from] FenError),
    /// A move is illegal.
    #[error("move {number}: {problem}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
    /// The last move is not the player's.
    #[error("{0} moves; expected the opponent's move and then an odd number of moves")]
    Count(usize),
    /// The game was over before the end of the line.
    #[error("the game is over before move {0}")]
    Over(usize),
}

impl Puzzle {
    /// The ID of a puzzle, derived from its content: five letters and digits, as in Lichess.
    #[must_use]
    pub fn id_of(rules: &str, fen: &str, moves: &[String]) -> String {
        const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let digest = Sha256::digest(format!("{rules}\n{fen}\n{}", moves.join(" ")));
        let digits = digest.iter().take(5);
        digits
            .map(|byte| char::from(DIGITS[usize::from(*byte) % DIGITS.len()]))
            .collect()
    }

    /// The positions of the line: before the opponent's first move, and after each move.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn positions(&self, variant: &dyn Variant) -> Result<Vec<Box<dyn GameState>>, Unplayable> {
        if self.moves.len() % 2 == 1 || self.moves.is_empty() {
            return Err(Unplayable::Count(self.moves.len()));
        }
        let mut state = variant.read_fen(&self.fen)?;
        let mut positions = vec![state.clone()];
        for (number, text) in (1..).zip(&self.moves) {
            if state.finish().is_some() {
                return Err(Unplayable::Over(number));
            }
            // Only exact coordinates are accepted: the file is not written by hand.
            if state.understand(text).as_deref() != Some(text) {
                let problem = match state.read(text) {
                    Err(problem) => problem,
                    Ok(_) => MoveError::Unreadable {
                        text: text.clone(),
                        examples: "e2e4 or e7e8q",
                    },
                };
                return Err(Unplayable::Move { number, problem });
            }
            let played = state.play(text);
            played.map_err(|problem| Unplayable::Move { number, problem })?;
            positions.push(state.alone());
        }
        Ok(positions)
    }

    /// The position to be solved.
    ///
    /// # Errors
    /// If the puzzle cannot be played.
    pub fn question(&self, variant: &dyn Variant) -> Result<Box<dyn GameState>, Unplayable> {
        let positions = self.positions(variant)?;
        let second = positions.into_iter().nth(1);
        second.ok_or(Unplayable::Count(self.moves.len()))
    }
}
