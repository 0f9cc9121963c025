//! Starting a thread where the system gives only so many, and work that several share.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Duration;

use parking_lot::Mutex;

/// How often it is tried again.
const TRIES: u32 = 200;
/// How long to wait in between.
const PAUSE: Duration = Duration::from_millis(2);

/// Starts a thread that the work cannot do without. One that has ended a moment ago may still be
/// counted by the system, so what fails is tried again for a while.
///
/// # Errors
/// Why none could be started.
pub fn start_patiently<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..TRIES {
        if let Ok(thread) = start() {
            return Ok(thread);
        }
        std::thread::sleep(PAUSE);
    }
    start()
}

/// Does some numbered work with so many threads, the first numbers first. If some of it fails, no more of it is
/// begun.
///
/// # Errors
/// What has failed first.
pub fn share<E: Send>(
    threads: usize,
    work: Range<usize>,
    each: impl Fn(usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let (next, failed) = (AtomicUsize::new(work.start), Mutex::new(Ok(())));
    let go_on = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= work.end || failed.lock().is_err() {
                break;
            }
            if let Err(why) = each(number) {
                let mut failed = failed.lock();
                if failed.is_ok() {
                    *failed = Err(why);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        // This thread works, too: so it goes on with fewer if the system starts no more.
        for _ in 1..threads.min(work.len()) {
            if Builder::new().spawn_scoped(scope, go_on).is_err() {
                break;
            }
        }
        go_on();
    });
    failed.into_inner()
}
