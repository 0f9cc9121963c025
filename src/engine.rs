//! The engine as everything outside sees it: options, a position, go. No input, no output.
//!
//! The facade knows which game is played; what it takes and gives is text for people and
//! programs (option names, FEN, moves) and reports of the search. It blocks while it thinks: who
//! wants to listen meanwhile runs it in a thread and says [`Stop`].

use std::ops::RangeInclusive;
use std::time::Duration;

use thiserror::Error;

use crate::config::{Config, FILES, HASH, MOVE_OVERHEAD, MULTIPV, Options, THREADS};
use crate::game::{Game, Outcome};
use crate::pawns::{
    Diagram, FenError, Files, Gaps, GapsError, MoveError, PawnGame, Rules, StartError, coordinates,
    read_move,
};
use crate::search::{Limits, Report, Request, Stop, Table, search};

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

/// Why an option cannot be set.
#[derive(Error, Debug)]
pub enum OptionError {
    /// There is none of that name.
    #[error("there is no option '{0}'; 'uci' lists them")]
    Unknown(String),
    /// It needs a value.
    #[error("option {0} needs a value: setoption name {0} value …")]
    NoValue(&'static str),
    /// Not a number, or too large or small.
    #[error("option {name}: found '{found}', expected a number from {least} to {most}")]
    Range {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
        /// The least it can be.
        least: u32,
        /// The most it can be.
        most: u32,
    },
    /// Not in `engine.toml`.
    #[error("option UCI_Variant: found '{found}', expected one of {known}")]
    Variant {
        /// What was given.
        found: String,
        /// Those there are.
        known: String,
    },
    /// Not a pair of files.
    #[error("option Gaps: {0}")]
    Gaps(#[from] GapsError),
    /// No start position follows from it.
    #[error("option {name}: {problem}")]
    Start {
        /// The option.
        name: &'static str,
        /// Why there is none.
        problem: StartError,
    },
    /// A start position cannot be made from the configuration as a whole.
    #[error("{0}")]
    Configured(#[from] StartError),
}

/// Why a position cannot be set up.
#[derive(Error, Debug)]
pub enum PositionError {
    /// The FEN is wrong.
    #[error("wrong FEN '{fen}': {problem}")]
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

    fn rules(&self) -> Option<&Rules> {
        self.config.variants.get(&self.options.variant)
    }

    /// Sets an option by its UCI name (upper and lower case are the same). Options that say what
    /// is played set up the start position anew.
    ///
    /// # Errors
    /// If there is no such option, or it cannot have that value; it then keeps the old one.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let number = |name, range: RangeInclusive<u32>| {
            let text = value.ok_or(OptionError::NoValue(name))?;
            text.parse()
                .ok()
                .filter(|number| range.contains(number))
                .ok_or_else(|| OptionError::Range {
                    name,
                    found: text.into(),
                    least: *range.start(),
                    most: *range.end(),
                })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash = number("Hash", HASH)?;
                if hash != self.options.hash {
                    self.options.hash = hash;
                    self.table = None;
                }
            }
            "clear hash" => self.new_game(),
            "threads" => self.options.threads = number("Threads", THREADS)?,
            "multipv" => self.options.multipv = number("MultiPV", MULTIPV)?,
            "move overhead" => {
                self.options.move_overhead = number("Move Overhead", MOVE_OVERHEAD)?;
            }
            "uci_variant" => {
                let variant = value.ok_or(OptionError::NoValue("UCI_Variant"))?;
                if !self.config.variants.contains_key(variant) {
                    let known: Vec<&str> = self.variants().collect();
                    return Err(OptionError::Variant {
                        found: variant.into(),
                        known: known.join(", "),
                    });
                }
                let variant = variant.to_owned();
                self.change_start("UCI_Variant", |options| options.variant = variant)?;
            }
            "files" => {
                let files = number("Files", FILES)?;
                self.change_start("Files", |options| options.files = files)?;
            }
            "gaps" => {
                let gaps = value.ok_or(OptionError::NoValue("Gaps"))?.parse::<Gaps>()?;
                self.change_start("Gaps", |options| options.gaps = gaps.to_string())?;
            }
            _ => return Err(OptionError::Unknown(name.into())),
        }
        Ok(())
    }

    /// Changes what the start position is made of, if one can be made.
    fn change_start(
        &mut self,
        name: &'static str,
        change: impl FnOnce(&mut Options),
    ) -> Result<(), OptionError> {
        let before = self.options.clone();
        change(&mut self.options);
        match self.start() {
            Ok(start) => {
                if self.options.variant != before.variant {
                    // Another rule of stalemate gives the same positions other values.
                    self.new_game();
                }
                self.diagram = Some(start);
                Ok(())
            }
            Err(problem) => {
                self.options = before;
                Err(OptionError::Start { name, problem })
            }
        }
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
        let diagram = self.diagram.ok_or(GoError::NoPosition)?;
        self.prepare()?;
        let request = Request {
            game: self.game(),
            root: diagram.position,
            limits: Limits {
                overhead: Duration::from_millis(self.options.move_overhead.into()),
                ..limits
            },
            lines: self.options.multipv as usize,
            threads: self.options.threads as usize,
        };
        if let Some(outcome) = request.game.outcome(&request.root) {
            return Ok(Answer::Over(outcome));
        }
        let Some(table) = &mut self.table else {
            return Err(GoError::Memory(self.options.hash));
        };
        table.grow_older();
        let reports = search(&request, table, stop, |report| {
            observe(in_coordinates(&diagram, report));
        });
        let reports = reports.iter();
        Ok(Answer::Best(
            reports.map(|one| in_coordinates(&diagram, one)).collect(),
        ))
    }
}

/// The report with its moves as text.
fn in_coordinates(diagram: &Diagram, report: &Report<crate::pawns::Move>) -> Report<String> {
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
