//! Antichess, against rules written apart.

mod claims;
mod ends;
mod hall;
mod oracle;
mod perft;
mod playouts;
#[path = "../program/mod.rs"]
mod program;
mod random;
mod retrograde;
mod solved;
mod texts;
