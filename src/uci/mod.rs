//! The Universal Chess Interface: lines in, lines out.
//!
//! [`lexer`] turns a line into a [`Command`](lexer::Command), [`options`] describes the options,
//! [`writer`] owns the output, [`session`] is the loop between them and the thinking thread. No input may make it panic,
//! so this room does without the calls that could.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod lexer;
pub mod lines;
pub mod options;
pub mod session;
mod thinking;
pub mod writer;

pub use session::{run, run_commands};
