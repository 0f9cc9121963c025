//! Ctrl-C: while the engine thinks it is to move at once, otherwise the program ends.

use std::process;
use std::sync::Arc;

use anyhow::Result;
use parking_lot::Mutex;

use crate::stop::Stop;

/// What Ctrl-C means at the moment.
pub struct Interrupt {
    thinking: Arc<Mutex<Option<Arc<Stop>>>>,
}

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn listen() -> Result<Self> {
        let thinking: Arc<Mutex<Option<Arc<Stop>>>> = Arc::default();
        let heard = Arc::clone(&thinking);
        ctrlc::set_handler(move || match &*heard.lock() {
            Some(stop) => stop.say(),
            // The main thread waits for a line, which cannot be interrupted otherwise.
            None => process::exit(0),
        })?;
        Ok(Self { thinking })
    }

    /// Does something that can be stopped; also whether it was.
    pub fn during<T>(&self, work: impl FnOnce(&Stop) -> T) -> (T, bool) {
        let stop = Arc::new(Stop::default());
        *self.thinking.lock() = Some(Arc::clone(&stop));
        let result = work(&stop);
        *self.thinking.lock() = None;
        (result, stop.is_said())
    }
}
