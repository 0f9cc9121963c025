//! Lemmas: what one solver has proved with some work, shared with other solvers of the same
//! question.
//!
//! Solvers on several machines have a table each, and their questions lead to the same positions:
//! without sharing, each of two solvers does nearly all the work that one would do alone. So a
//! position whose proof took at least a given number of positions is recorded, and can be given to
//! another solver. There are few of these: in a proof of a million positions, only a few thousand
//! took more than a thousand.
//!
//! The format is that of a [checkpoint](super::records), and a checksum detects damage. Lemmas are
//! not checked when they are learned: they must come from the same program.

use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::records::{self, RECORD};
use super::table::{Effort, ProvedPosition};

/// The recorded lemmas.
#[derive(Debug)]
pub(super) struct Lemmas {
    from: AtomicU64,
    noted: Mutex<Vec<ProvedPosition>>,
}

impl Default for Lemmas {
    /// Records nothing.
    fn default() -> Self {
        Self {
            from: AtomicU64::new(u64::MAX),
            noted: Mutex::default(),
        }
    }
}

impl Lemmas {
    /// The least work, in positions, of a recorded proof.
    pub fn from(&self) -> u64 {
        self.from.load(Ordering::Relaxed)
    }

    /// From now on, proofs that take at least this many positions are recorded.
    pub fn note_from(&self, positions: u64) {
        self.from.store(positions, Ordering::Relaxed);
    }

    #[cold]
    pub fn push(&self, lemma: ProvedPosition) {
        self.noted.lock().push(lemma);
    }

    /// Removes and returns the recorded lemmas.
    pub fn take(&self) -> Vec<u8> {
        write(&std::mem::take(&mut *self.noted.lock()))
    }
}

fn write(lemmas: &[ProvedPosition]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + lemmas.len() * RECORD);
    for lemma in lemmas {
        bytes.extend(records::encode(lemma));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The lemmas that took at least about this many positions (the effort is stored as a logarithm);
/// `None` if the bytes are damaged.
#[must_use]
pub fn strong(bytes: &[u8], positions: u64) -> Option<Vec<u8>> {
    let mut lemmas = read(bytes)?;
    lemmas.retain(|lemma| lemma.effort >= Effort::of(positions));
    Some(write(&lemmas))
}

/// Reads the lemmas that another solver has recorded; `None` if the bytes are damaged.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<ProvedPosition>> {
    let (lemmas, sum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(lemmas) != u32::from_le_bytes(*sum) {
        return None;
    }
    let (lemmas, rest) = lemmas.as_chunks::<RECORD>();
    if !rest.is_empty() {
        return None;
    }
    lemmas.iter().map(records::decode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use crate::game::bounds::Bounds;

    fn lemma(number: u64) -> ProvedPosition {
        ProvedPosition {
            key: u128::from(number) << 40 | 17,
            bounds: Bounds::new(Outcome::Draw, Outcome::Win),
            effort: Effort::of(number),
        }
    }

    #[test]
    fn what_is_noted_can_be_read_once() {
        let lemmas = Lemmas::default();
        assert_eq!(lemmas.from(), u64::MAX);
        lemmas.note_from(10);
        let noted = [lemma(20), lemma(3_000), lemma(70)];
        noted.iter().for_each(|one| lemmas.push(*one));
        let bytes = lemmas.take();
        assert_eq!(read(&bytes), Some(noted.to_vec()));
        let strong = strong(&bytes, 1_000).and_then(|bytes| read(&bytes));
        assert_eq!(strong, Some(vec![lemma(3_000)]));
        assert_eq!(read(&lemmas.take()), Some(vec![]));
    }

    #[test]
    fn what_was_changed_is_refused() {
        let mut bytes = write(&[lemma(5), lemma(6)]);
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&[]), None);
        for at in 0..bytes.len() {
            bytes[at] ^= 8;
            assert_eq!(read(&bytes), None, "{at}");
            bytes[at] ^= 8;
        }
    }
}
