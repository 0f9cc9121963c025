//! A player in a match: an engine as the user describes it.
//!
//! ```text
//! name=FSF cmd=/usr/games/fairy-stockfish variant-path=variants.ini variant=peasantsq
//!     promotion=q option.Hash=64 tc=nodes=20000
//! ```
//!
//! A description consists of words of the form `key=value`, quoted as in a shell (`"option.Move
//! Overhead=0"`).

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fmt, io};

use serde::Serialize;
use thiserror::Error;

use super::odds::Odds;
use super::time_control::{TimeControl, TimeControlError};
use crate::quote::short;
use crate::standard;

/// The value of `cmd` that means the running program.
const OURSELVES: &str = "self";

/// An engine that takes part in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entrant {
    /// Its name in reports and PGN.
    pub name: String,
    /// The program and its arguments; never empty.
    command: Vec<String>,
    /// The configuration file of the running program, if its name is not valid UTF-8 and so cannot
    /// be part of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    config: Option<OsString>,
    /// Working directory, if not the current one.
    folder: Option<PathBuf>,
    /// A file of variants, for engines with the option `VariantPath`.
    pub variant_path: Option<String>,
    /// The value of `UCI_Variant`.
    pub variant: VariantName,
    /// The promotion letter that the engine expects after a move to the last rank; may be empty.
    pub promotion: String,
    /// The pieces that the engine gives as odds.
    pub odds: Odds,
    /// Its own time control, if it has one.
    pub time_control: Option<TimeControl>,
    /// Options with their values, in order.
    pub options: Vec<(String, String)>,
}

/// The name by which an engine knows the variant.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub enum VariantName {
    /// The engine uses the same name as the match.
    #[default]
    Same,
    /// The engine uses a different name.
    Own(String),
    /// The variant is not sent to the engine.
    Untold,
}

/// Why the description of an engine is invalid.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("engine '{}': {problem}", short(.description))]
pub struct EntrantError {
    /// The given description.
    description: String,
    /// What is wrong with it.
    problem: Problem,
}

/// What is wrong with a description.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
enum Problem {
    #[error("a quotation mark is not closed")]
    Quotes,
    #[error("'{}' is not of the form key=value", short(.0))]
    Shape(String),
    #[error(
        "unknown key '{}'; expected name, cmd, dir, variant-path, variant, promotion, odds, tc or option.NAME",
        short(.0)
    )]
    Key(String),
    #[error("{0} needs a value")]
    Empty(String),
    #[error("cmd is missing; expected one such as cmd=self or cmd=./engine")]
    NoCommand,
    #[error("promotion={}: expected one lower-case letter, such as q", short(.0))]
    Promotion(String),
    #[error(
        "odds={}: expected squares of the engine's own pieces when it plays White, each once, such as b2 or b2,d3",
        short(.0)
    )]
    Odds(String),
    #[error("tc: {0}")]
    TimeControl(#[from] TimeControlError),
    #[error("'{}' contains a line break", short(.0))]
    LineBreak(String),
}

impl Entrant {
    /// Reads a description; `shared` holds words for all engines, which the engine's own words
    /// override.
    ///
    /// # Errors
    /// Returns which word is wrong, and why.
    pub fn read(description: &str, shared: &str) -> Result<Self, EntrantError> {
        let told = |description: &str, problem| EntrantError {
            description: description.into(),
            problem,
        };
        let mut entrant = Self {
            name: String::new(),
            command: Vec::new(),
            config: None,
            folder: None,
            variant_path: None,
            variant: VariantName::Same,
            promotion: String::new(),
            odds: Odds::default(),
            time_control: None,
            options: Vec::new(),
        };
        for text in [shared, description] {
            entrant
                .take_words(text)
                .map_err(|problem| told(text, problem))?;
        }
        let Some(program) = entrant.command.first() else {
            return Err(told(description, Problem::NoCommand));
        };
        if entrant.name.is_empty() {
            entrant.name = program.clone();
        }
        Ok(entrant)
    }

