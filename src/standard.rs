//! `-` where a file is named: standard input, standard output.
//!
//! So a command takes its place between others. `/dev/stdout` is the same: it looks like a file that
//! could be read and replaced, and is none. A file that has that name is `./-`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Whether a name means standard input, or standard output.
#[must_use]
pub fn is_meant(path: &Path) -> bool {
    ["-", "/dev/stdin", "/dev/stdout"]
        .iter()
        .any(|name| path == Path::new(name))
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

/// The same as text.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text (UTF-8)"))
}

/// Reads the name of what must be a file, for the command line.
///
/// # Errors
/// If it means standard input or output.
pub fn no_stream(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match is_meant(&path) {
        false => Ok(path),
        true => Err(
            "expected a file, which is read as well as written; standard input and output cannot be"
                .into(),
        ),
    }
}
