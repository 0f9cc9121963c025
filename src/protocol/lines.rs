//! Lines from a client, whatever it sends.

use std::io::{self, BufRead};

use anyhow::{Result, anyhow};
use crossbeam_channel::{Receiver, Sender, unbounded};
use log::warn;

/// A line longer than this is no command; it is skipped.
const LONGEST_LINE: usize = 1 << 16;

/// The lines of an input, read in a thread of their own, until the input ends.
///
/// # Errors
/// If the thread cannot be started.
pub fn from_input(input: impl BufRead + Send + 'static) -> Result<Receiver<String>> {
    let (sender, lines) = unbounded();
    std::thread::Builder::new()
        .name("input".into())
        .spawn(move || read_lines(input, &sender))
        .map_err(|error| anyhow!("the thread that reads the input cannot be started: {error}"))?;
    Ok(lines)
}

/// Lines that are there already.
#[must_use]
pub fn from_arguments(arguments: &[String]) -> Receiver<String> {
    let (sender, lines) = unbounded();
    for line in arguments {
        // The other end is still in this function.
        let _ = sender.send(line.clone());
    }
    lines
}

/// Sends each line on until the input ends or nobody listens. What is not UTF-8 is replaced, and
/// a line that is too long by one that says so.
fn read_lines(mut input: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match io::Read::take(&mut input, LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                warn!("the input cannot be read any more: {error}");
                return;
            }
        }
        let cut = bytes.len() == LONGEST_LINE && !bytes.ends_with(b"\n");
        if cut && input.skip_until(b'\n').is_err() {
            return;
        }
        let line = match cut {
            true => format!("line-of-more-than-{LONGEST_LINE}-bytes"),
            false => String::from_utf8_lossy(&bytes).into_owned(),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}
