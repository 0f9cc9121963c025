//! Reading games: what the words mean, and what is wrong with them.
//!
//! Variations are skipped by counting parentheses, so nothing here goes deeper however they are
//! nested ([`tree`](super::tree) reads them). A game ends with its result; one that lacks it is cut
//! off, and that is an error.

use std::fmt;

use thiserror::Error;

use super::Starts;
use super::header::{Header, MOST_TAGS};
use super::record::{Comment, GameResult, Glyph, Record};
use super::tokens::{Token, Tokens};
use super::tree::MOST_NESTED;
use crate::board::Colour;
use crate::game::playable::MoveError;
use crate::game::written::{without_number, without_suffix};
use crate::quote::short;

/// Where a text is no PGN, and why.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The game, from 1.
    pub game: usize,
    /// The number and the side of the move that was to come, if the game had begun.
    pub at: Option<(u32, Colour)>,
    /// What is wrong and what would be right.
    pub problem: Problem,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, game {}", self.line, self.game)?;
        if let Some((number, side)) = self.at {
            write!(f, ", {side}'s move {number}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

/// What is wrong with a text that should be PGN.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum Problem {
    /// A letter that has no meaning outside of tags and comments.
    #[error("found '{}', expected a move, a comment or a result", short(&.0.to_string()))]
    Letter(char),
    /// A bracket without a name.
    #[error(
        "found the tag name '{}', expected letters, digits and '_', as in [White \"Ann\"]",
        short(.0)
    )]
    TagName(String),
    /// A name without a value.
    #[error(
        "the tag {} has no value in quotes on its line; expected [{} \"…\"]",
        short(.0), short(.0)
    )]
    TagValue(String),
    /// The same tag once more.
    #[error(
        "the tag {} for the second time; expected each once, and moves and a result before the next game",
        short(.0)
    )]
    TagTwice(String),
    /// More tags than any game has.
    #[error("more than {MOST_TAGS} tags; expected the moves of the game")]
    TooManyTags,
    /// Nobody knows where the game begins.
    #[error(
        "no FEN and {0}; expected a tag FEN, or a tag Variant that names a variant with a start of its own"
    )]
    NoStart(String),
    /// A FEN that is wrong.
    #[error("the tag FEN: {0}")]
    Fen(String),
    /// `SetUp` says that there is one.
    #[error("SetUp is 1, but there is no tag FEN")]
    NoFen,
    /// A result that is none.
    #[error("found the result '{}', expected 1-0, 0-1, 1/2-1/2 or *", short(.0))]
    Result(String),
    /// Two results.
    #[error("the moves end with {moves}, but the tag Result says {tag}; expected the same")]
    Results {
        /// Behind the moves.
        moves: GameResult,
        /// In the tag.
        tag: GameResult,
    },
    /// The game is cut off.
    #[error("found {0}, expected a move or a result: 1-0, 0-1, 1/2-1/2 or *")]
    NoResult(&'static str),
    /// No brace ends it.
    #[error("a comment begins here and does not end; expected '}}'")]
    OpenComment,
    /// No parenthesis ends it.
    #[error("a variation begins here and does not end; expected ')'")]
    OpenVariation,
    /// Variations within variations, without end.
    #[error("more than {MOST_NESTED} variations within each other")]
    TooDeep,
    /// No parenthesis begins it.
    #[error("found ')', but no variation has begun")]
    NoVariation,
    /// Not a sign, or without a move.
    #[error(
        "found the glyph '{}', expected one of ! ? !! ?? !? ?! or $0 to $255, behind a move",
        short(.0)
    )]
    Glyph(String),
    /// A move that is none.
    #[error("{0}")]
    Move(#[from] MoveError),
}

/// Reads every game of a text. `starts` gives the start of the variant that the tags name, for
/// games without a FEN.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read(text: &str, starts: &impl Starts) -> Result<Vec<Record>, PgnError> {
    let mut tokens = Tokens::new(text);
    let mut games = Vec::new();
    loop {
        let mut game = Game::default();
        let over = game.read(&mut tokens, starts);
        let over = over.map_err(|(line, problem)| PgnError {
            line,
            game: games.len() + 1,
            at: game.record.as_ref().map(|record| {
                let board = record.position();
                (board.move_number(), board.turn())
            }),
            problem,
        })?;
        match (over, game.record) {
            (true, Some(record)) => games.push(record),
            _ => return Ok(games),
        }
    }
}

