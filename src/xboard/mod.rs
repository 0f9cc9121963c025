//! XBoard's own protocol, the Chess Engine Communication Protocol, version 2: lines in, lines out.
//!
//! XBoard and WinBoard show any board an engine describes to them, but cannot know that a pawn on
//! the last rank has won. Here it is the engine that ends a game, by `1-0 {reason}`, that
//! refuses an illegal move, and that describes its variants (`setup`). An adapter from
//! UCI cannot do these: UCI has no words for them.
//!
//! [`lexer`] turns a line into a [`Command`](lexer::Command), [`game_so_far`] is the game that is
//! played, [`legs`] how its moves are written, [`hand`] what the user does with the mouse,
//! [`clock_settings`] the clocks, [`writer`] owns the output, and [`session`] tells what each
//! command does, in the loop of [`protocol`](crate::protocol). XBoard's protocol is described in its
//! `engine-intf.html`. No input may make it panic, so this room does without the calls that could.
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
pub mod game_so_far;
pub mod hand;
pub mod legs;
pub mod lexer;
pub mod session;
pub mod writer;

pub use session::{refuse, run};
