//! What the engine sees in a position within a limit on nodes, without the prover alongside the
//! search.
//!
//! One search, deeper and deeper, shows what each weaker player sees, because a
//! [level](crate::engine::Level) is a limit on nodes. So the result of each iteration is kept.

use thiserror::Error;

use crate::engine::session::SearchTask;
use crate::engine::{Answer, Choices, GameSession, GoError, Level, PositionError, Variant};
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::search::{Depth, Limits, Report, SearchInfo};
use crate::stop::Stop;

/// Why the engine cannot look at a position.
#[derive(Error, Debug)]
pub enum Blind {
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search cannot begin.
    #[error(transparent)]
    Go(#[from] GoError),
}

/// The result of one iteration: its best lines, best first.
pub type Iteration = Vec<Report<String>>;

/// An engine that looks at positions.
#[derive(Debug)]
pub struct Sight {
    /// The session for searches of few nodes: its small tables are quickly cleared.
    short: Box<dyn GameSession>,
    long: Box<dyn GameSession>,
    choices: Choices,
}

/// The size of the small tables, in MiB.
const SMALL: u32 = 1;
/// The size of the large tables, in MiB: no search is long.
const LARGE: u32 = 8;
/// Searches of up to this many nodes need only the small tables.
const FEW: u64 = 10_000;

impl Sight {
    /// An engine that searches positions of a variant, judged by these choices.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(variant: &dyn Variant, choices: &Choices) -> Result<Self, Blind> {
        let session = |mebibytes| -> Result<_, Blind> {
            let mut session = variant.session();
            session.prepare(mebibytes)?;
            Ok(session)
        };
        Ok(Self {
            short: session(SMALL)?,
            long: session(LARGE)?,
            choices: choices.clone(),
        })
    }

    /// The iterations of a search within this many nodes. It ends early once `is_enough` returns
    /// true.
    ///
    /// # Errors
    /// If the search cannot begin.
    pub fn look(
        &mut self,
        state: &dyn GameState,
        nodes: u64,
        is_enough: impl Fn(&Iteration) -> bool,
    ) -> Result<Vec<Iteration>, Blind> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let session = match nodes <= FEW {
            true => &mut *self.short,
            false => &mut *self.long,
        };
        search(session, &self.choices, state, limits, &is_enough)
    }

    /// The result of a one-ply search.
    ///
    /// # Errors
    /// If the search cannot begin.
    pub fn glance(&mut self, state: &dyn GameState) -> Result<Option<Report<String>>, Blind> {
        let limits = Limits {
            depth: Some(Depth::ONE),
            ..Limits::default()
        };
        let session = &mut *self.short;
        let mut iterations = search(session, &self.choices, state, limits, &|_| false)?;
        Ok(iterations.pop().and_then(|lines| lines.into_iter().next()))
    }

    /// Forgets what a level has seen before.
    pub fn forget(&mut self) {
        self.long.new_game();
    }

    /// The move that a level plays, using the tables of its earlier searches.
    ///
    /// # Errors
    /// If the search cannot begin.
    pub fn play(
        &mut self,
        state: &dyn GameState,
        level: u32,
        seed: u32,
    ) -> Result<Option<String>, Blind> {
        let (limits, level) = (Limits::default(), Level::new(level));
        self.long.set_up(state, &self.choices, &[])?;
        let answer = self
            .long
            .go(&task(limits, level, seed), &Stop::default(), &mut |_| ())?;
        Ok(match answer {
            Answer::Best(reports) => reports.first().map(|report| first(report).to_owned()),
            Answer::Over(_) => None,
        })
    }
}

/// A search with empty tables, iteration by iteration.
fn search(
    session: &mut dyn GameSession,
    choices: &Choices,
    state: &dyn GameState,
    limits: Limits,
    is_enough: &dyn Fn(&Iteration) -> bool,
) -> Result<Vec<Iteration>, Blind> {
    session.new_game();
    session.set_up(state, choices, &[])?;
    // Levels search without the prover, and the highest one never prefers its second choice.
    let task = task(limits, Level::new(Level::HIGHEST), 0);
    let stop = Stop::default();
    let mut iterations: Vec<Iteration> = Vec::new();
    session.go(&task, &stop, &mut |news| {
        let SearchInfo::Line(report) = news else {
            return;
        };
        if report.line == 1 {
            if iterations.last().is_some_and(is_enough) {
                stop.stop();
            }
            iterations.push(Vec::new());
        }
        if let Some(lines) = iterations.last_mut() {
            lines.push(report);
        }
    })?;
    Ok(iterations)
}

/// The task of a level.
const fn task(limits: Limits, level: Level, level_seed: u32) -> SearchTask<'static> {
    SearchTask {
        searchmoves: &[],
        limits,
        awaits_a_move: false,
        // A level may prefer its second choice.
        multipv: 2,
        threads: 1,
        level: Some(level),
        level_seed,
    }
}

/// The first move of a line.
#[must_use]
pub fn first(report: &Report<String>) -> &str {
    report.principal_variation.first().map_or("", |one| one)
}

/// Whether a search has found a certain win for the side to move.
#[must_use]
pub fn sees_win(report: &Report<String>) -> bool {
    report.proved == Some(Outcome::Win) || report.value.is_win()
}
