//! The thinking time of the engine, from XBoard's clock commands.
//!
//! `level` gives the time control, and `time` the engine's clock before each of its moves; `st`
//! gives a fixed time per move instead, and `sd` limits the depth in addition.

use std::time::Duration;

use super::lexer::Command;
use crate::search::{Clock, Depth, Limits};

/// The settings so far; the default is five minutes for the game.
#[derive(Clone, Copy, Debug)]
pub struct ClockSettings {
    pace: Pace,
    depth: Option<u64>,
    /// The engine's clock, if known.
    remaining: Option<Duration>,
}

#[derive(Clone, Copy, Debug)]
enum Pace {
    /// A time control with a clock.
    Level {
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
        /// The number of plies played when the control was set: moves are counted from there.
        since: usize,
    },
    /// A fixed time for each move.
    PerMove(Duration),
}

impl Default for ClockSettings {
    fn default() -> Self {
        let base = Duration::from_secs(5 * 60);
        Self {
            pace: Pace::Level {
                moves: None,
                base,
                increment: Duration::ZERO,
                since: 0,
            },
            depth: None,
            remaining: None,
        }
    }
}

impl ClockSettings {
    /// The same settings for a new game, without the depth limit.
    #[must_use]
    pub const fn restarted(self) -> Self {
        Self {
            pace: self.pace,
            depth: None,
            remaining: None,
        }
    }

    /// Counts moves from now on, because another position was set up.
    pub const fn recount(&mut self) {
        if let Pace::Level { since, .. } = &mut self.pace {
            *since = 0;
        }
    }

    /// Carries out a command about the clock when `plies` have been played; others change nothing.
    pub fn hear(&mut self, command: &Command, plies: usize) {
        match *command {
            Command::Time(remaining) => self.remaining = Some(remaining),
            Command::TimePerMove(time) => self.pace = Pace::PerMove(time),
            Command::Depth(most) => self.depth = Some(most),
            Command::Level {
                moves,
                base,
                increment,
            } => {
                self.remaining = None;
                self.pace = Pace::Level {
                    moves,
                    base,
                    increment,
                    since: plies,
                };
            }
            _ => {}
        }
    }

    /// The limits for a move when `plies` have been played.
    #[must_use]
    pub fn limits(&self, plies: usize) -> Limits {
        let (clock, move_time) = match self.pace {
            Pace::PerMove(time) => (None, Some(time)),
            Pace::Level {
                moves,
                base,
                increment,
                since,
            } => {
                let own_moves = plies.saturating_sub(since) / 2;
                let clock = Clock {
                    remaining: self.remaining.unwrap_or(base),
                    increment,
                    moves_to_go: moves.map(|moves| {
                        let gone = u32::try_from(own_moves).unwrap_or(u32::MAX);
                        moves - gone % moves.max(1)
                    }),
                };
                (Some(clock), None)
            }
        };
        Limits {
            depth: self.depth.map(Depth::new),
            clock,
            move_time,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_from_the_last_control() {
        let mut settings = ClockSettings::default();
        let level = |moves| Command::Level {
            moves: Some(moves),
            base: Duration::from_secs(60),
            increment: Duration::ZERO,
        };
        settings.hear(&level(40), 0);
        settings.hear(&Command::Time(Duration::from_secs(7)), 0);
        let to_go = |settings: &ClockSettings, plies| {
            settings
                .limits(plies)
                .clock
                .and_then(|clock| clock.moves_to_go)
        };
        // The first and the last move of a period for either side, and the first move of the next
        // period.
        for (plies, left) in [(0, 40), (1, 40), (78, 1), (79, 1), (80, 40), (81, 40)] {
            assert_eq!(to_go(&settings, plies), Some(left), "{plies}");
        }
        settings.hear(&level(20), 80);
        assert_eq!(to_go(&settings, 82), Some(19));
        settings.recount();
        assert_eq!(to_go(&settings, 2), Some(19));
    }

    #[test]
    fn a_time_per_move_replaces_the_clock_and_a_depth_goes_with_both() {
        let mut settings = ClockSettings::default();
        settings.hear(&Command::Time(Duration::from_secs(9)), 0);
        settings.hear(&Command::Depth(4), 0);
        let limits = settings.limits(3);
        assert_eq!(
            limits.clock.map(|clock| clock.remaining),
            Some(Duration::from_secs(9))
        );
        assert_eq!(limits.depth, Some(Depth::new(4)));
        settings.hear(&Command::TimePerMove(Duration::from_secs(2)), 0);
        let limits = settings.limits(3);
        assert_eq!(
            (limits.clock, limits.move_time),
            (None, Some(Duration::from_secs(2)))
        );
        assert_eq!(settings.restarted().limits(0).depth, None);
    }
}
