//! The process that an object lives in.
//!
//! A fork copies memory, but only the forking thread. An object that other threads were using is
//! left in the middle of that: its locks stay locked, and no thread continues the work. In the
//! child process it is unusable, and waiting for it would never end; so calls raise an error. An
//! object that no thread was using still works.
//!
//! Python forks while it holds its lock. So does everything here except the end of a piece of work.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The process of an object, and how many threads use it.
pub struct Home {
    process: AtomicU32,
    at_work: AtomicUsize,
}

impl Default for Home {
    fn default() -> Self {
        Self {
            process: AtomicU32::new(process::id()),
            at_work: AtomicUsize::new(0),
        }
    }
}

impl Home {
    /// Checks whether the object can be used in this process.
    ///
    /// # Errors
    /// If a fork has left it in the middle of some work.
    pub fn look(&self) -> PyResult<()> {
        let here = process::id();
        if self.process.load(Ordering::Relaxed) == here {
            return Ok(());
        }
        if self.at_work.load(Ordering::Acquire) > 0 {
            return Err(PyRuntimeError::new_err(
                "the process was forked while this object was in use, so it does not work in the child process; make a new one",
            ));
        }
        self.process.store(here, Ordering::Relaxed);
        Ok(())
    }

    /// Begins a piece of work, which ends when the result is dropped.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn enter(self: &Arc<Self>) -> PyResult<AtWork> {
        self.look()?;
        self.at_work.fetch_add(1, Ordering::Relaxed);
        Ok(AtWork(Arc::clone(self)))
    }
}

/// A piece of work in progress.
pub struct AtWork(Arc<Home>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::Release);
    }
}