/// A problem and its line.
type Wrong = (usize, Problem);

/// A game that is being read.
#[derive(Default)]
struct Game {
    header: Header,
    introduction: Comment,
    /// From the first word behind the tags.
    record: Option<Record>,
}

impl Game {
    /// Reads to the result; `false` if there is no game any more.
    fn read(&mut self, tokens: &mut Tokens<'_>, starts: &impl Starts) -> Result<bool, Wrong> {
        while let Some(next) = tokens.next() {
            let (line, token) = next?;
            let at = |problem| (line, problem);
            match token {
                Token::Tag { .. } if self.record.is_some() => {
                    return Err(at(Problem::NoResult("a tag of the next game")));
                }
                Token::Tag { name, value } => self.header.add(name, &value).map_err(at)?,
                Token::Comment(text) => self.comment(text),
                Token::Open => skip_variation(tokens, line)?,
                Token::Close => return Err(at(Problem::NoVariation)),
                Token::Glyph(glyph) => self.glyph(glyph, &format!("${}", glyph.0)).map_err(at)?,
                Token::Word(word) => {
                    self.begin(starts).map_err(at)?;
                    if let Some(result) = GameResult::parse(word) {
                        return self.end(result).map_err(at);
                    }
                    self.word(word).map_err(at)?;
                }
            }
        }
        let begun = self.record.is_some() || !self.header.is_empty();
        match begun {
            true => Err((tokens.line(), Problem::NoResult("the end of the text"))),
            false => Ok(false),
        }
    }

    fn comment(&mut self, text: &str) {
        match &mut self.record {
            None => self.introduction.add(text),
            Some(record) => match record.moves_mut().last_mut() {
                None => record.introduction.add(text),
                Some(last) => last.comment.add(text),
            },
        }
    }

    fn glyph(&mut self, glyph: Glyph, text: &str) -> Result<(), Problem> {
        let last = self
            .record
            .as_mut()
            .and_then(|record| record.moves_mut().last_mut());
        let last = last.ok_or_else(|| Problem::Glyph(text.into()))?;
        last.glyphs.push(glyph);
        Ok(())
    }

    /// The tags are complete: sets up the start, unless that is done.
    fn begin(&mut self, starts: &impl Starts) -> Result<(), Problem> {
        if self.record.is_some() {
            return Ok(());
        }
        let mut record = Record::new(self.header.start(starts)?);
        record.tags = std::mem::take(&mut self.header.tags);
        record.introduction = std::mem::take(&mut self.introduction);
        self.record = Some(record);
        Ok(())
    }

    /// A move with its number and signs, or one of these alone.
    fn word(&mut self, word: &str) -> Result<(), Problem> {
        let (played, sign) = parts(word);
        if !played.is_empty()
            && let Some(record) = &mut self.record
        {
            record.play(played)?;
        }
        if sign.is_empty() {
            return Ok(());
        }
        let glyph = Glyph::from_sign(sign).ok_or_else(|| Problem::Glyph(sign.into()))?;
        self.glyph(glyph, sign)
    }

    fn end(&mut self, result: GameResult) -> Result<bool, Problem> {
        self.header.allows(result)?;
        if let Some(record) = &mut self.record {
            record.result = result;
        }
        Ok(true)
    }
}

/// Goes on to the parenthesis that ends the variation begun in `line`.
fn skip_variation(tokens: &mut Tokens<'_>, line: usize) -> Result<(), Wrong> {
    let mut depth = 1_usize;
    while depth > 0 {
        let (_, token) = tokens.next().ok_or((line, Problem::OpenVariation))??;
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::Tag { .. } => return Err((line, Problem::OpenVariation)),
            _ => {}
        }
    }
    Ok(())
}

/// The move in a word, without its number, and the sign behind it. Each may be missing.
pub(super) fn parts(word: &str) -> (&str, &str) {
    let text = without_number(word);
    let (text, sign) = text.split_at(text.trim_end_matches(['!', '?']).len());
    (without_suffix(text), sign)
}
