//! Jacquerie: an engine, analyst and exact solver for Peasants' Chess and other pawn games, pawn endings,
//! antichess and Metamachy.
//!
//! In Peasants' Chess, each side has two rows of pawns and no king, and the first pawn on the last
//! rank wins. The modules, in reading order:
//!
//! | modules | purpose |
//! |---|---|
//! | [`board`] | squares |
//! | [`game`] | what a game is: moves, outcomes, values, texts |
//! | [`stop`] | how to stop a long task |
//! | [`solve`] | exact values with proofs, for any game |
//! | [`network`] | a learned evaluation, for any game |
//! | [`search`] | alpha-beta, for any game |
//! | [`engine`] | options, position, go, stop, without input or output; and how to add a game |
//! | [`games`] | the games themselves: rules, proofs, evaluation |
//! | [`config`] | `engine.toml` |
//! | [`arena`], [`puzzles`] | games and matches; puzzles with proved solutions |
//! | [`mod@bench`] | the benchmark |
//! | [`protocol`], [`uci`], [`xboard`] | a session with a client, and its protocols |
//! | `web` | the board in the browser |
//! | [`cli`], [`commands`] | what the commands share, and the commands |
//!
//! All modules quote text in messages with [`quote`], decode [`text`] files, write files with
//! [`files`], and read standard input and output with [`standard`].

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
