//! `stop` and `ponderhit` for searches that have not begun yet.
//!
//! `stop` applies to all earlier requests, `ponderhit` to the first pondering search that has
//! not had one. Either may come while the search still waits for the engine. Searches begin in
//! the order of their requests, so counters are enough: how many of the waiting searches are
//! stopped, and how many of the pondering ones were hit, counted from the first.

use crate::stop::Stop;

/// The signals to waiting searches.
#[derive(Default, Debug)]
pub(super) struct Words {
    waiting: usize,
    /// This many of the waiting searches, from the first, are to stop.
    stopped: usize,
    /// This many of the waiting searches will ponder.
    pondering: usize,
    /// This many of the pondering searches, from the first, were hit.
    hit: usize,
}

impl Words {
    /// Records that a search waits for the engine.
    pub(super) const fn wait(&mut self, ponders: bool) {
        self.waiting += 1;
        self.pondering += ponders as usize;
    }

    pub(super) const fn stop(&mut self) {
        self.stopped = self.waiting;
    }

    pub(super) fn ponderhit(&mut self) {
        self.hit = self.pondering.min(self.hit + 1);
    }

    /// The first waiting search begins, or is cancelled: returns its signals.
    pub(super) const fn begin(&mut self, ponders: bool) -> Said {
        let said = Said {
            stop: self.stopped > 0,
            ponderhit: ponders && self.hit > 0,
        };
        self.waiting = self.waiting.saturating_sub(1);
        self.stopped = self.stopped.saturating_sub(1);
        if ponders {
            self.pondering = self.pondering.saturating_sub(1);
            self.hit = self.hit.saturating_sub(1);
        }
        said
    }
}

/// The signals to a search before it began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Said {
    stop: bool,
    ponderhit: bool,
}

impl Said {
    /// Passes the signals on to a search.
    pub(super) fn pass_on(self, stop: &Stop) {
        if self.ponderhit {
            stop.ponderhit();
        }
        if self.stop {
            stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Said = Said {
        stop: false,
        ponderhit: false,
    };

    #[test]
    fn stop_is_for_all_that_was_asked_for_before_it() {
        let mut words = Words::default();
        words.wait(false);
        words.wait(true);
        words.stop();
        words.stop();
        words.wait(false);
        let stopped = Said {
            stop: true,
            ..NOTHING
        };
        assert_eq!(words.begin(false), stopped);
        assert_eq!(words.begin(true), stopped);
        assert_eq!(words.begin(false), NOTHING);
        // Without a search to stop, `stop` has no effect.
        words.stop();
        words.wait(false);
        assert_eq!(words.begin(false), NOTHING);
    }

    #[test]
    fn ponderhit_is_for_the_first_that_ponders() {
        let mut words = Words::default();
        words.ponderhit();
        for ponders in [false, true, true, true] {
            words.wait(ponders);
        }
        words.ponderhit();
        words.ponderhit();
        let hit = Said {
            ponderhit: true,
            ..NOTHING
        };
        assert_eq!(words.begin(false), NOTHING);
        assert_eq!(words.begin(true), hit);
        assert_eq!(words.begin(true), hit);
        assert_eq!(words.begin(true), NOTHING);
    }
}
