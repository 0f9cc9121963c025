//! How Python stays responsive during a long call: other threads run, and Ctrl-C works.
//!
//! The work is done in its own thread, without the interpreter's lock. The waiting thread asks the
//! interpreter now and then whether a signal has come. If one has raised an exception, the work is
//! stopped and the exception is raised.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Weak};
use std::thread::Builder;
use std::time::{Duration, Instant};

use jacquerie::search::STACK;
use jacquerie::stop;
use parking_lot::Mutex;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often to ask.
pub const GLANCE: Duration = Duration::from_millis(20);

/// Ends long tasks from another thread: the one in progress, and all that begin later.
#[pyclass(frozen, module = "jacquerie._native")]
#[derive(Default)]
pub struct Stop {
    /// Whether it has been stopped.
    pub flag: stop::Stop,
    /// The flags of searches. They are set at once, because a search goes on while nobody waits for its reports.
    searches: Mutex<Vec<Weak<stop::Stop>>>,
}

impl Stop {
    /// Also ends a search that has this flag.
    pub fn end(&self, search: &Arc<stop::Stop>) {
        let mut searches = self.searches.lock();
        if self.flag.is_stopped() {
            search.stop();
        }
        searches.retain(|search| search.strong_count() > 0);
        searches.push(Arc::downgrade(search));
    }
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends them at their next check.
    fn stop(&self) {
        self.flag.stop();
        for search in &*self.searches.lock() {
            if let Some(search) = search.upgrade() {
                search.stop();
            }
        }
    }

    /// Whether it has been stopped.
    #[getter]
    fn stopped(&self) -> bool {
        self.flag.is_stopped()
    }
}

/// Does a long task until `asked` is set or the time is up. The task gets a flag of its own: a limit of one task is
/// none of the next.
///
/// # Errors
/// An exception from a signal handler, or that no thread can be started.
pub fn patiently<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    asked: Option<&stop::Stop>,
    work: impl FnOnce(&stop::Stop) -> T + Send,
) -> PyResult<T> {
    let stop = &stop::Stop::default();
    let is_asked = || asked.is_some_and(stop::Stop::is_stopped);
    if is_asked() {
        stop.stop();
    }
    // A time too large for the clock counts as no limit.
    let end = time.and_then(|time| Instant::now().checked_add(time));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, is_done) = channel();
            let work = move || {
                let result = work(stop);
                let _ = done.send(());
                result
            };
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|error| {
                PyRuntimeError::new_err(format!("cannot start a thread: {error}"))
            })?;
            let mut heard = Ok(());
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(GLANCE) {
                if heard.is_ok() {
                    heard = Python::attach(|py| py.check_signals());
                }
                if heard.is_err() || is_asked() || end.is_some_and(|end| Instant::now() >= end) {
                    stop.stop();
                }
            }
            let result = thread.join();
            heard?;
            result.map_err(|_| fault())
        })
    })
}

/// The error if a thread has panicked.
pub fn fault() -> PyErr {
    PyRuntimeError::new_err("internal error: a thread crashed; please report it")
}
