//! The exceptions: each says what is wrong, where, and what would be right.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    jacquerie,
    PositionError,
    PyValueError,
    "There is no such position: the variant, a choice or the FEN is wrong."
);
create_exception!(
    jacquerie,
    MoveError,
    PyValueError,
    "This is no move, or none that is legal in the position."
);
create_exception!(
    jacquerie,
    SolveError,
    PyRuntimeError,
    "The position cannot be solved, or not with so much memory."
);
create_exception!(
    jacquerie,
    CertificateError,
    PyValueError,
    "This is no certificate, or it does not prove what it says."
);

/// A wrong position, in the words of whoever found that.
pub fn wrong_position(reason: impl ToString) -> PyErr {
    PositionError::new_err(reason.to_string())
}

/// A wrong move, in the words of whoever found that.
pub fn wrong_move(reason: impl ToString) -> PyErr {
    MoveError::new_err(reason.to_string())
}

/// What cannot be solved, in the words of whoever found that.
pub fn unsolved(reason: impl ToString) -> PyErr {
    SolveError::new_err(reason.to_string())
}
