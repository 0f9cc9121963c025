//! Metamachy, against rules written apart.

mod ends;
mod exchanges;
mod games;
mod hall;
mod mates;
mod oracle;
mod perft;
mod playouts;
#[path = "../program/mod.rs"]
mod program;
mod random;
mod texts;
