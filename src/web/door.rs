//! Limits on the connections that have shown the secret, and on those that have not.
//!
//! Every program on this machine can connect, so connections without the secret must not block
//! others. A new connection counts as a stranger. The number of strangers is limited; when another
//! one comes, the one that has waited longest is closed. A connection that shows the secret takes
//! one of the reserved places, if one is free, and keeps it until it ends.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;

/// The maximum number of open connections that have not shown the secret.
const MOST_STRANGERS: usize = 100;
/// The maximum number of connections that have shown the secret. WebSockets are counted
/// separately.
const MOST_KNOWN: usize = 100;

/// The door.
pub struct Door {
    strangers: Mutex<Strangers>,
    known: Arc<Semaphore>,
}

#[derive(Default)]
struct Strangers {
    /// The number of connections so far.
    count: u64,
    /// The remaining strangers, by number, in order of arrival.
    waiting: VecDeque<(u64, AbortHandle)>,
}

impl Strangers {
    fn forget(&mut self, number: u64) {
        self.waiting.retain(|(other, _)| *other != number);
    }
}

impl Door {
    /// A door without connections.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            strangers: Mutex::default(),
            known: Arc::new(Semaphore::new(MOST_KNOWN)),
        })
    }

    /// Accepts a stranger and serves it with the future from `serve`; if there are too many
    /// strangers, closes the one that has waited longest.
    pub fn let_in<F>(self: &Arc<Self>, serve: impl FnOnce(Arc<Guest>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        // The lock is held until the stranger is in the list, so it cannot leave before that.
        let mut strangers = self.strangers.lock();
        strangers.count += 1;
        let number = strangers.count;
        let guest = Arc::new(Guest {
            door: Arc::clone(self),
            number,
            place: Mutex::default(),
        });
        let task = tokio::spawn(serve(guest)).abort_handle();
        strangers.waiting.push_back((number, task));
        if strangers.waiting.len() > MOST_STRANGERS
            && let Some((_, oldest)) = strangers.waiting.pop_front()
        {
            drop(strangers);
            log::debug!("closing a connection that has not shown the secret");
            oldest.abort();
        }
    }
}

/// A connection, until this is dropped.
pub struct Guest {
    door: Arc<Door>,
    number: u64,
    /// Its place among the connections that have shown the secret.
    place: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Guest {
    /// Records that the connection has shown the secret. Returns false if too many connections
    /// have done so.
    #[must_use]
    pub fn has_shown(&self) -> bool {
        let mut place = self.place.lock();
        if place.is_none() {
            *place = Arc::clone(&self.door.known).try_acquire_owned().ok();
            if place.is_some() {
                self.door.strangers.lock().forget(self.number);
            }
        }
        place.is_some()
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.door.strangers.lock().forget(self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::runtime::Builder;
    use tokio::task::yield_now;

    use super::*;

    #[test]
    fn the_stranger_that_has_waited_longest_makes_room() {
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let door = Door::new();
            let guests = Arc::new(Mutex::new(Vec::new()));
            let come = || {
                door.let_in(|guest| {
                    guests.lock().push(Arc::downgrade(&guest));
                    async move {
                        pending::<()>().await;
                        drop(guest);
                    }
                });
            };
            (0..MOST_STRANGERS).for_each(|_| come());
            yield_now().await;
            let first = guests.lock()[0].upgrade().unwrap();
            assert!(first.has_shown() && first.has_shown());
            drop(first);
            (0..3).for_each(|_| come());
            yield_now().await;
            let is_there = |index: usize| guests.lock()[index].upgrade().is_some();
            let there: Vec<bool> = (0..5).map(is_there).collect();
            assert_eq!(there, [true, false, false, true, true]);
            assert_eq!(door.strangers.lock().waiting.len(), MOST_STRANGERS);
            // Excess connections that have shown the secret wait as strangers.
            let shown = |index: &usize| guests.lock()[*index].upgrade().unwrap().has_shown();
            let known = 1 + (3..MOST_STRANGERS + 3).filter(shown).count();
            assert_eq!(known, MOST_KNOWN);
        });
    }
}
