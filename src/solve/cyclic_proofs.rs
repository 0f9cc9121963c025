//! Proofs beside a search, in games where positions come back: forced wins of either side.
//!
//! The [proof-number search](super::dfpn) is asked whether a side can win, a little at a time, and goes on
//! from its table where it was left. Only wins are told. That somebody cannot win takes a
//! [closed set](super::closed_set), and nobody waits for that during a game.

use std::io;
use std::sync::atomic::AtomicU64;

use super::dfpn::ProofNumberSearch;
use super::proof_numbers::{NumberTable, Question, Role};
use super::proof_source::{ProofSearch, ProofSource};
use crate::game::Cyclic;
use crate::game::bounds::{Bounds, Goal};

/// What threads share that look for forced wins.
#[derive(Debug)]
pub struct CyclicProofs {
    table: NumberTable,
    positions: AtomicU64,
}

impl CyclicProofs {
    /// With a table of so many MiB.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(mebibytes: u64) -> io::Result<Self> {
        Ok(Self {
            table: NumberTable::new(mebibytes)?,
            positions: AtomicU64::new(0),
        })
    }
}

impl<G: Cyclic> ProofSource<G> for CyclicProofs {
    fn prover<'a>(
        &'a self,
        game: &'a G,
        is_parallel: bool,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Box<dyn ProofSearch<G::Position> + 'a> {
        // The threads of a company look at children that seem equal in different orders.
        let turn = match is_parallel {
            true => self.positions.load(std::sync::atomic::Ordering::Relaxed) as usize,
            false => 0,
        };
        let search = ProofNumberSearch::new(game, &self.table, &self.positions, turn, gives_up);
        Box::new(Prover {
            game,
            table: &self.table,
            search,
        })
    }

    fn prefault(&mut self) {
        self.table.prefault();
    }
}

struct Prover<'a, G: Cyclic> {
    game: &'a G,
    table: &'a NumberTable,
    search: ProofNumberSearch<'a, G>,
}

impl<G: Cyclic> ProofSearch<G::Position> for Prover<'_, G> {
    fn known(&self, position: &G::Position) -> Bounds {
        if let Some(proof) = self.game.prove(position) {
            return Bounds::exactly(proof.outcome);
        }
        let words = self.game.words(position);
        let is_won = |role| self.table.win(&Question { words, role }).is_some();
        if is_won(Role::Attacker) {
            Bounds::UNKNOWN.learn(Goal::Win, true)
        } else if is_won(Role::Defender) {
            Bounds::UNKNOWN.learn(Goal::Draw, false)
        } else {
            Bounds::UNKNOWN
        }
    }

    fn ask(&mut self, position: &G::Position, goal: Goal, most: u64) -> Option<bool> {
        if let Some(answer) = self.known(position).answer(goal) {
            return Some(answer);
        }
        let role = match goal {
            Goal::Win => Role::Attacker,
            Goal::Draw => Role::Defender,
        };
        self.search.ask(position, role, most);
        self.known(position).answer(goal)
    }

    fn positions(&self) -> u64 {
        self.search.positions()
    }

    /// Proof numbers say which move looks best.
    fn chooses_moves(&self) -> bool {
        true
    }
}
