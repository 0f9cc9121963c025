//! The rule by which the values of a file were found.
//!
//! A line `FEN;value` does not contain the rule, and programs that read such files expect a value in every line, so
//! there is no place for a heading. The rule is therefore stored in `FILE.rules` beside `FILE`, as one line. It is
//! written before the first value.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};

use crate::cli::of_file;
use crate::files;
use crate::quote::short;

/// The path of the file that records the rule for a file of values.
fn beside(path: &Path) -> PathBuf {
    files::beside(path, ".rules")
}

/// Checks that a file of values was not made under a different rule, as far as that is recorded; returns whether it is
/// recorded.
///
/// # Errors
/// If it was made under a different rule, or the record cannot be read.
pub fn check(path: &Path, rule: &str) -> Result<bool> {
    let beside = beside(path);
    match of_file(&beside, files::read_if_there(&beside))? {
        Some(found) if found.trim_end() != rule => {
            let (name, found) = (beside.display(), short(found.trim_end()));
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
    if is_told.map_err(|error| anyhow!("{error:#}; give another --output"))? {
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
