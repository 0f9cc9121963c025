//! The memory of an engine: the transposition table, and proofs.
//!
//! Both share the memory of the option `Hash`. Half of it, or less if that is not a power of two,
//! holds proofs, in games that have a prover. With less than 16 MiB there are no proofs.

use std::fmt;
use std::io;

use crate::game::Game;
use crate::search::Table;
use crate::solve::proof_source::ProofSource;

/// The least memory for proofs, in MiB.
const LEAST_FOR_PROOFS: u64 = 8;

/// The tables of an engine.
pub(super) struct Tables<G: Game> {
    pub(super) table: Table<G::Key>,
    pub(super) proofs: Option<ProofSource<G>>,
    proofs_mebibytes: u64,
}

/// Allocates the prover that runs alongside a search, with this many MiB, a power of two; `None` if
/// the game has none, an error if there is not enough memory.
pub type Begin<G> = fn(mebibytes: u64) -> io::Result<Option<ProofSource<G>>>;

impl<G: Game> Tables<G> {
    /// Tables of this many MiB in total.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(begin: Begin<G>, mebibytes: u32) -> io::Result<Self> {
        let mut proofs_mebibytes = for_proofs(mebibytes);
        let proofs = begin_proofs(begin, proofs_mebibytes)?;
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

    /// Forgets everything.
    pub(super) fn clear(&mut self, begin: Begin<G>) {
        self.table.clear();
        self.proofs = None;
        self.proofs = begin_proofs(begin, self.proofs_mebibytes).unwrap_or_else(|_| {
            log::warn!("not enough memory for proofs; the engine continues without them");
            None
        });
    }
}

/// How many of this many MiB are for proofs.
pub(super) const fn for_proofs(mebibytes: u32) -> u64 {
    let half = mebibytes as u64 / 2;
    match half >= LEAST_FOR_PROOFS {
        true => 1 << half.ilog2(),
        false => 0,
    }
}

fn begin_proofs<G: Game>(begin: Begin<G>, mebibytes: u64) -> io::Result<Option<ProofSource<G>>> {
    match mebibytes {
        0 => Ok(None),
        _ => begin(mebibytes),
    }
}

impl<G: Game> fmt::Debug for Tables<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("table", &self.table)
            .field("proofs", &self.proofs_mebibytes)
            .finish()
    }
}
