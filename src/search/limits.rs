//! When a search ends: by depth, nodes or time, or because somebody says so.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::Depth;
use super::clock::Clock;
use crate::value::Value;

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
    /// Until a win or a loss within so many moves is proved, or that there is none.
    pub mate: Option<u32>,
    /// Kept back for the way to the other player and back.
    pub overhead: Duration,
    /// The opponent still thinks: time does not count before [`Stop::hit`].
    pub ponder: bool,
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

    /// The deepest iteration. Whether there is a win in N moves is clear after 2N - 1 plies.
    #[must_use]
    pub fn deepest(&self) -> Depth {
        let of_mate = self.mate.map(|moves| 2 * u64::from(moves.max(1)) - 1);
        let bounds = [self.depth, of_mate.map(Depth::new)];
        bounds.into_iter().flatten().min().unwrap_or(Depth::MAX)
    }

    /// Whether a value answers the question for a win (or loss) in so many moves.
    #[must_use]
    pub fn is_mate(&self, value: Value) -> bool {
        let moves = value.plies_to_end().map(|plies| plies.div_ceil(2));
        let asked = self.mate.zip(moves);
        asked.is_some_and(|(most, moves)| u32::from(moves) <= most.max(1))
    }

    /// Half of a time that is shorter than the overhead: some of it must be left to think.
    fn hard_move_time(&self) -> Option<Duration> {
        self.move_time
            .map(|time| time - self.overhead.min(time / 2))
    }
}

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
