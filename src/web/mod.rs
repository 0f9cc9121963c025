//! The board in the browser: a server of HTTP and WebSockets on the loopback.
//!
//! A page, built into the program, shows a board; a WebSocket for each open tab carries requests and
//! answers, one JSON object a message. The page holds the game. The server knows the rules and thinks,
//! and every request carries the whole position that it is about: a page can reload at any time, and
//! the server keeps nothing of a tab but its search.
//!
//! ```text
//!   browser ── server.rs ── door, guard ── page.rs         who may come in; the page
//!                 │
//!              socket.rs ── mailbox.rs                     a tab: requests in, answers out
//!               │     │
//!          lane.rs   thinker.rs ── seats.rs                what is asked at once; the search
//!             │           │
//!         answer.rs       │
//!             │           │
//!   position, view, look, games, hello   marks, squares    what is told, by what it is about
//!            └── message.rs ──┘                            the words themselves
//! ```
//!
//! # Who may come in
//! Any page that is open in the browser can send requests to the loopback. So nobody is heard who does
//! not know the secret in the address, which is new at each start; or whose `Host` is another name (a
//! stranger's name can be made to mean this machine: DNS rebinding); or whose WebSocket comes from
//! another origin. Connections, sockets and searches are bounded in number, messages in size; what is
//! wrong is answered with an error and changes nothing. The browser that is opened learns the address from a
//! file ([`Redirect`]), since other users see the command lines of programs.
//!
//! # Threads
//! One thread carries all that waits. What computes is done elsewhere: answers by a few threads that all
//! tabs share, some of them for what is quick, each search by one of its own, which ends with the search,
//! or with its tab.

mod answer;
mod door;
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
mod seats;
mod server;
mod socket;
mod squares;
mod thinker;
mod view;

pub use games::MOST_TEXT;
pub use redirect::Redirect;
pub use server::{Server, ServerError};
