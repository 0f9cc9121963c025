//! What an engine remembers: the transposition table, and what is proved.
//!
//! Both share the memory of the option `Hash`. Half of it, or less if that is no power of two, holds
//! proofs, in games that have something to prove with; with less than 16 MiB there are none, and
//! nothing is proved beside the search.

use std::fmt;
use std::io;

use super::catalogue::Room;
use crate::game::Game;
use crate::search::Table;
use crate::solve::proof_source::ProofSource;

/// With less there are no proofs, in MiB.
const LEAST_FOR_PROOFS: u64 = 8;

/// The tables of an engine.
pub(super) struct Tables<R: Room> {
    pub(super) table: Table<<R::Game as Game>::Key>,
    pub(super) proofs: Option<Box<dyn ProofSource<R::Game>>>,
    proofs_mebibytes: u64,
}

impl<R: Room> Tables<R> {
    /// Tables of so many MiB together.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub(super) fn new(room: &R, mebibytes: u32) -> io::Result<Self> {
        let mut proofs_mebibytes = for_proofs(mebibytes);
        let proofs = begin_proofs(room, proofs_mebibytes)?;
        if proofs.is_none() {
            proofs_mebibytes = 0;
        }
        let rest = u64::from(mebibytes) - proofs_mebibytes;
        Ok(Self {
            table: Table::new(rest as usize)?,
            proofs,
            proofs_mebibytes,
        })
    }

    /// Forgets everything; from now on they are for that room.
    pub(super) fn clear(&mut self, room: &R) {
        self.table.clear();
        self.proofs = None;
        self.proofs = begin_proofs(room, self.proofs_mebibytes).unwrap_or_else(|_| {
            log::warn!("there is no memory for proofs any more; the engine plays without");
            None
        });
    }
}

/// How many of so many MiB are for proofs.
pub(super) const fn for_proofs(mebibytes: u32) -> u64 {
    let half = mebibytes as u64 / 2;
    match half >= LEAST_FOR_PROOFS {
        true => 1 << half.ilog2(),
        false => 0,
    }
}

fn begin_proofs<R: Room>(
    room: &R,
    mebibytes: u64,
) -> io::Result<Option<Box<dyn ProofSource<R::Game>>>> {
    if mebibytes == 0 {
        return Ok(None);
    }
    let mut proofs = room.proofs(mebibytes)?;
    if let Some(proofs) = &mut proofs {
        proofs.prefault();
    }
    Ok(proofs)
}

impl<R: Room> fmt::Debug for Tables<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("table", &self.table)
            .field("proofs", &self.proofs_mebibytes)
            .finish()
    }
}
