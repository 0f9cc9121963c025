//! Lemmas: what one solver has proved with some work, shared with other solvers of the same
//! question.
//!
//! Solvers on several machines have a table each, and their questions lead to the same positions:
//! without sharing, each of two solvers does nearly all the work that one would do alone. So a
//! position whose proof took at least a given number of positions is recorded, and can be given to
//! another solver. There are few of these: in a proof of a million positions, only a few thousand
//! took more than a thousand.
//!
//! ```text
//! rule: u8 | layout: u8 | records, as in a checkpoint | CRC-32 of all before: u32
//! ```
//!
//! Lemmas are not proved again when they are learned. So those of another
//! [rule](crate::game::rule::Rule), and those of a version that stores proofs in another
//! [layout](super::checkpoint), are refused, and a checksum detects damage.

use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::checkpoint::LAYOUT;
use super::records::{self, RECORD};
use super::table::{Effort, ProvedPosition};
use crate::game::rule::Rule;

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
    pub fn take(&self, rule: Rule) -> Vec<u8> {
        write(rule.number, &std::mem::take(&mut *self.noted.lock()))
    }
}

fn write(rule: u8, lemmas: &[ProvedPosition]) -> Vec<u8> {
    let mut bytes = vec![rule, LAYOUT];
    for lemma in lemmas {
        bytes.extend(records::encode(lemma));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The lemmas that took at least about this many positions (the effort is stored as a logarithm),
/// no bytes if there are none; `None` if the given bytes are damaged, or have another layout.
#[must_use]
pub fn strong(bytes: &[u8], positions: u64) -> Option<Vec<u8>> {
    let (rule, mut lemmas) = read(bytes)?;
    lemmas.retain(|lemma| lemma.effort >= Effort::of(positions));
    Some(match &lemmas[..] {
        [] => Vec::new(),
        lemmas => write(rule, lemmas),
    })
}

/// Reads the lemmas that another solver has recorded by this rule; `None` if the bytes are damaged, or have another
/// rule or layout.
pub(super) fn read_by(rule: Rule, bytes: &[u8]) -> Option<Vec<ProvedPosition>> {
    let (found, lemmas) = read(bytes)?;
    (found == rule.number).then_some(lemmas)
}

/// The number of the rule, and the lemmas.
fn read(bytes: &[u8]) -> Option<(u8, Vec<ProvedPosition>)> {
    let (content, sum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return None;
    }
    let ([rule, LAYOUT], records) = content.split_first_chunk()? else {
        return None;
    };
    let (records, rest) = records.as_chunks::<RECORD>();
    if !rest.is_empty() {
        return None;
    }
    let lemmas = records.iter().map(records::decode).collect::<Option<_>>()?;
    Some((*rule, lemmas))
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

    const RULE: Rule = Rule {
        number: 7,
        ..Rule::UNPROVED
    };

    #[test]
    fn what_is_noted_can_be_read_once() {
        let lemmas = Lemmas::default();
        assert_eq!(lemmas.from(), u64::MAX);
        lemmas.note_from(10);
        let noted = [lemma(20), lemma(3_000), lemma(70)];
        noted.iter().for_each(|one| lemmas.push(*one));
        let bytes = lemmas.take(RULE);
        assert_eq!(read_by(RULE, &bytes), Some(noted.to_vec()));
        let strong = strong(&bytes, 1_000).and_then(|bytes| read_by(RULE, &bytes));
        assert_eq!(strong, Some(vec![lemma(3_000)]));
        assert_eq!(super::strong(&bytes, 1_000_000), Some(vec![]));
        assert_eq!(read_by(RULE, &lemmas.take(RULE)), Some(vec![]));
    }

    #[test]
    fn what_was_changed_is_refused() {
        let mut bytes = write(RULE.number, &[lemma(5), lemma(6)]);
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&[]), None);
        for at in 0..bytes.len() {
            bytes[at] ^= 8;
            assert_eq!(read(&bytes), None, "{at}");
            bytes[at] ^= 8;
        }
    }

    #[test]
    fn another_rule_or_layout_is_refused() {
        let summed = |mut bytes: Vec<u8>| {
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            bytes
        };
        assert_eq!(read_by(RULE, &summed(vec![7, LAYOUT])), Some(vec![]));
        assert_eq!(read_by(RULE, &summed(vec![6, LAYOUT])), None);
        assert_eq!(read_by(RULE, &summed(vec![7, LAYOUT - 1])), None);
        assert_eq!(strong(&summed(vec![7, LAYOUT - 1]), 1), None);
    }
}
