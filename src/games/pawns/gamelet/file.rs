//! The gamelet table on disk, and how it is filled in advance.
//!
//! ```text
//! "JACQGML1" | number of words: u64 | words: u64 each | CRC-32 of all before: u32
//! ```
//!
//! All numbers are little-endian. A word is as in the [table](super::table). An incomplete file, or one of
//! another version, is rejected, because loaded values are trusted.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use super::split::split;
use super::summary::spare;
use super::table::Gamelets;
use super::worth::Aim;
use crate::board::Bitboard;
use crate::files;
use crate::games::pawns::Position;
use crate::games::pawns::key::value_key;

const MAGIC: &[u8; 8] = b"JACQGML1";
/// The start of a table file of any version.
pub const KIND: &[u8] = MAGIC.split_at(7).0;
const HEAD: usize = MAGIC.len() + 8;
const SUM: usize = 4;

/// The maximum number of pawns with which gamelets of one, two and three files are solved: all of one and
/// two files.
const MOST_PAWNS: [u32; 3] = [6, 12, 6];

/// Why a table of gamelets cannot be read or written.
#[derive(Error, Debug)]
pub enum FileError {
    /// An I/O error.
    #[error("the table of gamelets cannot be read or written: {0}")]
    Io(#[from] io::Error),
    /// The file is of another kind or another version.
    #[error(
        "not a table of gamelets of this version; 'jacquerie gamelets --build' writes a new one"
    )]
    Magic,
    /// The file is damaged.
    #[error(
        "the table of gamelets is damaged ({0}); 'jacquerie gamelets --build' writes a new one"
    )]
    Damaged(&'static str),
}

impl Gamelets {
    /// Writes the known values, creating the folder if needed. Returns the number of gamelets.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<usize, FileError> {
        let words: Vec<u64> = self.known_words().collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((words.len() as u64).to_le_bytes());
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        files::replace(path, &bytes)?;
        Ok(words.len())
    }

    /// Adds the contents of a file. Returns the number of gamelets.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged. Then nothing is added.
    pub fn read(&self, path: &Path) -> Result<usize, FileError> {
        let mut bytes = Vec::new();
        // Reads no more than a full table, whatever the file holds.
        let longest = HEAD + 8 * Self::WORDS + SUM;
        File::open(path)?
            .take(longest as u64 + 1)
            .read_to_end(&mut bytes)?;
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::Magic);
        }
        let content = bytes.len().checked_sub(SUM).filter(|end| *end >= HEAD);
        let (content, sum) = bytes.split_at(content.ok_or(FileError::Damaged("too short"))?);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        let (numbers, rest) = content[MAGIC.len()..].as_chunks();
        let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let count = numbers.next().unwrap_or_default();
        if !rest.is_empty() || numbers.len() as u64 != count {
            return Err(FileError::Damaged("its length is wrong"));
        }
        numbers.for_each(|word| self.restore(word));
        Ok(count as usize)
    }

    /// Solves one gamelet for both aims.
    pub fn find_out(&self, gamelet: Position) {
        for aim in [Aim::Hold, Aim::Win] {
            spare(gamelet, aim, self);
        }
    }
}

/// All gamelets of up to three files with few enough pawns to be solved quickly; only one of two mirror
/// images.
#[must_use]
pub fn small_gamelets() -> Vec<Position> {
    let files = file_states();
    let mut found = Vec::new();
    for (count, most) in (1..).zip(MOST_PAWNS) {
        let mut boards = vec![(Bitboard::EMPTY, Bitboard::EMPTY)];
        for file in 0..count {
            // Each remaining file needs a pawn.
            let room = most - (count - 1 - file);
            let mut wider = Vec::new();
            for (own, enemy) in &boards {
                let with = |(one, other): &(u64, u64)| {
                    (
                        *own | Bitboard::from_bits(one << file),
                        *enemy | Bitboard::from_bits(other << file),
                    )
                };
                let fits = |(own, enemy): &(Bitboard, Bitboard)| (*own | *enemy).count() <= room;
                wider.extend(files.iter().map(with).filter(fits));
            }
            boards = wider;
        }
        let positions = boards
            .into_iter()
            .map(|(own, enemy)| Position::new(own, enemy, None));
        let is_wanted = |one: &Position| !value_key(one).is_mirrored() && split(one).len() == 1;
        found.extend(positions.filter(is_wanted));
    }
    found
}

/// The possible contents of the a-file while the game goes on and no pawn is on its seventh rank: own pawns
/// on ranks 2 to 6, enemy pawns on ranks 3 to 7, at least one.
fn file_states() -> Vec<(u64, u64)> {
    let mut states = vec![(0, 0)];
    for rank in 1..7 {
        let square = 1_u64 << (8 * rank);
        let with_own = states.iter().map(|(own, enemy)| (own | square, *enemy));
        let with_enemy = states.iter().map(|(own, enemy)| (*own, enemy | square));
        let own: Vec<_> = with_own.filter(|_| rank < 6).collect();
        let enemy: Vec<_> = with_enemy.filter(|_| rank > 1).collect();
        states.extend(own.into_iter().chain(enemy));
    }
    states.retain(|state| *state != (0, 0));
    states
}
