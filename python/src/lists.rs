//! Lists of positions, in the format of `jacquerie match` and `jacquerie solve`.

use jacquerie::arena::positions::read;
use jacquerie::text::decode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A line: its number, the FEN if it has one, moves, and operations with their operands.
type Line = (usize, Option<String>, Vec<String>, Vec<(String, String)>);

/// Reads the lines of a list.
///
/// # Errors
/// If it is not text.
#[pyfunction]
pub fn read_list(bytes: &[u8]) -> PyResult<Vec<Line>> {
    let text = decode(bytes).map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
    let lines = read(&text).into_iter().map(|listed| {
        let operations = listed.operations.iter().map(|one| {
            let (name, _) = one.split_once(char::is_whitespace).unwrap_or((one, ""));
            let operand = listed.operand(name).unwrap_or_default();
            (name.to_owned(), operand.to_owned())
        });
        let operations = operations.collect();
        (listed.line, listed.fen, listed.moves, operations)
    });
    Ok(lines.collect())
}
