//! Positions, solvers and checkers of variants by their names: what whoever sees only text has.

use std::sync::Arc;

use jacquerie::config::Config;
use jacquerie::engine::options::Choices;
use jacquerie::engine::registry::Variant;
use jacquerie::game::state::GameState;
use jacquerie::solve::checking::GameChecker;
use jacquerie::solve::solving::{GameSolver, Means};

fn variant(name: &str) -> Arc<dyn Variant> {
    Arc::clone(&Config::built_in().variants[name])
}

pub fn start(name: &str, files: &str) -> Box<dyn GameState> {
    let choices = Choices::default().with("files", files);
    variant(name).start(&choices).expect("a start")
}

pub fn position(name: &str, fen: &str) -> Box<dyn GameState> {
    let read = variant(name).read_fen(fen);
    read.unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}

/// With a small table.
pub fn solver(name: &str, threads: usize) -> Box<dyn GameSolver> {
    let means = Means {
        mebibytes: 16,
        threads,
        is_plain: false,
    };
    let solver = variant(name).solver(means);
    solver.expect("memory for a small table")
}

pub fn checker(name: &str) -> Box<dyn GameChecker> {
    variant(name).checker().expect("it has proofs")
}
