//! `-` where a file is named: standard input, standard output.
//!
//! So a command takes its place between others. `/dev/stdout` is the same: it looks like a file that
//! could be read and replaced, and is none. A file that has that name is `./-`.
//!
//! Whether anybody reads what is told besides must not decide about the work: [`note!`] on
//! standard error, and [`Heard`] on standard output where a file is written, too.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::quote::plain;
use crate::text::decode;

/// Whether a name means standard input, or standard output.
#[must_use]
pub fn is_meant(path: &Path) -> bool {
    ["-", "/dev/stdin", "/dev/stdout"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Tells people something on standard error, as `eprintln!` does. If it cannot be written, since the disk is
/// full or nobody reads it, it is lost, and nothing else.
macro_rules! note {
    ($($words:tt)*) => {
        $crate::standard::tell(format_args!($($words)*))
    };
}

pub(crate) use note;

static HUSHED: AtomicBool = AtomicBool::new(false);

/// From now on [`note!`] tells nothing: in a process that is another's, whose standard error is, too.
pub fn hush() {
    HUSHED.store(true, Ordering::Relaxed);
}

/// What [`note!`] does. Whatever the words quote, they do nothing to a terminal.
pub fn tell(words: std::fmt::Arguments<'_>) {
    if !HUSHED.load(Ordering::Relaxed) {
        let words = words.to_string();
        let lines: Vec<String> = words.lines().map(plain).collect();
        drop(writeln!(io::stderr(), "{}", lines.join("\n")));
    }
}

/// So many notes of one kind are shown; of the others only their number.
const MOST_NOTES: usize = 20;

/// Tells the first of some [notes](note!), and how many more there are.
pub fn tell_first(mut notes: impl Iterator<Item = String>) {
    for text in notes.by_ref().take(MOST_NOTES) {
        note!("{text}");
    }
    match notes.count() {
        0 => {}
        more => note!("and {more} more such notes"),
    }
}

/// A writer that nobody need hear: once its reader has gone, what is written to it is lost without an
/// error. For commands whose result is a file, which must be written all the same.
pub struct Heard<W> {
    inner: W,
    /// Whether that its reader has gone is no error.
    need_not: bool,
}

impl<W: Write> Heard<W> {
    /// A writer; with `need_not` nobody need hear it.
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

/// What is no file may never end, as `/dev/zero` does not: more bytes than this are not read of it.
const MOST: u64 = 1 << 30;

/// All that stands in a file, or comes from standard input.
///
/// # Errors
/// If it cannot be read, or does not end.
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

/// The same as text: UTF-8, or [Latin 1](decode) if it is not that.
///
/// # Errors
/// If it cannot be read, or is UTF-16 or UTF-32.
pub fn read_text(path: &Path) -> io::Result<String> {
    Ok(decode(&read(path)?)?.into_owned())
}

/// The same of a file that must be UTF-8.
///
/// # Errors
/// If it cannot be read, or is not.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not valid UTF-8"))
}

/// The name of what must be a file.
///
/// # Errors
/// If it means standard input or output.
pub fn no_stream(path: PathBuf) -> Result<PathBuf, String> {
    match is_meant(&path) {
        false => Ok(path),
        true => Err(
            "expected a file, which is read as well as written; standard input and output cannot be"
                .into(),
        ),
    }
}
