//! The engine: it reports on a position until a limit is reached or Python stops reading.
//!
//! A search runs in its own thread, which starts when Python asks for the first report. The reports wait in a channel
//! until Python takes them.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};

use jacquerie::commands::analyse::Progress;
use jacquerie::config::Config;
use jacquerie::engine;
use jacquerie::engine::options::{Kind, Spec};
use jacquerie::search::{Depth, Limits, STACK};
use jacquerie::stop;
use parking_lot::Mutex;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::errors::wrong_position;
use crate::home::{AtWork, Home};
use crate::numbers::{self, whole, whole_or_none};
use crate::position::{Position, told};
use crate::waiting::{GLANCE, Stop, fault};

/// An engine, which keeps its table as long as it lives. It runs one search at a time; others wait.
#[pyclass(frozen, module = "jacquerie._native")]
pub struct Engine {
    engine: Arc<Mutex<engine::Engine>>,
    home: Arc<Home>,
}

/// An argument that must be in the range of an engine option.
fn number(name: &str, found: &Bound<'_, PyAny>, option: &str) -> PyResult<u32> {
    let range = match Spec::named(option).map(|spec| &spec.kind) {
        Some(Kind::Number(range, _)) => (*range.start()).into()..=(*range.end()).into(),
        _ => 0..=u32::MAX.into(),
    };
    Ok(whole(name, found, range)? as u32)
}

#[pymethods]
impl Engine {
    #[new]
    fn new(memory: &Bound<'_, PyAny>, threads: &Bound<'_, PyAny>) -> PyResult<Self> {
        let hash = number("memory", memory, "Hash")?;
        let threads = number("threads", threads, "Threads")?;
        let mut engine = engine::Engine::new(Config::built_in().clone()).map_err(wrong_position)?;
        let set = engine.set_options(|options| {
            options.hash = hash;
            options.threads = threads;
            options.move_overhead = 0;
            options.analyse_mode = true;
        });
        set.map_err(|error| match error {
            engine::OptionError::Memory { .. } => {
                PyMemoryError::new_err(format!("not enough memory for a table of {hash} MiB"))
            }
            _ => PyValueError::new_err(error.to_string()),
        })?;
        Ok(Self {
            engine: Arc::new(Mutex::new(engine)),
            home: Arc::default(),
        })
    }

    /// A search, which has not started yet.
    #[pyo3(signature = (position, seconds, depth, nodes, multipv, stop))]
    fn search(
        &self,
        position: &Position,
        seconds: Option<&Bound<'_, PyAny>>,
        depth: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        multipv: &Bound<'_, PyAny>,
        stop: Option<PyRef<'_, Stop>>,
    ) -> PyResult<Search> {
        let limits = Limits {
            depth: whole_or_none("depth", depth, 0..=u64::MAX)?.map(Depth::new),
            nodes: whole_or_none("nodes", nodes, 0..=u64::MAX)?,
            move_time: numbers::seconds(seconds)?,
            ..Limits::default()
        };
        let multipv = number("multipv", multipv, "MultiPV")?;
        let flag = Arc::<stop::Stop>::default();
        if let Some(stop) = stop {
            stop.end(&flag);
        }
        let (sender, reports) = channel();
        let task = Task {
            variant: position.variant,
            choices: position.choices.clone(),
            start: position.start.clone(),
            played: position.played.clone(),
            limits,
            multipv,
        };
        let (engine, word) = (Arc::clone(&self.engine), Arc::clone(&flag));
        let think = move |at_work: AtWork| {
            // A search that waits for the end of another one can be stopped, too.
            while !word.is_stopped() {
                if let Some(mut engine) = engine.try_lock_for(GLANCE) {
                    if let Err(error) = task.run(&mut engine, &word, &sender) {
                        let _ = sender.send(Err(error));
                    }
                    break;
                }
            }
            drop(at_work);
        };
        Ok(Search {
            reports: Mutex::new(reports),
            work: Mutex::new(Some(Box::new(think))),
            thread: Mutex::default(),
            stop: flag,
            home: Arc::clone(&self.home),
        })
    }

    /// Clears the table.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let _at_work = self.home.enter()?;
        let clear = || {
            let engine = self.engine.try_lock_for(GLANCE);
            engine.map(|mut engine| engine.new_game())
        };
        // A search that goes on still has the engine.
        while py.detach(clear).is_none() {
            py.check_signals()?;
        }
        Ok(())
    }
}

/// A position to search, and the limits.
struct Task {
    variant: &'static str,
    choices: engine::Choices,
    start: Option<String>,
    played: Vec<String>,
    limits: Limits,
    multipv: u32,
}

impl Task {
    fn run(
        self,
        engine: &mut engine::Engine,
        stop: &stop::Stop,
        reports: &Sender<PyResult<Value>>,
    ) -> PyResult<()> {
        engine
            .set_options(|options| options.multipv = self.multipv)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        engine
            .play_variant(self.variant, &self.choices)
            .map_err(wrong_position)?;
        let played: Vec<&str> = self.played.iter().map(String::as_str).collect();
        engine
            .set_position(self.start.as_deref(), &played)
            .map_err(wrong_position)?;
        let searched = engine.go(self.limits, stop, |report| {
            let report = serde_json::to_value(Progress::from(&report)).map_err(unexpected);
            if reports.send(report).is_err() {
                // The reader is gone.
                stop.stop();
            }
        });
        searched.map(|_| ()).map_err(unexpected)
    }
}

fn unexpected(error: impl ToString) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// What the thread of a search does.
type Work = Box<dyn FnOnce(AtWork) + Send>;

/// A search: an iterator of reports, in the form of `jacquerie analyse --json`.
#[pyclass(frozen, module = "jacquerie._native")]
pub struct Search {
    reports: Mutex<Receiver<PyResult<Value>>>,
    /// Its work, until it starts.
    work: Mutex<Option<Work>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    stop: Arc<stop::Stop>,
    /// The process of its engine.
    home: Arc<Home>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Search {
    /// Starts it, unless it has started.
    fn start(&self) -> PyResult<()> {
        let Some(work) = self.work.lock().take() else {
            return Ok(());
        };
        let at_work = self.home.enter()?;
        let thread = Builder::new()
            .stack_size(STACK)
            .spawn(move || work(at_work))
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        *self.thread.lock() = Some(thread);
        Ok(())
    }
}

#[pymethods]
impl Search {
    /// Ends it at its next check; the reports so far can still be read.
    fn stop(&self) {
        self.stop.stop();
    }

    /// The next report; `None` if it has ended.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let _at_work = self.home.enter()?;
        self.start()?;
        loop {
            match py.detach(|| self.reports.lock().recv_timeout(GLANCE)) {
                Ok(report) => return told(py, &report?).map(Some),
                Err(RecvTimeoutError::Disconnected) => {
                    let thread = self.thread.lock().take();
                    let ended = py.detach(|| thread.map_or(Ok(()), JoinHandle::join));
                    return ended.map(|()| None).map_err(|_| fault());
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = py.check_signals() {
                        self.stop.stop();
                        return Err(raised);
                    }
                }
            }
        }
    }
}
