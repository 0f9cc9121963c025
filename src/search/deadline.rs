//! Whether to stop now: checked every few hundred nodes.
//!
//! One thread of a search has the limits and stops the others; they only check the stop flag.
//! Pondering uses no time of the clock, which starts when the expected move is played; if the
//! search has pondered long enough by then, it answers at once.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::limits::Limits;
use crate::stop::Stop;

/// The conditions that end one thread's search in the middle of an iteration, apart from node
/// counts.
pub struct Deadline<'a> {
    stop: &'a Stop,
    started: Instant,
    ponders: bool,
    soft_time: Option<Duration>,
    hard_time: Option<Duration>,
    pondered_enough: Cell<bool>,
}

impl<'a> Deadline<'a> {
    /// The deadline for the thread that checks the limits. The search began at `started`.
    pub fn of_limits(limits: &Limits, started: Instant, stop: &'a Stop) -> Self {
        Self {
            stop,
            started,
            ponders: limits.ponder,
            soft_time: limits.soft_time(),
            hard_time: limits.hard_time(),
            pondered_enough: Cell::new(false),
        }
    }

    /// The deadline for a helper thread.
    pub fn of_helper(started: Instant, stop: &'a Stop) -> Self {
        Self::of_limits(&Limits::default(), started, stop)
    }

    /// Whether there is a time limit.
    pub fn has_time_limit(&self) -> bool {
        self.hard_time.is_some() && !self.ponders
    }

    /// Whether to stop in the middle of an iteration.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.is_out_of_time()
    }

    fn is_out_of_time(&self) -> bool {
        let counts_from = match self.ponders {
            false => Some(self.started),
            true => self.stop.ponderhit_at(),
        };
        counts_from.is_some_and(|start| {
            let flag = |time| start.elapsed() >= time;
            self.pondered_enough.get() || self.hard_time.is_some_and(flag)
        })
    }

    /// Whether to begin no further iteration, if `need` times the usual time is worth spending. A
    /// pondering search continues, but is recorded as having pondered enough.
    pub fn allows_no_more(&self, need: f64) -> bool {
        let bounds = self.soft_time.zip(self.hard_time);
        let soft = bounds.map(|(soft, hard)| match soft < hard {
            true => soft.mul_f64(need).min(hard),
            // A fixed time for the move is used completely.
            false => hard,
        });
        let late = soft.is_some_and(|time| self.started.elapsed() >= time);
        self.pondered_enough.set(late && self.ponders);
        let waits = self.ponders && self.stop.ponderhit_at().is_none();
        self.stop.is_stopped() || (late && !waits)
    }
}
