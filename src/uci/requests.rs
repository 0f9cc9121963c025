//! The searches, perfts and benches that have no answer yet, each with its flags.
//!
//! `stop` applies to all of them, `ponderhit` to the first pondering search that has had neither. Either may come
//! while the search still waits for the engine, so the flags exist from the moment of the request.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::stop::Stop;

/// The requests in order; while the engine works, the first is the work in progress.
#[derive(Default, Debug)]
pub(super) struct Requests(VecDeque<Request>);

/// What is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A perft or a bench, which has no best move.
    Count,
    Search {
        ponders: bool,
    },
}

#[derive(Debug)]
struct Request {
    purpose: Purpose,
    stop: Arc<Stop>,
}

impl Request {
    fn is_search(&self) -> bool {
        self.purpose != Purpose::Count
    }

    fn waits_for_ponderhit(&self) -> bool {
        self.purpose == Purpose::Search { ponders: true }
            && !self.stop.is_stopped()
            && self.stop.ponderhit_at().is_none()
    }
}

impl Requests {
    pub(super) fn add(&mut self, purpose: Purpose) {
        self.0.push_back(Request {
            purpose,
            stop: Arc::default(),
        });
    }

    pub(super) fn stop(&self) {
        // Those before a stopped one are stopped too.
        let latest_first = self.0.iter().rev();
        latest_first
            .take_while(|one| !one.stop.is_stopped())
            .for_each(|one| one.stop.stop());
    }

    pub(super) fn stop_searches(&self) {
        let searches = self.0.iter().filter(|one| one.is_search());
        searches.for_each(|one| one.stop.stop());
    }

    pub(super) fn ponderhit(&self) {
        if let Some(first) = self.0.iter().find(|one| one.waits_for_ponderhit()) {
            first.stop.ponderhit();
        }
    }

    /// Whether a search has no best move yet.
    pub(super) fn has_search(&self) -> bool {
        self.0.iter().any(Request::is_search)
    }

    /// The flags of the first request, whose turn it is.
    pub(super) fn first(&self) -> Arc<Stop> {
        let first = self.0.front();
        first.map_or_else(Arc::default, |one| Arc::clone(&one.stop))
    }

    /// The first request is answered. Returns whether it was a search.
    pub(super) fn end(&mut self) -> bool {
        self.0.pop_front().is_some_and(|one| one.is_search())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: Purpose = Purpose::Count;
    const SEARCH: Purpose = Purpose::Search { ponders: false };
    const PONDERING: Purpose = Purpose::Search { ponders: true };

    /// Whether each request is stopped, and whether its move was played.
    fn flags(requests: &Requests) -> Vec<(bool, bool)> {
        let stops = requests.0.iter().map(|one| &one.stop);
        let flags = stops.map(|stop| (stop.is_stopped(), stop.ponderhit_at().is_some()));
        flags.collect()
    }

    fn requests(purposes: &[Purpose]) -> Requests {
        let mut requests = Requests::default();
        purposes.iter().for_each(|one| requests.add(*one));
        requests
    }

    #[test]
    fn stop_is_for_all_requests_before_it() {
        let mut requests = requests(&[SEARCH, COUNT]);
        requests.stop();
        requests.add(PONDERING);
        requests.add(COUNT);
        let [no, stopped] = [(false, false), (true, false)];
        assert_eq!(flags(&requests), [stopped, stopped, no, no]);
        requests.stop_searches();
        assert_eq!(flags(&requests), [stopped, stopped, stopped, no]);
        assert_eq!([requests.end(), requests.end()], [true, false]);
        requests.stop();
        assert_eq!(flags(&requests), [stopped, stopped]);
    }

    #[test]
    fn ponderhit_is_for_the_first_that_still_ponders() {
        let mut requests = requests(&[PONDERING, SEARCH]);
        requests.stop();
        for purpose in [SEARCH, PONDERING, PONDERING, PONDERING] {
            requests.add(purpose);
        }
        requests.ponderhit();
        requests.ponderhit();
        let [no, stopped, hit] = [(false, false), (true, false), (false, true)];
        assert_eq!(flags(&requests), [stopped, stopped, no, hit, hit, no]);
    }
}
