//! What takes long, and is done in a thread of its own: a search, a perft, a bench.
//!
//! The engine goes along into the thinking thread and comes back with the last [`Event`]. A fault
//! there must not leave a client waiting for ever: a panic is caught, and the engine, of which
//! nobody knows in what state it is, gives way to a new one; where no thread can be started, the
//! engine stays.

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

/// What the thinking thread does with the engine. It is told when to stop, and has somebody to
/// tell messages (`M`) to before it comes to a reply (`R`).
type Task<M, R> = dyn FnOnce(&mut Engine, &Stop, &dyn Fn(M)) -> R + Send;

/// Work for the thinking thread.
pub struct Work<M, R> {
    task: Box<Task<M, R>>,
    handle: Handle,
}

/// What stays with the session of work that is under way.
#[derive(Clone, Default, Debug)]
pub(super) struct Handle {
    /// How to talk to it.
    pub(super) stop: Arc<Stop>,
    endless: bool,
    ponders: bool,
}

/// What the thinking thread sends.
pub(super) enum Event<M, R> {
    Message(M),
    /// The engine comes back, with what the work came to.
    Done(Box<Engine>, R),
    /// The engine is gone: a fault of the program's own.
    Lost,
}

/// Why work comes to nothing.
#[derive(Error, Debug)]
pub enum WorkError {
    /// It panicked. The engine is a new one.
    #[error("internal error: the work failed; options and position are reset")]
    Panicked,
    /// The system gives no thread for it. The engine is as it was.
    #[error("no thread can be started to think in: {0}")]
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

    /// Lets it reply only when it is told to stop, finished or not.
    #[must_use]
    pub const fn endless(mut self, endless: bool) -> Self {
        self.handle.endless = endless;
        self
    }

    /// Lets it reply only after `ponderhit`, finished or not.
    #[must_use]
    pub const fn pondering(mut self, ponders: bool) -> Self {
        self.handle.ponders = ponders;
        self
    }

    /// For what is to be said to it before it begins.
    #[must_use]
    pub fn stop(&self) -> &Stop {
        &self.handle.stop
    }

    pub(super) const fn handle(&self) -> &Handle {
        &self.handle
    }

    fn carry_out(self, mut engine: Box<Engine>, events: &Sender<Event<M, R>>) -> Event<M, R> {
        let Self { task, handle } = self;
        let reply = catch_unwind(AssertUnwindSafe(|| {
            task(&mut engine, &handle.stop, &|message| {
                // Nobody listens any more only when the program ends.
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
    /// Sends the engine away to do the work, or gives it back with the reason.
    pub(super) fn begin(
        self,
        engine: Box<Engine>,
        events: &Sender<Event<M, R>>,
    ) -> Result<(), (Box<Engine>, io::Error)> {
        // What a thread is started with is lost if it does not start, so work and engine come after.
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
    /// Whether it will not reply before it is told something.
    pub(super) fn waits_to_be_told(&self) -> bool {
        self.endless || self.waits_for_ponderhit()
    }

    pub(super) fn waits_for_ponderhit(&self) -> bool {
        self.ponders && self.stop.ponderhit_at().is_none()
    }
}
