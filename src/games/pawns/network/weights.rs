//! The numbers of the network: as they are learned, and as they are kept.
//!
//! While it learns they are plain numbers, all in one list ([`Learned`]), so that a step of learning is a
//! step of each. What is played with are integers, and a file has them in this order, two bytes each, the
//! lower one first; rows of [`FILTERS`] for each of the 324 states of a file. Another order, or other
//! numbers, make another form, whose first bytes differ.
//!
//! ```text
//!  "JACQNET1"
//!
//!  left      324 × FILTERS    a file as the left neighbour        in 256ths
//!  centre    324 × FILTERS    in the middle, the bias with it     in 256ths
//!  right     324 × FILTERS    as the right neighbour              in 256ths
//!
//!  and for each of the 8 heads, the one for few pawns first:
//!  hidden    HIDDEN × (FILTERS + 1)   weights, and the bias       in 128ths
//!  worth     HIDDEN           of hidden neurons                   in 1024ths
//!  pool      FILTERS          of the numbers of the pool          in 1024ths
//!  bias      1                of the score                        in 1024ths
//!
//!  CRC-32 of all bytes before, the lowest first
//! ```

use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::head::{HEADS, HIDDEN, Head, Neuron};
use super::{FILTERS, MOST, Network, ONE, ONE_OF_HIDDEN, ONE_OF_SCORE, Row, Rows};
use crate::games::pawns::file_state::{CODES, FILES, FileState, STATES};

/// The numbers of a network while it learns, in the order of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned(pub Vec<f32>);

/// Where each part begins.
pub const LEFT: usize = 0;
/// As the middle file.
pub const CENTRE: usize = LEFT + STATES * FILTERS;
/// As the right neighbour.
pub const RIGHT: usize = CENTRE + STATES * FILTERS;
/// The first of the heads.
pub const FIRST_HEAD: usize = RIGHT + STATES * FILTERS;
/// Within a head, behind its hidden neurons, each of which has its bias behind its weights: what they are
/// worth.
pub const WORTH: usize = HIDDEN * (FILTERS + 1);
/// What the pool is worth.
pub const POOL: usize = WORTH + HIDDEN;
/// The bias of the score.
pub const BIAS: usize = POOL + FILTERS;
/// How many numbers a head has.
pub const HEAD: usize = BIAS + 1;
/// How many numbers there are.
pub const NUMBERS: usize = FIRST_HEAD + HEADS * HEAD;

/// The greatest weight of a number of the pool, so that no sum is too much for 32 bits: each file says at
/// most [`MOST`] twice, and a quarter of the room is left for all else.
pub const GREATEST: i16 = ((3 << 29) / (2 * FILES * MOST as usize * FILTERS)) as i16;

/// How the file of a network begins: what it is, and in which form.
const MAGIC: &[u8; 8] = b"JACQNET1";

/// How many bytes the file of a network has.
const SIZE: usize = MAGIC.len() + 2 * NUMBERS + size_of::<u32>();

/// Why bytes are no network.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum WrongNetwork {
    /// They begin as something else, or as a network of another form.
    #[error("not a network: expected a file that begins with {}", MAGIC.escape_ascii())]
    Magic,
    /// There are too few of them, or too many.
    #[error("{found} bytes, where a network has {SIZE}")]
    Size {
        /// How many there are.
        found: usize,
    },
    /// Something has changed in them.
    #[error("the network is damaged: its checksum is wrong")]
    Sum,
    /// A number has no room in the sums.
    #[error("number {place} is {found}, where the greatest is {GREATEST}")]
    TooGreat {
        /// Which number, from 0.
        place: usize,
        /// What it is.
        found: i16,
    },
}

impl Learned {
    /// The file of the integers.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.0.iter().zip(0..);
        file_of(numbers.map(|(number, at)| (number * one_at(at) as f32).round() as i16))
    }

    /// What a file of integers says, as far as they can say it.
    ///
    /// # Errors
    /// As [`Network::read`].
    pub fn read(bytes: &[u8]) -> Result<Self, WrongNetwork> {
        let numbers = whole_numbers(bytes)?.into_iter().enumerate();
        let plain = numbers.map(|(at, number)| f32::from(number) / one_at(at) as f32);
        Ok(Self(plain.collect()))
    }

    /// The mean of networks that have learned from the same beginnings: what each has from chance alone falls
    /// out of it, and what all have learned stays (*model soups*; Wortsman and others 2022). Those that began
    /// apart have nothing in common, neuron by neuron, and their mean says nothing.
    ///
    /// `None` of none.
    #[must_use]
    pub fn mean(networks: &[Self]) -> Option<Self> {
        let (first, others) = networks.split_first()?;
        let mut sums = first.0.clone();
        for other in others {
            for (sum, number) in sums.iter_mut().zip(&other.0) {
                *sum += number;
            }
        }
        for sum in &mut sums {
            *sum /= networks.len() as f32;
        }
        Some(Self(sums))
    }
}

