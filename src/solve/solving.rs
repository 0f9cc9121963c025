//! The interface of every solver: positions go in as [`GameState`]s, moves and values come out as
//! text.
//!
//! All users of exact values (the commands, the web page, Python and campaigns) have a
//! [`GameSolver`] and need not know the game. There is one for games without repetition
//! ([`Solver`](super::solver::Solver)), one for games with repetition
//! ([`CyclicSolver`](super::cyclic_solver::CyclicSolver)), and a game may provide its own. A solver
//! keeps what it has proved for its lifetime, so that questions about related positions help each
//! other. It blocks while it searches: to stay responsive, run it in a thread and use [`Stop`].
//!
//! Proofs are checked in [`checking`](super::checking).

use std::io::{self, Read, Write};

use thiserror::Error;

use super::certificate::{Certificate, Claim, Strategy, claims};
use super::checkpoint::CheckpointError;
use super::proof_search::Shared;
use super::repertoire::{NoRepertoire, Place, Section};
use super::solution::{Shortest, Solution, SolvedLine, SolvedMove, best_first};
use super::solver::NoSearch;
use super::turn::Turn;
use crate::game::Outcome;
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::{GameState, State};
use crate::stop::Stop;

/// What a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Memory, in MiB.
    pub mebibytes: u64,
    /// Threads, at least one.
    pub threads: usize,
    /// Whether to disable what the game learns about parts of positions, for comparison.
    pub is_plain: bool,
}

/// Why there is no solver.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum NoSolver {
    /// The game has no solver.
    #[error("the game has no solver")]
    Unsolved,
    /// The game has no feature to disable.
    #[error("the game has no gamelets")]
    Plain,
    /// There is not enough memory.
    #[error("not enough memory for a table of {0} MiB; use less")]
    Memory(u64),
}

/// A solver, or the reason why there is none.
pub type SolverResult = Result<Box<dyn GameSolver>, NoSolver>;

/// Why a position is not solved, though the search was not stopped.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum SolveError {
    /// The position does not belong to the solver's game.
    #[error("the position belongs to a different game from the solver's")]
    OtherGame,
    /// The rule on which the position's value depends is not that of the solver.
    #[error("the position has a different rule from the solver's: {found}, not {expected}")]
    OtherRule {
        /// The rule of the position, in a sentence.
        found: &'static str,
        /// The rule of the solver.
        expected: &'static str,
    },
    /// The position is too large, as detected before any work is done; the text says what would
    /// help.
    #[error("{0}")]
    TooMuch(String),
    /// The position could not be searched.
    #[error("{0}")]
    Failed(String),
}

impl From<NoSearch> for SolveError {
    fn from(why: NoSearch) -> Self {
        Self::Failed(why.to_string())
    }
}

/// The optional abilities of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// Whether it finds shortest wins.
    pub shortest: bool,
    /// Whether it finds [repertoires](super::repertoire).
    pub repertoires: bool,
    /// Whether it has a move order, so that its work can be [estimated](super::forecast).
    pub forecasts: bool,
}

/// A solver's view of a position before it searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// A number that positions share only if they have the same value (it is not a hash); `None`
    /// where the value is known without search.
    pub value_key: Option<u128>,
    /// How soon the solver would try a move to this position, to show that the side to move there
    /// does not win; lower comes first.
    pub win: i32,
    /// How soon the solver would try it to show that the side to move there does not even draw.
    pub draw: i32,
}

impl Prospect {
    /// How soon the solver would try a move to this position, to show that the side to move there
    /// misses a goal.
    #[must_use]
    pub const fn score(&self, goal: Goal) -> i32 {
        match goal {
            Goal::Win => self.win,
            Goal::Draw => self.draw,
        }
    }
}

/// A solver for one game, of any kind.
///
/// Every method that takes a position fails if that belongs to another game, and those that search
/// fail if they cannot search.
pub trait GameSolver: Send + Sync {
    /// The rule on which values depend.
    fn rule(&self) -> Rule;

    /// The optional abilities of the solver.
    fn abilities(&self) -> Abilities {
        Abilities {
            shortest: true,
            repertoires: false,
            forecasts: false,
        }
    }

    /// The number of positions searched in its lifetime.
    fn positions(&self) -> u64;

