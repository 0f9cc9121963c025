//! The PGN file of a match: it belongs to one match, and only grows.
//!
//! The file is locked while the match is played. A resumed match knows its own games from its log:
//! each game in the file must be one of them (annotations may have been added meanwhile), and stays
//! as it is; missing games are added. If the last write was interrupted, the file ends with the
//! beginning of one of these games, which is written again. Any other file is rejected and left
//! unchanged.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::pgn::{Record, Starts, TagName, read};
use crate::files::Growing;
use crate::quote::short;
use crate::text::decode;

/// The open PGN file of a match.
#[derive(Debug)]
pub struct PgnFile {
    file: Growing,
}

/// Why a file cannot be used for a match.
#[derive(Error, Debug)]
pub enum PgnFileError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file contains something else.
    #[error("the file exists and belongs to another match ({0}); use another name")]
    Foreign(String),
}

impl PgnFile {
    /// Opens a file, or creates an empty one; its content does not change.
    ///
    /// # Errors
    /// If it cannot be written, or another match is writing to it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = Growing::open(path)?;
        Ok(Self { file })
    }

    /// Brings the file up to date with the log of its match.
    ///
    /// # Errors
    /// If the file contains anything that is not in the log; it is then unchanged.
    pub fn take_up(&mut self, logged: &[Record], starts: &Starts<'_>) -> Result<(), PgnFileError> {
        let texts: Vec<Vec<u8>> = logged.iter().map(text).collect();
        let there = self.file.read()?;
        // A truncated game may look like a game without a result, or with a different result.
        let ends = texts.iter().map(|text| beginning_at_end(&there, text));
        let unfinished = ends.max().unwrap_or_default();
        let foreign = |reason: String| PgnFileError::Foreign(reason);
        let whole = decode(&there[..there.len() - unfinished]);
        let whole = whole.map_err(|error| foreign(error.to_string()))?;
        let games = read(&whole, starts).map_err(|error| foreign(error.to_string()))?;

        let names = logged.iter().map(name).zip(0..);
        let mut missing: HashMap<[&str; 3], usize> = names.collect();
        for (number, game) in (1..).zip(&games) {
            let found = missing.remove(&name(game));
            if found.is_none_or(|index| !is_same(&logged[index], game)) {
                let [round, white, black] = name(game).map(short);
                return Err(PgnFileError::Foreign(format!(
                    "its game {number}, {white} against {black} in round {round}, is not in the log"
                )));
            }
        }
        let mut missing: Vec<usize> = missing.into_values().collect();
        missing.sort_unstable();

        self.file.cut_off(unfinished)?;
        let missing = missing.into_iter().flat_map(|index| &texts[index]);
        let missing: Vec<u8> = missing.copied().collect();
        Ok(self.file.append_after_empty_line(&missing)?)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &Record) -> io::Result<()> {
        self.file.append(&text(game))
    }
}

fn text(game: &Record) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = game.write(&mut text);
    text
}

/// The tags that distinguish the games of a match.
fn name(game: &Record) -> [&str; 3] {
    [TagName::ROUND, TagName::WHITE, TagName::BLACK].map(|tag| game.tags.get(&tag).unwrap_or("?"))
}

/// Whether two records have the same moves, apart from annotations.
fn is_same(one: &Record, other: &Record) -> bool {
    one.start() == other.start()
        && one.coordinates() == other.coordinates()
        && one.result == other.result
}

/// The length of an incomplete game at the end of a file: a proper prefix of `game`.
fn beginning_at_end(there: &[u8], game: &[u8]) -> usize {
    let mut lengths = (1..game.len()).rev();
    let found = lengths.find(|length| there.ends_with(&game[..*length]));
    found.unwrap_or_default()
}
