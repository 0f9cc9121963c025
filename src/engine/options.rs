//! The options of an engine, each defined once: its name in UCI, its key in `engine.toml`, its
//! values, and its help.
//!
//! The configuration takes keys and ranges from [`TABLE`], UCI and XBoard announce the options
//! from it, and the engine checks values against it. Options that select a start (by the width of
//! the board, say), or how a game is judged, belong to a game, which lists them as its
//! [`Choice`](super::choices::Choice)s.

use std::ops::RangeInclusive;

use serde::Deserialize;
use thiserror::Error;

use super::choices::Choices;
use super::level::Level;
use super::registry::StartError;
use crate::nearest::did_you_mean;
use crate::quote::short;

/// The values of the options that exist for every game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The size of the tables in MiB.
    pub hash: u32,
    /// How many threads search.
    pub threads: u32,
    /// How many best lines are reported.
    pub multipv: u32,
    /// Time reserved for transmitting a move, in milliseconds.
    pub move_overhead: u32,
    /// The name of the variant.
    pub variant: String,
    /// Whether to play no better than `level`.
    pub limit_strength: bool,
    /// The playing level, if limited: the weaker of `level` and `elo` counts.
    pub level: u32,
    /// The playing level as an Elo, on the scale of the [levels](Level), for UCI.
    #[serde(skip, default = "highest_elo")]
    pub elo: u32,
    /// Makes the weaker play of a level differ from game to game.
    pub level_seed: u32,
    /// Whether reports contain the probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// Whether the client ponders. This has no effect.
    #[serde(skip)]
    pub ponder: bool,
    /// Whether the client analyses: play is then never weakened.
    #[serde(skip)]
    pub analyse_mode: bool,
    /// The place where the client keeps variants for other engines; it is not read.
    #[serde(skip)]
    pub variant_path: String,
    /// The file for a log of the protocol; empty for none.
    #[serde(skip)]
    pub debug_log_file: String,
    /// The choices of game options, such as the start, for games that have more than one.
    #[serde(skip)]
    pub choices: Choices,
}

impl Options {
    /// The first number that lies outside its range, and its option.
    pub(crate) fn out_of_range(&mut self) -> Option<(&'static Spec, OptionError)> {
        const SPECS: &[Spec] = &TABLE;
        SPECS.iter().find_map(|spec| {
            let Kind::Number(range, field) = &spec.kind else {
                return None;
            };
            let number = *field(self);
            let is_out = !range.contains(&number);
            is_out.then(|| (spec, OptionError::range(spec.name, number, range)))
        })
    }

    /// Limits play to this level; `None` removes the limit.
    pub const fn limit_level(&mut self, level: Option<u32>) {
        self.limit_strength = level.is_some();
        if let Some(level) = level {
            self.level = level;
        }
    }
}

/// How many of the best moves can be reported.
pub const MULTIPV: RangeInclusive<u32> = 1..=80;

/// The range of `level`.
pub const LEVEL: RangeInclusive<u32> = 1..=10;
/// The range of `elo`: from the lowest level to the highest.
pub const ELO: RangeInclusive<u32> = Level::ELO[0]..=Level::ELO[Level::ELO.len() - 1];
/// The range of `level_seed`.
pub const LEVEL_SEED: RangeInclusive<u32> = 0..=1_000_000_000;

const fn highest_elo() -> u32 {
    *ELO.end()
}

/// An option.
#[derive(Debug)]
pub struct Spec {
    /// Its name in UCI.
    pub name: &'static str,
    /// Its key in the table `[options]` of `engine.toml`, if any.
    pub key: Option<&'static str>,
    /// What it is for.
    pub help: &'static str,
    /// Its values, and where they are stored.
    pub kind: Kind,
    /// Whether XBoard announces it. (XBoard has commands of its own for memory and threads.)
    pub in_xboard: bool,
}

/// The values of an option, and where they are stored.
#[derive(Debug)]
pub enum Kind {
    /// A number.
    Number(RangeInclusive<u32>, fn(&mut Options) -> &mut u32),
    /// A value that is on or off.
    Check(fn(&mut Options) -> &mut bool),
    /// Any text.
    Text(fn(&mut Options) -> &mut String),
    /// An action.
    Button,
    /// The name of a variant.
    Variant,
}

