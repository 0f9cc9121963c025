//! The game so far: positions for taking moves back, and the result.

use super::legs;
use super::lexer::NOTHING_MOVED;
use crate::board::Colour;
use crate::engine::{Engine, PositionError};
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// A game whose moves can be taken back.
#[derive(Debug)]
pub struct GameSoFar {
    now: Box<dyn GameState>,
    /// The game before each move, the start first.
    before: Vec<Box<dyn GameState>>,
    /// The moves, in coordinates.
    moves: Vec<String>,
}

impl GameSoFar {
    /// A game that begins with this position.
    #[must_use]
    pub const fn new(start: Box<dyn GameState>) -> Self {
        Self {
            now: start,
            before: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Sets the game up in an engine, with all its moves (in some games they matter), and with the
    /// expected one, if there is one.
    ///
    /// # Errors
    /// If the engine plays another game, or the expected move is illegal.
    pub fn set_up(&self, engine: &mut Engine, next: Option<&str>) -> Result<(), PositionError> {
        let start = self.before.first().unwrap_or(&self.now);
        let moves = self.moves.iter().map(String::as_str);
        let moves: Vec<&str> = moves.chain(next).collect();
        engine.set_position(Some(&start.fen()), &moves)
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Colour {
        self.now.turn()
    }

    /// How many moves have been played by both sides.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The current state of the game.
    #[must_use]
    pub fn now(&self) -> &dyn GameState {
        &*self.now
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal, returns the reason.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let before = self.now.clone();
        let played = self.now.play(text).or_else(|error| {
            let other = legs::meant(&*self.now, text);
            other
                .and_then(|other| self.now.play(&other).ok())
                .ok_or(error)
        });
        let played = played.map_err(|error| match error {
            // The message need not contain the position.
            MoveError::Illegal { choice, .. } => choice,
            MoveError::Unreadable { .. } | MoveError::Ambiguous { .. } => error.to_string(),
        })?;
        self.moves.push(played);
        self.before.push(before);
        Ok(())
    }

    /// Whether the FEN is the position after a pass: XBoard reports its user's pass in this way.
    #[must_use]
    pub fn is_passed_to(&self, fen: &str) -> bool {
        let mut next = self.now.clone();
        // The pieces and the side to move; the rest is ignored, because XBoard counts moves in its
        // own way.
        let of_board = |fen: &str| fen.split_whitespace().take(2).collect::<String>();
        next.play(NOTHING_MOVED).is_ok() && of_board(&next.fen()) == of_board(fen)
    }

    /// Takes back this many plies, if the game has that many.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(plies) else {
            return false;
        };
        self.moves.truncate(left);
        if let Some(earlier) = self.before.drain(left..).next() {
            self.now = earlier;
        }
        true
    }

    /// The result in the protocol's form: `1-0 {reason}`. `None` if the game is not over.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        let finish = self.now.finish()?;
        let code = match finish.winner {
            Some(Colour::White) => "1-0",
            Some(Colour::Black) => "0-1",
            None => "1/2-1/2",
        };
        Some(format!("{code} {{{finish}}}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn moves_can_be_taken_back_as_far_as_they_were_played() {
        let start = "8/p7/8/8/8/8/P7/8 w - - 0 1";
        let variant = &Config::built_in().variants["pawngame"];
        let mut game = GameSoFar::new(variant.read_fen(start).unwrap());
        game.play("a2a4").unwrap();
        game.play("a6").unwrap();
        assert!(game.play("a6a5").is_err());
        assert!(!game.take_back(3));
        assert_eq!(game.plies(), 2);
        assert!(game.take_back(2));
        assert_eq!(game.now.fen(), start);
        assert!(game.take_back(0));
    }
}