    /// The memory in use, for the progress line: `table 12 % full`.
    fn memory(&self) -> String;

    /// Waits for its turn, if the solver can hold only one position at a time, makes room, and
    /// estimates the work for some positions and their moves.
    ///
    /// # Errors
    /// If there is too much work. Then only [`known`](Self::known) may be called for these
    /// positions.
    fn begin(&self, _states: &[&dyn GameState], _stop: &Stop) -> Result<Turn<'_>, SolveError> {
        Ok(None)
    }

    /// What is known about a position without searching it. If the game is over, that is its value.
    ///
    /// # Errors
    /// If it belongs to another game.
    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError>;

    /// The exact number of plies to the end of a won or lost position with best play, if known; 0
    /// if the game is over.
    ///
    /// # Errors
    /// If it belongs to another game.
    fn plies(&self, _state: &dyn GameState) -> Result<Option<u16>, SolveError> {
        Ok(None)
    }

    /// What is proved when these questions are answered, or `stop` is set. Called only for
    /// positions that were passed to [`begin`](Self::begin), and for those after their moves.
    ///
    /// # Errors
    /// If the position belongs to another game, or cannot be searched.
    fn answers(
        &self,
        state: &dyn GameState,
        goals: &[Goal],
        stop: &Stop,
    ) -> Result<Bounds, SolveError>;

    /// Whether the side to move meets a goal; `None` if `stop` was set before that was clear.
    ///
    /// # Errors
    /// As [`answers`](Self::answers).
    fn answer(
        &self,
        state: &dyn GameState,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError> {
        Ok(self.answers(state, &[goal], stop)?.answer(goal))
    }

    /// The value of a position, as far as it is proved when `stop` is set.
    ///
    /// # Errors
    /// As [`answers`](Self::answers).
    fn value(&self, state: &dyn GameState, stop: &Stop) -> Result<Bounds, SolveError> {
        self.answers(state, &Goal::BOTH, stop)
    }

    /// A line from a position with this proved value, a win or a loss. The winner's moves keep the
    /// win, and are the shortest way only if the solver's [lengths are](Abilities::shortest); `None` if `stop` is set,
    /// or the results that it needs were dropped.
    ///
    /// # Errors
    /// If it belongs to another game, or cannot be searched.
    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError>;

    /// The shortest win of a position with this proved value, or what is known about its length
    /// when `stop` is set.
    ///
    /// # Errors
    /// If it belongs to another game, or cannot be searched.
    fn shortest(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Shortest, SolveError> {
        // A solver that knows lengths gives no other lines.
        let line = match self.plies(state)? {
            Some(_) => self.line(state, value, stop)?,
            None => None,
        };
        Ok(line.map_or(Shortest::NoneWithin(0), |line| Shortest::Line(line.moves)))
    }

    /// The moves that prove a claim about a position, in the order of a certificate: a strategy, or
    /// a part of one. `None` if `stop` is set, the claim is false, or the results that it needs
    /// were dropped.
    ///
    /// # Errors
    /// If it belongs to another game, or cannot be searched.
    fn part(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError>;

    /// A repertoire of this many plies for each side; `None` if `stop` is set. Reports its
    /// progress.
    ///
    /// # Errors
    /// If the position belongs to another game or cannot be searched, or the solver cannot make
    /// repertoires.
    fn repertoire(
        &self,
        _state: &dyn GameState,
        _plies: u8,
        _stop: &Stop,
        _reached: &mut dyn FnMut(Place),
    ) -> Result<Option<Section>, SolveError> {
        Err(NoRepertoire::Unknown.into())
    }

    /// The solver's view of a position before it is searched, if the solver has a move order.
    ///
    /// # Errors
    /// If it belongs to another game.
    fn prospect(&self, state: &dyn GameState) -> Result<Option<Prospect>, SolveError> {
        self.known(state).map(|_| None)
    }

    /// What it can share with other solvers of the same game, if anything.
    fn shared(&self) -> Option<&Shared> {
        None
    }

    /// Writes what is proved into a [checkpoint](super::checkpoint).
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()>;

    /// Reads what was proved by an earlier run.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError>;
}

impl dyn GameSolver + '_ {
    /// What is known about a position, and about its moves if requested, without any work.
    ///
    /// # Errors
    /// If it belongs to another game.
    pub fn known_solution(
        &self,
        state: &dyn GameState,
        moves: bool,
    ) -> Result<Solution, SolveError> {
        let mut solution = Solution {
            bounds: self.known(state)?,
            plies: None,
            moves: Vec::new(),
        };
        if moves {
            for (played, child) in state.children() {
                solution.moves.push(SolvedMove {
                    played,
                    bounds: self.known(&*child)?.reversed(),
                    plies: None,
                });
            }
        }
        Ok(solution)
    }

    /// Whether the side to move meets a goal; `None` if `stop` was set before that was clear.
    ///
    /// # Errors
    /// If it belongs to another game, is too large, or cannot be searched.
    pub fn ask(
        &self,
        state: &dyn GameState,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError> {
        let _turn = self.begin(&[state], stop)?;
        self.answer(state, goal, stop)
    }

    /// The value of a position, and of its moves if requested, as far as proved when `stop` is set.
    /// Reports each move with its value as soon as that is settled.
    ///
    /// # Errors
    /// If it belongs to another game, is too large, or cannot be searched.
    pub fn solve(
        &self,
        state: &dyn GameState,
        moves: bool,
        stop: &Stop,
        settled: &mut dyn FnMut(&str, Outcome),
    ) -> Result<Solution, SolveError> {
        let _turn = self.begin(&[state], stop)?;
        let mut bounds = self.value(state, stop)?;
        let mut values = Vec::new();
        if moves {
            for (played, child) in state.children() {
                let bounds = self.value(&*child, stop)?.reversed();
                if let Some(value) = bounds.exact() {
                    settled(&played, value);
                }
                let plies = self.length(&*child, bounds)?;
                values.push(SolvedMove {
                    played,
                    bounds,
                    plies: plies.map(|plies| plies.saturating_add(1)),
                });
            }
            if !values.is_empty() {
                let of_moves = values.iter().map(|one| one.bounds);
                bounds = bounds.and(Bounds::best_of_moves(of_moves));
            }
            best_first(&mut values);
        }
        Ok(Solution {
            bounds,
            plies: self.length(state, bounds)?,
            moves: values,
        })
    }

    /// The number of plies to the end of a position with that value.
    fn length(&self, state: &dyn GameState, value: Bounds) -> Result<Option<u16>, SolveError> {
        match value.exact() {
            None | Some(Outcome::Draw) => Ok(None),
            Some(_) => self.plies(state),
        }
    }

    /// A proof of the value of a position, which must be proved; `None` if `stop` is set, or the
    /// results that it needs were dropped.
    ///
    /// # Errors
    /// If it belongs to another game, or cannot be searched.
    pub fn certificate(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<Certificate>, SolveError> {
        let mut strategies = Vec::new();
        for claim in claims(value) {
            match self.part(state, claim, stop)? {
                Some(moves) => strategies.push(Strategy::whole(moves)),
                None => return Ok(None),
            }
        }
        Ok(Some(Certificate {
            rule: self.rule().number,
            fen: state.fen(),
            value,
            strategies,
        }))
    }
}

/// A position of a solver's game.
///
/// # Errors
/// If it belongs to another game, or to the same game with another rule, where its value may be
/// different.
pub fn of_game<'s, G: Playable>(
    game: &G,
    state: &'s dyn GameState,
) -> Result<&'s State<G>, SolveError> {
    let state: Option<&State<G>> = state.as_any().downcast_ref();
    let state = state.ok_or(SolveError::OtherGame)?;
    let (found, expected) = (state.game().rule(), game.rule());
    match found == expected {
        true => Ok(state),
        false => Err(SolveError::OtherRule {
            found: found.sentence,
            expected: expected.sentence,
        }),
    }
}

/// Positions of a solver's game.
///
/// # Errors
/// As [`of_game`].
pub fn positions<G: Playable>(
    game: &G,
    states: &[&dyn GameState],
) -> Result<Vec<G::Position>, SolveError> {
    let states = states.iter();
    let position = |state: &&dyn GameState| Ok(of_game(game, *state)?.position());
    states.map(position).collect()
}
