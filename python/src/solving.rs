//! Exact values and their proofs.

use std::sync::Arc;

use jacquerie::cli::json::signed;
use jacquerie::game::Outcome;
use jacquerie::game::bounds::{Bounds, Goal};
use jacquerie::quote::short;
use jacquerie::solve::certificate::Claim;
use jacquerie::solve::lemmas;
use jacquerie::solve::proof_search::Shared;
use jacquerie::solve::solution::{Shortest, SolvedLine};
use jacquerie::solve::solving::{GameSolver, Means, NoSolver, SolveError};
use jacquerie::stop;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::unsolved;
use crate::home::Home;
use crate::numbers::{self, whole, whole_or_none};
use crate::position::{Position, variant};
use crate::waiting::{Stop, patiently};

/// A solver for the positions of one variant, which keeps what it has proved as long as it lives.
#[pyclass(frozen, module = "jacquerie._native")]
pub struct Solver {
    solver: Arc<dyn GameSolver>,
    home: Arc<Home>,
    /// The exact name of the variant.
    #[pyo3(get)]
    variant: &'static str,
}

/// The limits: seconds, positions, and a stop from another thread.
type Limits<'a, 'py> = (
    Option<&'a Bound<'py, PyAny>>,
    Option<&'a Bound<'py, PyAny>>,
    Option<PyRef<'py, Stop>>,
);

impl Solver {
    /// Calls the solver with limits.
    fn patiently<T: Send>(
        &self,
        py: Python<'_>,
        (seconds, positions, stop): Limits<'_, '_>,
        work: impl FnOnce(&dyn GameSolver, &stop::Stop) -> Result<T, SolveError> + Send,
    ) -> PyResult<T> {
        let time = numbers::seconds(seconds)?;
        let positions = whole_or_none("positions", positions, 0..=u64::MAX)?;
        let _at_work = self.home.enter()?;
        let result = patiently(py, time, stop.as_ref().map(|stop| &stop.flag), |stop| {
            if let Some(positions) = positions {
                stop.stop_after(positions);
            }
            work(&*self.solver, stop)
        })?;
        result.map_err(unsolved)
    }

    /// The solver, unless a fork has broken it.
    fn here(&self) -> PyResult<&dyn GameSolver> {
        self.home.look()?;
        Ok(&*self.solver)
    }
}

