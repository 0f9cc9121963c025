//! Games with their variations: a tree of moves, for those who show it.
//!
//! ```text
//! 1. b4 a5 (1... h5 {A quieter way.} 2. g4) 2. bxa5      a5 has one variation, which begins with h5
//! ```
//!
//! A [`Record`] is one line of moves, which is all that most of the program needs: the
//! [main line](Tree::main_line) of a tree. A [`Tree`] keeps what others have written beside it: each move
//! may have variations, lines of moves that could have been played in its place. As with a record,
//! every move is played as it comes, so none is illegal, and what is written and read again is the
//! same tree. Variations stand within each other at most [`MOST_NESTED`] deep: no game needs more,
//! and code that walks through the tree can then do so by recursion.

use super::problem::PgnError;
use super::record::{Comment, GameResult, Glyph, Record, Tags};
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// So many variations may stand within each other.
pub const MOST_NESTED: usize = 24;

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Who, where, when.
    pub tags: Tags,
    /// What is said before the first move.
    pub introduction: Comment,
    /// Where it began.
    pub start: Box<dyn GameState>,
    /// The moves that were played.
    pub moves: Vec<Node>,
    /// How it ended, if it did.
    pub result: GameResult,
    /// What of the text was passed over, with the reasons. A variation that cannot be read is a comment.
    pub passed_over: Vec<PgnError>,
}

impl Tree {
    /// The game without so many moves, which lead to `start`. What is said of the last of them is said at the beginning.
    #[must_use]
    pub fn from(mut self, count: usize, start: Box<dyn GameState>) -> Self {
        let count = count.min(self.moves.len());
        if let Some(last) = self.moves.drain(..count).next_back() {
            self.introduction.add(last.comment.text());
        }
        Self { start, ..self }
    }

    /// The game without its variations.
    #[must_use]
    pub fn main_line(self) -> Record {
        let mut record = Record::new(self.start);
        record.tags = self.tags;
        record.introduction = self.introduction;
        record.result = self.result;
        for node in self.moves {
            // It was legal when the tree was made.
            let _ = record.push(&node.played, node.glyphs, node.comment);
        }
        record
    }
}

/// A move, what is said about it, and what could have been played in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    played: String,
    san: String,
    /// Signs such as `?!`.
    pub glyphs: Vec<Glyph>,
    /// What is said before it, if it is the first move of a variation.
    pub before: Comment,
    /// What is said behind it.
    pub comment: Comment,
    /// Lines of moves, each of which begins in its place.
    pub variations: Vec<Vec<Self>>,
}

impl Node {
    /// Plays a move, in coordinates or as people write it.
    ///
    /// # Errors
    /// If it is none, or not legal there.
    pub fn play(position: &mut dyn GameState, text: &str) -> Result<Self, MoveError> {
        let written = position.written(text)?;
        position.play(&written.coordinates)?;
        Ok(Self {
            played: written.coordinates,
            san: written.san,
            glyphs: Vec::new(),
            before: Comment::default(),
            comment: Comment::default(),
            variations: Vec::new(),
        })
    }

    /// The move in coordinates.
    #[must_use]
    pub fn played(&self) -> &str {
        &self.played
    }

    /// The move in the game's short notation.
    #[must_use]
    pub fn san(&self) -> &str {
        &self.san
    }
}