    fn take_words(&mut self, text: &str) -> Result<(), Problem> {
        for word in shlex::split(text).ok_or(Problem::Quotes)? {
            // Everything sent to an engine is one line.
            if word.contains(['\n', '\r']) {
                return Err(Problem::LineBreak(word));
            }
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| Problem::Shape(word.clone()))?;
            self.take(key, value)?;
        }
        Ok(())
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        // An option may be empty, and so may the promotion letter.
        let may_be_empty = key.starts_with("option.") || key == "promotion";
        if value.trim().is_empty() && !may_be_empty {
            return Err(Problem::Empty(key.into()));
        }
        match key {
            "name" => self.name = value.into(),
            "cmd" => self.command = shlex::split(value).ok_or(Problem::Quotes)?,
            "dir" => self.folder = Some(value.into()),
            "variant-path" => self.variant_path = Some(value.into()),
            "variant" if value == "-" => self.variant = VariantName::Untold,
            "variant" => self.variant = VariantName::Own(value.into()),
            "promotion" => match value.as_bytes() {
                [] | [b'a'..=b'z'] => self.promotion = value.into(),
                _ => return Err(Problem::Promotion(value.into())),
            },
            "odds" => {
                self.odds = Odds::parse(value).ok_or_else(|| Problem::Odds(value.into()))?;
            }
            "tc" => self.time_control = Some(value.parse()?),
            _ => {
                let name = key
                    .strip_prefix("option.")
                    .filter(|name| !name.trim().is_empty())
                    .ok_or_else(|| Problem::Key(key.into()))?;
                self.options.retain(|(other, _)| other != name);
                self.options.push((name.into(), value.into()));
            }
        }
        Ok(())
    }

    /// The command that starts the engine. A program named with a path is looked up relative to
    /// the engine's own directory.
    ///
    /// # Errors
    /// If there is no such directory, or the path cannot be resolved.
    pub fn command(&self) -> io::Result<Command> {
        let mut command = Command::new(self.named_program()?);
        command
            .args(
                self.config
                    .iter()
                    .flat_map(|path| [OsStr::new("--config"), path]),
            )
            .args(self.command.iter().skip(1))
            .current_dir(self.folder()?);
        Ok(command)
    }

    /// The same engine; the running program reads this configuration, unless the description names
    /// another.
    #[must_use]
    pub fn configured(mut self, path: &Path) -> Self {
        let is_told = self.command.iter().any(|word| word.starts_with("--config"));
        // The engine may run in a different folder.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
        if self.command[0] == OURSELVES && !is_told {
            match path.into_os_string().into_string() {
                Ok(path) => drop(self.command.splice(1..1, ["--config".into(), path])),
                Err(path) => self.config = Some(path),
            }
        }
        self
    }

    /// The program as it is passed to the system: a path or a name.
    fn named_program(&self) -> io::Result<PathBuf> {
        match self.command.first().map_or("", String::as_str) {
            OURSELVES => env::current_exe(),
            path if path.contains('/') => Ok(self.folder()?.join(path)),
            name => Ok(name.into()),
        }
    }

    /// The executable file, which may be found through `PATH`.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn program(&self) -> io::Result<PathBuf> {
        let named = self.named_program()?;
        if named.components().count() > 1 {
            return Ok(named);
        }
        let folders = env::var_os("PATH").unwrap_or_default();
        let files = env::split_paths(&folders).map(|folder| {
            let file = folder.join(&named);
            match file.is_file() {
                true => file,
                false => file.with_added_extension(env::consts::EXE_EXTENSION),
            }
        });
        let found = { files }.find(|file| file.is_file());
        found.ok_or_else(|| {
            let message = format!("there is no program '{}'", named.display());
            io::Error::new(io::ErrorKind::NotFound, message)
        })
    }

    /// The directory in which the engine runs.
    fn folder(&self) -> io::Result<PathBuf> {
        match &self.folder {
            Some(folder) => folder.canonicalize().map_err(|error| {
                let message = format!("the folder {}: {error}", folder.display());
                io::Error::new(error.kind(), message)
            }),
            None => env::current_dir(),
        }
    }

    /// The files of variants, relative to the engine's working directory; it is checked that all
    /// of them can be read. (There may be several, joined by the system's path separator.)
    ///
    /// # Errors
    /// Returns the first file that cannot be read.
    pub fn variant_files(&self) -> io::Result<Vec<PathBuf>> {
        let paths = self.variant_path.as_deref().unwrap_or_default();
        let folder = self.folder()?;
        let files = env::split_paths(paths).filter(|path| !path.as_os_str().is_empty());
        files
            .map(|path| {
                let file = folder.join(&path);
                standard::read(&file).map_err(|error| {
                    let message = format!("variant-path {}: {error}", path.display());
                    io::Error::new(error.kind(), message)
                })?;
                Ok(file)
            })
            .collect()
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read() {
        let text = "name=FSF cmd='fsf -x \"a b\"' dir=/tmp variant-path=v.ini variant=peasantsq \
                    promotion=q option.Hash=64 'option.Move Overhead=0' tc=nodes=5";
        let entrant = Entrant::read(text, "").unwrap();
        assert_eq!(entrant.name, "FSF");
        assert_eq!(entrant.command, ["fsf", "-x", "a b"]);
        assert_eq!(entrant.variant, VariantName::Own("peasantsq".into()));
        assert_eq!(entrant.promotion, "q");
        assert_eq!(entrant.time_control, Some(TimeControl::Nodes(5)));
        let options = [("Hash", "64"), ("Move Overhead", "0")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(entrant.options, options);
    }

    #[test]
    fn own_words_overrule_shared_ones() {
        let shared = "option.Hash=16 option.Threads=1 tc=depth=3";
        let entrant = Entrant::read("cmd=self option.Hash=64", shared).unwrap();
        assert_eq!(entrant.name, "self");
        assert_eq!(entrant.time_control, Some(TimeControl::Depth(3)));
        let options = [("Threads", "1"), ("Hash", "64")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(entrant.options, options);
    }
}
