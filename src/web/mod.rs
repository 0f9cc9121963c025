//! The board in the browser: an HTTP and WebSocket server on the loopback interface.
//!
//! A page, built into the program, shows a board; a WebSocket for each open tab carries requests
//! and answers, one JSON object per message. The page holds the game. Every request carries its
//! whole position, so a page can reload at any time, and the server keeps nothing about a tab
//! except its search.
//!
//! ```text
//!   browser ── server.rs ── door, guard ── page.rs         access; the page
//!                 │
//!              socket.rs ── mailbox.rs                     a tab: requests in, answers out
//!               │     │
//!          lane.rs   thinker.rs ── engine_pool.rs          quick answers; the search
//!             │           │
//!         answer.rs       │
//!             │           │
//!   position, view, look, games, hello   marks, squares    the content, by subject
//!            └── message/ ────┘                            the message types
//! ```
//!
//! Any page open in the browser can send requests to the loopback interface. [`guard`] therefore
//! requires the secret in the address, the right `Host`, and for a WebSocket the right origin.
//! Connections, sockets, searches and messages are limited. The browser gets the address from a
//! file ([`Redirect`]), because other users can see command lines. One thread serves everything
//! that waits. A few shared threads compute answers, and each search has its own thread.

mod answer;
mod door;
mod engine_pool;
mod games;
mod guard;
mod hello;
mod lane;
mod look;
mod mailbox;
mod marks;
pub mod message;
mod page;
mod position;
mod redirect;
mod server;
mod socket;
mod squares;
mod thinker;
mod view;

pub use games::MOST_TEXT;
pub use redirect::Redirect;
pub use server::{Server, ServerError};
