//! The ladder's part of a checkpoint: the tables of each rung, under the questions that name it.
//!
//! What a rung has made can only be read once the rung is planned again, so the data waits until then.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Ladder, Rung};
use crate::solve::checkpoint::CheckpointError;

impl Ladder {
    /// Adds a rung, which continues from a checkpoint if that has it.
    pub(super) fn take_up(&self, rung: &Arc<Rung>) -> Result<(), String> {
        // Until the rung is there, nothing is written.
        let mut earlier = self.earlier.lock();
        if let Some(place) = earlier.iter().position(|(name, _)| *name == rung.name) {
            let read = rung.run.read(&mut earlier[place].1.as_slice());
            read.map_err(|problem| format!("the checkpoint is damaged: {problem}"))?;
            earlier.swap_remove(place);
        }
        self.rungs.write().push(Arc::clone(rung));
        Ok(())
    }

    /// Writes all tables.
    ///
    /// ```text
    /// for each rung:   length: u32   its name   length: u64   its tables, as a run writes them
    /// ```
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        let mut part = |name: &[u8], tables: &[u8]| {
            file.write_all(&(name.len() as u32).to_le_bytes())?;
            file.write_all(name)?;
            file.write_all(&(tables.len() as u64).to_le_bytes())?;
            file.write_all(tables)
        };
        let earlier = self.earlier.lock();
        for (name, tables) in &*earlier {
            part(name, tables)?;
        }
        let rungs = self.rungs.read().clone();
        drop(earlier);
        for rung in rungs {
            let mut tables = Vec::new();
            rung.run.write(&mut tables)?;
            part(&rung.name, &tables)?;
        }
        Ok(())
    }

    /// Keeps the data of rungs until they are requested again.
    ///
    /// # Errors
    /// If the data is damaged.
    pub fn read(&self, mut bytes: &[u8]) -> Result<(), CheckpointError> {
        let mut earlier = Vec::new();
        while !bytes.is_empty() {
            let part = split_part(&mut bytes);
            let damaged = || io::Error::from(io::ErrorKind::UnexpectedEof);
            earlier.push(part.ok_or_else(damaged).map_err(CheckpointError::damaged)?);
        }
        *self.earlier.lock() = earlier;
        Ok(())
    }
}

/// Splits a rung's name and tables off the front of the bytes; `None` if they end too early.
fn split_part(bytes: &mut &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (tables, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some((name.to_vec(), tables.to_vec()))
}
