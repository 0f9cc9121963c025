//! Exact values of pawn endings, from converging bounds.
//!
//! A value answers two questions: does the side to move win, and does the other side? Each is answered by a
//! lower or an upper [bound](super::tables::question), and each bound by tables of a
//! [scope](super::tables::question::Scope), from the narrowest scope to wider ones: the [`ladder`]. A
//! [search](CyclicSolver) tries to decide what the tables leave open, with proof numbers and closed sets of
//! whole positions. Its [`leaves`] use everything that the tables know. It runs for a while before many
//! tables are made, and again at the end.
//!
//! Results are kept for the moves of the position, for its line and its certificate, while memory lasts.
//! [`progress`] shows how a win is carried out.

pub(super) mod ladder;
mod leaves;
mod progress;

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use ladder::Ladder;
use log::warn;
use parking_lot::Mutex;

use super::tables::Run;
use super::tables::question::TableQuestion;
use super::tables::ranks::Ranks;
use super::tables::structure::Structure;
use super::{EndingGame, Position, small};
use crate::game::Outcome;
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::solve::certificate::Claim;
use crate::solve::checkpoint::CheckpointError;
use crate::solve::cyclic_solver::CyclicSolver;
use crate::solve::proof_numbers::Role;
use crate::solve::solution::SolvedLine;
use crate::solve::solver::NoSearch;
use crate::solve::solving::{Abilities, GameSolver, SolveError, of_game, positions};
use crate::solve::strategy::strategy;
use crate::solve::turn::{Turn, take_turn};
use crate::standard::note;
use crate::stop::Stop;

/// Solves pawn endings.
#[derive(Debug)]
pub struct EndingSolver {
    game: EndingGame,
    threads: usize,
    ladder: Arc<Ladder>,
    /// The memory of the search, in MiB.
    for_search: u64,
    /// The search, once it has been needed; `None` if there was no memory for it.
    search: OnceLock<Option<CyclicSolver<EndingGame>>>,
    /// The lock that the current request holds.
    turn: Mutex<()>,
    /// The position of the last request.
    last: Mutex<Option<Position>>,
    /// Whether the user has been told that the memory is too small.
    is_noted: AtomicBool,
    /// The ranks of the last questions.
    ranks: Mutex<Vec<(TableQuestion, Arc<Ranks>)>>,
}

/// The search gets one part in this many of the memory, and its leaves get the same amount again.
const SEARCH_SHARE: u64 = 8;

/// Before tables are made, the search visits one position for this many positions that the tables would
/// value. That takes about a quarter of the tables' time and is often enough.
const SEARCH_COST: u64 = 16_000;

/// Counting a structure for a plan takes the time in which tables value this many positions.
const COUNTING_COST: u64 = 1_000;

/// Shorter searches are skipped: the search first needs the tables of four pieces.
const LEAST_SEARCH: u64 = 1 << 13;

/// The number of positions searched for each MiB of the search, after all tables that fit in memory are made:
/// about twice as many as it has space for.
const LAST_SEARCH: u64 = 1 << 16;

/// The number of positions searched if there are no tables at all.
const BLIND_SEARCH: u64 = 1 << 17;

impl EndingSolver {
    /// A solver with this many MiB and threads.
    #[must_use]
    pub fn new(game: EndingGame, mebibytes: u64, threads: usize) -> Self {
        let for_search = (mebibytes / SEARCH_SHARE).max(1);
        Self {
            game,
            threads: threads.max(1),
            ladder: Arc::new(Ladder::new(mebibytes, for_search)),
            for_search,
            search: OnceLock::new(),
            turn: Mutex::default(),
            last: Mutex::default(),
            is_noted: AtomicBool::new(false),
            ranks: Mutex::default(),
        }
    }

    /// What is known about a position without any work.
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Bounds {
        let known = self.ladder.bounds(position);
        match self.begun_search() {
            Some(search) if known.exact().is_none() => known.and(search.known(position)),
            _ => known,
        }
    }

