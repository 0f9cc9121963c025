//! Time controls, and the clock of a player.
//!
//! ```text
//! clock=10000+100    10 seconds for the game and 0.1 more after each move
//! movetime=100       100 milliseconds per move
//! nodes=20000        20 000 nodes a move: the same game every time, on any machine
//! depth=8            8 plies a move: the same
//! ```
//!
//! A move that is late by no more than the margin still counts: pipes and a busy machine take
//! time that is not the engine's fault.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// Time for the whole game.
    PlayerClock {
        /// The time at the start.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// Time for each move.
    MoveTime(Duration),
    /// Positions searched for each move.
    Nodes(u64),
    /// Search depth in plies for each move.
    Depth(u32),
}

/// Why text is not a time control.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error(
    "found '{0}', expected clock=MS+MS, movetime=MS, nodes=N or depth=N (MS: milliseconds; numbers from 1, the increment from 0)"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        // A day is more than any move needs, and no sum of such times can overflow.
        const LONGEST: u64 = 86_400_000;
        let positive = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let time = |text: &str| {
            let number = text.parse::<u64>().ok()?;
            (number <= LONGEST).then(|| Duration::from_millis(number))
        };
        let positive_time = |text: &str| time(text).filter(|time| !time.is_zero());
        let read = || match text.split_once('=')? {
            ("clock", value) => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                Some(Self::PlayerClock {
                    base: positive_time(base)?,
                    increment: time(increment)?,
                })
            }
            ("movetime", value) => Some(Self::MoveTime(positive_time(value)?)),
            ("nodes", value) => Some(Self::Nodes(positive(value)?)),
            ("depth", value) => Some(Self::Depth(positive(value)?.try_into().ok()?)),
            _ => None,
        };
        read().ok_or_else(|| TimeControlError(text.into()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlayerClock { base, increment } => {
                write!(f, "clock={}+{}", base.as_millis(), increment.as_millis())
            }
            Self::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TimeControl {
    /// The value of the tag `TimeControl` in PGN. The standard has no value for nodes and depth.
    #[must_use]
    pub fn pgn(&self) -> String {
        match self {
            Self::PlayerClock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Self::MoveTime(time) => format!("*{}", time.as_secs_f64()),
            Self::Nodes(_) | Self::Depth(_) => "-".into(),
        }
    }
}

/// A player's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    control: TimeControl,
    left: Duration,
    margin: Duration,
}

impl PlayerClock {
    /// The clock at the start of a game.
    #[must_use]
    pub const fn new(control: TimeControl, margin: Duration) -> Self {
        let left = match control {
            TimeControl::PlayerClock { base, .. } => base,
            _ => Duration::ZERO,
        };
        Self {
            control,
            left,
            margin,
        }
    }

    /// The words after `go` for the player with this clock.
    #[must_use]
    pub fn limits(&self, white: &Self, black: &Self) -> String {
        match self.control {
            TimeControl::PlayerClock { .. } => format!(
                "wtime {} btime {} winc {} binc {}",
                white.left.as_millis(),
                black.left.as_millis(),
                white.increment().as_millis(),
                black.increment().as_millis()
            ),
            TimeControl::MoveTime(time) => format!("movetime {}", time.as_millis()),
            TimeControl::Nodes(nodes) => format!("nodes {nodes}"),
            TimeControl::Depth(depth) => format!("depth {depth}"),
        }
    }

    /// The time limit of the next move; `None` if there is no limit other than that for a hung
    /// engine.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        match self.control {
            TimeControl::PlayerClock { .. } => Some(self.left + self.margin),
            TimeControl::MoveTime(time) => Some(time + self.margin),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// Deducts the time of a move; returns whether enough was left.
    #[must_use]
    pub fn spend(&mut self, elapsed: Duration) -> bool {
        let in_time = self.allowed().is_none_or(|allowed| elapsed <= allowed);
        self.left = self.left.saturating_sub(elapsed) + self.increment();
        in_time
    }

    const fn increment(&self) -> Duration {
        match self.control {
            TimeControl::PlayerClock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        for text in ["clock=10000+100", "movetime=5", "nodes=2000", "depth=8"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let short: TimeControl = "clock=500".parse().unwrap();
        assert_eq!(short.to_string(), "clock=500+0");
        let wrong = [
            "",
            "5",
            "clock=",
            "clock=0+1",
            "clock=1+",
            "depth=0",
            "nodes=-1",
            "movetime=1e3",
            "speed=3",
            "depth=99999999999",
            "movetime=86400001",
        ];
        for text in wrong {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_counts_down_and_forgives_the_margin() {
        let milliseconds = Duration::from_millis;
        let mut white = PlayerClock::new("clock=1000+10".parse().unwrap(), milliseconds(50));
        let black = PlayerClock::new("nodes=5".parse().unwrap(), milliseconds(50));
        assert_eq!(
            white.limits(&white, &black),
            "wtime 1000 btime 0 winc 10 binc 0"
        );
        assert!(white.spend(milliseconds(400)));
        assert_eq!(white.allowed(), Some(milliseconds(660)));
        // Late, but within the margin: only the increment is left.
        assert!(white.spend(milliseconds(650)));
        assert_eq!(white.allowed(), Some(milliseconds(60)));
        assert!(!white.spend(milliseconds(61)));
        assert_eq!(black.limits(&white, &black), "nodes 5");
        assert_eq!(black.allowed(), None);
    }
}
