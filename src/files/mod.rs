//! Crash-safe files: no content is lost, whatever happens during a write.
//!
//! The results of a run may have taken days. So a file is either **replaced** at once: the new file
//! is written next to it and renamed when all of it is on the disk ([`Replacement`]). Or it
//! **grows** record by record, and an interrupted run resumes after the last complete record
//! ([`Growing`], and [`Journal`] for lines). Only one process at a time can append to a file. The
//! content stays unchanged until the program has checked that the file is its own, so a mistyped
//! file name does no harm.

mod growing;
mod journal;
mod replacement;

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::standard;
pub use growing::{Growing, can_begin};
pub use journal::Journal;
pub use replacement::{Replacement, check, replace};

/// Checks that a file is of a kind recognised by its beginning, or that it has no content that
/// could be lost.
///
/// # Errors
/// If it contains something else, or cannot be read.
pub fn check_kind(path: &Path, beginnings: &[impl AsRef<[u8]>]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() && metadata.len() > 0 => {}
        _ => return Ok(()),
    }
    let longest = beginnings.iter().map(|one| one.as_ref().len()).max();
    let mut bytes = Vec::new();
    File::open(path)?
        .take(longest.unwrap_or_default() as u64)
        .read_to_end(&mut bytes)?;
    match beginnings.iter().any(|one| bytes.starts_with(one.as_ref())) {
        true => Ok(()),
        false => Err(io::Error::new(
            ErrorKind::AlreadyExists,
            "the file exists and contains something else; use another name",
        )),
    }
}

/// The path of a file that belongs to another: `list.txt` and `.rules` make `list.txt.rules`.
#[must_use]
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The text of a file; `None` if there is none.
///
/// # Errors
/// If it cannot be read, or is no regular file: opening a pipe could take forever.
pub fn read_if_there(path: &Path) -> io::Result<Option<String>> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "expected a file"));
    }
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether two names lead to the same file, even if it does not exist yet.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        // A cycle of links leads nowhere.
        let is_usable = match fs::metadata(path) {
            Ok(_) => true,
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        if standard::is_meant(path) || !is_usable {
            return None;
        }
        let path = std::path::absolute(replacement::led_to(path)).ok()?;
        let folder = fs::canonicalize(path.parent()?).ok()?;
        Some(folder.join(path.file_name()?))
    };
    place(one).is_some_and(|one| place(other) == Some(one))
}

/// Locks a file for as long as it is open. Some file systems have no locks: the error is then
/// returned as a value.
fn lock(file: &File) -> io::Result<Option<io::Error>> {
    match file.try_lock() {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => {
            let message = "another process is writing to it";
            Err(io::Error::new(ErrorKind::WouldBlock, message))
        }
        Err(TryLockError::Error(error)) => Ok(Some(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_files_and_their_folders_can_have_several_names() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        fs::create_dir(here.join("in")).unwrap();
        assert!(is_same(&here.join("new"), &here.join("in/../new")));
        assert!(!is_same(&here.join("new"), &here.join("in/new")));
        assert!(!is_same(&here.join("no/new"), &here.join("no/new")));
        assert!(!is_same(Path::new("-"), Path::new("-")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("new", here.join("link")).unwrap();
            assert!(is_same(&here.join("link"), &here.join("new")));
            std::os::unix::fs::symlink("cycle", here.join("cycle")).unwrap();
            assert!(!is_same(&here.join("cycle"), &here.join("cycle")));
        }
    }
}
