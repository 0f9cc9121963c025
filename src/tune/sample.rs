//! Samples: positions of a game with their exact values.
//!
//! A game's positions are solved from the last one back, with one table, until one takes more
//! positions than a limit: what lies before it would take more still. So wide boards give no
//! samples of their openings; the narrow ones must speak for them.

use thiserror::Error;

use crate::game::Outcome;
use crate::games::pawns::{Diagram, PawnGame};
use crate::solve::prover::{Prover, Shared};

/// A position with its value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position; its game is not over, and no fact decides it.
    pub position: Diagram,
    /// What it is worth with best play.
    pub value: Outcome,
}

/// Memory for the table of one game, in MiB.
const MEMORY: u64 = 64;

/// Why positions have no values.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Unsolved {
    /// There is none for a table.
    #[error("there is no memory for a table of {MEMORY} MiB; give fewer --threads")]
    NoMemory,
    /// It was not to be gone on with.
    #[error("interrupted")]
    Stopped,
}

/// The positions of one game with their values, those first that came last.
///
/// # Errors
/// If there is no memory, or `gives_up` says so.
pub fn solve(
    game: &PawnGame,
    positions: &[Diagram],
    limit: u64,
    gives_up: &dyn Fn() -> bool,
) -> Result<Vec<Sample>, Unsolved> {
    let shared = Shared::new(MEMORY).ok_or(Unsolved::NoMemory)?;
    let mut prover = Prover::new(game, &shared, false, gives_up);
    let mut samples = Vec::new();
    for position in positions.iter().rev() {
        match prover.value(&position.position, limit).exact() {
            Some(value) => samples.push(Sample {
                position: *position,
                value,
            }),
            None if gives_up() => return Err(Unsolved::Stopped),
            None => break,
        }
    }
    Ok(samples)
}
