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
//! A [`Record`] is a game in memory. It holds only legal moves, because each move is played when it
//! is added. [`Record::write`] and [`games`] convert it to text and back without loss. [`tokens`]
//! splits text into tokens, and [`word`] interprets the words between the moves. A record does not
//! keep everything that other programs write in a game, so [`annotate`] inserts annotations into
//! their text.
//!
//! The start of a game follows from its tags. `FEN` gives it directly, and is always written.
//! Without a FEN the game begins at the variant's own start, which only the caller knows, so
//! reading needs [`Starts`].
//!
//! Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994).
//! Its `Variant` tag is a later custom of the chess servers.

pub mod annotate;
mod header;
pub mod problem;
pub mod read;
pub mod record;
mod starts;
mod tags;
pub mod tokens;
pub mod word;
mod write;

pub use problem::{PgnError, Problem};
pub use read::{Found, games, main_lines, read};
pub use record::{Comment, GameResult, Glyph, Node, Record};
pub use starts::{NamedVariant, Starts, starts_of};
pub use tags::{TagName, Tags};
