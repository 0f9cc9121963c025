//! The ladder: tables of one scope after another, until both questions about a position are answered.
//!
//! On each rung, all structures that need tables are counted first. A rung that does not fit in memory is
//! left out, and so are the wider ones of the same bound.

mod checkpoint;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::HumanCount;
use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;

use super::leaves::Leaves;
use crate::game::bounds::{Bounds, Goal};
use crate::game::{Game, Outcome};
use crate::games::endings::tables::question::{Bound, Scope, TableQuestion};
use crate::games::endings::tables::reading::{self, Views, rests_on};
use crate::games::endings::tables::{Run, Table};
use crate::games::endings::{EndingGame, Position, rules, small};
use crate::solve::proof_numbers::Role;
use crate::solve::solver::NoSearch;
use crate::solve::tiers::plan::{NoPlan, Plan};
use crate::solve::tiers::{Tier, Unmade};

/// The tables made for positions, and the means to make more.
#[derive(Debug)]
pub struct Ladder {
    /// The memory of the whole solver, which messages quote, and the part for the tables; in MiB.
    given: u64,
    mebibytes: u64,
    /// The tables that the search makes for its leaves.
    leaves: RwLock<Leaves>,
    for_leaves: u64,
    /// The rungs worked on, in this order.
    rungs: RwLock<Vec<Arc<Rung>>>,
    /// The questions that need too much memory, with the message.
    refused: Mutex<FxHashMap<Vec<TableQuestion>, String>>,
    /// Data from a checkpoint for rungs that have not been requested again, by name.
    earlier: Mutex<Vec<(Vec<u8>, Vec<u8>)>>,
    /// The number of positions valued in tables other than those of the rungs.
    settled: AtomicU64,
    /// The number of structures counted for plans.
    counted: AtomicU64,
    /// The reason for a failure, if there was one.
    failed: Mutex<Option<NoSearch>>,
}

/// One bound of one question, in one scope.
#[derive(Debug)]
struct Rung {
    scope: Scope,
    bound: Bound,
    /// The questions asked, which identify the rung in checkpoints.
    name: Vec<u8>,
    run: Run,
}

/// Why the tables of a rung are not made.
enum NoRun {
    /// Counting them was stopped.
    Stopped,
    /// They need too much memory; the text says how much.
    TooLarge(String),
}

/// The rungs of the ladder for a position, the cheapest first.
fn rungs(position: &Position) -> impl Iterator<Item = (Scope, Role, Bound)> {
    // The better side comes first, because its win settles everything.
    let better = match EndingGame::default().evaluate(position).number() >= 0 {
        true => Role::Attacker,
        false => Role::Defender,
    };
    let rungs = Scope::ALL.into_iter().flat_map(move |scope| {
        [
            (scope, better, Bound::Lower),
            (scope, better, Bound::Upper),
            (scope, better.other(), Bound::Upper),
            (scope, better.other(), Bound::Lower),
        ]
    });
    // Mates without pieces are rare.
    rungs.filter(|(scope, _, bound)| *scope > Scope::Pieceless || *bound == Bound::Upper)
}

/// The bounds that follow from the fact that a bare king cannot mate.
fn of_bare_kings(position: &Position) -> Bounds {
    let mut known = Bounds::UNKNOWN;
    if position.own().count() == 1 {
        known = known.learn(Goal::Win, false);
    }
    if position.enemy().count() == 1 {
        known = known.learn(Goal::Draw, true);
    }
    known
}

/// Whether bounds leave open whether the attacker wins. `turn` is the role of the side to move.
fn is_open(bounds: Bounds, turn: Role) -> bool {
    bounds.answer(turn.goal()).is_none()
}

/// A lower bound for the memory of a structure with its table. Counting stops when, by this bound, the
/// structures exceed the memory.
const LEAST_BYTES: u64 = 4 << 10;

/// The maximum number of refusals kept.
const MOST_REFUSED: usize = 1_000;

/// The maximum number of rungs kept: each rung is asked about each position. One position with all its moves
/// takes a few dozen.
const MOST_RUNGS: usize = 100;

impl Ladder {
    /// A ladder without tables, for a solver with `given` MiB; the search and its leaves get `for_search` MiB
    /// each.
    #[must_use]
    pub fn new(given: u64, for_search: u64) -> Self {
        let for_leaves = for_search;
        Self {
            given,
            mebibytes: given.saturating_sub(for_search + for_leaves),
            leaves: Leaves::new(for_leaves).into(),
            for_leaves,
            rungs: RwLock::default(),
            refused: Mutex::default(),
            earlier: Mutex::default(),
            settled: AtomicU64::new(0),
            counted: AtomicU64::new(0),
            failed: Mutex::default(),
        }
    }

    /// The table that answers a question, if that table exists.
    #[must_use]
    pub fn table(&self, question: TableQuestion) -> Option<Arc<Table>> {
        let rungs = self.rungs.read();
        let table = rungs.iter().rev().find_map(|rung| rung.run.table(question));
        table.or_else(|| self.leaves.read().table(question).cloned().map(Arc::new))
    }

