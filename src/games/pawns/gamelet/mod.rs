//! Gamelets: parts of a position that can never meet, and what they tell of the whole.
//!
//! The game's first notes saw it: once the pawns fall apart into islands, each can be looked at by
//! itself. What is hard is to put the parts together again, since the players need not answer a
//! move in the part where it was made. [`mod@split`] finds the parts, [`worth`] says what one of them
//! is worth to the side that does not begin there, counted in spare moves, and [`sum`] says what
//! parts of known worth prove of the whole. [`table`] keeps worths, in canonical form, and [`mod@file`]
//! on disk. [`summary`] says what a part is worth by itself, and [`text`] tells it to people.
//!
//! All of it is certain.

mod command;
mod file;
mod split;
pub mod sum;
pub mod summary;
mod table;
pub mod text;
mod told;
mod worth;

pub use command::{COMMAND, told};
pub use file::{FileError, KIND, small_gamelets};
pub use split::{Parts, dead_files, dead_files_by_colour, split};
pub use table::Gamelets;
pub use worth::{Aim, MOST_SPARE, Part};
