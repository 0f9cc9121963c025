//! `engine.toml`: default options, variants, and the parameters of each game.
//!
//! The built-in file is complete and documents every key. A user's file contains only what differs.
//! Its values replace those of the built-in file. Nothing is replaced silently: an unknown key, a
//! wrong type and a number out of range are errors. Each error is one line of text that names the
//! line in the file, and the key if the file can be parsed.
//!
//! The options are in [a table](crate::engine::options::TABLE). A variant belongs to a game (`game
//! = "pawns"` by default), and the game's definition reads the variant's table. It also reads the
//! game's own tables, such as weights.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use thiserror::Error;
use toml::de::DeTable;
use toml::{Table, Value};

use crate::built_in;
pub use crate::engine::Config;
use crate::engine::Title;
use crate::engine::choices::{ChoiceKind, Choices};
use crate::engine::options::{OptionError, Options, TABLE};
use crate::engine::registry::{Registry, Variants, WrongTable, read_table};
use crate::games;
use crate::nearest::did_you_mean;
use crate::quote::plain;
use crate::standard;

/// The game of a variant whose table has no key `game`.
const USUAL_GAME: &str = "pawns";

/// Why a configuration cannot be used.
#[derive(Error, Debug)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: std::io::Error,
    },
    /// The file has an invalid key or value.
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
    /// The text is not TOML.
    #[error("line {line}: invalid TOML: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A key or its value is invalid.
    #[error("line {line}, key '{key}': {message}")]
    Key {
        /// The line of the key, from 1.
        line: usize,
        /// The key, with the names of the tables that contain it.
        key: String,
        /// What is wrong and what would be right.
        message: String,
    },
}

impl Problem {
    fn syntax(text: &str, error: &toml::de::Error) -> Self {
        let place = error.span().map_or(0, |span| span.start);
        let message: Vec<&str> = error.message().lines().collect();
        Self::Syntax {
            line: line_at(text, place),
            message: plain(&message.join("; ")),
        }
    }

    /// An error in a table of `text`. The message is one line, even if it quotes text with line
    /// ends.
    fn at(text: &str, wrong: &WrongTable) -> Self {
        Self::Key {
            line: line_of(text, &wrong.path),
            key: plain(&wrong.path.join(".")),
            message: plain(&wrong.message),
        }
    }
}

impl Config {
    /// The built-in configuration, with the built-in games.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Config> = LazyLock::new(|| {
            // A test parses the built-in file, so this cannot fail.
            Config::parse("", &games::registry()).expect("the built-in engine.toml is complete")
        });
        &BUILT_IN
    }

    /// The configuration to use: the named file, or the first one found in the usual [`places`], or
    /// the built-in one. Also returns the path of the file.
    ///
    /// # Errors
    /// If the file cannot be read or is invalid.
    pub fn find(
        named: Option<&Path>,
        registry: &Registry,
    ) -> Result<(Self, Option<PathBuf>), ConfigError> {
        let path = match named {
            Some(path) => Some(path.to_path_buf()),
            // A link that leads nowhere is an error, not a missing file.
            None => places()
                .into_iter()
                .find(|path| path.symlink_metadata().is_ok()),
        };
        let text = match &path {
            None => String::new(),
            Some(path) => {
                standard::read_to_string(path).map_err(|reason| ConfigError::Unreadable {
                    path: path.into(),
                    reason,
                })?
            }
        };
        let config = Self::parse(&text, registry).map_err(|problem| ConfigError::Wrong {
            path: path.clone().unwrap_or_default(),
            problem,
        })?;
        Ok((config, path))
    }

    /// The built-in configuration, in which the values of `text` replace others, for the games of a
    /// registry.
    ///
    /// # Errors
    /// Returns the first error in the text, with line and key.
    pub fn parse(text: &str, registry: &Registry) -> Result<Self, Problem> {
        let own: Table = text
            .parse()
            .map_err(|error| Problem::syntax(text, &error))?;
        let mut whole = built_in::table().clone();
        lay_over(&mut whole, &own);
        interpret(&whole, registry).map_err(|wrong| Problem::at(text, &wrong))
    }
}

/// The places in which to look for a configuration if none is named, in order.
#[must_use]
pub fn places() -> Vec<PathBuf> {
    let own_folder = dirs::config_dir().map(|folder| folder.join("jacquerie/engine.toml"));
    [PathBuf::from("engine.toml")]
        .into_iter()
        .chain(own_folder)
        .collect()
}