    /// Whether there are no tables but those of leaves, and none are planned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rungs.read().is_empty()
    }

    /// The bounds of a position according to the tables.
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Bounds {
        if let Some(outcome) = rules::outcome(position) {
            return Bounds::exactly(outcome);
        }
        if rules::is_dead(position) {
            return Bounds::exactly(Outcome::Draw);
        }
        let mut known = small::known(position).and(of_bare_kings(position));
        if known.exact().is_some() {
            return known;
        }
        let views = Views::new(position);
        for rung in self.rungs.read().iter().rev() {
            if known.exact().is_some() {
                break;
            }
            let more = reading::bounds(&views, rung.bound, rung.scope, &|question| {
                rung.run.table(question)
            });
            known = known.and(more);
        }
        match known.exact() {
            Some(_) => known,
            None => known.and(self.leaves.read().bounds(&views)),
        }
    }

    /// What is known about a leaf of the search; small tables are made for it, unless `gives_up` stops that.
    #[must_use]
    pub fn bounds_of_leaf(
        &self,
        position: &Position,
        goal: Goal,
        gives_up: &dyn Fn() -> bool,
    ) -> Bounds {
        if let Some(outcome) = small::decide(position, gives_up, &self.settled) {
            return Bounds::exactly(outcome);
        }
        let known = self.bounds(position);
        if known.answer(goal).is_some() {
            return known;
        }
        let leaves = self.leaves.read();
        leaves.make(position, gives_up, &self.settled);
        known.and(leaves.bounds(&Views::new(position)))
    }

    /// Frees the tables of leaves if they fill their memory, before the search for another position.
    pub fn make_room_for_leaves(&self) {
        if self.leaves.read().is_full() {
            *self.leaves.write() = Leaves::new(self.for_leaves);
        }
    }

    /// Checks that everything that was begun could be made.
    ///
    /// # Errors
    /// Returns the reason why something could not be made.
    pub fn check(&self) -> Result<(), NoSearch> {
        self.failed.lock().clone().map_or(Ok(()), Err)
    }

    /// The number of positions valued.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let rungs = self.rungs.read();
        let now: u64 = rungs.iter().map(|rung| rung.run.positions()).sum();
        self.settled.load(Ordering::Relaxed) + now
    }

    /// The number of structures counted to plan tables, which takes time as well.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// The progress of the tables as text; `None` before any are begun.
    #[must_use]
    pub fn progress(&self) -> Option<String> {
        let rungs = self.rungs.read();
        let bytes: u64 = rungs.iter().map(|rung| rung.run.bytes()).sum();
        let rung = rungs.last()?;
        let (made, all) = (rung.run.made() as u64, rung.run.len() as u64);
        let (made, all) = (HumanCount(made), HumanCount(all));
        Some(format!("{made} of {all} structures, {} MiB", bytes >> 20))
    }

    /// The questions about a position, and about those after its moves, whose tables tell whether the
    /// attacker wins. `turn` is the role of the side to move.
    fn questions(
        position: &Position,
        turn: Role,
        bound: Bound,
        scope: Scope,
    ) -> Vec<TableQuestion> {
        let mut asked = Vec::new();
        let mut ask = |position: &Position, turn| {
            rests_on(position, turn, &mut |structure| {
                if scope.holds(structure, bound) {
                    asked.push(TableQuestion::new(structure, bound, scope));
                }
            });
            !asked.is_empty()
        };
        if ask(position, turn) {
            for played in rules::moves(position) {
                ask(&rules::play(position, played), turn.other());
            }
        }
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Prepares a rung; `None` if all of its tables exist.
    fn rung(
        &self,
        position: &Position,
        turn: Role,
        bound: Bound,
        scope: Scope,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Option<Arc<Rung>>, String> {
        let named = Self::questions(position, turn, bound, scope);
        if named.is_empty() {
            return Ok(None);
        }
        if let Some(why) = self.refused.lock().get(&named) {
            return Err(why.clone());
        }
        let mut asked = self.without_table(&named);
        if asked.is_empty() {
            return Ok(None);
        }
        let waiting = self.rungs.read().iter().find_map(|rung| {
            (rung.scope == scope && rung.bound == bound && rung.run.keeps(&asked))
                .then(|| rung.clone())
        });
        if waiting.is_some() {
            return Ok(waiting);
        }
        if self.rungs.read().len() >= MOST_RUNGS {
            self.forget();
            asked.clone_from(&named);
        }
        let (asked, run) = match self.run(&named, asked, gives_up) {
            Ok(planned) => planned,
            Err(NoRun::Stopped) => {
                return Err("stopped while the structures were counted".into());
            }
            Err(NoRun::TooLarge(why)) => {
                let mut refused = self.refused.lock();
                if refused.len() >= MOST_REFUSED {
                    refused.clear();
                }
                refused.insert(named, why.clone());
                return Err(why);
            }
        };
        let count = HumanCount(run.len() as u64);
        log::info!("{scope:?} {bound:?} of the {turn:?}: {count} structures");
        let keys = asked.iter().flat_map(|one| one.key().to_le_bytes());
        let rung = Arc::new(Rung {
            scope,
            bound,
            name: keys.collect(),
            run,
        });
        self.take_up(&rung)?;
        Ok(Some(rung))
    }

    /// Plans the tables of the questions `asked`. If there is no space for them beside those that exist, frees
    /// all of these and plans the tables of all questions in `named`.
    fn run(
        &self,
        named: &[TableQuestion],
        mut asked: Vec<TableQuestion>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<(Vec<TableQuestion>, Run), NoRun> {
        let most = (self.mebibytes << 20) / LEAST_BYTES;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        loop {
            let before = self.counted();
            let count = |found| {
                self.counted.store(before + found as u64, Ordering::Relaxed);
            };
            let plan = Plan::new(&asked, most, gives_up, count);
            let plan = plan.map_err(|why| match why {
                NoPlan::Stopped => NoRun::Stopped,
                NoPlan::TooMany => NoRun::TooLarge(format!(
                    "more than {} structures can arise, too many for --memory {}",
                    HumanCount(most as u64),
                    self.given
                )),
            })?;
            let count = HumanCount(plan.len() as u64);
            let used: u64 = self.rungs.read().iter().map(|rung| rung.run.bytes()).sum();
            let left = self.mebibytes.saturating_sub(used.div_ceil(1 << 20));
            match Run::new(plan, (), &asked, left) {
                Ok(run) => return Ok((asked, run)),
                Err(room) if used > 0 && room.mebibytes <= self.mebibytes => {
                    self.forget();
                    asked = named.to_vec();
                }
                Err(room) => {
                    return Err(NoRun::TooLarge(format!(
                        "{count} structures can arise, and their tables take about {} MiB; use --memory {}",
                        room.mebibytes,
                        self.with_search(room.mebibytes)
                    )));
                }
            }
        }
    }

    /// The questions that no rung answers. (Tables of leaves are not in checkpoints, so they do not count.)
    fn without_table(&self, asked: &[TableQuestion]) -> Vec<TableQuestion> {
        let rungs = self.rungs.read();
        let is_open =
            |one: &&TableQuestion| rungs.iter().all(|rung| rung.run.table(**one).is_none());
        asked.iter().filter(is_open).copied().collect()
    }

    /// The memory that the solver needs so that its tables get this much.
    fn with_search(&self, for_tables: u64) -> u64 {
        for_tables + for_tables * (self.given - self.mebibytes) / self.mebibytes.max(1) + 1
    }

    /// Frees the memory of all rungs.
    fn forget(&self) {
        let mut rungs = self.rungs.write();
        let positions: u64 = rungs.iter().map(|rung| rung.run.positions()).sum();
        self.settled.fetch_add(positions, Ordering::Relaxed);
        rungs.clear();
    }

    /// Makes the tables of one scope after another for a position, while memory lasts. `known` gives its
    /// current bounds, and `make` makes the tables of a rung. The work ends when these goals are answered or
    /// `gives_up` returns true. Returns the reason why a rung was left out, if one was.
    pub fn climb(
        &self,
        position: &Position,
        known: &dyn Fn() -> Bounds,
        goals: &[Goal],
        gives_up: &dyn Fn() -> bool,
        make: &dyn Fn(&Run) -> Result<(), Unmade>,
    ) -> Option<String> {
        let mut refusal = None;
        let mut refuse = |why: String| {
            log::info!("{why}");
            refusal.get_or_insert(why);
        };
        let mut too_large = Vec::new();
        for (scope, turn, bound) in rungs(position) {
            let known = known();
            if known.answers(goals) || self.check().is_err() || gives_up() {
                break;
            }
            if !is_open(known, turn) || too_large.contains(&(turn, bound)) {
                continue;
            }
            // What is too large in one scope is larger in a wider one, except for the first.
            let wider = (scope > Scope::Pieceless).then_some((turn, bound));
            let rung = match self.rung(position, turn, bound, scope, gives_up) {
                Ok(Some(rung)) => rung,
                Ok(None) => continue,
                Err(why) => {
                    refuse(why);
                    too_large.extend(wider);
                    continue;
                }
            };
            match make(&rung.run) {
                Ok(()) => {}
                Err(Unmade::Stopped) => break,
                Err(Unmade::Full) => {
                    refuse(format!(
                        "the tables have grown beyond --memory {}",
                        self.given
                    ));
                    too_large.extend(wider);
                }
                Err(why) => self.fail(why),
            }
        }
        refusal
    }

    /// Counts the tables of the first rung that would say something new about a position.
    ///
    /// # Errors
    /// Returns the reason why they cannot be made.
    pub fn count(&self, position: &Position, gives_up: &dyn Fn() -> bool) -> Result<(), String> {
        let known = self.bounds(position);
        let first = rungs(position).find(|(_, turn, _)| is_open(known, *turn));
        match first {
            Some((scope, turn, bound)) if !small::can_tell(position) => {
                self.rung(position, turn, bound, scope, gives_up).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// The counter of positions valued in small tables, which callers add to.
    pub fn settled(&self) -> &AtomicU64 {
        &self.settled
    }

    fn fail(&self, why: Unmade) {
        log::warn!("{why}");
        *self.failed.lock() = Some(NoSearch::Fault);
    }
}
