//! A log of the conversation, for who wants to know what client and engine have said to each other.
//!
//! The option `Debug Log File` names a file. Lines are added to it from then on: behind `>>` what the
//! client said, behind `<<` what was answered, as Stockfish writes them. The conversation goes on
//! whatever becomes of the file.

use std::io;
use std::path::Path;

use crate::files::{self, Growing};
use crate::protocol::InputLine;

/// Before what the client said.
const HEARD: &str = ">>";
/// Before what was answered.
const SAID: &str = "<<";

/// A log, or none.
#[derive(Debug, Default)]
pub(super) struct DebugLog(Option<Growing>);

impl DebugLog {
    /// Adds to that file from now on, or, if the name is empty, to none.
    ///
    /// # Errors
    /// If it cannot be opened, or holds something else; the old one then stays.
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

    /// What the client said.
    pub(super) fn heard(&mut self, line: &InputLine) {
        if self.0.is_some() {
            self.add(HEARD, &line.to_string());
        }
    }

    /// What was answered, in one line or several.
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
