//! What is proved beside a search: the [solver](super::solver), a spell after each iteration.
//!
//! One thread makes tables, and all ask what is known.

use std::sync::OnceLock;

use parking_lot::Mutex;

use super::solver::EndingSolver;
use super::{EndingGame, Position};
use crate::game::bounds::{Bounds, Goal};
use crate::solve::exact::ExactSolver;
use crate::solve::proof_source::{ProofSearch, ProofSource};

/// What is proved of pawn endings within so many MiB.
#[derive(Debug)]
pub struct Proofs {
    mebibytes: u64,
    solver: OnceLock<EndingSolver>,
    /// Held by the thread that makes tables.
    turn: Mutex<()>,
}

impl Proofs {
    /// Nothing is proved yet.
    #[must_use]
    pub const fn new(mebibytes: u64) -> Self {
        Self {
            mebibytes,
            solver: OnceLock::new(),
            turn: Mutex::new(()),
        }
    }
}

impl ProofSource<EndingGame> for Proofs {
    fn prover<'a>(
        &'a self,
        game: &'a EndingGame,
        _is_parallel: bool,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Box<dyn ProofSearch<Position> + 'a> {
        let solver = || EndingSolver::new(game.clone(), self.mebibytes, 1);
        Box::new(Prover {
            solver: self.solver.get_or_init(solver),
            turn: &self.turn,
            gives_up,
            spent: 0,
        })
    }

    /// Tables take their memory when they are made.
    fn prefault(&mut self) {}
}

struct Prover<'a> {
    solver: &'a EndingSolver,
    turn: &'a Mutex<()>,
    gives_up: &'a (dyn Fn() -> bool + 'a),
    /// In nodes that the search could have searched.
    spent: u64,
}

/// While so many positions of tables are valued, a search goes through a node.
const POSITIONS_PER_NODE: u64 = 700;

impl ProofSearch<Position> for Prover<'_> {
    fn known(&self, position: &Position) -> Bounds {
        self.solver.bounds(position)
    }

    fn ask(&mut self, position: &Position, goal: Goal, most: u64) -> Option<bool> {
        let known = self.solver.bounds(position).answer(goal);
        if known.is_some() {
            return known;
        }
        let Some(_turn) = self.turn.try_lock() else {
            // Somebody else is at it.
            self.spent += most;
            return None;
        };
        let before = self.solver.positions();
        let nodes = || (self.solver.positions() - before) / POSITIONS_PER_NODE;
        let gives_up = || (self.gives_up)() || nodes() >= most;
        let bounds = self.solver.value_alone(position, &gives_up);
        self.spent += nodes();
        bounds.answer(goal)
    }

    fn positions(&self) -> u64 {
        self.spent
    }

    /// The tables of a position know those after its moves.
    fn chooses_moves(&self) -> bool {
        true
    }
}
