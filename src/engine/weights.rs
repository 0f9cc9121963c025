//! Weights of an evaluation, as a game's own table of `engine.toml` gives them.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::catalogue::{WrongTable, read_table};

/// Weights by name; a term may have several.
pub type Named<'w> = Vec<(&'static str, &'w [i32])>;

/// What a weight may be, in hundredths of a pawn.
const RANGE: RangeInclusive<i32> = -10_000..=10_000;

/// Reads the weights that stand in the table of that name among a game's own. `list` has all of them
/// by name.
///
/// # Errors
/// If one is missing, is no number, or is out of range.
pub fn read<W: DeserializeOwned>(
    own: &Table,
    name: &str,
    list: fn(&W) -> Named<'_>,
) -> Result<W, WrongTable> {
    let wrong = |path: &[&str], message| WrongTable::new(&[&[name], path].concat(), message);
    let table = own.get(name).and_then(Value::as_table);
    let table = table.ok_or_else(|| wrong(&[], "expected a table of weights".to_owned()))?;
    let weights: W = read_table(table).map_err(|problem| WrongTable {
        path: [vec![name.to_owned()], problem.path].concat(),
        ..problem
    })?;
    for (key, numbers) in list(&weights) {
        if let Some(found) = numbers.iter().find(|weight| !RANGE.contains(weight)) {
            let (least, most) = (RANGE.start(), RANGE.end());
            let message = format!("found {found}, expected {least} to {most}");
            return Err(wrong(&[key], message));
        }
    }
    Ok(weights)
}