/// Puts each value of `upper` in place of the same key in `lower`; merges tables.
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

/// Reads a complete configuration.
fn interpret(whole: &Table, registry: &Registry) -> Result<Config, WrongTable> {
    check_tables(whole, registry)?;
    let (variants, titles) = variants(table(whole, VARIANTS)?, whole, registry)?;
    let options = options(table(whole, OPTIONS)?, registry)?;
    let mut config = Config {
        options,
        variants,
        titles,
    };
    let found = &config.options.variant;
    let Some((name, _)) = config.called(found) else {
        let known: Vec<&str> = config.names().into_iter().collect();
        let meant = did_you_mean(found, known.iter().copied());
        let known = known.join(", ");
        let message = format!("found '{found}', expected one of {known}{meant}");
        return Err(WrongTable::new(&[OPTIONS, "variant"], message));
    };
    config.options.variant = name.to_owned();
    let start = config
        .variant()
        .and_then(|variant| variant.start(&config.options.choices));
    start.map_err(|problem| {
        let key = problem.key.unwrap_or("variant");
        WrongTable::new(&[OPTIONS, key], problem)
    })?;
    Ok(config)
}

const OPTIONS: &str = "options";
const VARIANTS: &str = "variants";

/// Rejects an unknown table.
fn check_tables(whole: &Table, registry: &Registry) -> Result<(), WrongTable> {
    let known: Vec<&str> = [OPTIONS, VARIANTS]
        .into_iter()
        .chain(registry.tables())
        .collect();
    match whole.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(unknown(&[key], key, &known)),
    }
}

fn unknown(path: &[&str], key: &str, known: &[&str]) -> WrongTable {
    let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
    let known = known.join(", ");
    WrongTable::new(
        path,
        format!("unknown field `{key}`, expected one of {known}"),
    )
}

fn table<'a>(whole: &'a Table, name: &str) -> Result<&'a Table, WrongTable> {
    let table = whole.get(name).and_then(Value::as_table);
    table.ok_or_else(|| WrongTable::new(&[name], "expected a table"))
}

/// The options, including those of the games.
fn options(table: &Table, registry: &Registry) -> Result<Options, WrongTable> {
    let keys = TABLE.iter().filter_map(|spec| spec.key);
    let known: Vec<&str> = keys
        .chain(registry.choices().map(|choice| choice.key))
        .collect();
    if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(unknown(&[OPTIONS, key], key, &known));
    }
    let mut own = table.clone();
    let mut choices = Choices::default();
    for choice in registry.choices() {
        let wrong = |message: String| WrongTable::new(&[OPTIONS, choice.key], message);
        let value = match (own.remove(choice.key), &choice.kind) {
            (None, _) => choice.default(),
            (Some(Value::String(text)), ChoiceKind::Text(..)) => text,
            (Some(Value::Integer(number)), ChoiceKind::Number(..)) => number.to_string(),
            (Some(Value::Boolean(is_on)), ChoiceKind::Check(_)) => is_on.to_string(),
            (Some(other), kind) => {
                let expected = match kind {
                    ChoiceKind::Text(..) => "a string",
                    ChoiceKind::Number(..) => "an integer",
                    ChoiceKind::Check(_) => "true or false",
                };
                let found = with_article(&other);
                return Err(wrong(format!("found {found}, expected {expected}")));
            }
        };
        let read = choice.read(Some(&value));
        let read = read.map_err(|problem| wrong(in_table(problem)));
        choices.set(choice.key, read?);
    }
    let mut options: Options = read_table(&own).map_err(|wrong| WrongTable {
        path: [vec![OPTIONS.to_owned()], wrong.path].concat(),
        ..wrong
    })?;
    options.choices = choices;
    match options.out_of_range() {
        Some((spec, problem)) => {
            let path = [OPTIONS, spec.key.unwrap_or(spec.name)];
            Err(WrongTable::new(&path, in_table(problem)))
        }
        None => Ok(options),
    }
}

/// An error in an option, without the option's name: the message follows the key.
fn in_table(problem: OptionError) -> String {
    match problem {
        OptionError::Range {
            found, least, most, ..
        } => format!("found {found}, expected {least} to {most}"),
        OptionError::Start { problem, .. } => problem.to_string(),
        other => other.to_string(),
    }
}

