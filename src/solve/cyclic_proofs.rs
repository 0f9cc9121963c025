//! Proofs alongside a search, in games where positions can repeat: forced wins for either side.
//!
//! The [proof-number search](super::dfpn) is asked whether a side can win, a little at a time, and
//! resumes from its table. Only wins are reported. Proving that a side cannot win needs a [closed
//! set](super::closed_set), which takes too long during a game.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::dfpn::ProofNumberSearch;
use super::number_table::NumberTable;
use super::proof_numbers::{Question, Role};
use super::proof_source::ProofSource;
use crate::game::Game;
use crate::game::bounds::Bounds;

/// The search for forced wins, with a table of this many MiB, which is allocated at
/// once.
///
/// # Errors
/// If there is not enough memory.
pub fn forced_wins<G>(mebibytes: u64) -> io::Result<ProofSource<G>>
where
    G: Game<Position: Into<[u64; 4]>>,
{
    let mut table = NumberTable::new(mebibytes)?;
    table.prefault();
    let table = Arc::new(table);
    let asked = Arc::clone(&table);
    let measured = Arc::clone(&table);
    let (positions, turns) = (AtomicU64::new(0), AtomicUsize::new(0));
    Ok(ProofSource {
        known: Box::new(move |game, position| known(game, position, &table)),
        ask: Box::new(move |game, position, goal, spell| {
            let known = || known(game, position, &asked).answer(goal);
            if let Some(answer) = known() {
                return (Some(answer), 0);
            }
            let role = Role::asking(goal);
            // Parallel threads search children that seem equal in different orders.
            let turn = match spell.is_parallel {
                true => turns.fetch_add(1, Ordering::Relaxed),
                false => 0,
            };
            let mut search = ProofNumberSearch::new(game, &asked, &positions, turn, spell.gives_up);
            search.ask(position, role, spell.most);
            (known(), search.positions())
        }),
        // The loser is to move.
        height: Box::new(move |game, position, _| match game.prove(position) {
            Some(proof) => Some(proof.plies),
            None => measured.win(&Question::about(*position, Role::Defender)),
        }),
        // Proof numbers select the best move.
        chooses_moves: true,
        overrun: 0,
    })
}

fn known<G>(game: &G, position: &G::Position, table: &NumberTable) -> Bounds
where
    G: Game<Position: Into<[u64; 4]>>,
{
    if let Some(proof) = game.prove(position) {
        return Bounds::exactly(proof.outcome);
    }
    let is_won = |role: &Role| table.win(&Question::about(*position, *role)).is_some();
    let winner = Role::BOTH.into_iter().find(is_won);
    winner.map_or(Bounds::UNKNOWN, |role| role.learn(Bounds::UNKNOWN, true))
}
