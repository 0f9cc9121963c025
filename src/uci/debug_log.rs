//! A log of the UCI session, for debugging.
//!
//! The option `Debug Log File` names a file, to which lines are appended from then on: input from
//! the client after `>>`, output after `<<`, as in Stockfish. The session continues whatever
//! happens to the file.

use std::io;
use std::path::Path;

use crate::files::{self, Growing};
use crate::protocol::InputLine;

/// The prefix of input from the client.
const HEARD: &str = ">>";
/// The prefix of output to the client.
const SAID: &str = "<<";

/// A log, or none.
#[derive(Debug, Default)]
pub(super) struct DebugLog(Option<Growing>);

impl DebugLog {
    /// Appends to this file from now on; to no file if the name is empty.
    ///
    /// # Errors
    /// If it cannot be opened, or contains something else; the old log then
    /// stays open.
    pub(super) fn open(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            self.0 = None;
            return Ok(());
        }
        let path = Path::new(name);
        files::check_kind(path, &[HEARD, SAID])?;
        self.0 = Some(Growing::open(path)?);
        Ok(())
    }

    /// Logs input from the client.
    pub(super) fn heard(&mut self, line: &InputLine) {
        if self.0.is_some() {
            self.add(HEARD, &line.to_string());
        }
    }

    /// Logs output, one line or several.
    pub(super) fn said(&mut self, text: &str) {
        if self.0.is_some() {
            text.lines().for_each(|line| self.add(SAID, line));
        }
    }

    fn add(&mut self, whose: &str, line: &str) {
        let Some(file) = &mut self.0 else {
            return;
        };
        if let Err(error) = file.append(format!("{whose} {line}\n").as_bytes()) {
            log::warn!("the debug log ends: {error}");
            self.0 = None;
        }
    }
}
