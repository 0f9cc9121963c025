//! `-` in place of a file name: standard input or standard output.
//!
//! With `-`, a command works in a pipe. `/dev/stdout` is treated in the same way: it looks like a
//! file that can be read and replaced, but is not. A file whose name is `-` can be given as `./-`.
//!
//! A command's work must not depend on whether anyone reads its messages. So [`note!`] ignores
//! errors on standard error, and [`Heard`] ignores a closed standard output if the result goes to
//! a file.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::quote::plain;
use crate::text::decode;

/// Whether a name means standard input or standard output.
#[must_use]
pub fn is_meant(path: &Path) -> bool {
    ["-", "/dev/stdin", "/dev/stdout"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Prints a message on standard error, as `eprintln!` does. If it cannot be written (the disk is
/// full, or the reader is gone), the message is lost without an error.
macro_rules! note {
    ($($words:tt)*) => {
        $crate::standard::tell(format_args!($($words)*))
    };
}

pub(crate) use note;

static HUSHED: AtomicBool = AtomicBool::new(false);

/// From now on, [`note!`] prints nothing: for a library in another program's process.
pub fn hush() {
    HUSHED.store(true, Ordering::Relaxed);
}

/// The function behind [`note!`]. Control characters in the text are escaped.
pub fn tell(words: std::fmt::Arguments<'_>) {
    if !HUSHED.load(Ordering::Relaxed) {
        let words = words.to_string();
        let lines: Vec<String> = words.lines().map(plain).collect();
        drop(writeln!(io::stderr(), "{}", lines.join("\n")));
    }
}

/// At most this many notes of one kind are shown; the others are only counted.
const MOST_NOTES: usize = 20;

/// Prints the first of some [notes](note!), and how many more there are.
pub fn tell_first(mut notes: impl Iterator<Item = String>) {
    for text in notes.by_ref().take(MOST_NOTES) {
        note!("{text}");
    }
    match notes.count() {
        0 => {}
        more => note!("and {more} more such notes"),
    }
}

/// A writer that may ignore a closed reader: anything written after that is lost without an error.
/// It is for commands whose result is a file that must be written in any case.
pub struct Heard<W> {
    inner: W,
    /// Whether a closed reader is ignored.
    need_not: bool,
}

impl<W: Write> Heard<W> {
    /// A writer; with `need_not` it ignores a closed reader.
    pub fn new(inner: W, need_not: bool) -> Self {
        Self { inner, need_not }
    }

    fn unless_gone<T>(&self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if self.need_not && error.kind() == io::ErrorKind::BrokenPipe => Ok(instead),
            other => other,
        }
    }
}

impl<W: Write> Write for Heard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes);
        self.unless_gone(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.inner.flush();
        self.unless_gone(flushed, ())
    }
}

/// A device such as `/dev/zero` may never end, so at most this many bytes are read.
const MOST: u64 = 1 << 30;

/// Reads a whole file, or standard input.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if is_meant(path) {
        return read_at_most(MOST, io::stdin().lock());
    }
    let file = File::open(path)?;
    match file.metadata()?.is_file() {
        true => read_at_most(u64::MAX, file),
        false => read_at_most(MOST, file),
    }
}

fn read_at_most(most: u64, stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = stream
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    match read as u64 > most {
        true => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "it does not end within 1 GiB; expected a file",
        )),
        false => Ok(bytes),
    }
}

/// Reads a text file: UTF-8, or else [Latin 1](decode).
///
/// # Errors
/// If it cannot be read, or is UTF-16 or UTF-32.
pub fn read_text(path: &Path) -> io::Result<String> {
    Ok(decode(&read(path)?)?.into_owned())
}

/// Reads a file that must be UTF-8.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not valid UTF-8"))
}

/// The path of a real file.
///
/// # Errors
/// If the path means standard input or output.
pub fn no_stream(path: PathBuf) -> Result<PathBuf, String> {
    match is_meant(&path) {
        false => Ok(path),
        true => Err(
            "expected a file that can be both read and written, not standard input or output"
                .into(),
        ),
    }
}
