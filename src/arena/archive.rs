//! The log of a match: the games already played, so that a match can be resumed.
//!
//! A text file with one JSON value per line. The first line holds the settings on which the games
//! depend; each other line is a finished game. A game is written at once and as a whole, so a match
//! that stops for any reason loses only the games under way: an incomplete last line is cut off.
//! Everything else that does not fit is rejected, because a match with mixed settings is worse than
//! no match.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::thinking::Thinking;
use super::verdict::Reason;
use crate::files::Growing;

/// Version of the file format.
const FORM: u32 = 2;
const KIND: &str = "jacquerie match";

/// A finished game as stored in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoggedGame {
    /// Its number in the match, from 1.
    pub game: usize,
    /// The day on which it began, in PGN's format.
    pub date: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// The opening, as a line of an opening file.
    pub opening: String,
    /// All moves in coordinates, including those of the opening.
    pub moves: String,
    /// The engines' scores for their own moves, those after the opening.
    pub thoughts: Vec<String>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why the game ended.
    pub reason: Reason,
    /// The details, if an engine failed.
    pub detail: String,
    /// The cost of White's moves and of Black's.
    pub thinking: [Thinking; 2],
}

/// An open log, to which games can be added.
#[derive(Debug)]
pub struct Archive {
    file: Growing,
    path: PathBuf,
}

/// Why a log cannot be used.
#[derive(Error, Debug)]
#[error("the log {}: {problem}", path.display())]
pub struct ArchiveError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Error, Debug)]
enum Problem {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("another match is writing to it")]
    Locked,
    #[error("is not a match log; use another file")]
    Foreign,
    #[error(
        "has format {0}, but this program writes format {FORM}; use another file, or the program that started it"
    )]
    Form(Value),
    #[error(
        "belongs to a match with other settings: '{key}' was {was} and is now {now}; use another file, or the old settings"
    )]
    Settings { key: String, was: Value, now: Value },
    #[error(
        "line {line} is damaged: {message}; remove it, and its game from the PGN file if there is one (in a competition, all later games too); it is played again"
    )]
    Line { line: usize, message: String },
}

impl Archive {
    /// Opens or creates a log; also returns the games in it, by number.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a log, or belongs to another match; it is then
    /// unchanged.
    pub fn open(
        path: &Path,
        settings: &Map<String, Value>,
    ) -> Result<(Self, BTreeMap<usize, LoggedGame>), ArchiveError> {
        Self::try_open(path, settings).map_err(|problem| ArchiveError {
            path: path.into(),
            problem,
        })
    }

    fn try_open(
        path: &Path,
        settings: &Map<String, Value>,
    ) -> Result<(Self, BTreeMap<usize, LoggedGame>), Problem> {
        let mut file = Growing::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => Problem::Locked,
            _ => Problem::Io(error),
        })?;
        let bytes = file.read()?;
        let header = format!(
            "{}\n",
            json!({"kind": KIND, "form": FORM, "settings": settings})
        );
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        let Some(end) = whole.map(|last| last + 1) else {
            // The file is empty, or writing stopped in the middle of the first line.
            if !header.as_bytes().starts_with(&bytes) {
                return Err(Problem::Foreign);
            }
            file.cut_off(bytes.len())?;
            file.append(header.as_bytes())?;
            return Ok((Self::new(file, path), BTreeMap::new()));
        };
        // An editor may have removed the end of the last line: if a whole game stands there, it stays.
        let rest = &bytes[end..];
        let is_whole = serde_json::from_slice::<LoggedGame>(rest).is_ok();
        let kept = if is_whole { &bytes } else { &bytes[..end] };
        let text = std::str::from_utf8(kept).map_err(|_| Problem::Foreign)?;
        let entries = read(text, settings)?;
        match is_whole {
            true => file.append(b"\n")?,
            false => file.cut_off(rest.len())?,
        }
        Ok((Self::new(file, path), entries))
    }

    fn new(file: Growing, path: &Path) -> Self {
        Self {
            file,
            path: path.into(),
        }
    }

    /// Writes a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, entry: &LoggedGame) -> Result<(), ArchiveError> {
        self.write(entry).map_err(|error| ArchiveError {
            path: self.path.clone(),
            problem: error.into(),
        })
    }

    fn write(&mut self, entry: &LoggedGame) -> io::Result<()> {
        let line = serde_json::to_string(entry)?;
        self.file.append(format!("{line}\n").as_bytes())?;
        self.file.sync()
    }
}

