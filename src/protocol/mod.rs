//! What UCI and XBoard's protocol have in common: a session between a client and the engine.
//!
//! A session has three threads. One reads [`lines`]; one does the [`work`] that takes long, and
//! has the engine with it meanwhile; the third, in [`session`], owns the output and never waits
//! for anything but the other two. So a client is heard at any time, and answered in one voice.
//! What lines mean and what is answered is each protocol's own affair: it implements
//! [`Protocol`], and [`converse`] is the loop that calls it. No input may make it panic, so this
//! room does without the calls that could.
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
pub use session::{Desk, Protocol, converse};
pub use work::{Work, WorkError};
