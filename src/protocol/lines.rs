//! Reads lines from a client, whatever the client sends.

use std::fmt;
use std::io::BufRead;

use anyhow::{Result, anyhow};
use crossbeam_channel::{Receiver, Sender, unbounded};
use log::warn;

use crate::lines::read_line;
use crate::quote::{plain, short};
use crate::text::trim;

/// The maximum length of a command in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// The whole line.
    Whole(String),
    /// The beginning of a line that is too long; enough to report it.
    TooLong(String),
}

/// Writes the line as it appears in the log.
impl fmt::Display for InputLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(text) => f.write_str(&plain(text.trim_end())),
            Self::TooLong(text) => write!(f, "{} (too long)", short(text)),
        }
    }
}

/// The lines of an input, read in a separate thread, until the input ends.
///
/// # Errors
/// If the thread cannot be started.
pub fn from_input(input: impl BufRead + Send + 'static) -> Result<Receiver<InputLine>> {
    let (sender, lines) = unbounded();
    std::thread::Builder::new()
        .name("input".into())
        .spawn(move || read_lines(input, &sender))
        .map_err(|error| anyhow!("cannot start the thread that reads the input: {error}"))?;
    Ok(lines)
}

/// Lines that are already available.
#[must_use]
pub fn from_arguments(arguments: &[String]) -> Receiver<InputLine> {
    let (sender, lines) = unbounded();
    for line in arguments {
        // Sending cannot fail: the receiver is still in this function.
        let _ = sender.send(InputLine::Whole(line.clone()));
    }
    lines
}

/// Sends each line on until the input ends or the receiver is gone. Invalid UTF-8 is replaced.
fn read_lines(mut input: impl BufRead, lines: &Sender<InputLine>) {
    let mut bytes = Vec::new();
    loop {
        let whole = match read_line(&mut input, LONGEST_LINE, &mut bytes) {
            Ok(Some(whole)) => whole,
            Ok(None) => return,
            Err(error) => {
                warn!("the input can no longer be read: {error}");
                return;
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let text = trim(&text).to_owned();
        let line = match whole {
            true => InputLine::Whole(text),
            false => InputLine::TooLong(text),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}
