//! Numbers from Python. A number out of range is a `ValueError` with name and range, however large
//! it is; another type is a `TypeError`.

use std::ops::RangeInclusive;
use std::time::Duration;

use jacquerie::quote::short;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An integer within a range.
///
/// # Errors
/// If it is out of range, or not an integer.
pub fn whole(name: &str, found: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = read(name, found.extract::<u64>())?;
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| out_of_range(name, found, &range))
}

/// The same, if there is one.
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

/// A time in seconds, if there is one, up to the longest [`Duration`].
///
/// # Errors
/// If it is out of range, or not a number.
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

/// An extracted number; `None` if its type cannot hold it.
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
    // Python refuses to print numbers of more than a few thousand digits.
    let found = found.str().map(|text| short(&text.to_string_lossy()));
    let found = found.unwrap_or_else(|_| "a number of thousands of digits".into());
    let (least, most) = (range.start(), range.end());
    PyValueError::new_err(format!("{name}: found {found}, expected {least} to {most}"))
}
