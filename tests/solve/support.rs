//! Variants, positions and solvers by name, as seen by code that knows no game.

use jacquerie::config::Config;
use jacquerie::engine::choices::Choices;
use jacquerie::engine::registry::Variant;
use jacquerie::game::state::GameState;
use jacquerie::solve::solving::{GameSolver, Means};

pub fn named(name: &str) -> &'static dyn Variant {
    &*Config::built_in().variants[name]
}

pub fn start(name: &str, files: &str) -> Box<dyn GameState> {
    let choices = Choices::default().with("files", files);
    named(name).start(&choices).expect("a start")
}

pub fn position(name: &str, fen: &str) -> Box<dyn GameState> {
    let read = named(name).read_fen(fen);
    read.unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}

/// With a small table.
pub fn solver(name: &str, threads: usize) -> Box<dyn GameSolver> {
    let means = Means {
        mebibytes: 16,
        threads,
        is_plain: false,
    };
    let solver = named(name).solver(means);
    solver.expect("memory for a small table")
}

/// The bytes with a correct checksum.
pub fn summed(bytes: &[u8]) -> Vec<u8> {
    [bytes, &crc32fast::hash(bytes).to_le_bytes()].concat()
}
