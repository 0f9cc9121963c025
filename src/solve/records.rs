//! The part of the exact table that a [checkpoint](super::checkpoint) stores.
//!
//! It is the part that took work: a proof of a few dozen positions is found again more quickly than
//! it is read. Small tables keep only the upper bits of an effort; from them, more is stored.
//!
//! ```text
//! record   key: 10 bytes | effort, 4 bits; least, 2 bits; most, 2 bits
//! end      11 bytes of ones
//! ```

use std::io::{self, Read, Write};

use super::checkpoint::CheckpointError;
use super::table::{Effort, ExactTable, ProvedPosition};
use crate::game::bounds::Bounds;
use crate::game::{Outcome, PackedKey};

/// The number of bytes in a record.
pub(super) const RECORD: usize = 11;
const END: [u8; RECORD] = [0xff; RECORD];
/// The maximum number of records written; those that took the least work are left out first.
const MOST_RECORDS: u64 = 1 << 26;

/// Writes the content of a table.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(file: &mut dyn Write, table: &ExactTable) -> io::Result<()> {
    for record in table.records(least_effort(table)) {
        file.write_all(&encode(&record))?;
    }
    file.write_all(&END)
}

/// Reads the content of a table.
///
/// # Errors
/// If it cannot be read.
pub(super) fn read(
    source: &mut dyn Read,
    mut take: impl FnMut(ProvedPosition),
) -> Result<(), CheckpointError> {
    loop {
        let mut bytes = [0; RECORD];
        source
            .read_exact(&mut bytes)
            .map_err(CheckpointError::damaged)?;
        if bytes == END {
            return Ok(());
        }
        take(decode(&bytes).ok_or_else(|| CheckpointError::damaged("it has an impossible value"))?);
    }
}

pub(super) fn encode(record: &ProvedPosition) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    bytes[..10].copy_from_slice(&record.key.to_le_bytes()[..10]);
    let (least, most) = (record.bounds.least() as u8, record.bounds.most() as u8);
    bytes[10] = record.effort.number() << 4 | least << 2 | most;
    bytes
}

pub(super) fn decode(bytes: &[u8; RECORD]) -> Option<ProvedPosition> {
    let mut key = [0; 16];
    key[..10].copy_from_slice(&bytes[..10]);
    let outcome = |number: u8| Outcome::from_number(number & 3);
    let (least, most) = (outcome(bytes[10] >> 2)?, outcome(bytes[10])?);
    (least <= most).then(|| ProvedPosition {
        key: u128::from_le_bytes(key) & ((1 << PackedKey::BITS) - 1),
        bounds: Bounds::new(least, most),
        effort: Effort::from_number(bytes[10] >> 4),
    })
}

/// The least effort for which the records are few enough.
fn least_effort(table: &ExactTable) -> Effort {
    let mut counts = [0_u64; 16];
    for record in table.records(Effort::from_number(0)) {
        counts[usize::from(record.effort.number())] += 1;
    }
    let mut sum = 0;
    let worth_keeping = table.rounded(WORTH_KEEPING).number();
    let fits = (worth_keeping..16).rev().take_while(|number| {
        sum += counts[usize::from(*number)];
        sum <= MOST_RECORDS
    });
    Effort::from_number(fits.last().unwrap_or(15))
}

/// Proofs of fewer than 32 positions are found again more quickly.
const WORTH_KEEPING: Effort = Effort::of(32);
