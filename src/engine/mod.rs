//! The engine as everything outside sees it: options, a position, go. No input, no output.
//!
//! The facade knows which game is played; what it takes and gives is text for people and
//! programs (option names, FEN, moves) and reports of the search. It blocks while it thinks: who
//! wants to listen meanwhile runs it in a thread and says [`Stop`].

mod level;
pub mod openings;
mod options;

pub use level::Level;
pub use options::OptionError;

use std::time::Duration;

use thiserror::Error;

use crate::config::{Config, Options};
use crate::game::{Game, Outcome};
use crate::pawns::{
    Diagram, FenError, Files, Gaps, Move, MoveError, PawnGame, Rules, StartError, coordinates,
    read_move,
};
use crate::quote::short;
use crate::search::{Limits, News, Report, Request, Table, search};
use crate::stop::Stop;

/// The engine.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    options: Options,
    /// `None` after a position that could not be set up.
    diagram: Option<Diagram>,
    /// Made when it is first needed, so that the start takes no time.
    table: Option<Table>,
}

/// Why a position cannot be set up.
#[derive(Error, Debug)]
pub enum PositionError {
    /// The FEN is wrong.
    #[error("wrong FEN '{}': {problem}", short(.fen))]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        problem: FenError,
    },
    /// One of the moves is wrong.
    #[error("move {number} of the list: {problem}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
    /// The options make no start position.
    #[error("no start position: {0}")]
    Start(#[from] StartError),
}

/// Why a search cannot begin.
#[derive(Error, Debug)]
pub enum GoError {
    /// The last position was refused.
    #[error("no position: the last 'position' was refused")]
    NoPosition,
    /// A move to choose from is none.
    #[error("searchmoves: {0}")]
    Among(#[from] MoveError),
    /// The table does not fit into memory.
    #[error("there is no memory for a table of {0} MiB; set the option Hash lower")]
    Memory(u32),
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The last report of each line, best first; never empty.
    Best(Vec<Report<String>>),
    /// There was nothing to search.
    Over(Outcome),
}

impl Engine {
    /// An engine with the options and variants of a configuration, at the start position.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn new(config: Config) -> Result<Self, StartError> {
        let mut engine = Self {
            options: config.options.clone(),
            config,
            diagram: None,
            table: None,
        };
        engine.diagram = Some(engine.start()?);
        Ok(engine)
    }

    /// The options as they are now.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The position; `None` if the last one was refused.
    #[must_use]
    pub const fn diagram(&self) -> Option<&Diagram> {
        self.diagram.as_ref()
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> PawnGame {
        PawnGame {
            stalemate: self
                .rules()
                .map(|rules| rules.stalemate)
                .unwrap_or_default(),
            weights: self.config.pscore.clone(),
        }
    }

    /// The start position of the variant, with the width and gaps chosen.
    ///
    /// # Errors
    /// If there is none.
    pub fn start(&self) -> Result<Diagram, StartError> {
        let files = Files::new(self.options.files as usize).unwrap_or(Files::EIGHT);
        let gaps = self.options.gaps.parse().unwrap_or(Gaps::OUTERMOST);
        match self.rules() {
            Some(rules) => rules.start(files, gaps),
            None => Err(StartError::Unknown(self.options.variant.clone())),
        }
    }

    /// The rules of the variant.
    #[must_use]
    pub fn rules(&self) -> Option<&Rules> {
        self.config.variants.get(&self.options.variant)
    }

    /// Whether each side lacks a pawn at the start of the variant.
    #[must_use]
    pub fn has_gaps(&self) -> bool {
        self.rules().is_some_and(|rules| rules.gaps)
    }

    /// The names of the variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.config.variants.keys().map(String::as_str)
    }

