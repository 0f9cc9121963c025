//! The files that a match writes: its log and its PGN.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Arguments, usage};
use crate::arena::archive::{Archive, LoggedGame};
use crate::arena::contest::{Contest, Finished};
use crate::arena::entrant::Entrant;
use crate::arena::identity::Identity;
use crate::arena::pgn::{Record, TagName, starts_of};
use crate::arena::pgn_file::{PgnFile, PgnFileError};
use crate::arena::play::Seat;
use crate::cli::of_file;
use crate::config::Config;

/// An engine as the log keeps it.
#[derive(Serialize)]
struct Engine<'a> {
    #[serde(flatten)]
    entrant: &'a Entrant,
    #[serde(flatten)]
    identity: Identity,
}

/// The files that a match writes.
pub struct MatchFiles<'a> {
    log: Option<&'a Path>,
    archive: Option<Archive>,
    /// The games that the log contained, by their numbers.
    pub entries: BTreeMap<usize, LoggedGame>,
    pgn: Option<(PgnFile, &'a Path)>,
    /// The version that each engine announces, by its name.
    versions: Vec<(&'a str, String)>,
    config: &'a Config,
}

impl<'a> MatchFiles<'a> {
    /// Opens and locks the PGN file; its content does not change.
    pub fn open(arguments: &'a Arguments, config: &'a Config) -> Result<Self> {
        let pgn = match arguments.pgn.as_deref() {
            Some(path) => Some((of_file(path, PgnFile::open(path))?, path)),
            None => None,
        };
        Ok(Self {
            log: arguments.log.as_deref(),
            archive: None,
            entries: BTreeMap::new(),
            pgn,
            versions: Vec::new(),
            config,
        })
    }

    /// Opens or creates the log: the settings and the engines must be the same as before.
    pub fn open_log(&mut self, mut settings: Map<String, Value>, seats: &[Seat<'a>]) -> Result<()> {
        let versions = seats
            .iter()
            .map(|seat| (seat.entrant().name.as_str(), seat.version().into()));
        self.versions = versions.collect();
        let Some(path) = self.log else {
            return Ok(());
        };
        let engines: Result<Map<String, Value>> = seats
            .iter()
            .map(|seat| {
                let entrant = seat.entrant();
                let told = |error| anyhow!("the engine '{entrant}': {error}");
                let identity = Identity::new(entrant, seat.version()).map_err(told)?;
                let engine = Engine { entrant, identity };
                Ok((entrant.name.clone(), json!(engine)))
            })
            .collect();
        settings.insert("engines".into(), engines?.into());
        let (archive, entries) = Archive::open(path, &settings)?;
        (self.archive, self.entries) = (Some(archive), entries);
        Ok(())
    }

    /// Brings the PGN file up to date with the games of the log, each with its PGN round.
    pub fn take_up<'g>(
        &mut self,
        contest: &Contest,
        games: impl Iterator<Item = (&'g Finished, String)>,
    ) -> Result<()> {
        let Some((pgn, path)) = &mut self.pgn else {
            return Ok(());
        };
        let games: Result<Vec<Record>> = games
            .map(|(game, round)| record(contest, &self.versions, game, &round))
            .collect();
        match pgn.take_up(&games?, &starts_of(self.config)) {
            Err(error @ PgnFileError::Foreign(_)) => {
                usage(format!("--pgn {}: {error}", path.display()))
            }
            other => of_file(path, other),
        }
    }

    /// Adds a finished game to the log and to the PGN file; `round` is its PGN round.
    pub fn add(&mut self, contest: &Contest, game: &Finished, round: &str) -> Result<()> {
        if let Some(archive) = &mut self.archive {
            archive.add(&game.logged())?;
        }
        self.add_to_pgn(contest, game, round)
    }

    /// Adds a game of the log to the PGN file.
    pub fn add_to_pgn(&mut self, contest: &Contest, game: &Finished, round: &str) -> Result<()> {
        let Some((pgn, path)) = &mut self.pgn else {
            return Ok(());
        };
        let record = record(contest, &self.versions, game, round)?;
        of_file(path, pgn.add(&record))
    }
}

/// A game as a PGN record, with the versions of its players.
fn record(
    contest: &Contest,
    versions: &[(&str, String)],
    game: &Finished,
    round: &str,
) -> Result<Record> {
    let mut record = game.record(contest, round)?;
    for (tag, name) in ["WhiteVersion", "BlackVersion"].iter().zip(&game.names) {
        let version = versions.iter().find(|(other, _)| other == name);
        if let (Some((_, version)), Some(tag)) = (version, TagName::new(tag)) {
            record.tags.set(tag, version);
        }
    }
    Ok(record)
}
