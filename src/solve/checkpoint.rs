//! Checkpoints: what is proved, saved on disk, so that an interrupted run can resume.
//!
//! The solver decides what is stored ([`GameSolver`](super::solving::GameSolver)): the prover
//! stores [`records`] of its exact table. A run that is killed while writing leaves the previous
//! checkpoint.
//!
//! ```text
//! "JACQCHK2" | zstd( layout: u8 | title | positions: u64 | proved ) | CRC-32 of all before: u32
//!
//! layout   how proofs are stored
//! title    length: u32, text: the question, and the game
//! proved   as the solver writes it; empty if nothing is known yet
//! ```
//!
//! All numbers are little-endian. The title distinguishes runs: a checkpoint for another game or
//! another position is rejected. So is one with another layout: its proofs would be read as proofs
//! of other positions.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use thiserror::Error;

use super::records;
use super::table::ProvedPosition;

const MAGIC: &[u8; 8] = b"JACQCHK2";
/// Checkpoints without a number for their layout began with this.
const WITHOUT_LAYOUT: &[u8; 8] = b"JACQCHK1";
/// How proofs are stored, in checkpoints and as [lemmas](super::lemmas): the keys of positions, the
/// order of their moves, the tables. A change of any of these must raise it.
pub(super) const LAYOUT: u8 = 3;
/// The maximum length of a title.
const LONGEST_TITLE: u32 = 1 << 12;

/// Why a checkpoint cannot be read.
#[derive(Error, Debug)]
pub enum CheckpointError {
    /// A system error.
    #[error("the checkpoint cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file is not a checkpoint.
    #[error("not a solver checkpoint: its first bytes are wrong")]
    Magic,
    /// Another version wrote it.
    #[error("the checkpoint is from a version that stores proofs differently; begin a new one")]
    Version,
    /// Its bytes have changed.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// The checkpoint belongs to another run.
    #[error("the checkpoint is from another run: it holds '{found}', expected '{expected}'")]
    Foreign {
        /// The question in the checkpoint.
        found: String,
        /// The question of this run.
        expected: String,
    },
}

impl CheckpointError {
    /// The error for a checkpoint that is damaged or cannot be decompressed.
    pub fn damaged(problem: impl fmt::Display) -> Self {
        Self::Damaged(problem.to_string())
    }
}

/// Writes a checkpoint. `title` is the question; `positions` counts those searched; `proved` writes
/// what is known, or nothing if nothing is known yet.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    file: impl Write,
    title: &str,
    positions: u64,
    proved: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut sink = SummingWriter::new(BufWriter::new(file));
    sink.write_all(MAGIC)?;
    let mut packed = zstd::Encoder::new(sink, 1)?;
    packed.write_all(&[LAYOUT])?;
    packed.write_all(&(title.len() as u32).to_le_bytes())?;
    packed.write_all(title.as_bytes())?;
    packed.write_all(&positions.to_le_bytes())?;
    proved(&mut packed)?;
    let mut sink = packed.finish()?;
    let sum = sink.sum.clone().finalize();
    sink.write_all(&sum.to_le_bytes())?;
    sink.flush()
}

/// Reads a checkpoint; returns the number of positions searched. `proved` reads the proved results,
/// if the checkpoint has any.
///
/// # Errors
/// If it cannot be read, is damaged, or has another layout or title.
pub fn read(
    path: &Path,
    title: &str,
    proved: impl FnOnce(&mut dyn Read) -> Result<(), CheckpointError>,
) -> Result<u64, CheckpointError> {
    check_sum(path)?;
    unpack(BufReader::new(File::open(path)?), title, proved)
}

/// Reads a checkpoint of an exact table with a valid checksum from any source.
///
/// # Errors
/// As [`read`].
pub fn read_from(
    source: impl Read,
    title: &str,
    take: impl FnMut(ProvedPosition),
) -> Result<u64, CheckpointError> {
    unpack(source, title, |proved| records::read(proved, take))
}

fn unpack(
    mut source: impl Read,
    title: &str,
    proved: impl FnOnce(&mut dyn Read) -> Result<(), CheckpointError>,
) -> Result<u64, CheckpointError> {
    check_magic(&mut source)?;
    let packed = zstd::Decoder::new(source).map_err(CheckpointError::damaged)?;
    // The checksum follows the compressed frame.
    let mut packed = BufReader::new(packed.single_frame());
    let mut layout = [0];
    packed
        .read_exact(&mut layout)
        .map_err(CheckpointError::damaged)?;
    if layout != [LAYOUT] {
        return Err(CheckpointError::Version);
    }
    let mut length = [0; 4];
    packed
        .read_exact(&mut length)
        .map_err(CheckpointError::damaged)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST_TITLE {
        let problem = format!("its title has {length} bytes");
        return Err(CheckpointError::damaged(problem));
    }
    let mut text = vec![0; length as usize];
    packed
        .read_exact(&mut text)
        .map_err(CheckpointError::damaged)?;
    let found = String::from_utf8_lossy(&text).into_owned();
    if found != title {
        let expected = title.into();
        return Err(CheckpointError::Foreign { found, expected });
    }
    let mut positions = [0; 8];
    packed
        .read_exact(&mut positions)
        .map_err(CheckpointError::damaged)?;
    let rest = packed.fill_buf().map_err(CheckpointError::damaged)?;
    if !rest.is_empty() {
        proved(&mut packed)?;
    }
    Ok(u64::from_le_bytes(positions))
}

fn check_magic(source: &mut impl Read) -> Result<(), CheckpointError> {
    let mut magic = [0; MAGIC.len()];
    source
        .read_exact(&mut magic)
        .map_err(|_| CheckpointError::Magic)?;
    match &magic {
        MAGIC => Ok(()),
        WITHOUT_LAYOUT => Err(CheckpointError::Version),
        _ => Err(CheckpointError::Magic),
    }
}

fn check_sum(path: &Path) -> Result<(), CheckpointError> {
    let mut file = File::open(path)?;
    check_magic(&mut file)?;
    file.rewind()?;
    let length = file.metadata()?.len();
    let Some(content) = length.checked_sub(4) else {
        return Err(CheckpointError::Magic);
    };
    let mut sink = SummingWriter::new(io::sink());
    io::copy(&mut io::Read::take(&mut file, content), &mut sink)?;
    let mut sum = [0; 4];
    file.read_exact(&mut sum)?;
    match sink.sum.finalize() == u32::from_le_bytes(sum) {
        true => Ok(()),
        false => Err(CheckpointError::Damaged("its checksum is wrong".into())),
    }
}

/// A sink that computes the checksum of what is written to it.
struct SummingWriter<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W> SummingWriter<W> {
    fn new(inner: W) -> Self {
        Self {
            inner,
            sum: crc32fast::Hasher::new(),
        }
    }
}

impl<W: Write> Write for SummingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
