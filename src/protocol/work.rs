//! Long work in a separate thread: a search, a perft, a bench.
//!
//! The engine moves into the worker thread and comes back with the last [`Event`]. A fault there
//! must not leave a client waiting forever: a panic is caught, and the engine, whose state is
//! then unknown, is replaced by a new one; if no thread can be started, the engine stays.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::{SendError, Sender, bounded};
use thiserror::Error;

use crate::engine::Engine;
use crate::search::STACK;
use crate::stop::Stop;
use crate::thread::start_patiently;

/// The task of the worker thread. It has the engine, a stop flag, and a channel for messages (`M`)
/// before its reply (`R`).
type Task<M, R> = dyn FnOnce(&mut Engine, &Stop, &dyn Fn(M)) -> R + Send;

/// Work for the worker thread.
pub struct Work<M, R> {
    task: Box<Task<M, R>>,
    handle: Handle,
}

/// The session's handle of work in progress.
#[derive(Clone, Default, Debug)]
pub(super) struct Handle {
    /// The flags that control the work.
    pub(super) stop: Arc<Stop>,
    endless: bool,
    ponders: bool,
}

/// A message from the worker thread to the session.
pub(super) enum Event<M, R> {
    Message(M),
    /// The engine comes back, with the reply.
    Done(Box<Engine>, R),
    /// The engine is gone: a bug in the program.
    Lost,
}

/// Why work has no result.
#[derive(Error, Debug)]
pub enum WorkError {
    /// The search panicked. The engine is a new one.
    #[error("internal error: the search crashed; options and position have been reset")]
    Panicked,
    /// No thread could be started. The engine is unchanged.
    #[error("cannot start a thread for the search: {0}")]
    NoThread(io::Error),
}

impl<M, R> Work<M, R> {
    /// Work that ends by itself.
    pub fn new(task: impl FnOnce(&mut Engine, &Stop, &dyn Fn(M)) -> R + Send + 'static) -> Self {
        Self {
            task: Box::new(task),
            handle: Handle::default(),
        }
    }

    /// The same work; if `endless`, its reply waits until it is stopped, even if it is finished.
    #[must_use]
    pub const fn endless(mut self, endless: bool) -> Self {
        self.handle.endless = endless;
        self
    }

    /// The same work; if it `ponders`, its reply waits until `ponderhit`, even if it is finished.
    #[must_use]
    pub const fn pondering(mut self, ponders: bool) -> Self {
        self.handle.ponders = ponders;
        self
    }

    /// The same work, controlled by these flags, which may have been set already.
    #[must_use]
    pub fn controlled_by(mut self, stop: Arc<Stop>) -> Self {
        self.handle.stop = stop;
        self
    }

    pub(super) const fn handle(&self) -> &Handle {
        &self.handle
    }

    fn carry_out(self, mut engine: Box<Engine>, events: &Sender<Event<M, R>>) -> Event<M, R> {
        let Self { task, handle } = self;
        let reply = catch_unwind(AssertUnwindSafe(|| {
            task(&mut engine, &handle.stop, &|message| {
                // The receiver is gone only when the program ends.
                let _ = events.send(Event::Message(message));
            })
        }));
        let Ok(reply) = reply else {
            return Event::Lost;
        };
        if handle.ponders {
            handle.stop.wait_for_ponderhit();
        }
        if handle.endless {
            handle.stop.wait();
        }
        Event::Done(engine, reply)
    }
}

impl<M: Send + 'static, R: Send + 'static> Work<M, R> {
    /// Starts the work with the engine, or returns the engine with the reason.
    pub(super) fn begin(
        self,
        engine: Box<Engine>,
        events: &Sender<Event<M, R>>,
    ) -> Result<(), (Box<Engine>, io::Error)> {
        // A closure is lost if its thread does not start, so work and engine are sent afterwards.
        let (hand_over, take_over) = bounded::<(Self, Box<Engine>)>(1);
        let started = start_patiently(|| {
            let (take_over, events) = (take_over.clone(), events.clone());
            std::thread::Builder::new()
                .name("search".into())
                .stack_size(STACK)
                .spawn(move || {
                    if let Ok((work, engine)) = take_over.recv() {
                        let done = work.carry_out(engine, &events);
                        let _ = events.send(done);
                    }
                })
        });
        match started {
            Ok(_) => hand_over
                .send((self, engine))
                .map_err(|SendError((_, engine))| (engine, io::ErrorKind::BrokenPipe.into())),
            Err(error) => Err((engine, error)),
        }
    }
}

impl<M, R> fmt::Debug for Work<M, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handle.fmt(f)
    }
}

impl Handle {
    /// Whether the reply waits for a signal.
    pub(super) fn waits_to_be_told(&self) -> bool {
        self.endless || (self.ponders && self.stop.ponderhit_at().is_none())
    }
}
