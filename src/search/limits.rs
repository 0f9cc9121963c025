//! When a search ends: by depth, nodes or time, or because somebody says so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::Depth;
use super::clock::Clock;

/// What may end a search; the first one reached does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many plies.
    pub depth: Option<Depth>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// So much time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Kept back for the way to the other player and back.
    pub overhead: Duration,
}

impl Limits {
    /// The time after which no new iteration is begun.
    #[must_use]
    pub fn soft_time(&self) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.soft_bound(self.overhead));
        clock.into_iter().chain(self.hard_move_time()).min()
    }

    /// The time after which the search ends at once.
    #[must_use]
    pub fn hard_time(&self) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.hard_bound(self.overhead));
        clock.into_iter().chain(self.hard_move_time()).min()
    }

    fn hard_move_time(&self) -> Option<Duration> {
        self.move_time
            .map(|time| time.saturating_sub(self.overhead))
    }
}

/// A word from outside: stop. Shared by the one who says it and those who search.
#[derive(Default, Debug)]
pub struct Stop {
    said: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Stop {
    /// Ends the search as soon as it looks.
    pub fn say(&self) {
        let _guard = self.lock.lock();
        self.said.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether it has been said.
    #[inline]
    #[must_use]
    pub fn is_said(&self) -> bool {
        self.said.load(Ordering::Relaxed)
    }

    /// Sleeps until it is said.
    pub fn wait(&self) {
        let mut guard = self.lock.lock();
        while !self.is_said() {
            self.changed.wait(&mut guard);
        }
    }
}
