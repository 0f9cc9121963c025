//! Starting threads under a system limit, and sharing work among threads.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Builder, Thread};
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

/// Does some work, while another thread calls `companion` repeatedly, each time after this pause. That thread ends
/// with the work, even if the work panics.
///
/// # Errors
/// If the other thread cannot be started; then the work is not done.
pub fn accompanied<R>(
    pause: Duration,
    mut companion: impl FnMut() + Send,
    work: impl FnOnce() -> R,
) -> io::Result<R> {
    /// Ends the other thread when it is dropped.
    struct End<'a>(&'a AtomicBool, Thread);

    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
            self.1.unpark();
        }
    }

    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let repeat = || {
            loop {
                std::thread::park_timeout(pause);
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                companion();
            }
        };
        let thread = Builder::new().spawn_scoped(scope, repeat)?;
        let _end = End(&is_over, thread.thread().clone());
        Ok(work())
    })
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

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn a_companion_ends_with_the_work_even_by_a_panic() {
        let calls = AtomicUsize::new(0);
        let call = || {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        let work = || {
            while calls.load(Ordering::Relaxed) < 3 {
                std::thread::yield_now();
            }
            7
        };
        assert_eq!(accompanied(PAUSE, call, work).unwrap(), 7);
        let fault = || -> u8 { panic!("a fault in the work") };
        assert!(catch_unwind(|| accompanied(Duration::MAX, call, fault)).is_err());
    }
}
