//! Exact values of pawn endings, from bounds that come nearer to each other.
//!
//! A value is two questions: does the side to move win, and does the other side? Each is answered by a lower or an upper
//! [bound](super::tables::question), and each bound by tables of a [scope](Scope). So there is a ladder: the narrowest
//! scope first, and wider ones until the value is known. On each rung all structures are counted that the tables would be
//! of; a rung for which the memory is too small is left out, and if all are, that is said before any work is done.
//!
//! What has been found stays for the moves of the position, for its line and its certificate, as long as there is
//! memory for it.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use indicatif::HumanCount;
use parking_lot::{Mutex, RwLock};

use super::tables::question::{Bound, Question, Scope};
use super::tables::ranks::Ranks;
use super::tables::reading::{self, View, rests_on};
use super::tables::structure::{Side, Structure};
use super::tables::{Run, Table};
use super::{EndingGame, Move, Position, rules, small};
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::game::{Game, Outcome};
use crate::solve::certificate::Claim;
use crate::solve::checkpoint::CheckpointError;
use crate::solve::solver::NoSearch;
use crate::solve::solving::{Abilities, GameSolver, SolveError, SolvedLine, Turn, of_game};
use crate::solve::strategy::strategy;
use crate::solve::tiers::plan::{NoPlan, Plan};
use crate::solve::tiers::{Tier, Unmade};
use crate::standard::note;
use crate::stop::Stop;

/// Solves pawn endings.
#[derive(Debug)]
pub struct EndingSolver {
    game: EndingGame,
    mebibytes: u64,
    threads: usize,
    /// Held by whoever asks.
    turn: Mutex<()>,
    /// What has been worked at, in this order.
    rungs: RwLock<Vec<Arc<Rung>>>,
    /// Whether somebody has been told that the memory is too small.
    is_noted: AtomicBool,
    /// For which questions it is.
    refused: Mutex<Vec<((Question, Scope, Bound), String)>>,
    /// What a checkpoint has brought of rungs that have not been asked for again, by their names.
    earlier: Mutex<Vec<(Vec<u8>, Vec<u8>)>>,
    /// The last ranks that were asked for.
    ranks: Mutex<Vec<(Question, Arc<Ranks>)>>,
    /// How many positions have been valued beside those of the rungs: by rungs that are forgotten, in small tables.
    before: AtomicU64,
    /// Why nothing could be solved, once that has happened.
    failed: Mutex<Option<NoSearch>>,
}

/// One bound of one question, in one scope.
#[derive(Debug)]
struct Rung {
    scope: Scope,
    bound: Bound,
    /// What was asked, by which checkpoints know it.
    name: Vec<u8>,
    run: Run,
}

/// The rungs of a ladder for a position, the cheapest first.
fn ladder(position: &Position, game: &EndingGame) -> impl Iterator<Item = (Scope, Side, Bound)> {
    // Who seems to be better is asked about first: a win of his settles all.
    let better = match game.evaluate(position).number() >= 0 {
        true => Side::Attacker,
        false => Side::Defender,
    };
    let rungs = Scope::ALL.into_iter().flat_map(move |scope| {
        [
            (scope, better, Bound::Lower),
            (scope, better, Bound::Upper),
            (scope, better.opponent(), Bound::Upper),
            (scope, better.opponent(), Bound::Lower),
        ]
    });
    // Without pieces hardly anybody is mated.
    rungs.filter(|(scope, _, bound)| *scope > Scope::Pieceless || *bound == Bound::Upper)
}

/// Whether bounds leave a question open that this would answer; the side to move is the `turn` of the attacker asked
/// about.
fn is_open(bounds: Bounds, turn: Side) -> bool {
    match turn {
        Side::Attacker => bounds.answer(Goal::Win).is_none(),
        Side::Defender => bounds.answer(Goal::Draw).is_none(),
    }
}

impl EndingSolver {
    /// A solver with so many MiB and so many threads.
    #[must_use]
    pub fn new(game: EndingGame, mebibytes: u64, threads: usize) -> Self {
        Self {
            game,
            mebibytes,
            threads: threads.max(1),
            turn: Mutex::default(),
            rungs: RwLock::default(),
            is_noted: AtomicBool::new(false),
            refused: Mutex::default(),
            earlier: Mutex::default(),
            ranks: Mutex::default(),
            before: AtomicU64::new(0),
            failed: Mutex::default(),
        }
    }

