//! Proofs alongside a search: after each iteration, the [solver](super::solver) works for a while.
//!
//! One thread makes tables, and all threads read what is known.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::EndingGame;
use super::solver::EndingSolver;
use crate::solve::proof_source::ProofSource;

/// The number of positions valued in tables in the time of one search node.
const POSITIONS_PER_NODE: u64 = 400;

/// The cost in nodes of the largest table (4 MiB): the limit of nodes leaves no table half-finished.
const LARGEST: u64 = (4 << 20) * 8 / POSITIONS_PER_NODE;

/// A prover that uses this many MiB, and counts its work in nodes that the search could have searched
/// instead.
pub(super) fn proofs(mebibytes: u64) -> ProofSource<EndingGame> {
    let solver = Arc::new(OnceLock::new());
    let solver_of = move |game: &EndingGame| -> Arc<EndingSolver> {
        let begin = || Arc::new(EndingSolver::new(game.clone(), mebibytes, 1));
        solver.get_or_init(begin).clone()
    };
    let asked = solver_of.clone();
    let measured = solver_of.clone();
    // The lock is held by the thread that makes tables.
    let turn = Mutex::new(());
    ProofSource {
        known: Box::new(move |game, position| solver_of(game).bounds(position)),
        ask: Box::new(move |game, position, goal, spell| {
            let solver = asked(game);
            if let Some(answer) = solver.bounds(position).answer(goal) {
                return (Some(answer), 0);
            }
            let Some(_turn) = turn.try_lock() else {
                return (None, spell.most);
            };
            let before = solver.work();
            let most = spell.most.saturating_mul(POSITIONS_PER_NODE);
            let bounds = solver.value_alone(position, goal, most, spell.gives_up);
            let spent = (solver.work() - before) / POSITIONS_PER_NODE;
            (bounds.answer(goal), spent)
        }),
        height: Box::new(move |game, position, gives_up| measured(game).height(position, gives_up)),
        // The tables of a position also cover the positions after its moves.
        chooses_moves: true,
        overrun: LARGEST,
    }
}
