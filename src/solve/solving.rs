//! The door to every solver: positions go in as [`GameState`]s, moves and values come out as text.
//!
//! Whoever wants exact values, the program's commands, the page, Python and campaigns, has a
//! [`GameSolver`] and need not know the game. [`Solving`] makes one of an [`ExactSolver`]. It keeps
//! what it has proved as long as it lives, so that questions about positions near each other help
//! each other. It blocks while it thinks; who wants to listen meanwhile runs it in a thread and says
//! [`Stop`].
//!
//! Who checks proofs is in [`checking`](super::checking).

use std::io::{self, Read, Write};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use thiserror::Error;

use super::certificate::{Certificate, Claim};
use super::checkpoint::CheckpointError;
use super::exact::{Abilities, ExactSolver, measured};
use super::line::Line;
use super::repertoire::{NoRepertoire, Place, Section};
use crate::game::Outcome;
use crate::game::bounds::{Bounds, Goal, MoveValue};
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
    /// Whether it does without what the game learns of parts of positions, to compare.
    pub is_plain: bool,
}

/// Why there is no solver.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum NoSolver {
    /// Nobody knows how to solve the game.
    #[error("the game has no solver")]
    Unsolved,
    /// The game learns nothing that could be done without.
    #[error("the game has no gamelets")]
    Plain,
    /// There is not so much memory.
    #[error("there is no memory for a table of {0} MiB; give less")]
    Memory(u64),
}

/// Why a position is not solved, though nobody has stopped it.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum SolveError {
    /// It is of another game than the solver.
    #[error("the position is of another game than the solver")]
    OtherGame,
    /// It is too much, which is seen before any work is done; what would help.
    #[error("{0}")]
    TooMuch(String),
    /// It could not be searched.
    #[error("{0}")]
    Failed(String),
}

/// What is proved of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Its value for the side to move, as far as that is proved.
    pub bounds: Bounds,
    /// Plies to the end with best play, of a win or a loss, where the solver knows lengths.
    pub plies: Option<u16>,
    /// The values of its moves for the side that makes them, if they were asked for; where lengths are
    /// known, the best first.
    pub moves: Vec<SolvedMove>,
}

impl Solution {
    /// How many of the values are not known.
    #[must_use]
    pub fn unknown(&self) -> usize {
        let all = self.moves.iter().map(|one| one.bounds);
        let all = all.chain([self.bounds]);
        all.filter(|bounds| bounds.exact().is_none()).count()
    }
}

/// What is proved of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMove {
    /// In coordinates.
    pub played: String,
    /// Its value for the side that makes it, as far as that is proved.
    pub bounds: Bounds,
    /// Plies to the end, counted from before it, where the solver knows lengths.
    pub plies: Option<u16>,
}

/// A line of play in which the winner keeps his win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedLine {
    /// In coordinates.
    pub moves: Vec<String>,
    /// Whether the win takes no more plies than it has: the loser has resisted longest against this
    /// strategy.
    pub is_longest: bool,
}

/// A solver for one game, whichever it is.
pub trait GameSolver: Send + Sync {
    /// The rule that values depend on.
    fn rule(&self) -> Rule;

    /// What it can do that not every solver can.
    fn abilities(&self) -> Abilities;

    /// How many positions it has searched in its life.
    fn positions(&self) -> u64;

    /// How much of its memory is in use, in words.
    fn memory(&self) -> String;

    /// What is known of a position without any work.
    ///
    /// # Errors
    /// If it is of another game.
    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError>;

