//! Saving a game: it is appended to a file, so that no saved game is lost.

use std::path::Path;

use anyhow::{Result, anyhow};

use super::ending::Conclusion;
use crate::arena::pgn::{Record, TagName};
use crate::files::{self, Growing};

/// Appends a game to a file, which is created if it does not exist. The record already has the
/// players; the result is added here.
///
/// # Errors
/// If the file cannot be written.
pub fn add_to_file(mut record: Record, ending: Option<Conclusion>, path: &Path) -> Result<()> {
    record.tags.set(TagName::EVENT, "A game in the terminal");
    let today = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
    record.tags.set(TagName::DATE, &today);
    let termination = if ending.is_some() {
        "normal"
    } else {
        "unterminated"
    };
    record.tags.set(TagName::TERMINATION, termination);
    if let Some(ending) = ending {
        record.result = ending.result();
        record.last_comment().add(&ending.to_string());
    }
    let mut text = Vec::new();
    record.write(&mut text)?;
    files::check_kind(path, &["[", "\n", "\r\n", "%", ";", "\u{feff}"])
        .and_then(|()| Growing::open(path))
        .and_then(|mut file| file.append_after_empty_line(&text))
        .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))
}
