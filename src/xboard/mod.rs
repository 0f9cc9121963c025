//! XBoard's own protocol, the Chess Engine Communication Protocol, version 2: lines in, lines out.
//!
//! XBoard and WinBoard show any board an engine describes to them, but cannot know that a pawn on
//! the last rank has won. Here it is the engine that ends a game, by `1-0 {reason}`, that
//! refuses an illegal move, and that describes its variants (`setup`). An adapter from
//! UCI cannot do these: UCI has no words for them.
//!
//! [`lexer`] turns a line into a [`Command`](lexer::Command), [`record`] is the game so far,
//! [`time_control`] the clocks, [`writer`] owns the output, and [`session`] is the loop between
//! them. The protocol is described in XBoard's `engine-intf.html`. No input may make it panic, so
//! this room does without the calls that could.
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
pub mod record;
pub mod session;
pub mod time_control;
pub mod writer;

pub use session::run;
