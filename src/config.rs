//! `engine.toml`: defaults of the options, the variants, the weights.
//!
//! The file that the program is built with is complete and documents every key. A user's own file
//! says only what differs; it is laid over the built-in one, and each error in it names the key
//! and the line. Nothing is replaced in silence: an unknown key, a wrong type or a number out of
//! range is refused.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use once_cell::sync::Lazy;
use serde::Deserialize;
use thiserror::Error;
use toml::{Table, Value};

use crate::games::pawns::{Files, Gaps, GapsError, Rules, StartError, Weights};
use crate::quote::plain;

/// The text of the `engine.toml` that the program was built with.
pub const BUILT_IN: &str = crate::built_in::ENGINE_TOML;

/// Everything that `engine.toml` says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The defaults of the options.
    pub options: Options,
    /// The variants by name.
    pub variants: BTreeMap<String, Rules>,
    /// The weights of the evaluation.
    pub pscore: Weights,
}

/// The options that a user can set, and their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The size of the table in MiB.
    pub hash: u32,
    /// How many threads search.
    pub threads: u32,
    /// How many best lines are reported.
    pub multipv: u32,
    /// Time kept back for the way to the other player, in milliseconds.
    pub move_overhead: u32,
    /// The name of the variant.
    pub variant: String,
    /// The width of the board.
    pub files: u32,
    /// The gaps of variants that have them.
    pub gaps: String,
    /// Whether to play no better than `level`.
    pub limit_strength: bool,
    /// How well to play, if it is limited.
    pub level: u32,
    /// Makes the weaker play of a level differ from game to game.
    pub level_seed: u32,
    /// Whether reports say how likely win, draw and loss are.
    pub show_wdl: bool,
    /// Whether the client ponders. A word from client to engine that changes nothing yet.
    #[serde(skip)]
    pub ponder: bool,
    /// Whether the client analyses: never play weaker then.
    #[serde(skip)]
    pub analyse_mode: bool,
    /// Where the client keeps variants for other engines; not read.
    #[serde(skip)]
    pub variant_path: String,
}

/// What `hash` may be.
pub const HASH: RangeInclusive<u32> = 1..=65_536;
/// What `threads` may be.
pub const THREADS: RangeInclusive<u32> = 1..=256;
/// What `multipv` may be.
pub const MULTIPV: RangeInclusive<u32> = 1..=80;
/// What `move_overhead` may be.
pub const MOVE_OVERHEAD: RangeInclusive<u32> = 0..=5_000;
/// What `files` may be.
pub const FILES: RangeInclusive<u32> = 1..=8;
/// What `level` may be.
pub const LEVEL: RangeInclusive<u32> = 1..=10;
/// What `level_seed` may be.
pub const LEVEL_SEED: RangeInclusive<u32> = 0..=1_000_000_000;
const WEIGHT: RangeInclusive<i32> = -10_000..=10_000;

/// Why a configuration cannot be used.
#[derive(Error, Debug)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file says something that cannot be.
    #[error("{}: {problem}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Problem,
    },
}

/// What is wrong in the text of a configuration.
#[derive(Error, Debug)]
pub enum Problem {
    /// Not TOML.
    #[error("{0}")]
    Syntax(toml::de::Error),
    /// A key or its value, by type or range.
    #[error("line {line}, key '{key}': {message}")]
    Key {
        /// Where it stands, from 1.
        line: usize,
        /// The key with the tables it stands in.
        key: String,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A value that can be read but cannot be.
    #[error("{0}")]
    Value(String),
}

impl Problem {
    /// A key that stands in `text`. The message is one line, whatever it quotes.
    fn at(text: &str, path: &[String], message: &str) -> Self {
        Self::Key {
            line: line_of(text, path),
            key: plain(&path.join(".")),
            message: plain(message),
        }
    }
}

static PARSED: Lazy<(Table, Config)> = Lazy::new(|| {
    // The tests read the file that is built in, so this cannot fail in a program that passed.
    let table: Table = BUILT_IN.parse().expect("the built-in engine.toml is TOML");
    let config = Config::deserialize(table.clone()).expect("the built-in engine.toml is whole");
    (table, config)
});

impl Config {
    /// The configuration that the program was built with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &PARSED.1
    }

    /// The configuration to use: the file named, or the first one found where it is looked for,
    /// or the built-in one. Also says which file it was.
    ///
    /// # Errors
    /// If that file cannot be read, or is wrong.
    pub fn find(named: Option<&Path>) -> Result<(Self, Option<PathBuf>), ConfigError> {
        let path = match named {
            Some(path) => Some(path.to_path_buf()),
            None => places().into_iter().find(|path| path.exists()),
        };
        match path {
            Some(path) => Ok((Self::read(&path)?, Some(path))),
            None => Ok((Self::built_in().clone(), None)),
        }
    }

    fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|reason| ConfigError::Unreadable {
            path: path.into(),
            reason,
        })?;
        Self::parse(&text).map_err(|problem| ConfigError::Wrong {
            path: path.into(),
            problem,
        })
    }

    /// The built-in configuration with `text` laid over it.
    ///
    /// # Errors
    /// What is wrong with the text, by line and key.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let own: Table = text.parse().map_err(Problem::Syntax)?;
        let mut whole = PARSED.0.clone();
        lay_over(&mut whole, &own);
        let config = match Self::deserialize(whole) {
            Ok(config) => config,
            Err(error) => return Err(find_culprit(text, &own, &error.to_string())),
        };
        match config.check() {
            Ok(()) => Ok(config),
            Err((key, message)) => {
                let path: Vec<String> = key.split('.').map(Into::into).collect();
                Err(Problem::at(text, &path, &message))
            }
        }
    }

    /// Values that have the right type may still be impossible: the key, and what is wrong.
    fn check(&self) -> Result<(), (String, String)> {
        let options = &self.options;
        for (key, value, range) in [
            ("hash", options.hash, HASH),
            ("threads", options.threads, THREADS),
            ("multipv", options.multipv, MULTIPV),
            ("move_overhead", options.move_overhead, MOVE_OVERHEAD),
            ("files", options.files, FILES),
            ("level", options.level, LEVEL),
            ("level_seed", options.level_seed, LEVEL_SEED),
        ] {
            if !range.contains(&value) {
                let (least, most) = (range.start(), range.end());
                let message = format!("found {value}, expected {least} to {most}");
                return Err((format!("options.{key}"), message));
            }
        }
        let gaps: Gaps = options
            .gaps
            .parse()
            .map_err(|error: GapsError| ("options.gaps".into(), error.to_string()))?;
        if !self.variants.contains_key(&options.variant) {
            let known: Vec<&str> = self.variants.keys().map(String::as_str).collect();
            let (found, known) = (&options.variant, known.join(", "));
            let message = format!("found '{found}', expected one of {known}");
            return Err(("options.variant".into(), message));
        }
        self.pscore
            .check(&WEIGHT)
            .map_err(|(name, message)| (format!("pscore.{name}"), message))?;
        self.check_variants(gaps)
    }

    fn check_variants(&self, gaps: Gaps) -> Result<(), (String, String)> {
        let files = Files::new(self.options.files as usize).unwrap_or(Files::EIGHT);
        for (name, rules) in &self.variants {
            if name.is_empty() || name.contains(char::is_whitespace) {
                let message = "the name of a variant must be one word".into();
                return Err((format!("variants.{name}"), message));
            }
            let told = |error: StartError| (format!("variants.{name}"), error.to_string());
            for width in 1..=8 {
                let narrow = Files::new(width).unwrap_or(Files::EIGHT);
                rules.start(narrow, Gaps::OUTERMOST).map_err(told)?;
            }
        }
        let start = self.variants[&self.options.variant].start(files, gaps);
        start
            .map(drop)
            .map_err(|error| ("options.gaps".into(), error.to_string()))
    }
}

/// Where a configuration is looked for when none is named, in order.
#[must_use]
pub fn places() -> Vec<PathBuf> {
    let own_folder = dirs::config_dir().map(|folder| folder.join("jacquerie/engine.toml"));
    [PathBuf::from("engine.toml")]
        .into_iter()
        .chain(own_folder)
        .collect()
}

