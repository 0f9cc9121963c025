//! Exact values of pawn endings, from bounds that come nearer to each other.
//!
//! A value is two questions: does the side to move win, and does the other side? Each is answered by a lower or an upper
//! [bound](super::tables::question), and each bound by tables of a [scope](super::tables::question::Scope). So there is a ladder: the narrowest
//! scope first, and wider ones until the value is known. On each rung all structures are counted that the tables would be
//! of; a rung for which the memory is too small is left out, and if all are, that is said before any work is done.
//!
//! What has been found stays for the moves of the position, for its line and its certificate, as long as there is
//! memory for it.
//!
//! [`ladder`] goes up; [`progress`] says how a win is carried out.

mod ladder;
mod progress;

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indicatif::HumanCount;
use ladder::Rung;
use parking_lot::{Mutex, RwLock};

use super::tables::question::Question;
use super::tables::ranks::Ranks;
use super::tables::{Table, reading};
use super::{EndingGame, Position, rules, small};
use crate::game::Outcome;
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::solve::certificate::Claim;
use crate::solve::checkpoint::CheckpointError;
use crate::solve::solver::NoSearch;
use crate::solve::solving::{
    Abilities, GameSolver, SolveError, SolvedLine, Turn, of_game, take_turn,
};
use crate::solve::strategy::strategy;
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
    refused: Mutex<Vec<(Vec<Question>, String)>>,
    /// What a checkpoint has brought of rungs that have not been asked for again, by their names.
    earlier: Mutex<Vec<(Vec<u8>, Vec<u8>)>>,
    /// The last ranks that were asked for.
    ranks: Mutex<Vec<(Question, Arc<Ranks>)>>,
    /// How many positions have been valued beside those of the rungs: by rungs that are forgotten, in small tables.
    before: AtomicU64,
    /// Why nothing could be solved, once that has happened.
    failed: Mutex<Option<NoSearch>>,
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

    fn begin(&self, state: &dyn GameState, stop: &Stop) -> Result<Turn<'_>, SolveError> {
        let state = of_game::<EndingGame>(state)?;
        take_turn(&self.turn, stop, || {
            let counted = self.count(&state.position(), stop);
            counted.map_err(SolveError::TooMuch)
        })
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
