//! The engine as everything outside sees it: options, a position, go. No input, no output.
//!
//! The facade knows which game is played; what it takes and gives is text for people and
//! programs (option names, FEN, moves) and reports of the search. It blocks while it thinks: who
//! wants to listen meanwhile runs it in a thread and says [`Stop`].

mod level;
mod memory;
pub mod openings;
mod options;

pub use level::Level;
use memory::Memory;
use openings::Openings;
pub use options::OptionError;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::config::{Config, Options};
use crate::game::{Game, History, Outcome};
use crate::games::pawns::gamelet::Gamelets;
use crate::games::pawns::pscore::patterns::Patterns;
use crate::games::pawns::{
    Diagram, FenError, Files, Gaps, Move, MoveError, Order, PawnGame, Position, Rules, StartError,
    coordinates, read_move,
};
use crate::quote::short;
use crate::search::{Limits, News, Proving, Report, Request, search};
use crate::solve::solver::MoveValue;
use crate::stop::Stop;

/// The engine.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    options: Options,
    /// `None` after a position that could not be set up.
    diagram: Option<Diagram>,
    /// What is known of the game that the position belongs to.
    openings: Option<Openings>,
    /// Made when it is first needed, so that the start takes no time.
    memory: Option<Memory>,
    /// What is known of gamelets stays from one search to the next.
    gamelets: Arc<Gamelets>,
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
            openings: None,
            memory: None,
            gamelets: Arc::default(),
        };
        let start = engine.start()?;
        engine.look_up_openings(&start);
        engine.diagram = Some(start);
        Ok(engine)
    }

    /// What it was made of.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
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
            patterns: Patterns::built_in(),
            gamelets: Some(Arc::clone(&self.gamelets)),
            order: Order::default(),
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
        if let Some(memory) = &mut self.memory {
            memory.clear();
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
        self.look_up_openings(&diagram);
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

    /// Looks whether the game from a position is one that was solved before.
    fn look_up_openings(&mut self, start: &Diagram) {
        let game = self.game();
        let is_of = |openings: &Openings| openings.is_of(&game, &start.position);
        if !self.openings.as_ref().is_some_and(is_of) {
            self.openings = Openings::for_start(&game, &start.position);
        }
    }

    /// What is known of the position's moves without a search.
    fn known(&self, game: &PawnGame, position: &Position) -> Vec<MoveValue<Move>> {
        let known = self.openings.iter();
        let known = known.flat_map(|openings| openings.known(game, position));
        let value = |(played, bounds)| MoveValue { played, bounds };
        known.map(value).collect()
    }

    /// Leaves no position: what was asked for could not be read.
    pub fn drop_position(&mut self) {
        self.diagram = None;
    }

    /// Makes the tables, if they are not there yet, and reads what the evaluation has learned, so
    /// that the first search loses no time.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn prepare(&mut self) -> Result<(), GoError> {
        let _ = Patterns::built_in();
        if self.memory.is_none() {
            let hash = self.options.hash;
            self.memory = Some(Memory::new(hash).ok_or(GoError::Memory(hash))?);
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
            history: History::default(),
            searchmoves: among,
            known: Vec::new(),
            limits: Limits {
                overhead: Duration::from_millis(self.options.move_overhead.into()),
                ..limits
            },
            awaits_a_move: self.awaits_a_move(&limits),
            multipv: shown,
            threads: self.options.threads as usize,
        };
        if let Some(outcome) = request.game.outcome(&request.root) {
            return Ok(Answer::Over(outcome));
        }
        if level.is_none() {
            self.use_openings(&mut request);
        }
        if let Some(level) = level {
            let nodes = request.limits.nodes.unwrap_or(u64::MAX);
            request.limits.nodes = Some(nodes.min(level.nodes()));
            request.multipv = shown.max(2);
            request.threads = 1;
        }
        let Some(memory) = &mut self.memory else {
            return Err(GoError::Memory(self.options.hash));
        };
        if limits.mate.is_some() {
            // What was searched with reductions may have overlooked it.
            memory.table.clear();
        }
        memory.table.grow_older();
        // A level is weak in a human way, and who asks for a mate wants to know how long it takes.
        let proving = memory
            .proofs
            .as_ref()
            .filter(|_| level.is_none() && limits.mate.is_none());
        let proving = proving.map(|proofs| Proving {
            proofs,
            share: share_of_proving(&diagram),
        });
        let table = &memory.table;
        let reports = search(&request, table, proving, stop, |news| match news {
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

    /// Tells a search what was solved before. Who waits for a move gets the one that more is known
    /// behind; where all of them lose, only thinking helps.
    fn use_openings(&self, request: &mut Request<PawnGame>) {
        let known = self.known(&request.game, &request.root);
        // The first of equals: behind it the repertoire goes on.
        let best = known.iter().rev().max_by_key(|one| one.bounds.least());
        let holds = |one: &MoveValue<Move>| one.bounds.least() > Outcome::Loss;
        let chooses =
            request.awaits_a_move && request.searchmoves.is_empty() && request.multipv == 1;
        match best.copied().filter(holds) {
            Some(best) if chooses => {
                request.searchmoves = vec![best.played];
                request.known = known;
            }
            None if request.awaits_a_move => {}
            _ => request.known = known,
        }
    }

    /// Whether the answer is wanted for its move: under these limits, and not in analysis.
    const fn awaits_a_move(&self, limits: &Limits) -> bool {
        let spares_effort =
            limits.clock.is_some() || limits.move_time.is_some() || limits.nodes.is_some();
        spares_effort && limits.mate.is_none() && !self.options.analyse_mode
    }

    /// How well to play; `None` for as well as possible, as in analysis.
    fn level(&self) -> Option<Level> {
        let options = &self.options;
        let limited = options.limit_strength && !options.analyse_mode;
        limited.then(|| Level::new(options.level))
    }
}

/// How many positions to search for a proof for each node of the search: with so many pawns that a
/// proof is out of reach, none.
fn share_of_proving(diagram: &Diagram) -> f64 {
    let pawns = diagram.position.own() | diagram.position.enemy();
    match pawns.count() {
        0..=24 => 1.0 / 16.0,
        _ => 0.0,
    }
}

/// The news with its moves as text.
fn in_coordinates(diagram: &Diagram, news: &News<Move>) -> News<String> {
    match news {
        News::Line(report) => News::Line(report_in_coordinates(diagram, report)),
        News::CurrentMove {
            depth,
            played,
            number,
        } => News::CurrentMove {
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
        seldepth: report.seldepth,
        line: report.line,
        value: report.value,
        proved: report.proved,
        nodes: report.nodes,
        elapsed: report.elapsed,
        hashfull: report.hashfull,
    }
}
