//! The native part of the Python package `jacquerie`: positions, analysis and solving, as text,
//! numbers and dictionaries. `jacquerie/*.py` wraps it in types for users.
//!
//! It has a module each for positions ([`position`]: a game's state), lists of them ([`lists`]),
//! the engine ([`analysis`]), exact values ([`solving`]) and [`proofs`]. [`numbers`] reads numbers
//! from Python, [`waiting`] lets Python run during long calls, [`home`] detects forks.

mod analysis;
mod errors;
mod home;
mod lists;
mod numbers;
mod position;
mod proofs;
mod solving;
mod waiting;

use pyo3::prelude::*;

/// The native part of the package `jacquerie`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::analysis::{Engine, Search};
    #[pymodule_export]
    use super::errors::{CertificateError, MoveError, PositionError, SolveError};
    #[pymodule_export]
    use super::lists::read_list;
    #[pymodule_export]
    use super::position::{Position, variants};
    #[pymodule_export]
    use super::proofs::{join_parts, plan_parts, rule, verify};
    #[pymodule_export]
    use super::solving::{Solver, strong_lemmas};
    #[pymodule_export]
    use super::waiting::Stop;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        jacquerie::standard::hush();
        Ok(())
    }
}
