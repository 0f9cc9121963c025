//! What the engine sees of a position within so many nodes, without what its solver proves beside the search.
//!
//! One search, deeper and deeper, tells what each weaker player sees: a [level](crate::engine::Level) is a limit of
//! nodes. So what each of its iterations came to is kept.

use crate::engine::{Answer, Config, Engine, GoError, Level, OptionError, PositionError, StartError};
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::search::{Depth, Limits, Report, SearchInfo};
use crate::stop::Stop;

use thiserror::Error;

/// Why the engine cannot look at a position.
#[derive(Error, Debug)]
pub enum Blind {
    /// There is no start position.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The tables do not fit into memory.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search cannot begin.
    #[error(transparent)]
    Go(#[from] GoError),
}

/// What a search came to in one iteration: its best lines, the best one first.
pub type Iteration = Vec<Report<String>>;

/// An engine that looks at positions.
#[derive(Debug)]
pub struct Sight(Engine);

/// The size of its table, in MiB: no search is long.
const HASH: u32 = 16;

impl Sight {
    /// An engine that looks at positions of the variant of a configuration.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new(config: &Config) -> Result<Self, Blind> {
        let mut engine = Engine::new(config.clone())?;
        engine.set_options(|options| {
            options.hash = HASH;
            options.threads = 1;
            // A level may prefer its second choice.
            options.multipv = 2;
            options.analyse_mode = false;
            // Levels search without the solver; the highest never prefers its second choice.
            options.limit_level(Some(Level::HIGHEST));
        })?;
        Ok(Self(engine))
    }

    /// What a search sees within so many nodes, iteration by iteration. It ends before, once `is_enough`.
    ///
    /// # Errors
    /// If it cannot begin.
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
        self.search(state, limits, is_enough)
    }

    /// What a search of one ply sees.
    ///
    /// # Errors
    /// If it cannot begin.
    pub fn glance(&mut self, state: &dyn GameState) -> Result<Option<Report<String>>, Blind> {
        let limits = Limits {
            depth: Some(Depth::ONE),
            ..Limits::default()
        };
        let mut iterations = self.search(state, limits, |_| false)?;
        Ok(iterations.pop().and_then(|lines| lines.into_iter().next()))
    }

    /// The move that a level plays, with the best of them all if it is `None`.
    ///
    /// # Errors
    /// If it cannot begin.
    pub fn play(
        &mut self,
        state: &dyn GameState,
        level: u32,
        seed: u32,
    ) -> Result<Option<String>, Blind> {
        self.0.set_options(|options| {
            options.limit_level(Some(level));
            options.level_seed = seed;
        })?;
        self.0.new_game();
        self.0.set_position(Some(&state.fen()), &[])?;
        let answer = self.0.go(Limits::default(), &Stop::default(), |_| ());
        self.0
            .set_options(|options| options.limit_level(Some(Level::HIGHEST)))?;
        Ok(match answer? {
            Answer::Best(reports) => reports
                .into_iter()
                .next()
                .and_then(|report| report.principal_variation.into_iter().next()),
            Answer::Over(_) => None,
        })
    }

    fn search(
        &mut self,
        state: &dyn GameState,
        limits: Limits,
        is_enough: impl Fn(&Iteration) -> bool,
    ) -> Result<Vec<Iteration>, Blind> {
        // What an earlier search has left in the table would make this one see more.
        self.0.new_game();
        self.0.set_position(Some(&state.fen()), &[])?;
        let stop = Stop::default();
        let mut iterations: Vec<Iteration> = Vec::new();
        self.0.go_searchmoves(&[], limits, &stop, |news| {
            let SearchInfo::Line(report) = news else {
                return;
            };
            if report.line == 1 {
                if iterations.last().is_some_and(&is_enough) {
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
}

/// The first move of a line.
#[must_use]
pub fn first(report: &Report<String>) -> &str {
    report.principal_variation.first().map_or("", |one| one)
}

/// Whether a search has seen the end: the side to move wins, for certain.
#[must_use]
pub fn sees_win(report: &Report<String>) -> bool {
    report.proved == Some(Outcome::Win) || report.value.is_win()
}
