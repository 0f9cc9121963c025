//! The rule by which the values of a file were found.
//!
//! A line `FEN;value` does not contain the rule, and programs that read such files expect a value in every line, so
//! there is no place for a heading. The rule is therefore stored in `FILE.rules` beside `FILE`, as one line. It is
//! written before the first value.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};

use crate::files;
use crate::quote::short;

/// The path of the file that records the rule for a file of values.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".rules");
    name.into()
}

/// The rule; `None` if there is no such file.
fn read(path: &Path) -> io::Result<Option<String>> {
    let path = beside(path);
    // Opening a pipe could take forever.
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        let message = format!(
            "{} is not a file; expected one with the rule",
            path.display()
        );
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Checks that a file of values was not made under a different rule, as far as that is recorded; returns whether it is
/// recorded.
///
/// # Errors
/// If it was made under a different rule, or the record cannot be read.
pub fn check(path: &Path, rule: &str) -> Result<bool> {
    match read(path)? {
        Some(found) if found.trim_end() != rule => {
            let (name, found) = (beside(path), short(found.trim_end()));
            let name = name.display();
            bail!(
                "its values hold under the rule '{found}' ({name}), but the rule here is '{rule}'"
            )
        }
        found => Ok(found.is_some()),
    }
}

/// Records the rule for a file without values, or checks that it is the recorded
/// one.
///
/// # Errors
/// If the recorded rule is different, or no rule is recorded for existing values.
pub fn settle(path: &Path, rule: &str, has_values: bool) -> Result<()> {
    let is_told = check(path, rule);
    if is_told.map_err(|error| anyhow!("{error}; give another --output"))? {
        return Ok(());
    }
    let name = beside(path);
    match has_values {
        false => Ok(files::replace(&name, format!("{rule}\n").as_bytes())?),
        true => bail!(
            "the rule for its values is unknown; if it was '{rule}', write that into {}; otherwise give another --output",
            name.display()
        ),
    }
}
