//! The game so far: positions that can be taken back, and how it ended.

use crate::board::Colour;
use crate::engine::Engine;
use crate::games::pawns::{Diagram, FenError, Finish, MoveError, PawnGame, StartError, read_move};

/// A position and those before it.
#[derive(Debug)]
pub struct GameSoFar {
    now: Diagram,
    before: Vec<Diagram>,
}

impl GameSoFar {
    /// A game from the start position of the engine's variant.
    ///
    /// # Errors
    /// If the variant has none.
    pub fn of_variant(engine: &Engine) -> Result<Self, StartError> {
        engine.start().map(Self::from)
    }

    /// A game that begins with a FEN.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        fen.parse::<Diagram>().map(Self::from)
    }

    /// The position now, as a FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        self.now.to_string()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.now.turn
    }

    /// How many moves have been played, of either side.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.before.len()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why not: it is none, or not legal.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let played = read_move(&self.now, text).map_err(|error| match error {
            // The position need not be told.
            MoveError::Illegal { choice, .. } => choice.to_string(),
            MoveError::Unreadable(_) => error.to_string(),
        })?;
        self.before.push(self.now);
        self.now = self.now.play(played);
        Ok(())
    }

    /// Takes back so many plies, if so many have been played.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.before.len().checked_sub(plies) else {
            return false;
        };
        if let Some(earlier) = self.before.get(left) {
            self.now = *earlier;
        }
        self.before.truncate(left);
        true
    }

    /// How the game has ended, by the rules of the engine's variant. `None` if it goes on.
    #[must_use]
    pub fn result(&self, engine: &Engine) -> Option<String> {
        result(&engine.game(), &self.now)
    }
}

impl From<Diagram> for GameSoFar {
    fn from(start: Diagram) -> Self {
        Self {
            now: start,
            before: Vec::new(),
        }
    }
}

/// How the game has ended in a position, as the protocol says it: `1-0 {reason}`. `None` if it
/// goes on.
fn result(rules: &PawnGame, diagram: &Diagram) -> Option<String> {
    let finish = Finish::of(diagram, rules.stalemate)?;
    let code = match finish.winner() {
        Some(Colour::White) => "1-0",
        Some(Colour::Black) => "0-1",
        None => "1/2-1/2",
    };
    Some(format!("{code} {{{finish}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Stalemate;

    fn ending(fen: &str, stalemate: Stalemate) -> Option<String> {
        let rules = PawnGame::new(stalemate);
        result(&rules, &fen.parse().unwrap())
    }

    #[test]
    fn who_has_won_and_why() {
        let draw = |fen| ending(fen, Stalemate::Draw);
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
            ending("8/8/8/p7/P7/8/8/8 b", Stalemate::Loss).as_deref(),
            Some("1-0 {Black has no move}")
        );
    }

    #[test]
    fn moves_can_be_taken_back_as_far_as_they_were_played() {
        let start: Diagram = "8/p7/8/8/8/8/P7/8 w - - 0 1".parse().unwrap();
        let mut game = GameSoFar::from(start);
        game.play("a2a4").unwrap();
        game.play("a6").unwrap();
        assert!(game.play("a6a5").is_err());
        assert!(!game.take_back(3));
        assert_eq!(game.plies(), 2);
        assert!(game.take_back(2));
        assert_eq!(game.now, start);
        assert!(game.take_back(0));
    }
}
