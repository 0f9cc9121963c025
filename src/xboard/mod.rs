//! XBoard's protocol, the Chess Engine Communication Protocol, version 2: lines in, lines out.
//!
//! XBoard and WinBoard show any board that an engine describes, but cannot know that a pawn on the
//! last rank has won. So the engine ends a game with `1-0 {reason}`, rejects illegal moves, and
//! describes its variants (`setup`). A UCI adapter cannot do this, because UCI has no commands for
//! it.
//!
//! [`lexer`] turns a line into a [`Command`](lexer::Command), [`legs`] is XBoard's notation,
//! [`hand`] handles the mouse, [`clock_settings`] the clocks, [`options`] the options, [`writer`]
//! owns the output, and [`session`] carries out each command, in the loop of [`protocol`](crate::protocol). XBoard's
//! protocol is described in its `engine-intf.html`. No input may cause a panic, so this module
//! avoids calls that could panic.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod clock_settings;
pub mod hand;
pub mod legs;
pub mod lexer;
pub mod options;
pub mod session;
pub mod writer;

pub use session::{refuse, run};