/// The options that exist for every game, in the order in which they are announced.
pub const TABLE: [Spec; 15] = [
    number(
        "Hash",
        "hash",
        1..=65_536,
        |options| &mut options.hash,
        "memory for the transposition table and, up to half of it, for proofs, in MiB; below 16 there are \
         no proofs",
    ),
    number(
        "Threads",
        "threads",
        1..=256,
        |options| &mut options.threads,
        "the number of search threads; with several, `go nodes` is slightly exceeded",
    ),
    Spec {
        name: "Clear Hash",
        key: None,
        help: "clears what earlier searches found",
        kind: Kind::Button,
        in_xboard: true,
    },
    in_xboard(number(
        "MultiPV",
        "multipv",
        MULTIPV,
        |options| &mut options.multipv,
        "the number of best moves to report",
    )),
    in_xboard(number(
        "Move Overhead",
        "move_overhead",
        0..=5_000,
        |options| &mut options.move_overhead,
        "time reserved for communication, in milliseconds",
    )),
    check(
        "Ponder",
        None,
        |options| &mut options.ponder,
        "the client may send `go ponder`; no other effect",
    ),
    check(
        "UCI_AnalyseMode",
        None,
        |options| &mut options.analyse_mode,
        "analysis mode: full strength, and proved wins are searched for their length",
    ),
    check(
        "UCI_ShowWDL",
        Some("show_wdl"),
        |options| &mut options.show_wdl,
        "adds `wdl WIN DRAW LOSS` to each score, in thousandths",
    ),
    in_xboard(check(
        "UCI_LimitStrength",
        Some("limit_strength"),
        |options| &mut options.limit_strength,
        "plays no better than `Level` and `UCI_Elo`, whichever is lower",
    )),
    Spec {
        name: "UCI_Elo",
        key: None,
        help: "the limited strength, as an Elo rating on the scale of the levels",
        kind: Kind::Number(ELO, |options| &mut options.elo),
        in_xboard: true,
    },
    in_xboard(number(
        "Level",
        "level",
        LEVEL,
        |options| &mut options.level,
        "the limited strength; each level searches three times the nodes of the one below, starting at 30, \
         and those below 10 sometimes play their second choice",
    )),
    in_xboard(number(
        "Level Seed",
        "level_seed",
        LEVEL_SEED,
        |options| &mut options.level_seed,
        "seed for the random choices of levels",
    )),
    Spec {
        name: "Debug Log File",
        key: None,
        help: "a file that records the session: `>>` from the client, `<<` from the engine",
        kind: Kind::Text(|options| &mut options.debug_log_file),
        in_xboard: false,
    },
    Spec {
        name: "VariantPath",
        key: None,
        help: "accepted and ignored; variants are in `engine.toml`",
        kind: Kind::Text(|options| &mut options.variant_path),
        in_xboard: false,
    },
    Spec {
        name: "UCI_Variant",
        key: Some("variant"),
        help: "the game",
        kind: Kind::Variant,
        in_xboard: false,
    },
];

const fn number(
    name: &'static str,
    key: &'static str,
    range: RangeInclusive<u32>,
    field: fn(&mut Options) -> &mut u32,
    help: &'static str,
) -> Spec {
    Spec {
        name,
        key: Some(key),
        help,
        kind: Kind::Number(range, field),
        in_xboard: false,
    }
}

const fn check(
    name: &'static str,
    key: Option<&'static str>,
    field: fn(&mut Options) -> &mut bool,
    help: &'static str,
) -> Spec {
    Spec {
        name,
        key,
        help,
        kind: Kind::Check(field),
        in_xboard: false,
    }
}

const fn in_xboard(spec: Spec) -> Spec {
    Spec {
        in_xboard: true,
        ..spec
    }
}

impl Spec {
    /// The option of that name, in upper or lower case.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        const SPECS: &[Spec] = &TABLE;
        SPECS
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
    }
}

/// Why an option cannot be set.
#[derive(Error, Debug)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("there is no option '{}'{meant}", short(.name))]
    Unknown {
        /// The name.
        name: String,
        /// A suggestion; may be empty.
        meant: String,
    },
    /// The option needs a value.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// The value is not a number, or out of range.
    #[error("option {name}: found '{}', expected a number from {least} to {most}", short(.found))]
    Range {
        /// The option.
        name: &'static str,
        /// The given text.
        found: String,
        /// The least valid number.
        least: u32,
        /// The greatest valid number.
        most: u32,
    },
    /// The value is neither true nor false.
    #[error("option {name}: found '{}', expected 'true' or 'false'", short(.found))]
    Check {
        /// The option.
        name: &'static str,
        /// The given text.
        found: String,
    },
    /// There is not enough memory.
    #[error("option {name}: not enough memory for {wanted} MiB; it stays at {kept}")]
    Memory {
        /// The option.
        name: &'static str,
        /// How much was requested, in MiB.
        wanted: u32,
        /// The size that is kept, in MiB.
        kept: u32,
    },
    /// The value is not the name of a variant in `engine.toml`.
    #[error(
        "option UCI_Variant: found '{}', expected one of {}{}",
        short(.found), .known.join(", "), did_you_mean(.found, .known.iter().map(String::as_str))
    )]
    Variant {
        /// The given text.
        found: String,
        /// The valid values.
        known: Vec<String>,
    },
    /// The value does not give a start position.
    #[error("option {name}: {problem}")]
    Start {
        /// The option.
        name: &'static str,
        /// The reason.
        problem: StartError,
    },
}

impl OptionError {
    fn range(name: &'static str, found: impl ToString, range: &RangeInclusive<u32>) -> Self {
        Self::Range {
            name,
            found: found.to_string(),
            least: *range.start(),
            most: *range.end(),
        }
    }
}

/// Reads a number within a range.
///
/// # Errors
/// If it is missing, invalid or out of range.
pub fn read_number(
    name: &'static str,
    value: Option<&str>,
    range: &RangeInclusive<u32>,
) -> Result<u32, OptionError> {
    let text = value.ok_or(OptionError::NoValue(name))?;
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| OptionError::range(name, text, range))
}

/// Reads `true` or `false`, in upper or lower case.
///
/// # Errors
/// If it is neither.
pub fn read_check(name: &'static str, value: Option<&str>) -> Result<bool, OptionError> {
    let text = value.ok_or(OptionError::NoValue(name))?;
    text.to_ascii_lowercase()
        .parse()
        .map_err(|_| OptionError::Check {
            name,
            found: text.into(),
        })
}
