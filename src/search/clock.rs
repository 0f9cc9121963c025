//! The time limits of one move under a time control.
//!
//! The *soft* bound is the fair share of the time left: after it no new iteration begins. The
//! *hard* bound ends the search in the middle of one. Neither uses the overhead, so that an
//! answer sent at the hard bound still arrives before the flag falls.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Most of these games are decided in some thirty moves by each side, and the first of them matter most.
const EXPECTED_MOVES: u32 = 24;

/// The minimum time for a move: enough for the first iteration.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// The time after which no new iteration begins.
    #[must_use]
    pub fn soft_bound(&self, overhead: Duration) -> Duration {
        let share = self.usable(overhead) / self.moves();
        // An iteration takes a multiple of the time of the one before: if begun later, it would not
        // finish.
        let soft = (share + self.increment * 3 / 4) * 6 / 10;
        soft.min(self.hard_bound(overhead))
    }

    /// The time after which the search ends.
    #[must_use]
    pub fn hard_bound(&self, overhead: Duration) -> Duration {
        let usable = self.usable(overhead);
        let share = usable / self.moves() + self.increment * 3 / 4;
        let most = if self.moves() == 1 {
            usable
        } else {
            usable / 2
        };
        (share * 3).min(most).max(LEAST)
    }

    /// The usable time. Each remaining move loses the overhead, so a clock that runs down keeps a
    /// reserve; time below the reserve is still spent, slowly.
    fn usable(&self, overhead: Duration) -> Duration {
        let now = self.remaining.saturating_sub(overhead);
        let reserve = overhead * (self.moves() - 1);
        now.saturating_sub(reserve).max(now / 4)
    }

    fn moves(&self) -> u32 {
        self.moves_to_go
            .map_or(EXPECTED_MOVES, |moves| moves.clamp(1, EXPECTED_MOVES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    /// On any clock, the bounds are in order and leave the overhead untouched.
    #[test]
    fn bounds_never_lose_on_time() {
        for remaining in [0, 1, 11, 50, 1_000, 300_000] {
            for increment in [0, 20, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let (soft, hard) = (clock.soft_bound(OVERHEAD), clock.hard_bound(OVERHEAD));
                    let most = clock.remaining.saturating_sub(OVERHEAD).max(LEAST);
                    assert!(soft <= hard && hard <= most, "{clock:?}: {soft:?} {hard:?}");
                }
            }
        }
    }

    /// Thinking as long as allowed at every move never runs the clock down to the overhead: a late answer would lose
    /// the game.
    #[test]
    fn increments_keep_a_reserve() {
        let mut clock = Clock {
            remaining: Duration::from_secs(2),
            increment: Duration::from_millis(20),
            moves_to_go: None,
        };
        for _ in 0..200 {
            clock.remaining -= clock.hard_bound(OVERHEAD);
            assert!(clock.remaining > 10 * OVERHEAD, "{clock:?}");
            clock.remaining += clock.increment;
        }
    }
}
