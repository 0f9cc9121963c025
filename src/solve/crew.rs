//! Threads that work on one question together.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use log::warn;
use thiserror::Error;

use crate::thread::start_patiently;

/// Why a question was not searched: the answer is then missing for a reason other than lack of
/// time.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum NoSearch {
    /// The system cannot start another thread, or has no memory for one.
    #[error("cannot start a thread for the solver: {0}")]
    NoThread(String),
    /// A bug in the program.
    #[error("internal error: a thread of the solver crashed")]
    Fault,
}

/// The threads of a solver.
#[derive(Debug)]
pub(super) struct Crew {
    pub threads: usize,
    /// The reason why no thread could search at all, if that has happened.
    failed: OnceLock<NoSearch>,
    /// Whether the user was warned that there are fewer threads.
    has_warned: AtomicBool,
}

/// A search may go as deep as the longest line, and has a list of children at each level.
const STACK: usize = 64 << 20;

/// How long the first thread works alone. Most questions are answered by then, and starting a thread takes as long
/// as searching many positions.
const ALONE: Duration = Duration::from_millis(1);

/// Waits until this is so, or that time has passed. Whoever makes it so unparks this thread.
fn wait_for(is_so: &AtomicBool, longest: Duration) {
    let begun = Instant::now();
    while !is_so.load(Ordering::Relaxed)
        && let Some(left) = longest.checked_sub(begun.elapsed())
    {
        std::thread::park_timeout(left);
    }
}

impl Crew {
    /// A crew of this many threads, at least one.
    pub fn new(threads: usize) -> Self {
        Self {
            threads: threads.max(1),
            failed: OnceLock::new(),
            has_warned: AtomicBool::new(false),
        }
    }

    /// Whether all work could be done.
    ///
    /// # Errors
    /// Returns the reason why some of it could not.
    pub fn check(&self) -> Result<(), NoSearch> {
        self.failed.get().cloned().map_or(Ok(()), Err)
    }

    /// Runs the work in each thread, and returns the results. There may be fewer results than
    /// threads, or none: no thread is started when one has finished.
    pub fn work<R: Send>(&self, each: impl Fn(usize) -> R + Sync) -> Vec<R> {
        let is_done = AtomicBool::new(false);
        let waiting = std::thread::current();
        let each = |number| {
            let found = each(number);
            is_done.store(true, Ordering::Relaxed);
            waiting.unpark();
            found
        };
        let each = &each;
        std::thread::scope(|scope| {
            let mut threads = Vec::with_capacity(self.threads);
            while threads.len() < self.threads && !is_done.load(Ordering::Relaxed) {
                let number = threads.len();
                let start = || {
                    let builder = Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, move || each(number))
                };
                let started = match number {
                    0 => start_patiently(start),
                    _ => start(),
                };
                match started {
                    Ok(thread) => {
                        threads.push(thread);
                        if number == 0 && self.threads > 1 {
                            wait_for(&is_done, ALONE);
                        }
                    }
                    Err(error) => {
                        self.go_on_with(number, &error);
                        break;
                    }
                }
            }
            let found = threads.into_iter().filter_map(|thread| {
                let found = thread.join();
                found.map_err(|_| self.fail(NoSearch::Fault)).ok()
            });
            found.collect()
        })
    }

    fn fail(&self, why: NoSearch) {
        self.failed.get_or_init(|| why);
    }

    /// Warns, once, that the system can start only this many threads.
    #[cold]
    fn go_on_with(&self, number: usize, error: &io::Error) {
        if number == 0 {
            self.fail(NoSearch::NoThread(error.to_string()));
        } else if !self.has_warned.swap(true, Ordering::Relaxed) {
            let wanted = self.threads;
            warn!("solving continues with {number} of {wanted} threads: {error}");
        }
    }
}
