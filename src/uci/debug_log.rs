//! A log of the conversation, for who wants to know what client and engine have said to each other.
//!
//! The option `Debug Log File` names a file. Lines are added to it from then on: behind `>>` what the
//! client said, behind `<<` what was answered, as Stockfish writes them. The conversation goes on
//! whatever becomes of the file.

use std::io;
use std::path::Path;

use crate::files::Growing;
use crate::protocol::InputLine;

/// A log, or none.
#[derive(Debug, Default)]
pub(super) struct DebugLog(Option<Growing>);

impl DebugLog {
    /// Adds to that file from now on, or, if the name is empty, to none.
    ///
    /// # Errors
    /// If it cannot be opened; there is then no log.
    pub(super) fn open(&mut self, name: &str) -> io::Result<()> {
        self.0 = None;
        if !name.is_empty() {
            self.0 = Some(Growing::open(Path::new(name))?);
        }
        Ok(())
    }

    /// What the client said.
    pub(super) fn heard(&mut self, line: &InputLine) {
        if self.0.is_some() {
            self.add(">>", &line.to_string());
        }
    }

    /// What was answered, in one line or several.
    pub(super) fn said(&mut self, text: &str) {
        if self.0.is_some() {
            text.lines().for_each(|line| self.add("<<", line));
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