    /// Forgets what earlier searches found.
    pub fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Sets up a position: a FEN, or the start if there is none, and the moves from there, in
    /// coordinates or short algebraic notation. Where it fails there is no position any more.
    ///
    /// # Errors
    /// What is wrong with the FEN or the first wrong move.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        self.diagram = None;
        let mut diagram = match fen {
            None => self.start()?,
            Some(fen) => fen.parse().map_err(|problem| PositionError::Fen {
                fen: fen.into(),
                problem,
            })?,
        };
        for (index, text) in moves.iter().enumerate() {
            let played = read_move(&diagram, text).map_err(|problem| PositionError::Move {
                number: index + 1,
                problem,
            })?;
            diagram = diagram.play(played);
        }
        self.diagram = Some(diagram);
        Ok(())
    }

    /// Leaves no position: what was asked for could not be read.
    pub fn drop_position(&mut self) {
        self.diagram = None;
    }

    /// Makes the table, if it is not there yet.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn prepare(&mut self) -> Result<(), GoError> {
        if self.table.is_none() {
            let hash = self.options.hash;
            self.table = Some(Table::new(hash as usize).map_err(|_| GoError::Memory(hash))?);
        }
        Ok(())
    }

    /// Thinks about the position until a limit is reached or `stop` is said; calls `observe` with
    /// each report as it comes.
    ///
    /// # Errors
    /// If there is no position or no memory.
    pub fn go(
        &mut self,
        limits: Limits,
        stop: &Stop,
        mut observe: impl FnMut(Report<String>),
    ) -> Result<Answer, GoError> {
        self.go_among(&[], limits, stop, |news| {
            if let News::Line(report) = news {
                observe(report);
            }
        })
    }

    /// As [`Self::go`], but thinks only about the moves named, if any are; tells all the news.
    ///
    /// # Errors
    /// As [`Self::go`], or if one of the moves is none.
    pub fn go_among(
        &mut self,
        moves: &[String],
        limits: Limits,
        stop: &Stop,
        mut observe: impl FnMut(News<String>),
    ) -> Result<Answer, GoError> {
        let diagram = self.diagram.ok_or(GoError::NoPosition)?;
        let among = moves.iter().map(|text| read_move(&diagram, text));
        let among = among.collect::<Result<Vec<Move>, _>>()?;
        self.prepare()?;
        let level = self.level();
        let shown = self.options.multipv as usize;
        let mut request = Request {
            game: self.game(),
            root: diagram.position,
            among,
            limits: Limits {
                overhead: Duration::from_millis(self.options.move_overhead.into()),
                ..limits
            },
            lines: shown,
            threads: self.options.threads as usize,
        };
        if let Some(outcome) = request.game.outcome(&request.root) {
            return Ok(Answer::Over(outcome));
        }
        if let Some(level) = level {
            let nodes = request.limits.nodes.unwrap_or(u64::MAX);
            request.limits.nodes = Some(nodes.min(level.nodes()));
            request.lines = shown.max(2);
            request.threads = 1;
        }
        let Some(table) = &mut self.table else {
            return Err(GoError::Memory(self.options.hash));
        };
        if limits.mate.is_some() {
            // What was searched with reductions may have overlooked it.
            table.clear();
        }
        table.grow_older();
        let reports = search(&request, table, stop, |news| match news {
            News::Line(report) if report.line > shown => {}
            _ => observe(in_coordinates(&diagram, news)),
        });
        let seed = request.game.key(&request.root).bits() as u64;
        let seed = seed ^ u64::from(self.options.level_seed) << 32;
        let chosen = level.map_or(0, |level| level.choose(&reports, seed));
        let mut reports: Vec<Report<String>> = reports
            .iter()
            .map(|report| report_in_coordinates(&diagram, report))
            .collect();
        if chosen > 0 {
            // The line that is played is the one that was said last.
            reports.swap(0, chosen);
            reports[0].line = 1;
            observe(News::Line(reports[0].clone()));
        }
        reports.truncate(shown);
        Ok(Answer::Best(reports))
    }

    /// How well to play; `None` for as well as possible, as in analysis.
    fn level(&self) -> Option<Level> {
        let options = &self.options;
        let limited = options.limit_strength && !options.analyse_mode;
        limited.then(|| Level::new(options.level))
    }
}

/// The news with its moves as text.
fn in_coordinates(diagram: &Diagram, news: &News<Move>) -> News<String> {
    match news {
        News::Line(report) => News::Line(report_in_coordinates(diagram, report)),
        News::Trying {
            depth,
            played,
            number,
        } => News::Trying {
            depth: *depth,
            played: coordinates(diagram, *played),
            number: *number,
        },
    }
}

fn report_in_coordinates(diagram: &Diagram, report: &Report<Move>) -> Report<String> {
    let mut board = *diagram;
    let line = report.principal_variation.iter().map(|played| {
        let text = coordinates(&board, *played);
        board = board.play(*played);
        text
    });
    Report {
        principal_variation: line.collect(),
        depth: report.depth,
        selective_depth: report.selective_depth,
        line: report.line,
        value: report.value,
        proved: report.proved,
        nodes: report.nodes,
        elapsed: report.elapsed,
        table_use: report.table_use,
    }
}