fn read(text: &str, settings: &Map<String, Value>) -> Result<BTreeMap<usize, LoggedGame>, Problem> {
    let mut lines = text.lines().enumerate();
    let header = lines.next().map_or("", |(_, line)| line);
    check_header(header, settings)?;
    let mut entries = BTreeMap::new();
    for (index, line) in lines {
        let damaged = |message: String| Problem::Line {
            line: index + 1,
            message,
        };
        let entry: LoggedGame =
            serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
        let number = entry.game;
        if entries.insert(number, entry).is_some() {
            return Err(damaged(format!("game {number} occurs twice")));
        }
    }
    Ok(entries)
}

fn check_header(line: &str, settings: &Map<String, Value>) -> Result<(), Problem> {
    let header: Value = serde_json::from_str(line).map_err(|_| Problem::Foreign)?;
    if header.get("kind") != Some(&json!(KIND)) {
        return Err(Problem::Foreign);
    }
    if header.get("form") != Some(&json!(FORM)) {
        let form = header.get("form").cloned();
        return Err(Problem::Form(form.unwrap_or_default()));
    }
    let was = header.get("settings").and_then(Value::as_object);
    let was = was.ok_or(Problem::Foreign)?;
    match difference("", was, settings) {
        None => Ok(()),
        Some((key, was, now)) => Err(Problem::Settings { key, was, now }),
    }
}

/// The first setting that differs, and the path of keys that leads to it.
fn difference(
    above: &str,
    was: &Map<String, Value>,
    now: &Map<String, Value>,
) -> Option<(String, Value, Value)> {
    was.keys().chain(now.keys()).find_map(|key| {
        let (was, now) = (was.get(key), now.get(key));
        let key = format!("{above}{key}");
        match (was, now) {
            (Some(Value::Object(was)), Some(Value::Object(now))) => {
                difference(&format!("{key}."), was, now)
            }
            (was, now) if was == now => None,
            (was, now) => Some((
                key,
                was.cloned().unwrap_or_default(),
                now.cloned().unwrap_or_default(),
            )),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::finish::Cause;

    fn settings(seed: u32) -> Map<String, Value> {
        let mut settings = Map::new();
        settings.insert("seed".into(), seed.into());
        settings
    }

    fn logged(game: usize) -> LoggedGame {
        LoggedGame {
            game,
            date: "1994.03.12".into(),
            white: "A".into(),
            black: "B".into(),
            opening: "x".into(),
            moves: "a2a3".into(),
            thoughts: vec!["+0.35/14 0.10s".into()],
            result: "1-0".into(),
            reason: Reason::Rules(Cause::LastRank),
            detail: String::new(),
            thinking: [Thinking::default(); 2],
        }
    }

    fn begun(path: &Path) {
        let (mut archive, entries) = Archive::open(path, &settings(1)).unwrap();
        assert!(entries.is_empty());
        for game in [2, 1] {
            archive.add(&logged(game)).unwrap();
        }
    }

    fn reopened(path: &Path) -> BTreeMap<usize, LoggedGame> {
        Archive::open(path, &settings(1)).unwrap().1
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        begun(&path);
        assert_eq!(
            reopened(&path),
            BTreeMap::from([(1, logged(1)), (2, logged(2))])
        );
    }

    #[test]
    fn a_file_cut_anywhere_keeps_its_whole_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        begun(&path);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            // A game is whole even without the end of its line.
            let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            let games = ends.skip(1).filter(|(end, _)| *end <= length).count();
            let (mut archive, entries) = Archive::open(&path, &settings(1)).unwrap();
            assert_eq!(entries.len(), games, "at {length}");
            archive.add(&logged(3)).unwrap();
            drop(archive);
            assert_eq!(reopened(&path).len(), entries.len() + 1, "at {length}");
        }
    }

    #[test]
    fn two_matches_do_not_share_a_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let (_first, _) = Archive::open(&path, &settings(1)).unwrap();
        let message = Archive::open(&path, &settings(1)).unwrap_err().to_string();
        assert!(
            message.contains("another match is writing to it"),
            "{message}"
        );
    }
}
