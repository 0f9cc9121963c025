//! The state of a run beside its puzzles, so that the next run can resume: the parameters, and how
//! far the run has come.
//!
//! The state is stored in `FILE.state` beside `FILE`. The puzzles are always written first. Puzzles
//! that a run has written but not yet noted are made again by the next run, and must be the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::cli::of_file;
use crate::files;
use crate::puzzles::line::Discard;
use crate::quote::short;

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The parameters with which the puzzles are made.
    made: String,
    /// How many attempts have been made.
    pub attempts: u64,
    /// The number of puzzles at that time.
    pub puzzles: usize,
    /// How many positions were discarded, by reason.
    pub discarded: BTreeMap<String, u64>,
}

/// The file in which the state is stored.
fn beside(path: &Path) -> PathBuf {
    files::beside(path, ".state")
}

impl State {
    /// The state for puzzles made with these parameters; an existing file must
    /// have the same.
    ///
    /// # Errors
    /// If the file has other parameters, or cannot be read.
    pub fn open(path: &Path, made: String) -> Result<Self> {
        let path = beside(path);
        let Some(text) = of_file(&path, files::read_if_there(&path))? else {
            let state = Self::default();
            return Ok(Self { made, ..state });
        };
        let state: Self = of_file(&path, toml::from_str(&text))?;
        match state.made == made {
            true => Ok(state),
            false => bail!(
                "{}: its puzzles were made with '{}', not with '{made}'; give another --output",
                path.display(),
                short(&state.made)
            ),
        }
    }

    /// Notes the result of an attempt.
    pub fn note(&mut self, discarded: impl Iterator<Item = Discard>) {
        self.attempts += 1;
        for why in discarded {
            *self.discarded.entry(why.words().into()).or_default() += 1;
        }
    }

    /// Writes the state to its file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, path: &Path) -> Result<()> {
        let path = beside(path);
        let text = toml::to_string(self).context("the state cannot be written")?;
        of_file(&path, files::replace(&path, text.as_bytes()))
    }
}
