//! Exact values of positions, from the tables of all structures that can arise from them.
//!
//! The structures are counted first, so the caller learns their number, and whether they fit in memory,
//! before hours are spent. Then all tables are [made](crate::solve::tiers). After that, every position that
//! can arise from the root can be looked up, if there was space to keep the tables.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::HumanCount;
use parking_lot::{Mutex, RwLock};

use super::structure::Structure;
use super::tables::Run;
use super::tables::reading::rests_on;
use super::{KingGame, Move, Position, rules};
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::game::{Game, Outcome};
use crate::solve::certificate::Claim;
use crate::solve::checkpoint::CheckpointError;
use crate::solve::solution::SolvedLine;
use crate::solve::solver::NoSearch;
use crate::solve::solving::{GameSolver, SolveError, of_game, positions};
use crate::solve::strategy::strategy;
use crate::solve::tiers::plan::{NoPlan, Plan};
use crate::solve::tiers::run::{EACH, Storage};
use crate::solve::tiers::{Unmade, Worth};
use crate::solve::turn::{Turn, take_turn};
use crate::standard::note;
use crate::stop::Stop;

/// Solves positions of kings and pawns.
#[derive(Debug)]
pub struct KingSolver {
    game: KingGame,
    mebibytes: u64,
    threads: usize,
    /// The run for the last root position.
    run: RwLock<Option<Arc<Run>>>,
    /// Data from a checkpoint, until the structures it belongs to are known.
    earlier: Mutex<Option<Vec<u8>>>,
    /// The number of positions valued by earlier runs.
    before: AtomicU64,
    /// The reason for a failure, if there was one.
    failed: Mutex<Option<NoSearch>>,
    /// Serialises requests: the solver forgets one position when it is asked about another.
    turn: Mutex<()>,
}

impl KingSolver {
    /// A solver with this many MiB and threads.
    #[must_use]
    pub fn new(game: KingGame, mebibytes: u64, threads: usize) -> Self {
        Self {
            game,
            mebibytes,
            threads: threads.max(1),
            run: RwLock::default(),
            earlier: Mutex::default(),
            before: AtomicU64::new(0),
            failed: Mutex::default(),
            turn: Mutex::default(),
        }
    }

    fn run(&self) -> Option<Arc<Run>> {
        self.run.read().clone()
    }

    /// The value of a position, if its tables exist.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        match rules::outcome(position) {
            Some(outcome) => Some(Worth::at_end(outcome)),
            None => self.run()?.worth(position),
        }
    }

    /// Counts the work for positions and their moves. Their own tables are always kept, even if others are
    /// dropped; then a note is printed. If their tables are kept already, the run goes on.
    fn begin(&self, roots: &[Position], stop: &Stop) -> Result<(), SolveError> {
        let mut asked = Vec::new();
        for root in roots {
            rests_on(root, &mut |one| asked.push(one));
            if rules::outcome(root).is_none() {
                for one in rules::moves(root) {
                    rests_on(&root.play(one), &mut |one| asked.push(one));
                }
            }
        }
        if self.run().is_some_and(|run| run.keeps(&asked)) {
            return Ok(());
        }
        if let Some(run) = self.run.write().take() {
            self.before.fetch_add(run.positions(), Ordering::Relaxed);
        }
        let run = self.plan(asked, stop)?;
        let mut earlier = self.earlier.lock();
        if let Some(bytes) = &*earlier {
            run.read(&mut bytes.as_slice()).map_err(|problem| {
                SolveError::Failed(format!("the checkpoint is damaged: {problem}"))
            })?;
        }
        *earlier = None;
        if run.storage() != Storage::All {
            let (count, all) = (HumanCount(run.len() as u64), run.mebibytes_of_all());
            note!(
                "{count} pawn structures: finished tables are dropped, so there is no line and no certificate (--memory {all} keeps them all)"
            );
        }
        *self.run.write() = Some(Arc::new(run));
        Ok(())
    }

    /// Counts the structures that these rest on, and reserves memory for them.
    fn plan(&self, mut asked: Vec<Structure>, stop: &Stop) -> Result<Run, SolveError> {
        asked.sort_unstable();
        asked.dedup();
        let most = (self.mebibytes << 20) / EACH;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let plan = Plan::new(&asked, most, &|| stop.is_stopped(), |_| ());
        let plan = plan.map_err(|why| {
            SolveError::TooMuch(match why {
                NoPlan::Stopped => "stopped while the pawn structures were counted".into(),
                NoPlan::TooMany => format!(
                    "more than {} pawn structures can arise, too many for --memory {}",
                    HumanCount(most as u64),
                    self.mebibytes
                ),
            })
        })?;
        let count = HumanCount(plan.len() as u64);
        Run::new(plan, (), &asked, self.mebibytes).map_err(|room| {
            SolveError::TooMuch(format!(
                "{count} pawn structures can arise, and their tables take about {} MiB; use --memory {}",
                room.mebibytes, room.mebibytes
            ))
        })
    }

    /// Checks that all requests could be searched.
    ///
    /// # Errors
    /// Returns the reason why one could not be searched.
    pub fn check(&self) -> Result<(), NoSearch> {
        self.failed.lock().clone().map_or(Ok(()), Err)
    }

    /// The number of positions valued.
    pub fn positions(&self) -> u64 {
        let now = self.run().map_or(0, |run| run.positions());
        self.before.load(Ordering::Relaxed) + now
    }

    /// What is known about a position without any work.
    pub fn known(&self, position: &Position) -> Bounds {
        let worth = self.worth(position);
        worth.map_or(Bounds::UNKNOWN, |worth| Bounds::exactly(worth.outcome()))
    }

    /// The number of plies to the end of a won or lost position.
    pub fn plies(&self, position: &Position) -> Option<u16> {
        self.worth(position)?.plies()
    }

    /// The child whose move keeps what is claimed: for a win, the one nearest to the end; for a draw, any. Among equal
    /// ones, one that the strategy leads to already.
    fn choose_child(
        &self,
        goal: Goal,
        children: &[Position],
        led_to: &HashSet<Position>,
    ) -> Option<usize> {
        let misses = |child: &Position| self.known(child).answer(goal.opponents()) == Some(false);
        let good = (0..children.len()).filter(|number| misses(&children[*number]));
        good.min_by_key(|number| {
            let child = &children[*number];
            let plies = match goal {
                Goal::Win => self.plies(child).unwrap_or(u16::MAX),
                Goal::Draw => 0,
            };
            (plies, !led_to.contains(child))
        })
    }

    /// The value of a position passed to [`Self::begin`], as far as it is proved when `stop` is set.
    pub fn value(&self, position: &Position, stop: &Stop) -> Bounds {
        if let Some(run) = self.run()
            && let Err(why) = run.make_all(self.threads, &|| stop.stop_if_after(self.positions()))
        {
            match why {
                Unmade::Stopped => {}
                Unmade::Full => {
                    note!("the tables have grown beyond --memory {}", self.mebibytes);
                    stop.stop();
                }
                why @ (Unmade::Missing | Unmade::TooLong) => {
                    log::warn!("{why}");
                    *self.failed.lock() = Some(NoSearch::Fault);
                }
            }
        }
        self.known(position)
    }

    /// A line of best play by both sides.
    fn best_line(&self, root: &Position, value: Outcome, stop: &Stop) -> Option<Vec<Move>> {
        let (mut position, mut value) = (*root, value);
        let mut moves = Vec::new();
        for left in (0..self.plies(root)?).rev() {
            // One ply less is the best that a winner can do and the longest that a loser can hold.
            let keeps = |child: &Position| {
                self.known(child).exact() == Some(value.reversed())
                    && self.plies(child) == Some(left)
            };
            let mut legal = self.game.moves(&position).into_iter();
            let played = legal.find(|played| keeps(&position.play(*played)))?;
            if stop.is_stopped() {
                return None;
            }
            moves.push(played);
            position = position.play(played);
            value = value.reversed();
        }
        Some(moves)
    }
}

