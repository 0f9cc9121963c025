//! Numbers from Python: out of range is a `ValueError` with the name and the range, however large the number;
//! another type is a `TypeError`.

use std::ops::RangeInclusive;
use std::time::Duration;

use jacquerie::quote::short;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A whole number within a range.
///
/// # Errors
/// If it is out of the range, or no whole number.
pub fn whole(name: &str, found: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = read(name, found.extract::<u64>())?;
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| out_of_range(name, found, &range))
}

/// The same if there is one.
///
/// # Errors
/// As [`whole`].
pub fn whole_or_none(
    name: &str,
    found: Option<&Bound<'_, PyAny>>,
    range: RangeInclusive<u64>,
) -> PyResult<Option<u64>> {
    found.map(|found| whole(name, found, range)).transpose()
}

/// A time in seconds, if there is one: as long as a [`Duration`] can be, which is beyond all clocks.
///
/// # Errors
/// If it is out of range, or no number.
pub fn seconds(found: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(found) = found else {
        return Ok(None);
    };
    let number = read("seconds", found.extract::<f64>())?;
    match number.map(Duration::try_from_secs_f64) {
        Some(Ok(time)) => Ok(Some(time)),
        _ => Err(out_of_range("seconds", found, &(0..=u64::MAX))),
    }
}

/// A number that was extracted; none if it is too large or too small for its type.
fn read<T>(name: &str, extracted: Result<T, PyErr>) -> PyResult<Option<T>> {
    Python::attach(|py| match extracted {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            let problem = short(&error.value(py).to_string());
            Err(PyTypeError::new_err(format!("{name}: {problem}")))
        }
        Err(error) => Err(error),
    })
}

fn out_of_range(name: &str, found: &Bound<'_, PyAny>, range: &RangeInclusive<u64>) -> PyErr {
    // Python writes no number of more than some thousand digits.
    let found = found.str().map(|text| short(&text.to_string_lossy()));
    let found = found.unwrap_or_else(|_| "a number of thousands of digits".into());
    let (least, most) = (range.start(), range.end());
    PyValueError::new_err(format!("{name}: found {found}, expected {least} to {most}"))
}