#[pymethods]
impl Solver {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        memory: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (name, variant) = variant(name)?;
        let mebibytes = whole("memory", memory, 8..=1 << 24)?;
        let threads = whole("threads", threads, 1..=256)? as usize;
        let means = Means {
            mebibytes,
            threads,
            is_plain: false,
        };
        let made = py.detach(|| variant.solver(means));
        let solver = made.map_err(|why| match why {
            NoSolver::Memory(_) => PyMemoryError::new_err(why.to_string()),
            _ => unsolved(format!("the variant '{name}' has no solver")),
        })?;
        Ok(Self {
            solver: Arc::from(solver),
            home: Arc::default(),
            variant: name,
        })
    }

    /// How many positions it has searched so far.
    #[getter]
    fn positions(&self) -> u64 {
        self.solver.positions()
    }

    /// How much of its memory is in use, as text.
    #[getter]
    fn memory(&self) -> PyResult<String> {
        Ok(self.here()?.memory())
    }

    /// The bounds that are known without work: at least, at most.
    fn known(&self, position: &Position) -> PyResult<(&'static str, &'static str)> {
        let bounds = self.here()?.known(&*position.state).map_err(unsolved)?;
        Ok(told_bounds(bounds))
    }

    /// Whether the side to move wins (or, with the goal `draw`, at least draws); `None` if that is
    /// unknown.
    #[pyo3(signature = (position, goal, seconds, positions, stop))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        goal: &str,
        seconds: Option<&Bound<'py, PyAny>>,
        positions: Option<&Bound<'py, PyAny>>,
        stop: Option<PyRef<'py, Stop>>,
    ) -> PyResult<Option<bool>> {
        let goal = read_goal(goal)?;
        self.patiently(py, (seconds, positions, stop), |solver, stop| {
            solver.ask(&*position.state, goal, stop)
        })
    }

    /// What is proved about a position, with names as in `jacquerie solve --json`.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (position, moves, line, shortest, seconds, positions, stop))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        moves: bool,
        line: bool,
        shortest: bool,
        seconds: Option<&Bound<'py, PyAny>>,
        positions: Option<&Bound<'py, PyAny>>,
        stop: Option<PyRef<'py, Stop>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let state = &*position.state;
        if shortest && !self.here()?.abilities().shortest {
            let name = self.variant;
            return Err(unsolved(format!(
                "the solver of '{name}' finds no shortest wins"
            )));
        }
        let limits = (seconds, positions, stop);
        let (solution, line, searched) = self.patiently(py, limits, |solver, stop| {
            let mut solution = solver.solve(state, moves, stop, &mut |_, _| ())?;
            let value = solution.bounds.exact();
            let decided = value.filter(|value| *value != Outcome::Draw);
            let mut told = None;
            if let Some(value) = decided.filter(|_| shortest)
                && let Shortest::Line(moves) = solver.shortest(state, value, stop)?
            {
                solution.plies = u16::try_from(moves.len()).ok();
                let is_longest = true;
                told = Some(SolvedLine { moves, is_longest });
            }
            if let Some(value) = decided.filter(|_| line && told.is_none()) {
                told = solver.line(state, value, stop)?;
            }
            Ok((solution, told, stop.searched(solver.positions())))
        })?;
        let (at_least, at_most) = told_bounds(solution.bounds);
        let value = solution.bounds.exact();
        let told = PyDict::new(py);
        told.set_item("at_least", at_least)?;
        told.set_item("at_most", at_most)?;
        told.set_item("plies", signed(value, solution.plies))?;
        let moves = solution.moves.into_iter().map(|one| {
            let (at_least, at_most) = told_bounds(one.bounds);
            let plies = signed(one.bounds.exact(), one.plies);
            (one.played, at_least, at_most, plies)
        });
        told.set_item("moves", moves.collect::<Vec<_>>())?;
        let is_longest = line.as_ref().is_some_and(|line| line.is_longest);
        let line = line.map_or_else(Vec::new, |line| line.moves);
        told.set_item("plies_at_most", is_longest.then_some(line.len()))?;
        told.set_item("line", line)?;
        told.set_item("positions", searched)?;
        Ok(told)
    }

    /// A proof of the value of a solved position.
    #[pyo3(signature = (position, seconds, positions, stop))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        seconds: Option<&Bound<'py, PyAny>>,
        positions: Option<&Bound<'py, PyAny>>,
        stop: Option<PyRef<'py, Stop>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let state = &*position.state;
        let limits = (seconds, positions, stop);
        let (certificate, is_stopped) = self.patiently(py, limits, |solver, stop| {
            let _turn = solver.begin(&[state], stop)?;
            let certificate = match solver.known(state)?.exact() {
                Some(value) => solver.certificate(state, value, stop)?,
                None => None,
            };
            Ok((certificate, stop.is_stopped()))
        })?;
        match certificate {
            Some(certificate) => Ok(PyBytes::new(py, &certificate.encode())),
            None if is_stopped => Err(unsolved("no certificate within the limits")),
            None => Err(lost("no certificate")),
        }
    }

    /// The moves of a part of a proof, which proves that the side to move, or its opponent, meets the goal; `None` if a
    /// limit was reached, or the claim is false.
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (position, goal, by_mover, seconds, positions, stop))]
    fn part<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        goal: &str,
        by_mover: bool,
        seconds: Option<&Bound<'py, PyAny>>,
        positions: Option<&Bound<'py, PyAny>>,
        stop: Option<PyRef<'py, Stop>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let goal = read_goal(goal)?;
        let state = &*position.state;
        let asked = if by_mover { goal } else { goal.opponents() };
        let limits = (seconds, positions, stop);
        let (moves, is_lost) = self.patiently(py, limits, |solver, stop| {
            let _turn = solver.begin(&[state], stop)?;
            if solver.answer(state, asked, stop)? != Some(by_mover) {
                return Ok((None, false));
            }
            let moves = solver.part(state, Claim { by_mover, goal }, stop)?;
            let is_lost = moves.is_none() && !stop.is_stopped();
            Ok((moves, is_lost))
        })?;
        match is_lost {
            true => Err(lost("no proof of this part")),
            false => Ok(moves.map(|moves| PyBytes::new(py, &moves))),
        }
    }

    /// From now on, records proofs of at least this many positions.
    fn note_lemmas(&self, from_positions: &Bound<'_, PyAny>) -> PyResult<()> {
        let from = whole("from_positions", from_positions, 0..=u64::MAX)?;
        if let Some(shared) = self.here()?.shared() {
            shared.note_lemmas(from);
        }
        Ok(())
    }

    /// Returns the recorded lemmas and removes them.
    fn take_lemmas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let solver = self.here()?;
        let take = |shared: &Shared| shared.take_lemmas(solver.rule());
        let lemmas = solver.shared().map_or_else(Vec::new, take);
        Ok(PyBytes::new(py, &lemmas))
    }

    /// Learns another solver's lemmas.
    fn learn_lemmas(&self, py: Python<'_>, lemmas: &[u8]) -> PyResult<()> {
        let _at_work = self.home.enter()?;
        let (shared, rule) = (self.solver.shared(), self.solver.rule());
        let is_read = py.detach(|| match shared {
            Some(shared) => shared.learn_lemmas(rule, lemmas),
            // `take_lemmas` gives no bytes here.
            None => lemmas.is_empty(),
        });
        is_read.then_some(()).ok_or_else(changed_on_the_way)
    }

    /// A number that positions share only if they have the same value; `None` if the game has no
    /// such numbers, or the value is known at once.
    fn value_key(&self, position: &Position) -> PyResult<Option<u128>> {
        let prospect = self.here()?.prospect(&*position.state).map_err(unsolved)?;
        Ok(prospect.and_then(|prospect| prospect.value_key))
    }

    /// The ordering score of a move to the position; lower ones are tried first.
    fn goal_score(&self, position: &Position, goal: &str) -> PyResult<Option<i32>> {
        let goal = read_goal(goal)?;
        let prospect = self.here()?.prospect(&*position.state).map_err(unsolved)?;
        Ok(prospect.map(|prospect| prospect.score(goal)))
    }
}

/// The lemmas that took at least about this many positions; no bytes if there are none.
#[pyfunction]
pub fn strong_lemmas<'py>(
    py: Python<'py>,
    lemmas: &[u8],
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let positions = whole("positions", positions, 0..=u64::MAX)?;
    let strong = lemmas::strong(lemmas, positions);
    let strong = strong.ok_or_else(changed_on_the_way)?;
    Ok(PyBytes::new(py, &strong))
}

fn changed_on_the_way() -> PyErr {
    unsolved("the lemmas cannot be read: they are damaged, or of another variant or version")
}

fn lost(what: &str) -> PyErr {
    unsolved(format!(
        "{what}: the table has lost part of the proof; give more memory"
    ))
}

fn read_goal(goal: &str) -> PyResult<Goal> {
    match goal {
        "win" => Ok(Goal::Win),
        "draw" => Ok(Goal::Draw),
        other => {
            let told = format!("goal: found '{}', expected 'win' or 'draw'", short(other));
            Err(PyValueError::new_err(told))
        }
    }
}

const fn told_bounds(bounds: Bounds) -> (&'static str, &'static str) {
    (bounds.least().name(), bounds.most().name())
}