    fn table(&self, question: Question) -> Option<Arc<Table>> {
        let rungs = self.rungs.read();
        rungs.iter().rev().find_map(|rung| rung.run.table(question))
    }

    /// What is known of a position without any work.
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Bounds {
        if let Some(outcome) = rules::outcome(position) {
            return Bounds::exactly(outcome);
        }
        if rules::is_dead(position) {
            return Bounds::exactly(Outcome::Draw);
        }
        let mut known = small::known(position);
        for rung in self.rungs.read().iter().rev() {
            if known.exact().is_some() {
                break;
            }
            let more = reading::bounds(position, rung.bound, rung.scope, &|question| {
                rung.run.table(question)
            });
            known = known.and(more);
        }
        known
    }

    /// The questions about a position, and about those after its moves, whose tables tell whether the attacker wins; the
    /// side to move is that `turn`.
    fn questions(position: &Position, turn: Side, bound: Bound, scope: Scope) -> Vec<Question> {
        let mut asked = Vec::new();
        let mut ask = |position: &Position, turn| {
            rests_on(position, turn, &mut |structure| {
                if scope.holds(structure) {
                    asked.push(Question::new(structure, bound, scope));
                }
            });
            !asked.is_empty()
        };
        if ask(position, turn) {
            for played in rules::moves(position) {
                ask(&rules::play(position, played), turn.opponent());
            }
        }
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Makes a rung ready, unless all that it would tell is there.
    fn rung(
        &self,
        position: &Position,
        turn: Side,
        bound: Bound,
        scope: Scope,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Option<Arc<Rung>>, String> {
        let mut asked = Self::questions(position, turn, bound, scope);
        if asked.is_empty() {
            return Ok(None);
        }
        let place = (asked[0], scope, bound);
        if let Some((_, refusal)) = self.refused.lock().iter().find(|(one, _)| *one == place) {
            return Err(refusal.clone());
        }
        asked.retain(|one| self.table(*one).is_none());
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
        let most = (self.mebibytes << 20) / LEAST_BYTES;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        loop {
            let used: u64 = self.rungs.read().iter().map(|rung| rung.run.bytes()).sum();
            let left = self.mebibytes.saturating_sub(used.div_ceil(1 << 20));
            let refusal = match Plan::new(&asked, most, gives_up, |_| ()) {
                Err(NoPlan::Stopped) => {
                    return Err("stopped while the structures were counted".into());
                }
                Err(NoPlan::TooMany) => format!(
                    "more than {} structures can come of it, too many for --memory {}",
                    HumanCount(most as u64),
                    self.mebibytes
                ),
                Ok(plan) => {
                    let count = HumanCount(plan.len() as u64);
                    match Run::new(plan, (), &asked, left) {
                        Ok(run) => {
                            log::info!("{scope:?} {bound:?} of the {turn:?}: {count} structures");
                            let name = asked
                                .iter()
                                .flat_map(|one| one.key().to_le_bytes())
                                .collect();
                            self.take_up(&name, &run)?;
                            let rung = Arc::new(Rung {
                                scope,
                                bound,
                                name,
                                run,
                            });
                            self.rungs.write().push(rung.clone());
                            return Ok(Some(rung));
                        }
                        Err(_) if used > 0 => {
                            self.forget();
                            continue;
                        }
                        Err(room) => format!(
                            "{count} structures can come of it, whose tables take some {} MiB: give --memory {}",
                            room.mebibytes, room.mebibytes
                        ),
                    }
                }
            };
            self.refused.lock().push((place, refusal.clone()));
            return Err(refusal);
        }
    }

    /// Goes on where a checkpoint ends, if it knows a run.
    fn take_up(&self, name: &Vec<u8>, run: &Run) -> Result<(), String> {
        let mut earlier = self.earlier.lock();
        let Some(place) = earlier.iter().position(|(one, _)| one == name) else {
            return Ok(());
        };
        let (_, bytes) = earlier.swap_remove(place);
        let read = run.read(&mut bytes.as_slice());
        read.map_err(|problem| format!("the checkpoint is damaged: {problem}"))
    }

    /// Gives back the memory of all rungs.
    fn forget(&self) {
        let rungs = std::mem::take(&mut *self.rungs.write());
        let positions: u64 = rungs.iter().map(|rung| rung.run.positions()).sum();
        self.before.fetch_add(positions, Ordering::Relaxed);
        self.ranks.lock().clear();
    }

    /// Goes up the ladder of a position until its value is known, as far as it can. `climb` makes the tables of a rung.
    fn ascend(
        &self,
        position: &Position,
        gives_up: &dyn Fn() -> bool,
        climb: &dyn Fn(&Run) -> Result<(), Unmade>,
    ) -> Bounds {
        for (scope, turn, bound) in ladder(position, &self.game) {
            let known = self.bounds(position);
            if known.exact().is_some() || self.failed.lock().is_some() || gives_up() {
                return known;
            }
            if !is_open(known, turn) {
                continue;
            }
            let rung = match self.rung(position, turn, bound, scope, gives_up) {
                Ok(Some(rung)) => rung,
                Ok(None) => continue,
                // For a narrower scope the memory was enough.
                Err(refusal) => {
                    log::info!("{refusal}");
                    continue;
                }
            };
            match climb(&rung.run) {
                Ok(()) => {}
                Err(Unmade::Stopped) => break,
                Err(Unmade::Full) => log::info!("the tables have grown beyond their memory"),
                Err(why) => self.fail(why),
            }
        }
        self.bounds(position)
    }

    /// What a position is worth, as far as that is found in this thread until `gives_up` says so.
    pub fn value_alone(&self, position: &Position, gives_up: &dyn Fn() -> bool) -> Bounds {
        if small::can_tell(position) {
            small::solve_alone(position, gives_up, &self.before);
        }
        self.ascend(position, gives_up, &|run| run.make_alone(gives_up))
    }

    fn fail(&self, why: Unmade) {
        log::warn!("{why}");
        *self.failed.lock() = Some(NoSearch::Fault);
    }

    /// The number of a lost position, whose opponent is to move, that falls with each of his moves.
    fn rank(&self, view: &View) -> Option<u16> {
        let mut least: Option<u16> = None;
        for scope in Scope::ALL {
            let question = Question::new(view.structure, Bound::Lower, scope);
            let rank = self.ranks_of(question).and_then(|ranks| ranks.of(view));
            least = match (least, rank) {
                (Some(least), Some(rank)) => Some(least.min(rank)),
                (least, rank) => least.or(rank),
            };
        }
        let rank = least.filter(|rank| *rank < LAST_RANK)?;
        Some(view.structure.steps() as u16 * RANKS + rank)
    }

    fn ranks_of(&self, question: Question) -> Option<Arc<Ranks>> {
        let kept = self
            .ranks
            .lock()
            .iter()
            .find_map(|(one, ranks)| (*one == question).then(|| ranks.clone()));
        if kept.is_some() {
            return kept;
        }
        let ranks = match small::ranks(question) {
            Some(ranks) => ranks,
            None => {
                self.table(question)?;
                let mut tables = Vec::new();
                question.for_each_successor(|next| tables.push((next, self.table(next))));
                let known = |next: Question| {
                    let found = tables.iter().find(|(one, _)| *one == next);
                    found.and_then(|(_, table)| table.as_deref())
                };
                Ranks::new(question, &known).ok()?
            }
        };
        let ranks = Arc::new(ranks);
        let mut kept = self.ranks.lock();
        if kept.len() >= MOST_RANKS {
            kept.remove(0);
        }
        kept.push((question, ranks.clone()));
        Some(ranks)
    }
}

/// A structure takes at least so many bytes with its table, taken together: where there are more, there is no need to
/// count on.
const LEAST_BYTES: u64 = 4 << 10;
/// Numbers of positions in one structure: more than any table has rounds.
const RANKS: u16 = 400;
/// That of a position in which a pawn can be captured en passant, which no table has. The move after it is within the
/// structure, or leaves it.
const LAST_RANK: u16 = RANKS - 1;
/// Of so many tables ranks are kept.
const MOST_RANKS: usize = 1_000;
/// A line of a draw is told for so many plies.
const DRAWN_LINE: usize = 40;
/// A line of a win is told for so many plies.
const WON_LINE: usize = 300;

impl EndingSolver {
    /// Looks how much there is to do for a position: the first rung must be possible.
    fn count(&self, root: &Position, stop: &Stop) -> Result<(), String> {
        if Structure::of(root).is_none() && self.bounds(root).exact().is_none() {
            return Err("a side has several pieces besides its king; the tables know one".into());
        }
        let known = self.bounds(root);
        let first = ladder(root, &self.game).find(|(_, turn, _)| is_open(known, *turn));
        match first {
            Some((scope, turn, bound)) if !small::can_tell(root) => {
                let gives_up = || stop.is_stopped();
                self.rung(root, turn, bound, scope, &gives_up).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Whether whatever was asked could be settled.
    fn check(&self) -> Result<(), NoSearch> {
        self.failed.lock().clone().map_or(Ok(()), Err)
    }

    /// How many positions have been valued.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let rungs = self.rungs.read();
        let now: u64 = rungs.iter().map(|rung| rung.run.positions()).sum();
        self.before.load(Ordering::Relaxed) + now
    }

    /// The value of a position, as far as it is proved when `stop` is said.
    pub fn value(&self, position: &Position, stop: &Stop) -> Bounds {
        if small::can_tell(position) {
            small::solve(position, self.threads, &|| stop.is_stopped(), &self.before);
        }
        let gives_up = || stop.is_over_at(self.positions());
        let bounds = self.ascend(position, &gives_up, &|run| {
            run.make_all(self.threads, &gives_up)
        });
        // What would help is said once.
        let refused = self.refused.lock();
        if let (None, Some((_, why))) = (bounds.exact(), refused.first())
            && !self.is_noted.swap(true, Ordering::Relaxed)
        {
            note!("{why}");
        }
        bounds
    }

    /// A number of a lost position, with the loser to move, that falls with each move of the winner.
    fn height(&self, position: &Position) -> Option<u16> {
        if rules::outcome(position).is_some() {
            return Some(0);
        }
        let view = View::new(position, Side::Defender)?;
        match position.en_passant().is_empty() {
            true => self.rank(&view),
            false => Some(view.structure.steps() as u16 * RANKS + LAST_RANK),
        }
    }

    /// The winner makes progress; the loser puts it off; a draw is kept.
    fn good_line(&self, root: &Position, value: Outcome, stop: &Stop) -> Option<Vec<Move>> {
        let (mut position, mut value) = (*root, value);
        let mut moves = Vec::new();
        let most = match value {
            Outcome::Draw => DRAWN_LINE,
            _ => WON_LINE,
        };
        while moves.len() < most && rules::outcome(&position).is_none() {
            if stop.is_stopped() {
                return None;
            }
            let legal = rules::moves(&position).into_iter();
            let children = legal.map(|played| (played, rules::play(&position, played)));
            let wanted = value.reversed();
            let keeping = children.filter(|(_, child)| self.bounds(child).exact() == Some(wanted));
            let chosen = match value {
                Outcome::Win => {
                    keeping.min_by_key(|(_, child)| self.height(child).unwrap_or(u16::MAX))
                }
                Outcome::Draw => keeping.max_by_key(|(_, child)| rules::moves(child).len()),
                Outcome::Loss => keeping.max_by_key(|(_, child)| self.distance(child)),
            };
            let (played, child) = chosen?;
            moves.push(played);
            (position, value) = (child, wanted);
        }
        Some(moves)
    }

    /// The number of the child to which a certificate about `root` leads: for a win the one with the lowest number, for
    /// a draw one with few replies; best of all one at which it ends, or where it has been.
    fn best(
        &self,
        root: &Position,
        goal: Goal,
        children: &[Position],
        led_to: &HashSet<Position>,
    ) -> Option<usize> {
        let misses = |child: &Position| self.bounds(child).answer(goal.opponents()) == Some(false);
        let is_end = |child: &Position| self.game.leaf(root, goal, child).is_some();
        let numbers = 0..children.len();
        let good = numbers.filter(|number| misses(&children[*number]));
        let keyed = good.map(|number| {
            let child = &children[number];
            let cost = match goal {
                _ if is_end(child) => 0,
                Goal::Win => 1 + self.height(child).map_or(u32::MAX - 1, u32::from),
                Goal::Draw if led_to.contains(child) => 1,
                Goal::Draw => 2 + rules::moves(child).len() as u32,
            };
            (cost, number)
        });
        keyed.min().map(|(_, number)| number)
    }

    /// The least number to which the winner, who is to move, can go.
    fn distance(&self, position: &Position) -> Option<u16> {
        let children = rules::moves(position).into_iter();
        let children = children.map(|played| rules::play(position, played));
        let lost = children.filter(|child| self.bounds(child).exact() == Some(Outcome::Loss));
        lost.filter_map(|child| self.height(&child)).min()
    }
}

/// How often somebody who waits for a turn looks whether to go on waiting.
const GLANCE: Duration = Duration::from_millis(20);

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
        let rungs = self.rungs.read();
        let bytes: u64 = rungs.iter().map(|rung| rung.run.bytes()).sum();
        rungs.last().map_or_else(
            || "counting".into(),
            |rung| {
                let (made, all) = (rung.run.made() as u64, rung.run.len() as u64);
                let (made, all) = (HumanCount(made), HumanCount(all));
                format!("{made} of {all} structures, {} MiB", bytes >> 20)
            },
        )
    }

    /// As long as the turn is held, nobody else begins. Who is stopped while waiting goes on, and ends at once.
    fn begin(&self, state: &dyn GameState, stop: &Stop) -> Result<Turn<'_>, SolveError> {
        let state = of_game::<EndingGame>(state)?;
        let turn = loop {
            if stop.is_stopped() {
                return Ok(None);
            }
            if let Some(turn) = self.turn.try_lock_for(GLANCE) {
                break turn;
            }
        };
        match self.count(&state.position(), stop) {
            Err(refusal) if !stop.is_stopped() => Err(SolveError::TooMuch(refusal)),
            _ => Ok(Some(turn)),
        }
    }

    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError> {
        Ok(self.bounds(&of_game::<EndingGame>(state)?.position()))
    }

    fn answer(
        &self,
        state: &dyn GameState,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError> {
        let value = self.value(&of_game::<EndingGame>(state)?.position(), stop);
        self.check()?;
        Ok(value.answer(goal))
    }

    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError> {
        let state = of_game::<EndingGame>(state)?;
        let moves = self.good_line(&state.position(), value, stop);
        Ok(moves.map(|moves| SolvedLine {
            moves: state.line(&moves),
            is_longest: false,
        }))
    }

    fn piece(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError> {
        let root = of_game::<EndingGame>(state)?.position();
        let choose = |_: &Position, children: &[Position], led_to: &HashSet<Position>| {
            let best = || self.best(&root, claim.goal, children, led_to);
            (!stop.is_stopped()).then(best)?
        };
        Ok(strategy(&self.game, &root, claim, usize::MAX, choose))
    }

    /// ```text
    /// for each rung:   length: u32   its name   length: u64   its tables, as a run writes them
    /// ```
    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        let mut part = |name: &[u8], tables: &[u8]| {
            file.write_all(&(name.len() as u32).to_le_bytes())?;
            file.write_all(name)?;
            file.write_all(&(tables.len() as u64).to_le_bytes())?;
            file.write_all(tables)
        };
        for (name, tables) in &*self.earlier.lock() {
            part(name, tables)?;
        }
        let rungs = self.rungs.read().clone();
        for rung in rungs {
            let mut tables = Vec::new();
            rung.run.write(&mut tables)?;
            part(&rung.name, &tables)?;
        }
        Ok(())
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        let mut all = Vec::new();
        file.read_to_end(&mut all)
            .map_err(CheckpointError::damaged)?;
        let mut earlier = Vec::new();
        let mut rest = all.as_slice();
        while !rest.is_empty() {
            let part = split_part(&mut rest);
            let damaged = || io::Error::from(io::ErrorKind::UnexpectedEof);
            earlier.push(part.ok_or_else(damaged).map_err(CheckpointError::damaged)?);
        }
        *self.earlier.lock() = earlier;
        Ok(())
    }
}

/// Takes a rung's name and tables from the front of some bytes; `None` if they end too early.
fn split_part(bytes: &mut &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (tables, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some((name.to_vec(), tables.to_vec()))
}
