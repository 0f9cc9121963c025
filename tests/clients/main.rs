//! The program as its clients see it: people and scripts at a command line, chess programs on two
//! pipes, the browser, engines in a match. Lines in, lines out. No test asserts a time.

#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../program/mod.rs"]
mod program;

mod analyse_game;
#[cfg(feature = "board")]
mod board;
mod chess_games;
mod cli;
mod r#match;
mod pgn;
mod play;
#[cfg(target_os = "linux")]
mod pressure;
mod puzzles;
mod python;
mod shell;
mod uci;
mod xboard;
