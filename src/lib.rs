//! Jacquerie: an engine and analyst for Peasants' Chess and the pawn games around it.
//!
//! Two rows of pawns a side, no kings, and the first pawn on the last rank wins. Read the rooms
//! in this order: [`board`] (squares), [`value`], [`bounds`] and [`game`] (what any game is),
//! [`stop`] (how to end what takes long), [`pawns`] (the rules, what is proved and what is guessed about pawns),
//! [`solve`] (exact values with proofs, for any game), [`search`] (alpha-beta, for any game),
//! [`engine`] (position, options, go, stop, without input or output), [`arena`] (whole games),
//! [`bench`], [`uci`] and [`xboard`] (the protocols), [`config`] (`engine.toml`) and [`commands`]
//! (what the program does besides).
//! All of them quote in messages by way of [`quote`].

mod abdada;
pub mod arena;
pub mod bench;
pub mod board;
mod built_in;
pub mod commands;
pub mod config;
pub mod engine;
pub mod game;
pub mod games;
mod memory;
pub mod quote;
pub mod search;
pub mod solve;
pub mod stop;
pub mod tune;
pub mod uci;
pub mod xboard;
