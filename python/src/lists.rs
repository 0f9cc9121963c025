//! Lists of positions, as `jacquerie match` and `jacquerie solve` read them.

use jacquerie::arena::positions::read;
use jacquerie::text::decode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A line: its number, the FEN if it has one, moves, and operations with what they say.
type Line = (usize, Option<String>, Vec<String>, Vec<(String, String)>);

/// The lines of a list.
///
/// # Errors
/// If it is no text.
#[pyfunction]
pub fn read_list(bytes: &[u8]) -> PyResult<Vec<Line>> {
    let text = decode(bytes).map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
    let lines = read(&text).into_iter().map(|listed| {
        let operations = listed.operations.iter().filter_map(|one| {
            let (name, _) = one.split_once(char::is_whitespace)?;
            Some((name.to_owned(), listed.operand(name)?.to_owned()))
        });
        let operations = operations.collect();
        (listed.line, listed.fen, listed.moves, operations)
    });
    Ok(lines.collect())
}
