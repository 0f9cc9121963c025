//! The files that a match writes: its log and its PGN.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use serde_json::{Map, Value};

use super::{Arguments, usage};
use crate::arena::archive::{Archive, LoggedGame};
use crate::arena::contest::{Contest, Finished};
use crate::arena::pgn::{Record, starts_of};
use crate::arena::pgn_file::{PgnFile, PgnFileError};
use crate::commands::of_file;
use crate::config::Config;

/// The files that a match writes.
pub struct MatchFiles<'a> {
    archive: Option<Archive>,
    /// What stood in the log.
    pub entries: BTreeMap<usize, LoggedGame>,
    pgn: Option<(PgnFile, &'a Path)>,
    config: &'a Config,
}

impl<'a> MatchFiles<'a> {
    /// Opens them; nothing in them changes.
    pub fn open(
        arguments: &'a Arguments,
        config: &'a Config,
        settings: &Map<String, Value>,
    ) -> Result<Self> {
        let pgn = match arguments.pgn.as_deref() {
            Some(path) => Some((of_file(path, PgnFile::open(path))?, path)),
            None => None,
        };
        let (archive, entries) = match &arguments.log {
            Some(path) => {
                let (archive, entries) = Archive::open(path, settings)?;
                (Some(archive), entries)
            }
            None => (None, BTreeMap::new()),
        };
        Ok(Self {
            archive,
            entries,
            pgn,
            config,
        })
    }

    /// Brings the PGN file up to the games of the log, each with what PGN calls its round.
    pub fn take_up<'g>(
        &mut self,
        contest: &Contest,
        games: impl Iterator<Item = (&'g Finished, String)>,
    ) -> Result<()> {
        let Some((pgn, path)) = &mut self.pgn else {
            return Ok(());
        };
        let games: Result<Vec<Record>> = games
            .map(|(game, round)| game.record(contest, &round))
            .collect();
        match pgn.take_up(&games?, &starts_of(self.config)) {
            Err(error @ PgnFileError::Foreign(_)) => {
                usage(format!("--pgn {}: {error}", path.display()))
            }
            other => of_file(path, other),
        }
    }

    /// Adds a finished game to both; `round` is what PGN calls it.
    pub fn add(&mut self, contest: &Contest, game: &Finished, round: &str) -> Result<()> {
        if let Some(archive) = &mut self.archive {
            archive.add(&game.logged())?;
        }
        self.add_to_pgn(contest, game, round)
    }

    /// Adds a game to the PGN file that stands in the log.
    pub fn add_to_pgn(&mut self, contest: &Contest, game: &Finished, round: &str) -> Result<()> {
        let Some((pgn, path)) = &mut self.pgn else {
            return Ok(());
        };
        let record = game.record(contest, round)?;
        of_file(path, pgn.add(&record, &starts_of(self.config)))
    }
}
