//! The limits of a search: depth, nodes or time.

use std::time::Duration;

use super::Depth;
use super::clock::Clock;
use crate::game::value::Value;

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<Depth>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Search for a win or a loss within this many moves, until one is found or excluded.
    pub mate: Option<u32>,
    /// Time reserved for transmitting the moves.
    pub overhead: Duration,
    /// The opponent is still thinking: time does not count before
    /// [`Stop::ponderhit`](crate::stop::Stop::ponderhit).
    pub ponder: bool,
}

impl Limits {
    /// What is left of these limits when `time` has passed since they were set.
    #[must_use]
    pub fn after(mut self, time: Duration) -> Self {
        if self.ponder {
            return self;
        }
        if let Some(move_time) = &mut self.move_time {
            *move_time = move_time.saturating_sub(time);
        }
        if let Some(clock) = &mut self.clock {
            clock.remaining = clock.remaining.saturating_sub(time);
        }
        self
    }

    /// These limits, or a time if there are none.
    #[must_use]
    pub fn or_time(self, time: Duration) -> Self {
        let move_time = (self == Self::default()).then_some(time);
        Self {
            move_time: move_time.or(self.move_time),
            ..self
        }
    }

    /// The time after which no new iteration begins.
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

    /// The depth of the deepest iteration. A loss in N moves takes 2N plies, and so does a win where the
    /// loser moves last, as in antichess.
    #[must_use]
    pub fn deepest(&self) -> Depth {
        let of_mate = self.mate.map(|moves| 2 * u64::from(moves.max(1)));
        let bounds = [self.depth, of_mate.map(Depth::new)];
        bounds.into_iter().flatten().min().unwrap_or(Depth::MAX)
    }

    /// Whether a value answers the search for a win (or loss) in this many moves.
    #[must_use]
    pub fn is_mate(&self, value: Value) -> bool {
        let asked = self.mate.zip(value.mate());
        asked.is_some_and(|(most, moves)| moves.unsigned_abs() <= most.max(1))
    }

    /// The time for this move less the overhead, but at least half of it: some time must be
    /// used.
    fn hard_move_time(&self) -> Option<Duration> {
        self.move_time
            .map(|time| time - self.overhead.min(time / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::Clock;
    use super::*;

    #[test]
    fn lost_time_is_taken_from_what_is_left() {
        let second = Duration::from_secs(1);
        let clock = Clock {
            remaining: 3 * second,
            increment: second,
            moves_to_go: None,
        };
        let limits = Limits {
            move_time: Some(2 * second),
            clock: Some(clock),
            ..Limits::default()
        };
        let left = |time: Duration| {
            let left = limits.after(time);
            (left.move_time, left.clock.map(|clock| clock.remaining))
        };
        assert_eq!(left(second), (Some(second), Some(2 * second)));
        assert_eq!(
            left(9 * second),
            (Some(Duration::ZERO), Some(Duration::ZERO))
        );
        assert_eq!(
            limits.after(second).clock.map(|clock| clock.increment),
            Some(second)
        );
        let pondering = Limits {
            ponder: true,
            ..limits
        };
        assert_eq!(pondering.after(second), pondering, "no time counts yet");
    }
}
