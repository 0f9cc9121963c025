//! The checkpoint of a run: only one process at a time resumes from it and replaces it.
//!
//! The checkpoint is created before there is anything to save. So a file that cannot be written is
//! an error at once, and so is a second run with the same file.

use std::path::{Path, PathBuf};

use anyhow::Result;
use indicatif::HumanCount;
use parking_lot::Mutex;

use crate::cli::of_file;
use crate::files::Growing;
use crate::quote::counted;
use crate::solve::checkpoint;
use crate::solve::solving::GameSolver;
use crate::standard::note;

pub struct Kept {
    path: PathBuf,
    file: Mutex<Growing>,
    title: String,
    /// The number of positions searched by earlier runs.
    before: u64,
}

impl Kept {
    /// Opens or creates a checkpoint. The title identifies the question.
    pub fn open(path: &Path, title: String, solver: &dyn GameSolver) -> Result<Self> {
        let is_new = !path.exists();
        let file = match is_new {
            true => Growing::begin(path, |file| checkpoint::write(file, &title, 0, |_| Ok(()))),
            false => Growing::open(path),
        };
        let file = Mutex::new(of_file(path, file)?);
        let mut before = 0;
        if !is_new {
            let read = checkpoint::read(path, &title, |proved| solver.read_proved(proved));
            before = of_file(path, read)?;
            note!("resuming after {}", counted(HumanCount(before), "position"));
        }
        Ok(Self {
            path: path.into(),
            file,
            title,
            before,
        })
    }

    /// The number of positions searched by earlier runs.
    pub const fn before(&self) -> u64 {
        self.before
    }

    /// Saves what the solver has proved.
    pub fn keep(&self, solver: &dyn GameSolver) -> Result<()> {
        let positions = self.before + solver.positions();
        let written = self.file.lock().replace(&self.path, |file| {
            checkpoint::write(file, &self.title, positions, |proved| {
                solver.write_proved(proved)
            })
        });
        of_file(&self.path, written)
    }
}
