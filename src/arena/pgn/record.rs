//! A game: tags, a start, moves with annotations and variations, a result.
//!
//! ```text
//! 1. b4 a5 (1... h5 {A quieter way.} 2. g4) 2. bxa5      a5 has one variation, which begins with h5
//! ```
//!
//! Every move is played when it is added, so all moves are legal, and writing and reading a game
//! gives the same game. Variations are nested at most [`MOST_NESTED`] deep: no game needs more, and
//! code that walks them can therefore use recursion.

use std::fmt;

use super::problem::PgnError;
use super::tags::Tags;
use crate::board::Colour;
use crate::engine::{Engine, PositionError};
use crate::game::playable::MoveError;
use crate::game::state::{GameState, ShownMove};
use crate::text::HALF;

/// The deepest nesting of variations.
pub const MOST_NESTED: usize = 24;

/// A game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tags: who, where, when.
    pub tags: Tags,
    /// The comment before the first move.
    pub introduction: Comment,
    /// The result, if the game is over.
    pub result: GameResult,
    /// The ignored parts of the text that it was read from, with reasons. A variation that cannot
    /// be read becomes a comment.
    pub passed_over: Vec<PgnError>,
    start: Box<dyn GameState>,
    moves: Vec<Node>,
    position: Box<dyn GameState>,
}

/// Two games are equal if they have the same start and the same contents.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        *self.start == *other.start
            && self.moves == other.moves
            && self.result == other.result
            && self.tags == other.tags
            && self.introduction == other.introduction
    }
}

impl Record {
    /// A game that is about to begin.
    #[must_use]
    pub fn new(start: Box<dyn GameState>) -> Self {
        Self {
            tags: Tags::default(),
            introduction: Comment::default(),
            result: GameResult::Unknown,
            passed_over: Vec::new(),
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &dyn GameState {
        &*self.start
    }

    /// The position after its last move.
    #[must_use]
    pub fn position(&self) -> &dyn GameState {
        &*self.position
    }

    /// The moves that were played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Node] {
        &self.moves
    }

    /// Its moves, to annotate them. (The moves themselves cannot be changed.)
    pub fn moves_mut(&mut self) -> &mut [Node] {
        &mut self.moves
    }

    /// Its moves in coordinates.
    #[must_use]
    pub fn coordinates(&self) -> Vec<&str> {
        self.moves.iter().map(Node::played).collect()
    }

    /// Each move with the position before it; the positions do not keep the game so far.
    pub fn plies(&self) -> impl Iterator<Item = (Box<dyn GameState>, &Node)> {
        self.moves.iter().scan(self.start.clone(), |board, one| {
            // Copying the whole game for each of its moves would take quadratic time.
            let before = board.alone();
            board.play(&one.played).ok()?;
            Some((before, one))
        })
    }

    /// Sets the game up in an engine, with all its moves (in some games they matter), and with the
    /// expected one, if there is one.
    ///
    /// # Errors
    /// If the engine plays another game, or the expected move is illegal.
    pub fn set_up(&self, engine: &mut Engine, next: Option<&str>) -> Result<(), PositionError> {
        let mut moves = self.coordinates();
        moves.extend(next);
        engine.set_position(Some(&self.start.fen()), &moves)
    }

    /// The comment on the last move, or the introduction.
    pub fn last_comment(&mut self) -> &mut Comment {
        match self.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.introduction,
        }
    }

