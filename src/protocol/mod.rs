//! The common part of UCI and the XBoard protocol: a session between a client and the engine.
//!
//! A session has three threads. One reads [`lines`]; one does the long [`work`], and owns the
//! engine meanwhile; the third, in [`session`], owns the output, carries out short commands, and
//! allocates tables. So input from the client is read at any time, and the output has one owner,
//! which waits only for memory and the other two threads. Parsing and answers belong to each
//! protocol, which implements [`Protocol`]; [`converse`] is the loop that calls it. No input may
//! cause a panic, so this module avoids calls that could panic.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod lines;
pub mod session;
pub mod work;

pub use lines::{InputLine, LONGEST_LINE};
pub use session::{Context, Protocol, converse};
pub use work::{Work, WorkError};
