//! What the engine remembers: the transposition table, and what is proved.
//!
//! Both share the memory of the option `Hash`. Half of it, or less if that is no power of two, holds
//! proofs; with less than 16 MiB there are none, and nothing is proved beside the search.

use crate::search::Table;
use crate::solve::prover::Shared;
use crate::solve::table::ExactTable;

/// The engine's tables.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) proofs: Option<Shared>,
    proofs_mebibytes: u64,
}

impl Memory {
    /// Tables of so many MiB together; `None` if there is not so much memory.
    pub(super) fn new(mebibytes: u32) -> Option<Self> {
        let half = u64::from(mebibytes / 2);
        let proofs_mebibytes = match half >= ExactTable::LEAST_MEBIBYTES {
            true => 1 << half.ilog2(),
            false => 0,
        };
        let rest = u64::from(mebibytes) - proofs_mebibytes;
        let mut memory = Self {
            table: Table::new(rest as usize).ok()?,
            proofs: None,
            proofs_mebibytes,
        };
        memory.begin_proofs()?;
        Some(memory)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        if self.begin_proofs().is_none() {
            log::warn!("there is no memory for proofs any more; the engine plays without");
        }
    }

    fn begin_proofs(&mut self) -> Option<()> {
        self.proofs = None;
        if self.proofs_mebibytes > 0 {
            let mut proofs = Shared::new(self.proofs_mebibytes)?;
            proofs.prefault();
            self.proofs = Some(proofs);
        }
        Some(())
    }
}
