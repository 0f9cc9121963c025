//! Starting a thread where the system gives only so many.

use std::io;
use std::time::Duration;

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
