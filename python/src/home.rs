//! The process that an object lives in.
//!
//! A fork copies memory, but of all threads only the one that forks. An object that others were at work at is
//! left as it was in the middle of that: its locks stay locked, and nobody goes on with the work. In the copy
//! it is of no use, and to wait for it would be to wait for ever; so it says so. One that nobody was at work at
//! is whole, and goes on.
//!
//! Python forks while it holds its lock. So does everything here but the end of a piece of work.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Where an object lives, and how many threads are at work at it.
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
    /// Looks whether the object can be used here.
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
                "the process was forked while this was at work, and what worked stayed behind; make a new one here",
            ));
        }
        self.process.store(here, Ordering::Relaxed);
        Ok(())
    }

    /// Begins a piece of work, which ends when what is returned is dropped.
    ///
    /// # Errors
    /// As [`Self::look`].
    pub fn enter(self: &Arc<Self>) -> PyResult<AtWork> {
        self.look()?;
        self.at_work.fetch_add(1, Ordering::Relaxed);
        Ok(AtWork(Arc::clone(self)))
    }
}

/// A piece of work that is done.
pub struct AtWork(Arc<Home>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::Release);
    }
}
