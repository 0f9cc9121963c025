//! The checkpoint of a run: one process at a time goes on from it and replaces it.
//!
//! It is begun before there is anything to keep: so whoever cannot write it hears that at once, and
//! another run that would use the same file does too.

use std::path::{Path, PathBuf};

use anyhow::Result;
use indicatif::HumanCount;
use parking_lot::Mutex;

use crate::commands::of_file;
use crate::files::Growing;
use crate::solve::checkpoint;
use crate::solve::table::ExactTable;

pub struct Kept {
    path: PathBuf,
    file: Mutex<Growing>,
    title: String,
    /// How many positions were searched before this run.
    before: u64,
}

impl Kept {
    /// Goes on from a checkpoint, or begins one. The title says what is asked.
    pub fn open(path: &Path, title: String, table: &ExactTable) -> Result<Self> {
        let is_new = !path.exists();
        let mut kept = Self {
            path: path.into(),
            file: Mutex::new(of_file(path, Growing::open(path))?),
            title,
            before: 0,
        };
        if is_new {
            kept.keep(0, table)?;
        } else {
            kept.before = of_file(path, checkpoint::read(path, &kept.title, table))?;
            eprintln!("going on after {} positions", HumanCount(kept.before));
        }
        Ok(kept)
    }

    /// How many positions were searched before this run.
    pub const fn before(&self) -> u64 {
        self.before
    }

    /// Keeps what the table knows after so many more positions.
    pub fn keep(&self, positions: u64, table: &ExactTable) -> Result<()> {
        let positions = self.before + positions;
        let written = self.file.lock().replace(&self.path, |file| {
            checkpoint::write(file, &self.title, positions, table)
        });
        of_file(&self.path, written)
    }
}
