//! `stop` and `ponderhit` for searches that have not begun yet.
//!
//! `stop` applies to all earlier requests, `ponderhit` to the first pondering search that has
//! not had one. Either may come while the search still waits for the engine.

use std::collections::VecDeque;

use crate::stop::Stop;

/// The signals to waiting searches, in the order of their requests.
#[derive(Default, Debug)]
pub(super) struct Words(VecDeque<Said>);

impl Words {
    /// Records that a search waits for the engine.
    pub(super) fn wait(&mut self, ponders: bool) {
        self.0.push_back(Said {
            ponders,
            ..Said::default()
        });
    }

    pub(super) fn stop(&mut self) {
        self.0.iter_mut().for_each(|said| said.stop = true);
    }

    pub(super) fn ponderhit(&mut self) {
        let mut waiting = self.0.iter_mut();
        if let Some(said) = waiting.find(|said| said.ponders && !said.ponderhit) {
            said.ponderhit = true;
        }
    }

    /// The first waiting search begins, or is cancelled: returns its signals.
    pub(super) fn begin(&mut self) -> Said {
        self.0.pop_front().unwrap_or_default()
    }
}

/// The signals to a search before it began.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Said {
    /// Whether the search is to ponder.
    ponders: bool,
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

    fn signals(said: Said) -> (bool, bool) {
        (said.stop, said.ponderhit)
    }

    #[test]
    fn stop_is_for_all_that_was_asked_for_before_it() {
        let mut words = Words::default();
        words.wait(false);
        words.wait(true);
        words.stop();
        words.stop();
        words.wait(false);
        let said: Vec<_> = (0..3).map(|_| signals(words.begin())).collect();
        assert_eq!(said, [(true, false), (true, false), (false, false)]);
        // Without a search to stop, `stop` has no effect.
        words.stop();
        words.wait(false);
        assert_eq!(words.begin(), Said::default());
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
        let said: Vec<_> = (0..4).map(|_| signals(words.begin())).collect();
        let hit = (false, true);
        assert_eq!(said, [(false, false), hit, hit, (false, false)]);
    }
}