/// Puts each value of `upper` in the place of the same key in `lower`; tables are merged.
fn lay_over(lower: &mut Table, upper: &Table) {
    for (key, value) in upper {
        match (lower.get_mut(key), value) {
            (Some(Value::Table(lower)), Value::Table(upper)) => lay_over(lower, upper),
            _ => {
                lower.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Finds the key that makes a configuration unreadable: the first one that does so alone.
fn find_culprit(text: &str, own: &Table, message: &str) -> Problem {
    for path in leaves(own, &[]) {
        let mut alone = PARSED.0.clone();
        lay_over(&mut alone, &only(own, &path));
        if let Err(error) = Config::deserialize(alone) {
            let message = error.to_string().trim().replace('\n', " ");
            return Problem::at(text, &path, &message);
        }
    }
    Problem::Value(message.trim().into())
}

/// The paths of all values that are not tables, and of each variant as a whole.
fn leaves(table: &Table, above: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (key, value) in table {
        let path: Vec<String> = above.iter().cloned().chain([key.clone()]).collect();
        let is_variant = above.len() == 1 && above[0] == "variants";
        match value {
            Value::Table(inner) if !inner.is_empty() && !is_variant => {
                paths.extend(leaves(inner, &path));
            }
            _ => paths.push(path),
        }
    }
    paths
}

/// The table with nothing in it but the value at `path`.
fn only(table: &Table, path: &[String]) -> Table {
    let mut alone = Table::new();
    if let Some((key, rest)) = path.split_first()
        && let Some(value) = table.get(key)
    {
        let value = match value {
            Value::Table(inner) if !rest.is_empty() => Value::Table(only(inner, rest)),
            other => other.clone(),
        };
        alone.insert(key.clone(), value);
    }
    alone
}

/// The line on which a key is written: the last of its path after the header of its table.
fn line_of(text: &str, path: &[String]) -> usize {
    let (Some(key), tables) = (path.last(), &path[..path.len().saturating_sub(1)]) else {
        return 1;
    };
    let header = format!("[{}]", tables.join("."));
    let own_header = format!("[{}]", path.join("."));
    let mut inside = tables.is_empty();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let starts = line
            .strip_prefix(key.as_str())
            .is_some_and(|rest| rest.trim_start().starts_with(['=', '.']));
        if line == own_header || (inside && starts) {
            return index + 1;
        }
        if line.starts_with('[') {
            inside = line == header;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Config::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn the_built_in_file_is_right() {
        assert_eq!(&Config::parse(BUILT_IN).unwrap(), Config::built_in());
        assert_eq!(&Config::parse("").unwrap(), Config::built_in());
    }

    #[test]
    fn a_file_says_only_what_differs() {
        let config = Config::parse("[options]\nhash = 7\n[pscore]\ntempo = 9\n").unwrap();
        assert_eq!((config.options.hash, config.pscore.0.tempo), (7, 9));
        assert_eq!(config.options.threads, Config::built_in().options.threads);
    }

    #[test]
    fn a_variant_can_be_added() {
        let text = "[variants.duel]\nstart = \"8/4p3/8/8/8/8/4P3/8 w\"\nstalemate = \"loss\"\n";
        assert!(Config::parse(text).unwrap().variants.contains_key("duel"));
    }

    #[test]
    fn each_error_names_line_and_key() {
        let cases = [
            (
                "[options]\n\nhsah = 5\n",
                "line 3, key 'options.hsah': unknown field `hsah`",
            ),
            (
                "[option]\nhash = 5\n",
                "key 'option.hash': unknown field `option`",
            ),
            (
                "[pscore]\ntempo = \"x\"\n",
                "line 2, key 'pscore.tempo': invalid type",
            ),
            (
                "[pscore]\npasser = [1, 2]\n",
                "line 2, key 'pscore.passer': invalid length 2",
            ),
            (
                "[options]\nhash = 0\n",
                "key 'options.hash': found 0, expected 1 to 65536",
            ),
            (
                "[options]\nhash = -1\n",
                "line 2, key 'options.hash': invalid value",
            ),
            (
                "[options]\ngaps = \"z\"\n",
                "key 'options.gaps': found 'z', expected White's file",
            ),
            (
                "[options]\nvariant = \"chess\"\n",
                "found 'chess', expected one of pawngame",
            ),
            (
                "[pscore]\ntempo = 999999\n",
                "key 'pscore.tempo': found 999999, expected -10000",
            ),
            (
                "[variants.x]\nstalemate = \"draw\"\n",
                "line 1, key 'variants.x': missing field `start`",
            ),
            (
                "[variants.x]\nstart = \"8/8 w\"\nstalemate = \"draw\"\n",
                "expected 8 ranks",
            ),
            (
                "[variants.x]\nstart = \"8\"\nstalemate = \"win\"\n",
                "unknown variant `win`",
            ),
            (
                "[options]\ngaps = \"\\u001b\\n\"\n",
                "line 2, key 'options.gaps': found '\\u{1b}\\n'",
            ),
            (
                "[options]\n\"a\\nb\" = 1\n",
                "key 'options.a\\nb': unknown field",
            ),
            ("hash = \n", "TOML parse error at line 1"),
        ];
        for (text, expected) in cases {
            let message = message(text);
            assert!(message.contains(expected), "{text:?}: {message}");
        }
    }
}
