//! Games with variations: a tree of moves, for user interfaces.
//!
//! ```text
//! 1. b4 a5 (1... h5 {A quieter way.} 2. g4) 2. bxa5      a5 has one variation, which begins with h5
//! ```
//!
//! A [`Record`] is one line of moves, which is all that most of the program needs: the [main
//! line](Tree::main_line) of a tree. A [`Tree`] also keeps the variations: each move may have
//! alternatives, lines of moves that could have been played instead. As in a record, every move is
//! played when it is added, so all moves are legal, and writing and reading a tree gives the same
//! tree. Variations are nested at most [`MOST_NESTED`] deep: no game needs more, and code that
//! walks the tree can therefore use recursion.

use super::problem::PgnError;
use super::record::{Comment, GameResult, Glyph, Record};
use super::tags::Tags;
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// The deepest nesting of variations.
pub const MOST_NESTED: usize = 24;

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The tags: who, where, when.
    pub tags: Tags,
    /// The comment before the first move.
    pub introduction: Comment,
    /// The start position.
    pub start: Box<dyn GameState>,
    /// The moves that were played.
    pub moves: Vec<Node>,
    /// The result, if the game is over.
    pub result: GameResult,
    /// The ignored parts of the text, with reasons. A variation that cannot be read becomes a
    /// comment.
    pub passed_over: Vec<PgnError>,
}

impl Tree {
    /// The game without its first `count` moves, which lead to `start`. The comment on the last of
    /// them becomes the introduction.
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

/// A move, its annotations, and the alternatives to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    played: String,
    san: String,
    /// Glyphs such as `?!`.
    pub glyphs: Vec<Glyph>,
    /// The comment before it, if it is the first move of a variation.
    pub before: Comment,
    /// The comment after it.
    pub comment: Comment,
    /// Alternative lines, each of which begins in place of this move.
    pub variations: Vec<Vec<Self>>,
}

impl Node {
    /// Plays a move, in coordinates or in SAN.
    ///
    /// # Errors
    /// If the text is not a move, or the move is illegal there.
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
