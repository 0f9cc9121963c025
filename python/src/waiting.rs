//! How Python stays alive while something takes long: other threads run, and Ctrl-C is heard.
//!
//! The work is done in a thread of its own, without the interpreter's lock. The thread that waits for
//! it asks the interpreter now and then whether a signal has come; if one has raised an exception, the
//! work is stopped and the exception goes on.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use jacquerie::stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often to ask.
pub const GLANCE: Duration = Duration::from_millis(20);

/// Some searches go deep.
const STACK: usize = 64 << 20;

/// Ends what takes long, from another thread; for one piece of work only.
#[pyclass(frozen, module = "jacquerie._native")]
#[derive(Default)]
pub struct Stop(pub Arc<stop::Stop>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends it as soon as it looks.
    fn stop(&self) {
        self.0.stop();
    }

    /// Whether it was told to end, by anybody.
    #[getter]
    fn stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Does something that takes long, at most for so much time.
///
/// # Errors
/// What a signal raises, or that there is no thread.
pub fn patiently<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    stop: &stop::Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    // What is beyond all clocks is no limit.
    let end = time.and_then(|time| Instant::now().checked_add(time));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, is_done) = channel();
            let work = move || {
                let result = work();
                let _ = done.send(());
                result
            };
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|error| {
                PyRuntimeError::new_err(format!("no thread to think in: {error}"))
            })?;
            let mut heard = Ok(());
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(GLANCE) {
                if heard.is_ok() {
                    heard = Python::attach(|py| py.check_signals());
                }
                if heard.is_err() || end.is_some_and(|end| Instant::now() >= end) {
                    stop.stop();
                }
            }
            let result = thread.join();
            heard?;
            result.map_err(|_| fault())
        })
    })
}

/// What is said where a thread has panicked.
pub fn fault() -> PyErr {
    PyRuntimeError::new_err("a thread has failed; please report it")
}
