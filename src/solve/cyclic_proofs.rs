//! Proofs beside a search, in games where positions come back: forced wins of either side.
//!
//! The [proof-number search](super::dfpn) is asked whether a side can win, a little at a time, and goes on
//! from its table where it was left. Only wins are told. That somebody cannot win takes a
//! [closed set](super::closed_set), and nobody waits for that during a game.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::dfpn::ProofNumberSearch;
use super::proof_numbers::{NumberTable, Question, Role};
use super::proof_source::{ProofSource, Spell};
use crate::game::Game;
use crate::game::bounds::{Bounds, Goal};

/// What threads share that look for forced wins.
#[derive(Debug)]
pub struct CyclicProofs {
    table: NumberTable,
    positions: AtomicU64,
}

impl CyclicProofs {
    /// With a table of so many MiB, which it takes at once.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(mebibytes: u64) -> io::Result<Self> {
        let mut table = NumberTable::new(mebibytes)?;
        table.prefault();
        Ok(Self {
            table,
            positions: AtomicU64::new(0),
        })
    }
}

impl<G: Game<Position: Into<[u64; 4]>>> ProofSource<G> for CyclicProofs {
    fn known(&self, game: &G, position: &G::Position) -> Bounds {
        if let Some(proof) = game.prove(position) {
            return Bounds::exactly(proof.outcome);
        }
        let words = (*position).into();
        let is_won = |role| self.table.win(&Question { words, role }).is_some();
        if is_won(Role::Attacker) {
            Bounds::UNKNOWN.learn(Goal::Win, true)
        } else if is_won(Role::Defender) {
            Bounds::UNKNOWN.learn(Goal::Draw, false)
        } else {
            Bounds::UNKNOWN
        }
    }

    fn ask(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        spell: &Spell<'_>,
    ) -> (Option<bool>, u64) {
        let known = || self.known(game, position).answer(goal);
        if let Some(answer) = known() {
            return (Some(answer), 0);
        }
        let role = match goal {
            Goal::Win => Role::Attacker,
            Goal::Draw => Role::Defender,
        };
        // The threads of a company look at children that seem equal in different orders.
        let turn = match spell.is_parallel {
            true => self.positions.load(Ordering::Relaxed) as usize,
            false => 0,
        };
        let mut search =
            ProofNumberSearch::new(game, &self.table, &self.positions, turn, spell.gives_up);
        search.ask(position, role, spell.most);
        (known(), search.positions())
    }

    /// Proof numbers say which move looks best.
    fn chooses_moves(&self) -> bool {
        true
    }
}
