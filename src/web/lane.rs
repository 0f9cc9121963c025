//! A lane: requests of a tab that are answered one after the other.
//!
//! A tab has two lanes, because examining a hard position takes seconds, and the display of the
//! next one must not wait for that: quick requests overtake slow ones. All tabs share a few slots
//! for each kind of request, so the slow requests of many tabs do not block the quick ones of another.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};

use super::answer::answer;
use super::message::{Answer, Request, Wrong};
use crate::config::Config;
use crate::stop::Stop;

/// The maximum number of waiting requests.
const MOST_WAITING: usize = 4;

/// Requests of one kind.
pub struct Lane {
    config: Arc<Config>,
    /// The slots for computing answers, which all tabs share.
    places: Arc<Semaphore>,
    waiting: VecDeque<(u64, Request)>,
    /// Set when the tab is closed. Of the requests here, only reading PGN heeds it.
    stop: Arc<Stop>,
    under_way: Option<(u64, JoinHandle<Result<String, JoinError>>)>,
}

impl Lane {
    /// A lane that uses these slots.
    #[must_use]
    pub fn new(config: Arc<Config>, places: Arc<Semaphore>) -> Self {
        Self {
            config,
            places,
            waiting: VecDeque::new(),
            stop: Arc::default(),
            under_way: None,
        }
    }

    /// Whether the lane accepts no more requests.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_WAITING
    }

    /// Queues a request.
    pub fn put(&mut self, id: u64, request: Request) {
        self.waiting.push_back((id, request));
        self.begin();
    }

    /// The next answer; waits forever if there is no request.
    pub async fn next(&mut self) -> String {
        let Some((id, work)) = &mut self.under_way else {
            return pending().await;
        };
        let (id, answer) = (*id, work.await.flatten());
        self.under_way = None;
        self.begin();
        let failed = || Answer::Error(Wrong::plain("internal error: the request failed"));
        answer.unwrap_or_else(|_| failed().text(Some(id)))
    }

    /// Begins the next answer, if none is in progress.
    fn begin(&mut self) {
        if self.under_way.is_none()
            && let Some((id, request)) = self.waiting.pop_front()
        {
            let (config, places) = (Arc::clone(&self.config), Arc::clone(&self.places));
            let stop = Arc::clone(&self.stop);
            let work = tokio::spawn(async move {
                let place = places.acquire_owned().await;
                spawn_blocking(move || {
                    // The slot stays taken as long as the computation runs, even if nothing waits for
                    // its answer.
                    let _place = place;
                    answer(&config, &request, &stop).text(Some(id))
                })
                .await
            });
            self.under_way = Some((id, work));
        }
    }
}

/// When the tab is closed, waiting requests are dropped. Of those in progress, reading PGN ends;
/// others run to their end without a reader.
impl Drop for Lane {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some((_, work)) = &self.under_way {
            work.abort();
        }
    }
}
