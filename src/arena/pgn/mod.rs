//! Games as text: the Portable Game Notation, written and read.
//!
//! ```text
//! [Event "An evening by the fire"]        seven tags in a fixed order, then others
//! …
//! [Variant "peasants"]
//! [SetUp "1"]
//! [FEN "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1"]
//!
//! 1. b4 a5 2. bxa5?! {Opens the file.} 2... bxa5 *
//! ```
//!
//! A [`Record`] is a game in memory: it can hold only moves that are legal, since each is played
//! as it comes. [`Record::write`] and [`read()`] turn it into text and back, and nothing is lost on
//! the way: a record that is written and read is the same record. [`tokens`] cuts text into words,
//! [`record`] says what a game holds. Of games that others have written a record does not keep
//! everything, so [`annotate`] puts remarks into their text, and [`tree`] holds a game with its variations.
//!
//! Where a game begins follows from its tags. `FEN` says it outright, and is always written; without
//! one it is the variant's own start, which only the caller knows: reading takes [`Starts`], and
//! [`starts_of`] makes them from a configuration.
//!
//! Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994).
//! Its `Variant` tag is a later custom of the chess servers.

pub mod annotate;
mod header;
pub mod read;
pub mod record;
pub mod tokens;
pub mod tree;
mod write;

use std::borrow::Cow;

pub use read::{PgnError, Problem, read};
pub use record::{Annotated, Comment, GameResult, Glyph, Record, TagName, Tags};

use crate::config::Config;
use crate::engine::Choices;
use crate::game::state::GameState;
use crate::quote::short;

/// Where games begin: what the tags `Variant` and `FEN` of a game mean.
pub trait Starts {
    /// The start of that variant, if games of it can do without a FEN; without a name, of the usual
    /// one.
    fn start(&self, variant: Option<&str>) -> Option<Box<dyn GameState>>;

    /// The position of a FEN in a game of that variant.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_fen(&self, variant: Option<&str>, fen: &str) -> Result<Box<dyn GameState>, String>;
}

/// The starts of the variants of a configuration: on the usual board, and none for a variant with a
/// choice of starts, whose games always need a FEN.
#[derive(Debug)]
pub struct StartsOf<'a> {
    config: &'a Config,
    /// The start of the configuration's own variant, if it is another one.
    own: Option<Box<dyn GameState>>,
}

/// The starts of the variants of a configuration.
#[must_use]
pub const fn starts_of(config: &Config) -> StartsOf<'_> {
    StartsOf { config, own: None }
}

impl StartsOf<'_> {
    /// The same, but games of the configuration's own variant begin here.
    #[must_use]
    pub fn with_own(self, start: Box<dyn GameState>) -> Self {
        Self {
            own: Some(start),
            ..self
        }
    }
}

impl Starts for StartsOf<'_> {
    fn start(&self, variant: Option<&str>) -> Option<Box<dyn GameState>> {
        let usual = self.config.options.variant.as_str();
        let (name, variant) = self.config.named(variant.unwrap_or(usual))?;
        if let Some(own) = self.own.as_ref().filter(|_| name == usual) {
            return Some(own.clone());
        }
        match variant.has_many_starts() {
            true => None,
            false => variant.start(&Choices::default()).ok(),
        }
    }

    fn read_fen(&self, variant: Option<&str>, fen: &str) -> Result<Box<dyn GameState>, String> {
        // A name that nobody knows says nothing of the game, unless that reads the FEN wrongly.
        let named = variant.and_then(|name| self.config.named(name));
        let read_as = named.or_else(|| self.config.named(&self.config.options.variant));
        let Some((usual, known)) = read_as else {
            return Err("there is no variant".into());
        };
        known.read_fen(fen).map_err(|problem| match variant {
            Some(name) if named.is_none() => {
                let name = short(name);
                format!("{problem} (there is no variant '{name}', so it is read as {usual})")
            }
            _ => problem.to_string(),
        })
    }
}

/// The text of a file: UTF-8, or the Latin 1 of the standard if it is not that.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            // A mark of UTF-8 before what is none.
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            bytes.iter().copied().map(char::from).collect()
        }
    }
}
