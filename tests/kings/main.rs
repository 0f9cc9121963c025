//! Kings and pawns, against rules and tables written apart.

#[path = "../program/mod.rs"]
mod program;

mod commands;
mod hall;
mod known;
mod oracle;
mod perft;
mod playouts;
mod random;
mod repetition;
mod retrograde;
mod search;
mod solved;
mod texts;
mod values;
