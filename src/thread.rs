//! Starting threads under a system limit, and sharing work among threads.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Duration;

use parking_lot::Mutex;

/// The maximum number of attempts.
const TRIES: u32 = 200;
/// The pause between attempts.
const PAUSE: Duration = Duration::from_millis(2);

/// Starts a thread that the task needs. The system may still count a thread that has just ended, so
/// a failed start is tried again for a while.
///
/// # Errors
/// Returns the last error of the system.
pub fn start_patiently<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..TRIES {
        if let Ok(thread) = start() {
            return Ok(thread);
        }
        std::thread::sleep(PAUSE);
    }
    start()
}

/// Does numbered tasks in up to `threads` threads, the lowest numbers first. If one fails, no
/// further task begins.
///
/// # Errors
/// Returns the first error of a task.
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
        // The current thread works too, so the work is done with fewer threads if the system does
        // not allow more.
        for _ in 1..threads.min(work.len()) {
            if Builder::new().spawn_scoped(scope, go_on).is_err() {
                break;
            }
        }
        go_on();
    });
    failed.into_inner()
}
