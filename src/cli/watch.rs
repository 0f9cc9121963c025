//! The tasks that run alongside a long solve: progress on a terminal, signals, the time limit, and a
//! periodic task.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::quote::counted;
use crate::search::speed;
use crate::solve::solving::GameSolver;
use crate::stop::{Interrupt, Stop};
use crate::thread::accompanied;

/// The interval between two checks.
const GLANCE: Duration = Duration::from_millis(100);

/// How a long solve is watched.
pub struct Watch<'a> {
    /// The signals that stop the solve.
    pub interrupt: &'a Interrupt,
    /// The time limit, if there is one.
    pub time: Option<Duration>,
    /// The limit on the number of positions searched, if there is one.
    pub positions: Option<u64>,
    /// The progress bar, whose text comes before the figures.
    pub progress: &'a ProgressBar,
    /// Additional text of the progress line, if any.
    pub told: Option<&'a (dyn Fn() -> String + Sync)>,
    /// A periodic task and its interval.
    pub regularly: Option<(Duration, &'a (dyn Fn() + Sync))>,
}

/// A line of progress, shown only on a terminal.
pub fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} {prefix} {msg}");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl<'a> Watch<'a> {
    /// Watches only for signals.
    pub fn new(interrupt: &'a Interrupt, progress: &'a ProgressBar) -> Self {
        Self {
            interrupt,
            time: None,
            positions: None,
            progress,
            told: None,
            regularly: None,
        }
    }

    /// Runs `work` and watches it.
    ///
    /// # Errors
    /// If the watching thread cannot be started.
    pub fn over<R>(&self, solver: &dyn GameSolver, work: impl FnOnce(&Stop) -> R) -> Result<R> {
        let stop = self.interrupt.new_stop();
        if self.time.is_some_and(|time| time.is_zero()) {
            stop.stop();
        }
        let started = Instant::now();
        let positions_before = solver.positions();
        if let Some(most) = self.positions {
            stop.stop_after(most);
        }
        let look = || {
            if self.time.is_some_and(|time| started.elapsed() >= time) {
                stop.stop();
            }
            let new = solver.positions() - positions_before;
            self.progress.set_message(format!(
                "{}, {:.1} M/s, {}{}",
                counted(HumanCount(solver.positions()), "position"),
                speed(new, started.elapsed()) as f64 / 1e6,
                solver.memory(),
                self.told.map_or_else(String::new, |told| told())
            ));
        };
        let watched = || accompanied(GLANCE, look, || work(&stop));
        // A thread of its own: the time goes on meanwhile.
        let done = match self.regularly {
            Some((pause, regularly)) => {
                accompanied(pause.max(GLANCE), regularly, watched).flatten()
            }
            None => watched(),
        };
        done.context("cannot start the threads that watch the time and keep checkpoints")
    }
}
