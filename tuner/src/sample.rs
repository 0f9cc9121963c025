//! Samples: positions with the values that a score is to predict.
//!
//! A value is exact where possible. A pawn game is solved from its last position back, with one
//! table, until a position exceeds a limit: those before it would take even more. So wide boards
//! give no samples from their openings; narrow boards stand in for them.
//!
//! Some games are held out: nothing is fitted to them, and the fit is judged by them.

use std::collections::HashSet;
use std::hash::Hash;

use thiserror::Error;

use jacquerie::game::Outcome;
use jacquerie::games::pawns::{Diagram, PawnGame};
use jacquerie::solve::proof_search::{ProofSearch, Shared};

/// A position with its value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample<P> {
    /// The position; its game is not over, and no fact decides it.
    pub position: P,
    /// The value: exact, or the game's result.
    pub value: Outcome,
}

/// The samples to fit to, and those held out.
#[derive(Debug)]
pub struct Parts<S> {
    /// The samples to fit to.
    pub fitting: Vec<S>,
    /// The samples to judge the fit by.
    pub held_out: Vec<S>,
}

impl<S> Parts<S> {
    /// No samples yet.
    pub fn new() -> Self {
        Self {
            fitting: Vec::new(),
            held_out: Vec::new(),
        }
    }

    /// Adds the samples of a game; one game in `held_out` is held out.
    pub fn add(&mut self, number: u64, held_out: u64, game: impl IntoIterator<Item = S>) {
        let part = match number % held_out {
            0 => &mut self.held_out,
            _ => &mut self.fitting,
        };
        part.extend(game);
    }

    /// Keeps one sample of each key; the held-out ones share no key with the others.
    pub fn once_each<K: Eq + Hash>(&mut self, key: impl Fn(&S) -> K) {
        let mut seen = HashSet::new();
        self.held_out.retain(|one| seen.insert(key(one)));
        self.fitting.retain(|one| seen.insert(key(one)));
    }
}

/// Memory for the table of one game, in MiB.
const MEMORY: u64 = 64;

/// Why positions have no values.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Unsolved {
    /// There is not enough memory for a table.
    #[error("not enough memory for a table of {MEMORY} MiB; give fewer --threads")]
    NoMemory,
    /// The work was interrupted.
    #[error("interrupted")]
    Stopped,
}

/// The positions of one game with their values, the last positions first.
///
/// # Errors
/// If memory is short, or `gives_up` returns true.
pub fn solve(
    game: &PawnGame,
    positions: &[Diagram],
    limit: u64,
    gives_up: &dyn Fn() -> bool,
) -> Result<Vec<Sample<Diagram>>, Unsolved> {
    let shared = Shared::new(MEMORY).ok_or(Unsolved::NoMemory)?;
    let mut prover = ProofSearch::new(game, &shared, false, gives_up);
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