    /// The same bounds. If they leave the value open, the search keeps them: their tables may have to be freed.
    fn learn(&self, position: &Position) -> Bounds {
        let known = self.bounds(position);
        if known != Bounds::UNKNOWN
            && known.exact().is_none()
            && let Some(search) = self.search()
        {
            search.learn(position, known);
        }
        known
    }

    /// Whether all requests could be worked on.
    fn check(&self) -> Result<(), NoSearch> {
        self.ladder.check()?;
        self.begun_search().map_or(Ok(()), CyclicSolver::check)
    }

    /// The number of positions valued or searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let searched = self.begun_search().map_or(0, CyclicSolver::positions);
        self.ladder.positions() + searched
    }

    /// The work done so far, in positions valued for tables.
    pub fn work(&self) -> u64 {
        let searched = self.begun_search().map_or(0, CyclicSolver::positions);
        let counted = self.ladder.counted() * COUNTING_COST;
        self.ladder.positions() + searched * SEARCH_COST / 4 + counted
    }

    /// The search, if it has been needed.
    fn begun_search(&self) -> Option<&CyclicSolver<EndingGame>> {
        self.search.get()?.as_ref()
    }

    /// The search, created when it is first needed.
    fn search(&self) -> Option<&CyclicSolver<EndingGame>> {
        let search = self.search.get_or_init(|| {
            let game = EndingGame {
                tables: Some(self.ladder.clone()),
                ..self.game.clone()
            };
            let search = CyclicSolver::new(game, self.for_search, self.threads);
            search
                .map_err(|error| warn!("not enough memory for the search: {error}"))
                .ok()
        });
        search.as_ref()
    }

    /// The answers to these questions about a position, as far as they are proved when `stop` is set.
    pub fn answers(&self, position: &Position, goals: &[Goal], stop: &Stop) -> Bounds {
        self.begin_with(position);
        let gives_up = || stop.stop_if_after(self.positions());
        if small::can_tell(position) {
            let settled = self.ladder.settled();
            small::solve(position, self.threads, &gives_up, settled);
        }
        let known = || self.learn(position);
        let make = |run: &Run| {
            self.look(
                position,
                goals,
                run.positions_left() / SEARCH_COST,
                &gives_up,
            );
            match known().answers(goals) {
                true => Ok(()),
                false => run.make_all(self.threads, &gives_up),
            }
        };
        let refusal = (self.ladder).climb(position, &known, goals, &gives_up, &make);
        if !known().answers(goals) {
            let most = match refusal.is_some() && self.ladder.is_empty() {
                true => BLIND_SEARCH,
                false => self.for_search * LAST_SEARCH,
            };
            self.look(position, goals, most, &gives_up);
        }
        let bounds = known();
        if !bounds.answers(goals) && !stop.is_stopped() {
            self.note_what_would_help(position, refusal);
        }
        bounds
    }

    /// Prepares for a request about a position.
    fn begin_with(&self, position: &Position) {
        if self.last.lock().replace(*position) != Some(*position) {
            self.ladder.make_room_for_leaves();
        }
    }

    /// Searches up to `most` positions for unknown answers, if that is worthwhile.
    fn look(
        &self,
        position: &Position,
        goals: &[Goal],
        most: u64,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) {
        let is_over =
            || self.bounds(position).answers(goals) || self.check().is_err() || gives_up();
        if most >= LEAST_SEARCH
            && !is_over()
            && let Some(search) = self.search()
        {
            let end = search.positions() + most;
            search.solve(position, goals, &|| gives_up() || search.positions() >= end);
        }
    }

    /// Prints a note, once, on why a value is unknown.
    fn note_what_would_help(&self, position: &Position, refusal: Option<String>) {
        let why = match Structure::of(position) {
            None => Some(
                "there are more than two pieces besides the kings; the tables have at most two"
                    .into(),
            ),
            Some(_) => refusal,
        };
        if let Some(why) = why
            && !self.is_noted.swap(true, Ordering::Relaxed)
        {
            note!("{why}");
        }
    }

    /// The value of a position, as far as this thread finds it before `gives_up` returns true or `most`
    /// [work](Self::work) is done. If many tables would be needed, half of the work is a search for the goal.
    pub fn value_alone(
        &self,
        position: &Position,
        goal: Goal,
        most: u64,
        gives_up: &dyn Fn() -> bool,
    ) -> Bounds {
        self.begin_with(position);
        let end = self.work().saturating_add(most);
        let gives_up = &|| gives_up() || self.work() >= end;
        if let Some(value) = small::decide(position, gives_up, self.ladder.settled()) {
            return Bounds::exactly(value);
        }
        let known = || self.learn(position);
        let make = |run: &Run| {
            if run.positions_left() >= LEAST_SEARCH * SEARCH_COST
                && let Some(search) = self.search()
            {
                let begun = self.work();
                let half = begun + end.saturating_sub(begun) / 2;
                let gives_up = || gives_up() || self.work() >= half;
                search.look_for_win(position, Role::asking(goal), u64::MAX, &gives_up);
            }
            match known().answer(goal) {
                Some(_) => Ok(()),
                None => run.make_alone(gives_up),
            }
        };
        (self.ladder).climb(position, &known, &[goal], gives_up, &make);
        known()
    }
}

