//! Jacquerie: an engine and analyst for Peasants' Chess, the pawn games around it, and antichess.
//!
//! Two rows of pawns a side, no kings, and the first pawn on the last rank wins. Read the rooms
//! in this order: [`board`] (squares), [`game`] (what any game is: moves, outcomes, values, texts),
//! [`stop`] (how to end what takes long), [`solve`] (exact values with proofs, for any game),
//! [`network`] (a guess that has learned, for any game), [`search`] (alpha-beta, for any game), [`engine`] (options, position, go, stop, without input or
//! output; and how a game moves in), [`games`] (the games themselves, a room each: rules, what is
//! proved and what is guessed), [`config`] (`engine.toml`), [`arena`] (whole games), [`mod@bench`],
//! [`protocol`] (a session between a client and the engine), [`uci`] and [`xboard`] (the protocols),
//! `web` (the board in the browser), [`cli`] (what commands share) and [`commands`] (what the program does besides).
//! All of them quote in messages by way of [`quote`], read [`text`] from files and write it by way of
//! [`files`], and take standard input and output for files by way of [`standard`].

mod abdada;
pub mod arena;
pub mod bench;
pub mod board;
mod built_in;
pub mod cli;
pub mod commands;
pub mod config;
pub mod engine;
pub mod files;
pub mod game;
pub mod games;
mod hash;
mod lines;
mod memory;
mod nearest;
pub mod network;
pub mod protocol;
pub mod puzzles;
pub mod quote;
pub mod search;
pub mod solve;
pub mod standard;
pub mod stop;
pub mod text;
mod thread;
pub mod uci;
#[cfg(feature = "board")]
pub mod web;
pub mod xboard;