/// What stands for one at a place of the file.
fn one_at(place: usize) -> i32 {
    match place_in_head(place) {
        None => ONE,
        Some(..WORTH) => ONE_OF_HIDDEN,
        Some(_) => ONE_OF_SCORE,
    }
}

/// The file of a network's numbers.
pub(super) fn file_of(numbers: impl Iterator<Item = i16>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(numbers.flat_map(i16::to_le_bytes));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The numbers of a file, if they are those of a network.
fn whole_numbers(bytes: &[u8]) -> Result<Vec<i16>, WrongNetwork> {
    if !bytes.starts_with(MAGIC) {
        return Err(WrongNetwork::Magic);
    }
    let size = WrongNetwork::Size { found: bytes.len() };
    if bytes.len() != SIZE {
        return Err(size);
    }
    let (before, sum) = bytes.split_last_chunk().ok_or(size)?;
    if crc32fast::hash(before) != u32::from_le_bytes(*sum) {
        return Err(WrongNetwork::Sum);
    }
    let (pairs, _) = before[MAGIC.len()..].as_chunks();
    let numbers: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
    for (place, found) in numbers.iter().copied().enumerate() {
        let weighs_the_pool = matches!(place_in_head(place), Some(..WORTH | POOL..BIAS));
        if weighs_the_pool && found.unsigned_abs() > GREATEST.unsigned_abs() {
            return Err(WrongNetwork::TooGreat { place, found });
        }
    }
    Ok(numbers)
}

/// Where in its head a number stands, if it is of one.
pub fn place_in_head(at: usize) -> Option<usize> {
    Some(at.checked_sub(FIRST_HEAD)? % HEAD)
}

impl Network {
    /// The one that the program was built with.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::read(include_bytes!("weights.bin"));
            Arc::new(network.expect("the network that the program is built with is tested"))
        });
        Arc::clone(&BUILT_IN)
    }

    /// From the bytes of a file.
    ///
    /// # Errors
    /// If it is no network's, something has changed in it, or a number is too great.
    pub fn read(bytes: &[u8]) -> Result<Self, WrongNetwork> {
        let numbers = whole_numbers(bytes)?;
        let list = |at: usize| std::array::from_fn(|filter| numbers[at + filter]);
        let mut rows = vec![Rows::NOTHING; CODES];
        for state in FileState::all() {
            let row = |at: usize| Row(list(at + state.number() * FILTERS));
            rows[state.code()] = Rows {
                left: row(LEFT),
                centre: row(CENTRE),
                right: row(RIGHT),
            };
        }
        let rows: Box<[Rows]> = rows.into();
        Ok(Self {
            rows: rows
                .try_into()
                .map_err(|_| WrongNetwork::Size { found: bytes.len() })?,
            heads: std::array::from_fn(|head| {
                let at = FIRST_HEAD + head * HEAD;
                Head {
                    hidden: std::array::from_fn(|neuron| {
                        let weights = at + neuron * (FILTERS + 1);
                        Neuron {
                            weights: Row(list(weights)),
                            bias: i32::from(numbers[weights + FILTERS]) * ONE,
                            worth: i32::from(numbers[at + WORTH + neuron]),
                        }
                    }),
                    of_pool: Row(list(at + POOL)),
                    bias: i32::from(numbers[at + BIAS]) * ONE,
                }
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_so_many_bytes() {
        let bytes = Learned(vec![0.5; NUMBERS]).to_bytes();
        assert_eq!(bytes.len(), SIZE);
        assert!(Network::read(&bytes).is_ok());
        let again = Learned::read(&bytes).unwrap();
        assert_eq!(again.0, vec![0.5; NUMBERS]);
        let more = Learned(vec![1.0; NUMBERS]);
        let mean = Learned::mean(&[again.clone(), again, more.clone(), more]);
        assert_eq!(mean, Some(Learned(vec![0.75; NUMBERS])));
        assert_eq!(Learned::mean(&[]), None);
        let error = Network::read(&bytes[..SIZE - 1]).unwrap_err().to_string();
        let wanted = format!("{} bytes, where a network has {SIZE}", SIZE - 1);
        assert_eq!(error, wanted);
        // The bare numbers have no form.
        for others in [&bytes[MAGIC.len()..], &[], &MAGIC[1..]] {
            let error = Network::read(others).unwrap_err().to_string();
            assert!(error.ends_with("begins with JACQNET1"), "{error}");
        }
        for at in [MAGIC.len(), SIZE / 2, SIZE - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Network::read(&damaged).unwrap_err(), WrongNetwork::Sum);
        }
        let great = Learned(vec![100.0; NUMBERS]).to_bytes();
        let error = Network::read(&great).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("number {FIRST_HEAD} is 12800, where the greatest is {GREATEST}")
        );
    }
}
