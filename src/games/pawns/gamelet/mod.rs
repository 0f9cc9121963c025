//! Gamelets: parts of a position that can never meet, and what they prove about the whole.
//!
//! The idea is from the earliest notes on the game: once the pawns fall apart into islands, each can be
//! analysed by itself. The hard part is to combine them again, because a player need not answer a move in the
//! part where it was made. [`mod@split`] finds the parts. [`worth`] values a part, in spare moves, for the side
//! that does not begin there. [`sum`] gives what parts of known worth prove about the whole.
//! [`table`] stores worths in canonical form, and [`mod@file`] on disk. [`summary`] gives the results of a
//! part by itself, and [`text`] prints them.
//!
//! All of these results are proved.

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
