//! How to stop a long task: flags from another thread, and the signals that set them.
//!
//! The task checks the flags now and then, so the thread that sets one does not have to wait. A task that has finished
//! but may not answer yet can sleep until a flag is set.
//!
//! A program can be asked to end by Ctrl-C (SIGINT), by the system (SIGTERM) and by a closed
//! terminal (SIGHUP). All three mean the same here: the current task stops, and its result so far
//! is kept. A process has one [`Interrupt`].

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

/// Flags for a search: stop, and ponderhit (the expected move was played). The controlling thread and the searching
/// threads share them.
#[derive(Default, Debug)]
pub struct Stop {
    stopped: AtomicBool,
    most_positions: OnceLock<u64>,
    /// A solver's count of positions when it began.
    positions_before: OnceLock<u64>,
    ponderhit: OnceLock<Instant>,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Stop {
    /// Stops the search at its next check.
    pub fn stop(&self) {
        let _guard = self.lock.lock();
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether the search should stop.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Stops a solver when it has searched this many positions. Later calls are ignored.
    pub fn stop_after(&self, positions: u64) {
        self.most_positions.get_or_init(|| positions);
    }

    /// Tells where a solver's count of positions begins: at `total`. Later calls are ignored.
    pub fn count_from(&self, total: u64) {
        self.positions_before.get_or_init(|| total);
    }

    /// Stops a solver that has searched more positions than [it may](Self::stop_after), if its count is `total` now.
    /// Returns whether it should stop, for this or another reason.
    #[must_use]
    pub fn stop_if_after(&self, total: u64) -> bool {
        let searched = self.searched(total);
        if self
            .most_positions
            .get()
            .is_some_and(|most| searched > *most)
        {
            self.stop();
        }
        self.is_stopped()
    }

    /// The number of positions that a solver has searched since [its count began](Self::count_from), at the latest with
    /// the first call, if its count is `total` now.
    #[must_use]
    pub fn searched(&self, total: u64) -> u64 {
        total.saturating_sub(*self.positions_before.get_or_init(|| total))
    }

    /// Signals that the expected move has been played: the clock runs from now on.
    pub fn ponderhit(&self) {
        let _guard = self.lock.lock();
        self.ponderhit.get_or_init(Instant::now);
        self.changed.notify_all();
    }

    /// When the expected move was played.
    #[inline]
    #[must_use]
    pub fn ponderhit_at(&self) -> Option<Instant> {
        self.ponderhit.get().copied()
    }

    /// Sleeps until the search is stopped.
    pub fn wait(&self) {
        self.wait_while(|stop| !stop.is_stopped());
    }

    /// Sleeps until the search is stopped or the expected move is played.
    pub fn wait_for_ponderhit(&self) {
        self.wait_while(|stop| !stop.is_stopped() && stop.ponderhit_at().is_none());
    }

    fn wait_while(&self, condition: impl Fn(&Self) -> bool) {
        let mut guard = self.lock.lock();
        while condition(self) {
            self.changed.wait(&mut guard);
        }
    }
}

/// Listens for Ctrl-C, SIGTERM and SIGHUP, and stops the current task.
#[derive(Debug)]
pub struct Interrupt(Arc<Heard>);

#[derive(Default, Debug)]
struct Heard {
    /// Whether any signal has arrived.
    ever: AtomicBool,
    under_way: Mutex<Option<Arc<Stop>>>,
}

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn listen() -> io::Result<Self> {
        Self::listen_or(|| ())
    }

    /// Listens from now on; a signal between tasks calls `idle`.
    ///
    /// # Errors
    /// As [`Self::listen`].
    pub fn listen_or(idle: impl FnMut() + Send + 'static) -> io::Result<Self> {
        Self::listen_to(signals::ALL, idle)
    }

    /// Listens to Ctrl-C alone, as [`Self::listen_or`]; the other signals end the program at once.
    ///
    /// # Errors
    /// As [`Self::listen`].
    pub fn listen_to_ctrl_c(idle: impl FnMut() + Send + 'static) -> io::Result<Self> {
        Self::listen_to(signals::CTRL_C, idle)
    }

    fn listen_to(
        signals: signals::Set,
        mut idle: impl FnMut() + Send + 'static,
    ) -> io::Result<Self> {
        let interrupt = Self(Arc::default());
        let heard = Arc::clone(&interrupt.0);
        signals::hear(signals, move || {
            let under_way = heard.under_way.lock();
            heard.ever.store(true, Ordering::Relaxed);
            match &*under_way {
                Some(stop) => stop.stop(),
                None => idle(),
            }
        })?;
        Ok(interrupt)
    }

    /// Whether a signal has arrived.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.0.ever.load(Ordering::Relaxed)
    }

    /// The flags of a task that begins now. The next signal stops the task; so does one that has already arrived.
    #[must_use]
    pub fn new_stop(&self) -> Arc<Stop> {
        let mut under_way = self.0.under_way.lock();
        let stop = Arc::<Stop>::default();
        if self.is_heard() {
            stop.stop();
        }
        *under_way = Some(Arc::clone(&stop));
        stop
    }

    /// Runs a task after which the program continues. Earlier signals are ignored. Also returns
    /// whether a signal has stopped it.
    pub fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> (T, bool) {
        let stop = Arc::<Stop>::default();
        *self.0.under_way.lock() = Some(Arc::clone(&stop));
        let result = work(&stop);
        *self.0.under_way.lock() = None;
        (result, stop.is_stopped())
    }
}

/// Signals of Unix, each heard in a thread that waits for them.
#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::mpsc;
    use std::thread::Builder;

    use log::warn;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    pub type Set = &'static [i32];
    pub const ALL: Set = &[SIGINT, SIGTERM, SIGHUP];
    pub const CTRL_C: Set = &[SIGINT];

    /// Calls `act` for each signal. If no thread can be started to wait for them, they have their default effect: they
    /// end the program at once.
    pub fn hear(signals: Set, mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
        let (ready, listening) = mpsc::sync_channel(1);
        // Signals are not caught before the thread runs, because they would be lost.
        let started =
            Builder::new()
                .name("signals".into())
                .spawn(move || match Signals::new(signals) {
                    Ok(mut signals) => {
                        let _ = ready.send(Ok(()));
                        signals.forever().for_each(|_| act());
                    }
                    Err(error) => drop(ready.send(Err(error))),
                });
        if let Err(error) = started {
            warn!("Ctrl-C ends the program at once, because no thread waits for it: {error}");
            return Ok(());
        }
        listening.recv().map_err(io::Error::other)?
    }
}

/// On other systems: Ctrl-C, and their equivalents of the other signals.
#[cfg(not(unix))]
mod signals {
    use std::io;

    pub type Set = ();
    pub const ALL: Set = ();
    pub const CTRL_C: Set = ();

    /// Calls `act` for each signal.
    pub fn hear((): Set, act: impl FnMut() + Send + 'static) -> io::Result<()> {
        ctrlc::set_handler(act).map_err(io::Error::other)
    }
}
