//! Games as text: the Portable Game Notation, written and read.
//!
//! ```text
//! [Event "An evening by the fire"]        seven tags in a fixed order, then others
//! …
//! [Variant "peasants"]
//!
//! 1. b4 a5 2. bxa5?! {Opens the file.} 2... bxa5 *
//! ```
//!
//! A [`Record`] is a game in memory: it can hold only moves that are legal, since each is played
//! as it comes. [`Record::write`] and [`read()`] turn it into text and back, and nothing is lost on
//! the way: a record that is written and read is the same record. [`tokens`] cuts text into words,
//! [`record`] says what a game holds.
//!
//! Where a game begins follows from its tags. `FEN` says it outright; without one it is the
//! variant's own start, which only the caller knows: both directions take a function from the tag
//! `Variant` to a start. [`starts_of`] makes one from a configuration.
//!
//! Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994).
//! Its `Variant` tag is a later custom of the chess servers.

pub mod read;
pub mod record;
pub mod tokens;
mod write;

use std::borrow::Cow;

pub use read::{PgnError, Problem, read};
pub use record::{Annotated, Comment, GameResult, Glyph, Record, TagName, Tags};

use crate::config::Config;
use crate::games::pawns::{Diagram, Files, Gaps};

/// The starts of the variants of a configuration, for [`read()`] and [`Record::write`]: on eight
/// files, and none for a variant with gaps, whose games always need a FEN. Without a variant, that
/// of the configuration's own.
pub fn starts_of(config: &Config) -> impl Fn(Option<&str>) -> Option<Diagram> {
    |variant| {
        let rules = config
            .variants
            .get(variant.unwrap_or(&config.options.variant))?;
        if rules.gaps {
            return None;
        }
        rules.start(Files::EIGHT, Gaps::OUTERMOST).ok()
    }
}

/// The text of a file: UTF-8, or the Latin 1 of the standard if it is not that.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