impl GameSolver for KingSolver {
    fn rule(&self) -> Rule {
        self.game.rule()
    }

    fn positions(&self) -> u64 {
        self.positions()
    }

    fn memory(&self) -> String {
        self.run().map_or_else(
            || "counting".into(),
            |run| {
                let (made, all) = (run.made() as u64, run.len() as u64);
                let mebibytes = run.bytes() >> 20;
                let (made, all) = (HumanCount(made), HumanCount(all));
                format!("{made} of {all} pawn structures, {mebibytes} MiB")
            },
        )
    }

    fn begin(&self, states: &[&dyn GameState], stop: &Stop) -> Result<Turn<'_>, SolveError> {
        let positions = positions(&self.game, states)?;
        take_turn(&self.turn, stop, || {
            stop.count_from(self.positions());
            self.begin(&positions, stop)
        })
    }

    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError> {
        Ok(self.known(&of_game(&self.game, state)?.position()))
    }

    fn plies(&self, state: &dyn GameState) -> Result<Option<u16>, SolveError> {
        Ok(self.plies(&of_game(&self.game, state)?.position()))
    }

    fn answers(
        &self,
        state: &dyn GameState,
        _goals: &[Goal],
        stop: &Stop,
    ) -> Result<Bounds, SolveError> {
        let value = self.value(&of_game(&self.game, state)?.position(), stop);
        self.check()?;
        Ok(value)
    }

    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError> {
        let state = of_game(&self.game, state)?;
        let moves = self.best_line(&state.position(), value, stop);
        self.check()?;
        Ok(moves.map(|moves| SolvedLine {
            moves: state.line(&moves),
            is_longest: true,
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
            let chosen = || self.choose_child(claim.goal, children, led_to);
            (!stop.is_stopped()).then(chosen)?
        };
        let moves = strategy(&self.game, &root, claim, usize::MAX, choose);
        self.check()?;
        Ok(moves)
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        // Held first: meanwhile no run takes over the earlier data.
        let earlier = self.earlier.lock();
        match (self.run(), &*earlier) {
            (Some(run), _) => run.write(file),
            // No run has begun: the earlier data is kept.
            (None, Some(earlier)) => file.write_all(earlier),
            (None, None) => Ok(()),
        }
    }

    /// The data can be read only once the structures are counted.
    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        let mut earlier = Vec::new();
        let read = file.read_to_end(&mut earlier);
        read.map_err(CheckpointError::damaged)?;
        *self.earlier.lock() = (!earlier.is_empty()).then_some(earlier);
        Ok(())
    }
}
