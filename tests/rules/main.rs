//! The rules of every game and the claims about positions, against the [`oracle`]s: independent
//! rules, plain minimax, retrograde analysis; and against counts and values of other programs.

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
mod support;
mod tables;
mod texts;
