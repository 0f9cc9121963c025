//! `jacquerie board` from outside: the real program, asked over real sockets.
#![cfg(feature = "board")]

mod crowds;
mod games;
mod life;
mod positions;
#[path = "../program/mod.rs"]
mod program;
mod server;
mod strangers;
mod thinking;
