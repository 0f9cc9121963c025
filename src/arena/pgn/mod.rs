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
//! the way: a record that is written and read is the same record. [`tokens`] cuts text into tokens,
//! [`word`] says what those between the moves mean, [`record`] what a game holds, [`tree`] a game with its
//! variations. Of games that others have written neither keeps everything, so [`annotate`] puts remarks
//! into their text.
//!
//! Where a game begins follows from its tags. `FEN` says it outright, and is always written; without
//! one it is the variant's own start, which only the caller knows: reading takes [`Starts`].
//!
//! Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994).
//! Its `Variant` tag is a later custom of the chess servers.

pub mod annotate;
mod header;
pub mod problem;
pub mod read;
pub mod record;
mod starts;
pub mod tokens;
pub mod tree;
pub mod word;
mod write;

pub use problem::{PgnError, Problem};
pub use read::{Found, read, records, trees};
pub use record::{Annotated, Comment, GameResult, Glyph, Record, TagName, Tags};
pub use starts::{Played, Starts, starts_of};
pub use tree::Tree;
