//! A line of moves while a game is read: the game itself, or a variation that is still open.

use super::super::record::{Comment, Glyph};
use super::super::tree::Node;
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// A line of moves.
pub(super) struct Branch {
    /// Where it begins: the line, and the byte of its parenthesis.
    pub(super) line: usize,
    pub(super) open: usize,
    pub(super) start: Box<dyn GameState>,
    /// The position before its last move, where a variation of that move begins.
    pub(super) before: Box<dyn GameState>,
    pub(super) position: Box<dyn GameState>,
    /// The comment before its first move.
    pub(super) introduction: Comment,
    pub(super) glyphs: Vec<Glyph>,
    pub(super) moves: Vec<Node>,
}

impl Branch {
    pub(super) fn new(line: usize, open: usize, start: Box<dyn GameState>) -> Self {
        Self {
            line,
            open,
            before: start.clone(),
            position: start.clone(),
            start,
            introduction: Comment::default(),
            glyphs: Vec::new(),
            moves: Vec::new(),
        }
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.position.alone();
        let mut node = Node::play(&mut *self.position, text)?;
        self.before = before;
        if self.moves.is_empty() {
            node.before = std::mem::take(&mut self.introduction);
            node.glyphs = std::mem::take(&mut self.glyphs);
        }
        self.moves.push(node);
        Ok(())
    }

    pub(super) fn comment(&mut self, text: &str) {
        match self.moves.last_mut() {
            None => self.introduction.add(text),
            Some(last) => last.comment.add(text),
        }
    }

    /// Glyphs before the first move apply to it.
    pub(super) fn add(&mut self, glyphs: &[Glyph]) {
        match self.moves.last_mut() {
            None => self.glyphs.extend(glyphs),
            Some(last) => last.glyphs.extend(glyphs),
        }
    }
}
