//! Metamachy, against rules written apart.

mod ends;
mod exchanges;
mod hall;
mod oracle;
mod perft;
mod playouts;
#[path = "../program/mod.rs"]
mod program;
mod random;
mod texts;