    /// Plays a move in any notation that [people write](crate::game::written).
    ///
    /// # Errors
    /// If it is not a move, or illegal in the current position.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.push(self.position.written(text)?)
    }

    /// Plays another program's move, in coordinates or in SAN.
    ///
    /// # Errors
    /// If it is not a move, or illegal in the current position.
    pub fn play_exactly(&mut self, text: &str) -> Result<(), MoveError> {
        self.push(self.position.read(text)?)
    }

    fn push(&mut self, one: ShownMove) -> Result<(), MoveError> {
        self.position.play(&one.coordinates)?;
        self.moves.push(Node {
            played: one.coordinates,
            san: one.san,
            glyphs: Vec::new(),
            before: Comment::default(),
            comment: Comment::default(),
            variations: Vec::new(),
        });
        Ok(())
    }

    /// Takes back this many plies, if the game has that many.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(plies) else {
            return false;
        };
        self.moves.truncate(left);
        self.replay();
        true
    }

    /// The game after its first `count` moves, which lead to `start`. The comment on the last of
    /// them becomes the introduction.
    #[must_use]
    pub fn after(mut self, count: usize, start: Box<dyn GameState>) -> Self {
        let count = count.min(self.moves.len());
        if let Some(last) = self.moves.drain(..count).next_back() {
            self.introduction.add(last.comment.text());
        }
        self.start = start;
        self.replay();
        self
    }

    /// Plays the moves again. They were legal when they were played; should one be illegal from a new start,
    /// the game ends before it.
    fn replay(&mut self) {
        self.position = self.start.clone();
        let mut moves = self.moves.iter();
        let illegal = moves.position(|one| self.position.play(&one.played).is_err());
        self.moves.truncate(illegal.unwrap_or(self.moves.len()));
    }

    /// The game without its variations.
    #[must_use]
    pub fn main_line(mut self) -> Self {
        for one in &mut self.moves {
            one.variations = Vec::new();
        }
        // Some files have a hundred thousand games.
        self.moves.shrink_to_fit();
        self
    }

    /// Its moves as a variation of another game's move; the introduction becomes the comment before
    /// the first one.
    #[must_use]
    pub fn into_variation(mut self) -> Vec<Node> {
        if let Some(first) = self.moves.first_mut() {
            first.before.add(self.introduction.text());
        }
        self.moves
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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished or unknown.
    Unknown,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// A win for that side.
    #[must_use]
    pub const fn win(winner: Colour) -> Self {
        match winner {
            Colour::White => Self::WhiteWins,
            Colour::Black => Self::BlackWins,
        }
    }

    /// The result of a finished game; `None` is a draw.
    #[must_use]
    pub const fn of_winner(winner: Option<Colour>) -> Self {
        match winner {
            Some(winner) => Self::win(winner),
            None => Self::Draw,
        }
    }

    /// The text in PGN.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads what [`Self::text`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }

    /// Reads the results that other programs write after the moves: `½-½`, `1/2`, `0.5-0.5`, `1–0`
    /// with any dash.
    #[must_use]
    pub fn written(text: &str) -> Option<Self> {
        if !text.starts_with(['0', '1', '.', '*']) && !text.starts_with(HALF) {
            return None;
        }
        let plain = text.replace(['–', '—', '−', '‐', '‑', ':'], "-");
        let plain = plain.replace(HALF, "1/2").replace(',', ".");
        match plain.replace("0.5", "1/2").replace(".5", "1/2").as_str() {
            "1/2" => Some(Self::Draw),
            plain => Self::parse(plain),
        }
    }

    /// Reads the results that other programs write in the tag `Result`: blanks are allowed, and a
    /// question mark or an empty text is an unknown result.
    #[must_use]
    pub fn in_tag(text: &str) -> Option<Self> {
        let plain = text.replace(char::is_whitespace, "");
        match plain.as_str() {
            "" | "?" => Some(Self::Unknown),
            plain => Self::written(plain),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A numeric annotation glyph: `$1` to `$6` are the signs `!` to `?!`; most others judge the
/// position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Glyph(pub u8);

impl Glyph {
    /// `?`.
    pub const MISTAKE: Self = Self(2);
    /// `??`.
    pub const BLUNDER: Self = Self(4);
    /// `?!`.
    pub const DUBIOUS: Self = Self(6);

    const SIGNS: [&'static str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

    /// The sign that represents it after a move, if there is one.
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        let index = usize::from(self.0).checked_sub(1)?;
        Self::SIGNS.get(index).copied()
    }

    /// The glyph of a sign.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Self> {
        let index = Self::SIGNS.iter().position(|one| *one == sign)?;
        Some(Self(index as u8 + 1))
    }
}

/// A comment on a move: one paragraph, because line ends have no meaning in it. A closing brace
/// would end it too early, so it becomes a parenthesis.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Comment(String);

impl Comment {
    /// A comment with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let plain = text.replace(char::is_control, " ").replace('}', ")");
        Self(plain.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Appends more text.
    pub fn add(&mut self, text: &str) {
        let more = Self::new(text);
        if !self.is_empty() && !more.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&more.0);
    }

    /// Whether the comment is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
        let mut game = Record::new(variant.read_fen(start).unwrap());
        game.play_exactly("a2a4").unwrap();
        game.play_exactly("a6").unwrap();
        assert!(game.play_exactly("a6a5").is_err());
        assert!(!game.take_back(3));
        assert_eq!(game.moves().len(), 2);
        assert!(game.take_back(2));
        assert_eq!(game.position().fen(), start);
        assert!(game.take_back(0));
    }
}