impl GameSolver for EndingSolver {
    fn rule(&self) -> Rule {
        self.game.rule()
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            shortest: false,
            repertoires: false,
            forecasts: false,
        }
    }

    fn positions(&self) -> u64 {
        self.positions()
    }

    fn memory(&self) -> String {
        let tables = self.ladder.progress();
        tables.unwrap_or_else(|| "counting".into())
    }

    fn begin(&self, states: &[&dyn GameState], stop: &Stop) -> Result<Turn<'_>, SolveError> {
        let positions = positions(&self.game, states)?;
        take_turn(&self.turn, stop, || {
            if let Some(search) = self.begun_search() {
                search.make_room();
            }
            stop.count_from(self.positions());
            // The others have the same structure, or are solved as far as memory allows.
            let Some(first) = positions.first() else {
                return Ok(());
            };
            let gives_up = || stop.stop_if_after(self.positions());
            let counted = self.ladder.count(first, &gives_up);
            counted.or_else(|why| {
                // A search without tables still finds what is near at hand, in seconds: too long for a list.
                if positions.len() == 1 {
                    self.look(first, &Goal::BOTH, BLIND_SEARCH, &gives_up);
                }
                let is_exact = self.bounds(first).exact().is_some();
                is_exact.then_some(()).ok_or(SolveError::TooMuch(why))
            })
        })
    }

    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError> {
        Ok(self.bounds(&of_game(&self.game, state)?.position()))
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
        let moves = self.good_line(&state.position(), value, stop);
        self.check()?;
        Ok(moves.map(|moves| SolvedLine {
            moves: state.line(&moves),
            is_longest: false,
        }))
    }

    fn part(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError> {
        let root = of_game(&self.game, state)?.position();
        let choose = |_: &Position, children: &[Position], led_to: &HashSet<Position>| {
            self.best(&root, claim.goal, children, led_to, stop)
        };
        let moves = strategy(&self.game, &root, claim, usize::MAX, choose);
        self.check()?;
        Ok(moves)
    }

    /// ```text
    /// whether there was a search: u8   what it has proved   the tables
    /// ```
    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        match self.begun_search() {
            Some(search) => {
                file.write_all(&[1])?;
                search.write_proved(file)?;
            }
            None => file.write_all(&[0])?,
        }
        self.ladder.write(file)
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        let mut has_search = [0];
        file.read_exact(&mut has_search)
            .map_err(CheckpointError::damaged)?;
        match (has_search, self.search()) {
            ([0], _) => {}
            ([1], Some(search)) => search.read_proved(file)?,
            _ => return Err(CheckpointError::damaged("its search cannot be read")),
        }
        let mut tables = Vec::new();
        file.read_to_end(&mut tables)
            .map_err(CheckpointError::damaged)?;
        self.ladder.read(&tables)
    }
}
