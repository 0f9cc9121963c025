//! The traffic of a match: all input and output of the engines, written to a file on request.
//!
//! ```text
//! 1042 >FSF(1): position startpos moves b3b4
//! 1042 >FSF(1): go nodes 20000
//! 1061 <FSF(1): bestmove g6g5
//! ```
//!
//! The format is that of Cute Chess: milliseconds since the match began, the direction (`>` to the
//! engine, `<` from it), its name and the number of its process.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use crate::files::Growing;
use crate::quote::plain;

/// The heading of each match in the file.
const HEADING: &str = "# traffic of a jacquerie match";

/// The traffic of all engines.
#[derive(Debug)]
pub struct Traffic {
    /// The file; `None` after a write has failed.
    file: Mutex<Option<Growing>>,
    begun: Instant,
    processes: AtomicUsize,
}

/// The traffic of one process.
#[derive(Clone, Debug)]
pub struct Wire {
    traffic: Arc<Traffic>,
    process: String,
}

impl Traffic {
    /// Creates a file, or appends to the traffic of earlier matches.
    ///
    /// # Errors
    /// If it cannot be written, or contains anything else.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = Growing::open(path)?;
        let mut beginning = Vec::new();
        let most = HEADING.len() as u64;
        File::open(path)?.take(most).read_to_end(&mut beginning)?;
        if !HEADING.as_bytes().starts_with(&beginning) {
            let message = "the file exists and is not a traffic log; use another name";
            return Err(io::Error::new(ErrorKind::AlreadyExists, message));
        }
        let now = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S%:z");
        file.append(format!("{HEADING}, {now}\n").as_bytes())?;
        Ok(Self {
            file: Mutex::new(Some(file)),
            begun: Instant::now(),
            processes: AtomicUsize::new(0),
        })
    }

    fn write(&self, direction: char, process: &str, line: &str) {
        let mut file = self.file.lock();
        let passed = self.begun.elapsed().as_millis();
        let line = format!("{passed} {direction}{process}: {}\n", plain(line));
        let written = file.as_mut().map(|file| file.append(line.as_bytes()));
        if let Some(Err(error)) = written {
            log::warn!("the traffic log cannot be continued: {error}");
            *file = None;
        }
    }
}

impl Wire {
    /// The traffic of a new process of an engine.
    #[must_use]
    pub fn new(traffic: &Arc<Traffic>, engine: &str) -> Self {
        let number = traffic.processes.fetch_add(1, Ordering::Relaxed);
        Self {
            traffic: Arc::clone(traffic),
            process: format!("{engine}({number})"),
        }
    }

    /// Records a line sent to the engine.
    pub fn told(&self, line: &str) {
        self.traffic.write('>', &self.process, line);
    }

    /// Records a line from the engine.
    pub fn heard(&self, line: &str) {
        self.traffic.write('<', &self.process, line);
    }
}
