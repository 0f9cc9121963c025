//! A line of moves while a game is read: the game itself, or a variation that is still open.

use super::super::record::{Glyph, Record};
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// A line of moves.
pub(super) struct Branch {
    /// Where it begins: the line, and the byte of its parenthesis.
    pub(super) line: usize,
    pub(super) open: usize,
    /// The line as a game.
    pub(super) game: Record,
    /// The position before its last move, where a variation of that move begins.
    pub(super) before: Box<dyn GameState>,
    /// The glyphs before its first move.
    glyphs: Vec<Glyph>,
}

impl Branch {
    pub(super) fn new(line: usize, open: usize, start: Box<dyn GameState>) -> Self {
        Self {
            line,
            open,
            before: start.clone(),
            game: Record::new(start),
            glyphs: Vec::new(),
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.game.position().alone();
        self.game.play(text)?;
        self.before = before;
        let glyphs = std::mem::take(&mut self.glyphs);
        self.add(&glyphs);
        Ok(())
    }

    /// Glyphs before the first move apply to it.
    pub(super) fn add(&mut self, glyphs: &[Glyph]) {
        match self.game.moves_mut().last_mut() {
            None => self.glyphs.extend(glyphs),
            Some(last) => last.glyphs.extend(glyphs),
        }
    }
}