    /// Whether the side to move meets a goal; `None` if `stop` was said before that was clear.
    ///
    /// # Errors
    /// If it is of another game, or cannot be searched.
    fn ask(
        &self,
        state: &dyn GameState,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError>;

    /// The value of a position, and of its moves if they are asked for, as far as that is proved when
    /// `stop` is said. Tells each move with its value as soon as that is settled.
    ///
    /// # Errors
    /// If it is of another game, too much, or cannot be searched.
    fn solve(
        &self,
        state: &dyn GameState,
        moves: bool,
        stop: &Stop,
        settled: &mut dyn FnMut(&str, Outcome),
    ) -> Result<Solution, SolveError>;

    /// A line from a position of which this value is proved; `None` of a draw, if `stop` is said, or what it
    /// needs was forgotten.
    ///
    /// # Errors
    /// If it is of another game, or cannot be searched.
    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError>;

    /// The shortest win of a position of which this value is proved, in coordinates; or within how many plies
    /// there certainly is none, as far as that is known when `stop` is said.
    ///
    /// # Errors
    /// If it is of another game, or cannot be searched.
    fn shortest(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Result<Vec<String>, u16>, SolveError>;

    /// A proof of the value of a position, which must be proved; `None` if `stop` is said, or what it needs was
    /// forgotten.
    ///
    /// # Errors
    /// If it is of another game, or cannot be searched.
    fn certificate(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<Certificate>, SolveError>;

    /// What each side plays in the first moves, so many plies; `None` if `stop` is said. Tells where it is.
    ///
    /// # Errors
    /// If it is of another game, cannot be searched, or the solver finds none.
    fn repertoire(
        &self,
        state: &dyn GameState,
        plies: u8,
        stop: &Stop,
        reached: &mut dyn FnMut(Place),
    ) -> Result<Option<Section>, SolveError>;

    /// The moves of a piece of a proof, as certificates count them: they prove a claim about a position.
    /// `None` if `stop` is said, or the claim is false.
    ///
    /// # Errors
    /// If it is of another game, or cannot be searched.
    fn piece(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError>;

    /// As [`ExactSolver::note_lemmas`].
    fn note_lemmas(&self, from: u64);

    /// As [`ExactSolver::take_lemmas`].
    fn take_lemmas(&self) -> Vec<u8>;

    /// As [`ExactSolver::learn_lemmas`].
    fn learn_lemmas(&self, lemmas: &[u8]) -> bool;

    /// As [`ExactSolver::value_key`].
    ///
    /// # Errors
    /// If it is of another game.
    fn value_key(&self, state: &dyn GameState) -> Result<Option<u128>, SolveError>;

    /// As [`ExactSolver::goal_score`].
    ///
    /// # Errors
    /// If it is of another game.
    fn goal_score(&self, state: &dyn GameState, goal: Goal) -> Result<Option<i32>, SolveError>;

    /// As [`ExactSolver::write_proved`].
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()>;

    /// As [`ExactSolver::read_proved`].
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError>;
}

impl dyn GameSolver + '_ {
    /// What is known of a position, and of its moves if they are asked for, without any work.
    ///
    /// # Errors
    /// If it is of another game.
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
}

/// How often somebody who waits for his turn looks whether he is to go on waiting.
const GLANCE: Duration = Duration::from_millis(20);

/// The solver of a game.
pub struct Solving<G, S> {
    solver: S,
    rule: Rule,
    /// Whose turn it is, where only one may ask at a time.
    turn: Option<Mutex<()>>,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Playable, S: ExactSolver<G>> Solving<G, S> {
    /// With what is to be asked, by many at once, and what the values depend on.
    pub const fn new(solver: S, rule: Rule) -> Self {
        Self {
            solver,
            rule,
            turn: None,
            game: std::marker::PhantomData,
        }
    }

    /// With what is to be asked by one after the other: of a solver that forgets what it knows of one
    /// position when it is asked for another.
    pub fn in_turn(solver: S, rule: Rule) -> Self {
        Self {
            turn: Some(Mutex::new(())),
            ..Self::new(solver, rule)
        }
    }

    /// What is asked.
    pub const fn solver(&self) -> &S {
        &self.solver
    }

    /// Waits until it may begin, and looks how much there is to do. As long as the guard is held, nobody
    /// else begins. Who is stopped meanwhile goes on, and ends at once.
    fn begin(
        &self,
        state: &State<G>,
        stop: &Stop,
    ) -> Result<Option<MutexGuard<'_, ()>>, SolveError> {
        let mut guard = None;
        if let Some(turn) = &self.turn {
            while guard.is_none() {
                if stop.is_stopped() {
                    return Ok(None);
                }
                guard = turn.try_lock_for(GLANCE);
            }
        }
        match self.solver.begin(&state.position(), stop) {
            Err(refusal) if !stop.is_stopped() => Err(SolveError::TooMuch(refusal.0)),
            _ => Ok(guard),
        }
    }

    /// Looks whether everything could be searched.
    fn check(&self) -> Result<(), SolveError> {
        let checked = self.solver.check();
        checked.map_err(|error| SolveError::Failed(error.to_string()))
    }
}

/// A position of the solver's game.
fn of_game<G: Playable>(state: &dyn GameState) -> Result<&State<G>, SolveError> {
    state.as_any().downcast_ref().ok_or(SolveError::OtherGame)
}

impl<G: Playable, S: ExactSolver<G> + Send> GameSolver for Solving<G, S> {
    fn rule(&self) -> Rule {
        self.rule
    }

    fn abilities(&self) -> Abilities {
        self.solver.abilities()
    }

    fn positions(&self) -> u64 {
        self.solver.positions()
    }

    fn memory(&self) -> String {
        self.solver.memory()
    }

    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError> {
        Ok(self.solver.known(&of_game::<G>(state)?.position()))
    }

    fn ask(
        &self,
        state: &dyn GameState,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError> {
        let state = of_game::<G>(state)?;
        let _turn = self.begin(state, stop)?;
        let answer = self.solver.ask(&state.position(), goal, stop);
        self.check()?;
        Ok(answer)
    }

    fn solve(
        &self,
        state: &dyn GameState,
        moves: bool,
        stop: &Stop,
        settled: &mut dyn FnMut(&str, Outcome),
    ) -> Result<Solution, SolveError> {
        let state = of_game::<G>(state)?;
        let told = |played: G::Move| state.diagram().coordinates(played);
        let _turn = self.begin(state, stop)?;
        let root = &state.position();
        let mut bounds = self.solver.value(root, stop);
        let mut values = Vec::new();
        if moves {
            values = self.solver.move_values(root, stop, &mut |one| {
                if let Some(value) = one.bounds.exact() {
                    settled(&told(one.played), value);
                }
            });
            if !values.is_empty() {
                bounds = bounds.and(MoveValue::best(&values));
            }
        }
        self.check()?;
        let plies = bounds.exact().and_then(|_| self.solver.plies(root));
        let moves = measured(&self.solver, root, values).into_iter();
        let moves = moves.map(|each| SolvedMove {
            played: told(each.one.played),
            bounds: each.one.bounds,
            plies: each.plies,
        });
        Ok(Solution {
            bounds,
            plies,
            moves: moves.collect(),
        })
    }

    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError> {
        let state = of_game::<G>(state)?;
        if value == Outcome::Draw {
            return Ok(None);
        }
        let line = self.solver.line(&state.position(), value, stop);
        self.check()?;
        Ok(line.map(|Line { moves, is_longest }| SolvedLine {
            moves: state.line(&moves),
            is_longest,
        }))
    }

    fn shortest(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Result<Vec<String>, u16>, SolveError> {
        let state = of_game::<G>(state)?;
        let found = self.solver.shortest(&state.position(), value, stop);
        self.check()?;
        Ok(found.map(|moves| state.line(&moves)))
    }

    fn certificate(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<Certificate>, SolveError> {
        let state = of_game::<G>(state)?;
        let strategies = self.solver.strategies(&state.position(), value, stop);
        self.check()?;
        Ok(strategies.map(|strategies| Certificate {
            rule: self.rule.number,
            fen: state.fen(),
            value,
            strategies,
        }))
    }

    fn repertoire(
        &self,
        state: &dyn GameState,
        plies: u8,
        stop: &Stop,
        reached: &mut dyn FnMut(Place),
    ) -> Result<Option<Section>, SolveError> {
        let state = of_game::<G>(state)?;
        let sides = self
            .solver
            .repertoire(&state.position(), plies, stop, reached);
        self.check()?;
        match sides {
            Ok(sides) => Ok(Some(Section {
                rule: self.rule.number,
                plies,
                fen: state.fen(),
                sides,
            })),
            Err(NoRepertoire::Stopped) => Ok(None),
            Err(error) => Err(SolveError::Failed(error.to_string())),
        }
    }

    fn piece(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError> {
        let state = of_game::<G>(state)?;
        let moves = self.solver.strategy(&state.position(), claim, stop);
        self.check()?;
        Ok(moves)
    }

    fn note_lemmas(&self, from: u64) {
        self.solver.note_lemmas(from);
    }

    fn take_lemmas(&self) -> Vec<u8> {
        self.solver.take_lemmas()
    }

    fn learn_lemmas(&self, lemmas: &[u8]) -> bool {
        self.solver.learn_lemmas(lemmas)
    }

    fn value_key(&self, state: &dyn GameState) -> Result<Option<u128>, SolveError> {
        Ok(self.solver.value_key(&of_game::<G>(state)?.position()))
    }

    fn goal_score(&self, state: &dyn GameState, goal: Goal) -> Result<Option<i32>, SolveError> {
        Ok(self
            .solver
            .goal_score(&of_game::<G>(state)?.position(), goal))
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        self.solver.write_proved(file)
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        self.solver.read_proved(file)
    }
}
