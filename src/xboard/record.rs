//! The game so far: positions that can be taken back, and how it ended.

use crate::board::Colour;
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// A position and those before it.
#[derive(Debug)]
pub struct Record {
    now: Box<dyn GameState>,
    before: Vec<Box<dyn GameState>>,
}

impl Record {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(start: Box<dyn GameState>) -> Self {
        Self {
            now: start,
            before: Vec::new(),
        }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &dyn GameState {
        &*self.now
    }

    /// How many moves have been played, of either side.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.before.len()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is none, or not legal.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.now.clone();
        self.now.play(text)?;
        self.before.push(before);
        Ok(())
    }

    /// Takes back so many plies, if so many have been played.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.before.len().checked_sub(plies) else {
            return false;
        };
        if let Some(earlier) = self.before.drain(left..).next() {
            self.now = earlier;
        }
        true
    }
}

/// How the game has ended in a position, as the protocol says it: `1-0 {reason}`. `None` if it
/// goes on.
#[must_use]
pub fn result(state: &dyn GameState) -> Option<String> {
    let finish = state.finish()?;
    let code = match finish.winner {
        Some(Colour::White) => "1-0",
        Some(Colour::Black) => "0-1",
        None => "1/2-1/2",
    };
    Some(format!("{code} {{{finish}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn state(fen: &str, variant: &str) -> Box<dyn GameState> {
        Config::built_in().variants[variant].read_fen(fen).unwrap()
    }

    fn ending(fen: &str, variant: &str) -> Option<String> {
        result(&*state(fen, variant))
    }

    #[test]
    fn who_has_won_and_why() {
        let draw = |fen| ending(fen, "pawngame");
        assert_eq!(draw("8/p7/8/8/8/8/P7/8 w"), None);
        for (fen, result) in [
            ("3P4/p7/8/8/8/8/8/8 b", "1-0 {White's pawn is on d8}"),
            ("8/P7/8/8/8/8/8/3p4 w", "0-1 {Black's pawn is on d1}"),
            ("8/8/8/8/8/8/P7/8 b", "1-0 {Black's last pawn is taken}"),
            ("8/8/8/8/8/p7/8/8 w", "0-1 {White's last pawn is taken}"),
            ("8/8/8/p7/P7/8/8/8 w", "1/2-1/2 {White has no move}"),
        ] {
            assert_eq!(draw(fen).as_deref(), Some(result));
        }
        assert_eq!(
            ending("8/8/8/p7/P7/8/8/8 b", "pawnsonly").as_deref(),
            Some("1-0 {Black has no move}")
        );
    }

    #[test]
    fn moves_can_be_taken_back_as_far_as_they_were_played() {
        let start = state("8/p7/8/8/8/8/P7/8 w - - 0 1", "pawngame");
        let mut game = Record::new(start.clone());
        game.play("a2a4").unwrap();
        game.play("a6").unwrap();
        assert!(game.play("a6a5").is_err());
        assert!(!game.take_back(3));
        assert_eq!(game.plies(), 2);
        assert!(game.take_back(2));
        assert!(*game.position() == *start);
        assert!(game.take_back(0));
    }
}
