//! What is proved, on disk: a run that ends goes on from here.
//!
//! A checkpoint holds the part of the exact table that took work, not all of it: a proof of a few
//! hundred positions is quicker found again than read. A run that is killed while it writes leaves
//! the one before.
//!
//! ```text
//! "JACQCHK1" | zstd( title | positions: u64 | records | end ) | CRC-32 of all before: u32
//!
//! title    length: u32, text: what was asked, in which game
//! record   key: 10 bytes | effort, 4 bits; least, 2 bits; most, 2 bits
//! end      11 bytes of ones
//! ```
//!
//! All numbers are little-endian. The title tells one run from another: a checkpoint of another
//! game or another position is refused.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use thiserror::Error;

use super::table::{Effort, ExactTable, ProvedPosition};
use crate::game::bounds::Bounds;
use crate::game::{Outcome, PackedKey};

const MAGIC: &[u8; 8] = b"JACQCHK1";
const RECORD: usize = 11;
const END: [u8; RECORD] = [0xff; RECORD];
/// No more records than this are written: what took the least work is left out first.
const MOST_RECORDS: u64 = 1 << 26;
/// No title is longer.
const LONGEST_TITLE: u32 = 1 << 12;

/// Why a checkpoint cannot be read.
#[derive(Error, Debug)]
pub enum CheckpointError {
    /// The system refuses.
    #[error("the checkpoint cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Not one at all.
    #[error("this is no checkpoint of a solver: its first bytes are wrong")]
    Magic,
    /// Something has changed in it.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// It belongs to another run.
    #[error("the checkpoint is of another run: it holds '{found}', expected '{expected}'")]
    Foreign {
        /// What it holds.
        found: String,
        /// What was asked for.
        expected: String,
    },
}

/// Writes what `table` knows; nothing, before there is anything to know. `title` says what was asked;
/// `positions` counts those searched.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    file: impl Write,
    title: &str,
    positions: u64,
    table: Option<&ExactTable>,
) -> io::Result<()> {
    let mut sink = Checked::new(BufWriter::new(file));
    sink.write_all(MAGIC)?;
    let mut packed = zstd::Encoder::new(sink, 1)?;
    packed.write_all(&(title.len() as u32).to_le_bytes())?;
    packed.write_all(title.as_bytes())?;
    packed.write_all(&positions.to_le_bytes())?;
    let records = table.map(|table| table.records(least_effort(table)));
    for record in records.into_iter().flatten() {
        packed.write_all(&encode(&record))?;
    }
    packed.write_all(&END)?;
    let mut sink = packed.finish()?;
    let sum = sink.sum.clone().finalize();
    sink.write_all(&sum.to_le_bytes())?;
    sink.flush()
}

/// Puts what a checkpoint holds into `table`; returns how many positions had been searched.
///
/// # Errors
/// If it cannot be read, is damaged or is not of the run that `title` tells.
pub fn read(path: &Path, title: &str, table: &ExactTable) -> Result<u64, CheckpointError> {
    check_sum(path)?;
    read_from(BufReader::new(File::open(path)?), title, |record| {
        table.restore(&record);
    })
}

/// Reads a checkpoint whose sum is right from any source.
///
/// # Errors
/// As [`read`].
pub fn read_from(
    mut source: impl Read,
    title: &str,
    mut take: impl FnMut(ProvedPosition),
) -> Result<u64, CheckpointError> {
    let mut magic = [0; MAGIC.len()];
    source
        .read_exact(&mut magic)
        .map_err(|_| CheckpointError::Magic)?;
    if magic != *MAGIC {
        return Err(CheckpointError::Magic);
    }
    let damaged = |error: io::Error| CheckpointError::Damaged(error.to_string());
    let mut packed = zstd::Decoder::new(source).map_err(damaged)?;
    let mut length = [0; 4];
    packed.read_exact(&mut length).map_err(damaged)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST_TITLE {
        return Err(CheckpointError::Damaged(format!(
            "a title of {length} bytes"
        )));
    }
    let mut text = vec![0; length as usize];
    packed.read_exact(&mut text).map_err(damaged)?;
    let found = String::from_utf8_lossy(&text).into_owned();
    if found != title {
        let expected = title.into();
        return Err(CheckpointError::Foreign { found, expected });
    }
    let mut positions = [0; 8];
    packed.read_exact(&mut positions).map_err(damaged)?;
    loop {
        let mut bytes = [0; RECORD];
        packed.read_exact(&mut bytes).map_err(damaged)?;
        if bytes == END {
            return Ok(u64::from_le_bytes(positions));
        }
        take(
            decode(&bytes)
                .ok_or_else(|| CheckpointError::Damaged("a value that cannot be".into()))?,
        );
    }
}

fn encode(record: &ProvedPosition) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    bytes[..10].copy_from_slice(&record.key.to_le_bytes()[..10]);
    let (least, most) = (record.bounds.least() as u8, record.bounds.most() as u8);
    bytes[10] = record.effort.number() << 4 | least << 2 | most;
    bytes
}

fn decode(bytes: &[u8; RECORD]) -> Option<ProvedPosition> {
    let mut key = [0; 16];
    key[..10].copy_from_slice(&bytes[..10]);
    let outcome = |number: u8| match number & 3 {
        0 => Some(Outcome::Loss),
        1 => Some(Outcome::Draw),
        2 => Some(Outcome::Win),
        _ => None,
    };
    let (least, most) = (outcome(bytes[10] >> 2)?, outcome(bytes[10])?);
    (least <= most).then(|| ProvedPosition {
        key: u128::from_le_bytes(key) & ((1 << PackedKey::BITS) - 1),
        bounds: Bounds::new(least, most),
        effort: Effort::from_number(bytes[10] >> 4),
    })
}

/// The least effort whose records are few enough.
fn least_effort(table: &ExactTable) -> Effort {
    let mut counts = [0_u64; 16];
    for record in table.records(Effort::from_number(0)) {
        counts[usize::from(record.effort.number())] += 1;
    }
    let mut sum = 0;
    let fits = (WORTH_KEEPING..16).rev().take_while(|number| {
        sum += counts[usize::from(*number)];
        sum <= MOST_RECORDS
    });
    Effort::from_number(fits.last().unwrap_or(15))
}

/// Proofs of fewer than 64 positions are quicker found again.
const WORTH_KEEPING: u8 = 3;

fn check_sum(path: &Path) -> Result<(), CheckpointError> {
    let mut file = File::open(path)?;
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != *MAGIC {
        return Err(CheckpointError::Magic);
    }
    file.rewind()?;
    let length = file.metadata()?.len();
    let Some(content) = length.checked_sub(4) else {
        return Err(CheckpointError::Magic);
    };
    let mut sink = Checked::new(io::sink());
    io::copy(&mut io::Read::take(&mut file, content), &mut sink)?;
    let mut sum = [0; 4];
    file.read_exact(&mut sum)?;
    match sink.sum.finalize() == u32::from_le_bytes(sum) {
        true => Ok(()),
        false => Err(CheckpointError::Damaged("its sum is wrong".into())),
    }
}

/// A sink that sums up what it is given.
struct Checked<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W> Checked<W> {
    fn new(inner: W) -> Self {
        Self {
            inner,
            sum: crc32fast::Hasher::new(),
        }
    }
}

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
