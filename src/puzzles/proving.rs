//! Which moves keep the value of a position: the solver's two questions, asked about the moves.
//!
//! A move wins if the opponent does not even draw after it, and draws if the opponent does not win.
//! So one question per move is enough, and the search ends as soon as a second move keeps the
//! value.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::engine::Variant;
use crate::game::Outcome;
use crate::game::bounds::Goal;
use crate::game::state::{GameState, ShownMove};
use crate::solve::solving::{GameSolver, Means, SolveError, SolverResult};
use crate::stop::Stop;

/// Why something is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// The run was halted.
    Halted,
    /// The proof takes more positions or more memory than allowed.
    TooMuch,
    /// The position cannot be searched.
    Failed(String),
}

/// Ends all questions that a thread asks its solver when the run is halted.
#[derive(Debug, Default)]
pub struct Leash {
    is_halted: AtomicBool,
    under_way: Mutex<Arc<Stop>>,
}

impl Leash {
    /// Ends the current question, and all later ones.
    pub fn halt(&self) {
        let under_way = self.under_way.lock();
        self.is_halted.store(true, Ordering::Relaxed);
        under_way.stop();
    }

    /// Whether the run is halted.
    pub fn is_halted(&self) -> bool {
        self.is_halted.load(Ordering::Relaxed)
    }

    /// A stop flag for work that begins now.
    pub fn new_stop(&self) -> Arc<Stop> {
        let mut under_way = self.under_way.lock();
        *under_way = Arc::default();
        if self.is_halted() {
            under_way.stop();
        }
        Arc::clone(&under_way)
    }
}

/// A solver, and its limit for one position.
pub struct Prover<'a> {
    /// The solver.
    pub solver: &'a dyn GameSolver,
    /// The maximum number of positions searched for a position and its moves.
    pub most_positions: u64,
    /// The means to halt it.
    pub leash: &'a Leash,
}

/// The moves that keep the value of a position, as far as needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keepers(Vec<ShownMove>);

impl Keepers {
    /// The only move that keeps the value; the first, if several promotions on one square keep it.
    #[must_use]
    pub fn only(&self) -> Option<&ShownMove> {
        let first = self.0.first()?;
        let is_same = |one: &ShownMove| (one.from, one.to) == (first.from, first.to);
        self.0.iter().all(is_same).then_some(first)
    }

    /// Whether a move keeps the value.
    #[must_use]
    pub fn includes(&self, coordinates: &str) -> bool {
        self.0.iter().any(|one| one.coordinates == coordinates)
    }

    /// All moves that were found: at most two different ones, or the promotions on one square.
    #[must_use]
    pub fn moves(&self) -> &[ShownMove] {
        &self.0
    }
}

/// The goal that the opponent must miss after a move that keeps a value.
const fn missed(value: Outcome) -> Goal {
    match value {
        Outcome::Win => Goal::Draw,
        Outcome::Draw | Outcome::Loss => Goal::Win,
    }
}

/// A solver for puzzles, with one thread, so that its results do not depend on chance.
///
/// # Errors
/// If the variant has no solver, or there is not enough memory.
pub fn solver(variant: &dyn Variant, mebibytes: u64) -> SolverResult {
    variant.solver(Means {
        mebibytes,
        threads: 1,
        is_plain: false,
    })
}

impl Prover<'_> {
    /// A stop flag with the full limit for a new question.
    pub fn stop(&self) -> Arc<Stop> {
        let stop = self.leash.new_stop();
        stop.stop_after(self.most_positions);
        stop
    }

    /// Why there is no answer.
    pub fn unproved(&self) -> Unproved {
        match self.leash.is_halted() {
            true => Unproved::Halted,
            false => Unproved::TooMuch,
        }
    }

    /// An answer, or why there is none.
    fn answered<T>(&self, answer: Result<Option<T>, SolveError>) -> Result<T, Unproved> {
        match answer {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(self.unproved()),
            Err(SolveError::TooMuch(_)) => Err(self.unproved()),
            Err(error) => Err(Unproved::Failed(error.to_string())),
        }
    }

    /// What the solver finds within the limit, if it does.
    ///
    /// # Errors
    /// If the run was halted, or the solver fails.
    pub fn within<T>(&self, found: Result<Option<T>, SolveError>) -> Result<Option<T>, Unproved> {
        match self.answered(found) {
            Ok(found) => Ok(Some(found)),
            Err(Unproved::TooMuch) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If it is not proved.
    pub fn value(&self, state: &dyn GameState) -> Result<Outcome, Unproved> {
        let solved = self
            .solver
            .solve(state, false, &self.stop(), &mut |_, _| ());
        self.answered(solved.map(|solution| solution.bounds.exact()))
    }

    /// Whether the side to move meets a goal.
    ///
    /// # Errors
    /// If it is not proved.
    pub fn meets(&self, state: &dyn GameState, goal: Goal) -> Result<bool, Unproved> {
        self.answered(self.solver.ask(state, goal, &self.stop()))
    }

    /// Whether a move keeps the value of a position.
    ///
    /// # Errors
    /// If that cannot be proved.
    pub fn keeps(
        &self,
        state: &dyn GameState,
        value: Outcome,
        played: &str,
    ) -> Result<bool, Unproved> {
        let children = state.children();
        let child = children.into_iter().find(|(one, _)| one == played);
        let Some((_, child)) = child else {
            return Ok(false);
        };
        Ok(!self.meets(&*child, missed(value))?)
    }

    /// The moves that keep the value of a position. `value` must be its value, and not a loss.
    ///
    /// # Errors
    /// If that cannot be proved for each of them.
    pub fn keepers(&self, state: &dyn GameState, value: Outcome) -> Result<Keepers, Unproved> {
        let goal = missed(value);
        let stop = self.stop();
        let turn = self.solver.begin(&[state], &stop);
        let _turn = self.answered(turn.map(Some))?;
        let mut keepers = Keepers(Vec::new());
        for (played, child) in state.children() {
            let answer = self.solver.answer(&*child, goal, &stop);
            if self.answered(answer)? {
                continue;
            }
            // The move is one of the legal moves, so it can be read.
            keepers.0.extend(state.read(&played));
            if keepers.only().is_none() {
                break;
            }
        }
        Ok(keepers)
    }
}
