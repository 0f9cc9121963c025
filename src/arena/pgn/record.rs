//! The contents of a game: tags, a start, moves with annotations, a result.

use std::fmt;

use super::tags::Tags;
use crate::board::Colour;
use crate::game::playable::MoveError;
use crate::game::state::GameState;
use crate::text::HALF;

/// A game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tags: who, where, when.
    pub tags: Tags,
    /// The comment before the first move.
    pub introduction: Comment,
    /// The result, if the game is over.
    pub result: GameResult,
    start: Box<dyn GameState>,
    moves: Vec<Annotated>,
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

    /// Its moves in order.
    #[must_use]
    pub fn moves(&self) -> &[Annotated] {
        &self.moves
    }

    /// Plays a move, in coordinates or in SAN.
    ///
    /// # Errors
    /// If it is not a move, or illegal in the current position.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let written = self.position.written(text)?;
        self.push(&written.coordinates, Vec::new(), Comment::default())
    }

    /// Plays a move in coordinates, with its annotations.
    ///
    /// # Errors
    /// If it is illegal in the current position.
    pub(super) fn push(
        &mut self,
        coordinates: &str,
        glyphs: Vec<Glyph>,
        comment: Comment,
    ) -> Result<(), MoveError> {
        let played = self.position.play(coordinates)?;
        self.moves.push(Annotated {
            played,
            glyphs,
            comment,
        });
        Ok(())
    }

    /// Takes back the last move, if any.
    pub fn take_back(&mut self) -> Option<Annotated> {
        let taken = self.moves.pop()?;
        self.position = self.start.clone();
        for one in &self.moves {
            // It was legal when it was played.
            let _ = self.position.play(&one.played);
        }
        Some(taken)
    }

    /// Its moves, to annotate them. (The moves themselves cannot be changed.)
    pub fn moves_mut(&mut self) -> &mut [Annotated] {
        &mut self.moves
    }

    /// Each move with the position before it; the positions do not keep the game so far.
    pub fn plies(&self) -> impl Iterator<Item = (Box<dyn GameState>, &Annotated)> {
        self.moves.iter().scan(self.start.clone(), |board, one| {
            // Copying the whole game for each of its moves would take quadratic time.
            let before = board.alone();
            board.play(&one.played).ok()?;
            Some((before, one))
        })
    }
}

/// A move and its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    played: String,
    /// Glyphs such as `?!`.
    pub glyphs: Vec<Glyph>,
    /// The comment after it.
    pub comment: Comment,
}

impl Annotated {
    /// The move in coordinates.
    #[must_use]
    pub fn played(&self) -> &str {
        &self.played
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
