//! The Universal Chess Interface: lines in, lines out.
//!
//! [`lexer`] turns a line into a [`Command`](lexer::Command), [`options`] describes the options,
//! [`writer`] owns the output and the log, `thinking` is the work of the search thread, and
//! [`session`] carries out each command, in the loop of [`protocol`](crate::protocol). No input may
//! cause a panic, so this module avoids calls that could panic.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod debug_log;
pub mod lexer;
pub mod options;
mod requests;
pub mod session;
mod thinking;
pub mod writer;

pub use session::{run, run_commands};
