//! `jacquerie board` from outside: the real program, over real sockets.

mod crowds;
mod games;
mod life;
mod positions;
mod server;
mod squares;
mod strangers;
mod thinking;

pub use server::Board;
