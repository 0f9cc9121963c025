//! Lines from a client, whatever it sends.

use std::io::{self, BufRead};

use crossbeam_channel::Sender;
use log::warn;

/// A line longer than this is no command; it is skipped.
const LONGEST_LINE: usize = 1 << 16;

/// Sends each line on until the input ends or nobody listens. What is not UTF-8 is replaced, and
/// a line that is too long by one that says so.
pub fn read_lines(mut input: impl BufRead, lines: &Sender<String>) {
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
