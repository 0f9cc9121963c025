//! Values of positions: all threads together answer the two questions.
//!
//! "Can the side to move win?" and "can it at least draw?" give one of three values. Everything
//! proved for one question stays in the table for the other, and for every later position.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::certificate::Claim;
use super::checkpoint::CheckpointError;
use super::crew::Crew;
pub use super::crew::NoSearch;
use super::proof_search::{ProofSearch, Shared};
use super::records;
use super::repertoire::{NoRepertoire, Place, Section};
use super::solution::SolvedLine;
use super::solving::{Abilities, GameSolver, Prospect, SolveError, of_game};
use super::table::{Effort, ExactTable};
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::game::{Game, Outcome, PackedKey};
use crate::stop::Stop;

/// Solves positions of one game.
pub struct Solver<G: Game<Key = PackedKey>> {
    game: G,
    shared: Shared,
    crew: Crew,
}

impl<G: Game<Key = PackedKey>> Solver<G> {
    /// A solver with a table of at most this many MiB and this many threads (at least one). `None`
    /// if there is not enough memory.
    #[must_use]
    pub fn new(game: G, mebibytes: u64, threads: usize) -> Option<Self> {
        Some(Self {
            game,
            shared: Shared::new(mebibytes)?,
            crew: Crew::new(threads),
        })
    }

    /// Whether all questions could be searched.
    ///
    /// # Errors
    /// Returns the reason why one could not.
    pub fn check(&self) -> Result<(), NoSearch> {
        self.crew.check()
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The number of positions searched: those whose moves were generated.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.shared.positions.load(Ordering::Relaxed) + self.game.own_searches()
    }

    /// The exact table.
    #[must_use]
    pub const fn table(&self) -> &ExactTable {
        &self.shared.table
    }

    /// What is known about a position without searching it.
    #[must_use]
    pub fn known(&self, position: &G::Position) -> Bounds {
        self.shared.known(&self.game, position)
    }

    /// The answer to a question that is known without a search, with the cost of writing out its
    /// proof in moves: the effort of the search, or the length of what a fact proves.
    pub(super) fn answer_with_cost(
        &self,
        position: &G::Position,
        goal: Goal,
    ) -> Option<(bool, (Effort, u16))> {
        if let Some(proof) = self.game.prove(position) {
            let cost = (Effort::from_number(0), proof.plies);
            return Some((goal.is_met_by(proof.outcome), cost));
        }
        let table = &self.shared.table;
        let place = table.place(self.game.value_key(position));
        let (bounds, effort) = table.probe_with_effort(place);
        let proved = bounds.answer(goal).map(|met| (met, (effort, u16::MAX)));
        proved.or_else(|| {
            let answer = self.game.answer(position, goal, &|| false);
            answer.map(|met| (met, (Effort::from_number(0), u16::MAX)))
        })
    }

    /// Whether the side to move meets the goal; `None` if `stop` was set before that was clear, or
    /// [nothing could be searched](Self::check).
    pub fn ask(&self, position: &G::Position, goal: Goal, stop: &Stop) -> Option<bool> {
        if let Some(answer) = self.known(position).answer(goal) {
            return Some(answer);
        }
        stop.count_from(self.positions());
        if self.check().is_err() {
            return None;
        }
        let answered = AtomicBool::new(false);
        let answers = self.crew.work(|_| {
            let is_parallel = self.crew.threads > 1;
            let gives_up =
                || answered.load(Ordering::Relaxed) || stop.stop_if_after(self.positions());
            let mut prover = ProofSearch::new(&self.game, &self.shared, is_parallel, &gives_up);
            let answer = prover.ask(position, goal, u64::MAX);
            if answer.is_some() {
                answered.store(true, Ordering::Relaxed);
            }
            answer
        });
        answers.into_iter().fold(None, Option::or)
    }

    /// What is proved when these questions are answered, or `stop` is set.
    fn answers(&self, position: &G::Position, goals: &[Goal], stop: &Stop) -> Bounds {
        let mut bounds = self.known(position);
        for goal in goals {
            if bounds.answer(*goal).is_none()
                && let Some(met) = self.ask(position, *goal, stop)
            {
                bounds = bounds.learn(*goal, met);
            }
        }
        bounds
    }

    /// The value of a position, as far as it is proved when `stop` is set.
    pub fn value(&self, position: &G::Position, stop: &Stop) -> Bounds {
        self.answers(position, &Goal::BOTH, stop)
    }
}

impl<G: Playable<Key = PackedKey>> GameSolver for Solver<G> {
    fn rule(&self) -> Rule {
        self.game.rule()
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            shortest: false,
            repertoires: true,
            forecasts: true,
        }
    }

    fn positions(&self) -> u64 {
        self.positions()
    }

    fn memory(&self) -> String {
        format!("table {} % full", self.table().thousandths_used() / 10)
    }

    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError> {
        Ok(self.known(&of_game(&self.game, state)?.position()))
    }

    fn answers(
        &self,
        state: &dyn GameState,
        goals: &[Goal],
        stop: &Stop,
    ) -> Result<Bounds, SolveError> {
        let known = self.answers(&of_game(&self.game, state)?.position(), goals, stop);
        self.check()?;
        Ok(known)
    }

    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError> {
        let state = of_game(&self.game, state)?;
        let line = self.line(&state.position(), value, stop);
        self.check()?;
        Ok(line.map(|line| SolvedLine::new(state, &line)))
    }

    fn part(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError> {
        let root = of_game(&self.game, state)?.position();
        let moves = self.strategy(&root, claim, usize::MAX, stop);
        self.check()?;
        Ok(moves)
    }

    fn repertoire(
        &self,
        state: &dyn GameState,
        plies: u8,
        stop: &Stop,
        reached: &mut dyn FnMut(Place),
    ) -> Result<Option<Section>, SolveError> {
        let root = of_game(&self.game, state)?.position();
        let sides = self.repertoire(&root, plies, stop, reached);
        self.check()?;
        match sides {
            Ok(sides) => Ok(Some(Section {
                rule: self.game.rule().number,
                plies,
                fen: state.fen(),
                sides,
            })),
            Err(NoRepertoire::Stopped) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn prospect(&self, state: &dyn GameState) -> Result<Option<Prospect>, SolveError> {
        let position = &of_game(&self.game, state)?.position();
        // What facts settle need not fit into a key.
        let is_open = self.game.prove(position).is_none();
        Ok(Some(Prospect {
            value_key: is_open.then(|| self.game.value_key(position).bits()),
            win: self.game.goal_score(position, Goal::Win),
            draw: self.game.goal_score(position, Goal::Draw),
        }))
    }

    fn shared(&self) -> Option<&Shared> {
        Some(&self.shared)
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        records::write(file, self.table())
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        records::read(file, |record| self.table().restore(&record))
    }
}