/// The type of a value, with its article: `an integer`.
fn with_article(value: &Value) -> String {
    match value.type_str() {
        name if name.starts_with(['a', 'i']) => format!("an {name}"),
        name => format!("a {name}"),
    }
}

/// The variants, each opened by its game, and their titles.
fn variants(
    table: &Table,
    whole: &Table,
    registry: &Registry,
) -> Result<(Variants, BTreeMap<String, Title>), WrongTable> {
    let (mut variants, mut titles) = (Variants::new(), BTreeMap::new());
    for (name, value) in table {
        let wrong = |path: &[&str], message: String| {
            WrongTable::new(&[&[VARIANTS, name.as_str()], path].concat(), message)
        };
        // Other characters have a meaning to shells, clients or file systems.
        let is_plain = |one: char| one.is_alphanumeric() || "-_".contains(one);
        if name.is_empty() || !name.chars().all(is_plain) {
            let message = "the name of a variant must consist of letters, digits, '-' and '_'";
            return Err(wrong(&[], message.into()));
        }
        let Some(variant) = value.as_table() else {
            return Err(wrong(&[], "expected a table".into()));
        };
        let mut variant = variant.clone();
        let mut text = |key: &str| match variant.remove(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => {
                let message = format!("found {}, expected a string", with_article(&other));
                Err(wrong(&[key], message))
            }
        };
        let title = Title {
            title: text("title")?,
            about: text("about")?,
        };
        let game = match variant.remove("game") {
            None => USUAL_GAME.to_owned(),
            Some(Value::String(game)) => game,
            Some(other) => {
                let found = with_article(&other);
                let message = format!("found {found}, expected the name of a game");
                return Err(wrong(&["game"], message));
            }
        };
        let opened = registry.open(&game, &variant, whole).ok_or_else(|| {
            let known: Vec<&str> = registry.names().collect();
            let message = format!("found '{game}', expected one of {}", known.join(", "));
            wrong(&["game"], message)
        })?;
        let opened = opened.map_err(|problem| {
            // An error in one of the game's own tables has its own path.
            match problem.path.first() {
                Some(first) if whole.contains_key(first) && !variant.contains_key(first) => problem,
                _ => {
                    // The game does not know the keys that belong to every variant.
                    let unknown = problem.message.starts_with("unknown field");
                    let also = if unknown {
                        "; every variant has `game`, `title` and `about`"
                    } else {
                        ""
                    };
                    WrongTable {
                        path: [&[VARIANTS.to_owned(), name.clone()], &problem.path[..]].concat(),
                        message: problem.message + also,
                    }
                }
            }
        })?;
        variants.insert(name.clone(), opened);
        titles.insert(name.clone(), title);
    }
    Ok((variants, titles))
}

/// The line of a key, or else of the last table on the path to it.
fn line_of(text: &str, path: &[String]) -> usize {
    let Ok(document) = DeTable::parse(text) else {
        return 1;
    };
    let mut table = document.get_ref();
    let mut place = 0;
    for key in path {
        let Some((key, item)) = table.get_key_value(key.as_str()) else {
            break;
        };
        place = key.span().start;
        match item.get_ref().as_table() {
            Some(inner) => table = inner,
            None => break,
        }
    }
    line_at(text, place)
}

/// The line of a byte, from 1.
fn line_at(text: &str, place: usize) -> usize {
    1 + text
        .bytes()
        .take(place)
        .filter(|byte| *byte == b'\n')
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, Problem> {
        Config::parse(text, &games::registry())
    }

    #[test]
    fn the_built_in_file_is_valid() {
        for text in [built_in::TEXT, ""] {
            let config = parse(text).unwrap();
            assert_eq!(config.options, Config::built_in().options);
            let names = config.variants.keys();
            assert!(names.eq(Config::built_in().variants.keys()));
        }
    }

    #[test]
    fn a_file_holds_only_what_differs() {
        let config = parse("[options]\nhash = 7\n[pscore]\ntempo = 9\n").unwrap();
        assert_eq!(config.options.hash, 7);
        let peasants = config.variant().unwrap();
        let start = peasants.start(&config.options.choices).unwrap();
        let shown = start.evaluation().table;
        let row = shown.lines().find(|line| line.starts_with("tempo"));
        assert!(row.is_some_and(|row| row.contains(" 9")), "{shown}");
        assert_eq!(config.options.threads, Config::built_in().options.threads);
    }
}
