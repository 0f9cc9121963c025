//! The rules of every game and what is claimed of positions, against the [`oracle`]s: rules written apart, plain
//! minimax, retrograde analysis; and against counts and values that other programs have found.

#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../program/mod.rs"]
mod program;

mod antichess;
mod claims;
mod ending_values;
mod endings;
mod exact_play;
mod exchanges;
mod gamelet_summaries;
mod gamelets;
mod hall;
mod kings;
mod lengths;
mod metamachy;
mod mirrors;
mod openings;
mod pawns;
mod perft;
mod playouts;
mod proofs;
mod squares;
mod tables;
mod texts;
