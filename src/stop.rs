//! Words from outside to whoever thinks, in another thread: stop, and go on with the clock.
//!
//! They are flags that the one who thinks looks at now and then, so nothing has to wait. Who has
//! finished and may not answer yet can sleep until a word is said.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

/// Words from outside to a search: stop, and (to one that ponders) the expected move was played.
/// Shared by the one who says them and those who search.
#[derive(Default, Debug)]
pub struct Stop {
    said: AtomicBool,
    hit: OnceLock<Instant>,
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

    /// The move that was pondered on has been played: from now on time counts.
    pub fn hit(&self) {
        let _guard = self.lock.lock();
        self.hit.get_or_init(Instant::now);
        self.changed.notify_all();
    }

    /// When the move that was pondered on was played.
    #[inline]
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        self.hit.get().copied()
    }

    /// Sleeps until it is said.
    pub fn wait(&self) {
        self.wait_while(|stop| !stop.is_said());
    }

    /// Sleeps until it is said or the move that was pondered on is played.
    pub fn wait_for_hit(&self) {
        self.wait_while(|stop| !stop.is_said() && stop.hit_at().is_none());
    }

    fn wait_while(&self, condition: impl Fn(&Self) -> bool) {
        let mut guard = self.lock.lock();
        while condition(self) {
            self.changed.wait(&mut guard);
        }
    }
}
