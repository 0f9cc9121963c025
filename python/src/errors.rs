//! The exceptions: each says what is wrong, where, and what would be right.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};

create_exception!(
    jacquerie,
    PositionError,
    PyValueError,
    "The position cannot be set up: the variant, an option or the FEN is invalid."
);
create_exception!(
    jacquerie,
    MoveError,
    PyValueError,
    "The move cannot be read, or is illegal in the position."
);
create_exception!(
    jacquerie,
    SolveError,
    PyRuntimeError,
    "The position cannot be solved, or not with this memory."
);
create_exception!(
    jacquerie,
    CertificateError,
    PyValueError,
    "It is not a certificate, or does not prove its claim."
);

/// A `PositionError` with a message.
pub fn wrong_position(reason: impl ToString) -> PyErr {
    PositionError::new_err(reason.to_string())
}

/// A `MoveError` with a message.
pub fn wrong_move(reason: impl ToString) -> PyErr {
    MoveError::new_err(reason.to_string())
}

/// A `SolveError` with a message, which names the argument in place of the program's flag.
pub fn unsolved(reason: impl ToString) -> PyErr {
    SolveError::new_err(reason.to_string().replace("--memory ", "memory="))
}
