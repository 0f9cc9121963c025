//! The file of a network: its shape and its numbers.
//!
//! During training the numbers are floats in one list ([`Learned`]), so that a training step
//! changes each number. Play uses integers ([`Numbers`]). The file has them in this order, in two
//! bytes each, the lower byte first. The first line gives the game that the network is for, and
//! its size.
//!
//! ```text
//!  "JACQNET2 pawns 972x128 8x8\n"     game, rows × FILTERS, heads × HIDDEN
//!
//!  rows      rows × FILTERS   what each feature says              in 256ths
//!
//!  and for each of the 8 heads, the one for few pieces first:
//!  hidden    HIDDEN × (FILTERS + 1)   weights, and the bias       in 128ths
//!  worth     HIDDEN           of hidden neurons                   in 1024ths
//!  pool      FILTERS          of the numbers of the pool          in 1024ths
//!  bias      1                of the score                        in 1024ths
//!
//!  CRC-32 of all bytes before, the lowest first
//! ```

use thiserror::Error;

use super::head::{HEADS, HIDDEN};
use super::{MOST, ONE, ONE_OF_HIDDEN, ONE_OF_SCORE, Row};
use crate::quote::short;

/// The size of a game's network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The game whose positions it sees.
    pub game: &'static str,
    /// The number of features: each is a row of numbers.
    pub rows: usize,
    /// How many filters there are.
    pub filters: usize,
    /// The maximum number of views of a position.
    pub views: usize,
}

/// The file format, at the start of each file.
pub const MAGIC: &str = "JACQNET2";

impl Shape {
    /// The offset of a head; one past the last head, the end of the numbers.
    #[must_use]
    pub const fn head(&self, head: usize) -> usize {
        self.rows * self.filters + head * (self.bias() + 1)
    }

    /// The offset of the output weights in a head: after its hidden neurons, each of which has its
    /// bias after its weights.
    #[must_use]
    pub const fn worth(&self) -> usize {
        HIDDEN * (self.filters + 1)
    }

    /// The offset of the pool's weights in a head.
    #[must_use]
    pub const fn pool(&self) -> usize {
        self.worth() + HIDDEN
    }

    /// The offset of the score's bias in a head.
    #[must_use]
    pub const fn bias(&self) -> usize {
        self.pool() + self.filters
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn numbers(&self) -> usize {
        self.head(HEADS)
    }

    /// The offset of a number in its head, if it belongs to one.
    #[must_use]
    pub const fn place_in_head(&self, at: usize) -> Option<usize> {
        match at.checked_sub(self.head(0)) {
            Some(behind) => Some(behind % (self.bias() + 1)),
            None => None,
        }
    }

    /// The greatest weight of a number of the pool for which no sum overflows 32 bits: each view
    /// adds at most [`MOST`], and a quarter of the range is left for everything else.
    #[must_use]
    pub const fn greatest(&self) -> i16 {
        let greatest = (3 << 29) / (self.views * MOST as usize * self.filters);
        if greatest < i16::MAX as usize {
            greatest as i16
        } else {
            i16::MAX
        }
    }

    /// The integer that represents 1 at a place of the file.
    fn one_at(&self, place: usize) -> i32 {
        match self.place_in_head(place) {
            None => ONE,
            Some(place) if place < self.worth() => ONE_OF_HIDDEN,
            Some(_) => ONE_OF_SCORE,
        }
    }

    fn is_limited(&self, place: usize) -> bool {
        let place = self.place_in_head(place);
        place.is_some_and(|at| at < self.worth() || (self.pool()..self.bias()).contains(&at))
    }

    fn header(&self) -> String {
        let (game, rows, filters) = (self.game, self.rows, self.filters);
        format!("{MAGIC} {game} {rows}x{filters} {HEADS}x{HIDDEN}\n")
    }

    /// The file with these numbers.
    pub fn file_of(&self, numbers: impl Iterator<Item = i16>) -> Vec<u8> {
        let mut bytes = self.header().into_bytes();
        bytes.extend(numbers.flat_map(i16::to_le_bytes));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Why bytes are not a network.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum WrongNetwork {
    /// The file begins differently, or is a network of an older format.
    #[error("not a network: expected a file that begins with {MAGIC}")]
    Magic,
    /// The network is for another game, or has a different size.
    #[error("a different kind of network: '{}', expected '{expected}'", short(.found))]
    Shape {
        /// The heading found.
        found: String,
        /// The expected heading.
        expected: String,
    },
    /// The file is too short or too long.
    #[error("found {found} bytes, expected {expected}")]
    Size {
        /// The number of bytes found.
        found: usize,
        /// The expected number of bytes.
        expected: usize,
    },
    /// The bytes have changed.
    #[error("the network is damaged: its checksum is wrong")]
    Sum,
    /// A number is too large for the sums.
    #[error("number {place} is {found}, but the maximum is {greatest}")]
    TooGreat {
        /// The index of the number, from 0.
        place: usize,
        /// Its value.
        found: i16,
        /// The maximum.
        greatest: i16,
    },
}

/// The integers of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(Vec<i16>);

impl Numbers {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If it is not a network of that shape, its checksum is wrong, or a number is too large.
    pub fn read(shape: &Shape, bytes: &[u8]) -> Result<Self, WrongNetwork> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(WrongNetwork::Magic);
        }
        let header = shape.header();
        let Some(rest) = bytes.strip_prefix(header.as_bytes()) else {
            let line = bytes.split(|byte| *byte == b'\n').next();
            return Err(WrongNetwork::Shape {
                found: String::from_utf8_lossy(line.unwrap_or_default()).into_owned(),
                expected: header.trim_end().into(),
            });
        };
        let wrong_size = WrongNetwork::Size {
            found: bytes.len(),
            expected: header.len() + 2 * shape.numbers() + size_of::<u32>(),
        };
        let (Some((before, sum)), Some((numbers, _))) =
            (bytes.split_last_chunk(), rest.split_last_chunk::<4>())
        else {
            return Err(wrong_size);
        };
        if numbers.len() != 2 * shape.numbers() {
            return Err(wrong_size);
        }
        if crc32fast::hash(before) != u32::from_le_bytes(*sum) {
            return Err(WrongNetwork::Sum);
        }
        let (pairs, _) = numbers.as_chunks();
        let numbers: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        let greatest = shape.greatest();
        for (place, found) in numbers.iter().copied().enumerate() {
            let is_great = found.unsigned_abs() > greatest.unsigned_abs();
            if is_great && shape.is_limited(place) {
                return Err(WrongNetwork::TooGreat {
                    place,
                    found,
                    greatest,
                });
            }
        }
        Ok(Self(numbers))
    }

    /// One of the numbers.
    #[must_use]
    pub fn at(&self, place: usize) -> i16 {
        self.0.get(place).copied().unwrap_or_default()
    }

    /// The numbers from a place on.
    #[must_use]
    pub fn row<const FILTERS: usize>(&self, at: usize) -> Row<FILTERS> {
        Row(std::array::from_fn(|filter| self.at(at + filter)))
    }
}

/// The numbers of a network in training, in the order of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned(pub Vec<f32>);

impl Learned {
    /// The content of a file with these numbers as integers.
    #[must_use]
    pub fn to_bytes(&self, shape: &Shape) -> Vec<u8> {
        let numbers = self.0.iter().zip(0..);
        let whole = |(number, at): (&f32, usize)| {
            let whole = (number * shape.one_at(at) as f32).round() as i16;
            match shape.is_limited(at) {
                true => whole.clamp(-shape.greatest(), shape.greatest()),
                false => whole,
            }
        };
        shape.file_of(numbers.map(whole))
    }

    /// The floats that correspond to a file of integers.
    ///
    /// # Errors
    /// As [`Numbers::read`].
    pub fn read(shape: &Shape, bytes: &[u8]) -> Result<Self, WrongNetwork> {
        let numbers = Numbers::read(shape, bytes)?.0.into_iter().enumerate();
        let plain = numbers.map(|(at, number)| f32::from(number) / shape.one_at(at) as f32);
        Ok(Self(plain.collect()))
    }

    /// The mean of networks that were trained from the same initial weights: what each has learned
    /// by chance cancels out, and what they all have learned stays (*model soups*; Wortsman and
    /// others 2022). Networks with different initial weights have unrelated neurons, so their mean
    /// is meaningless.
    ///
    /// `None` for an empty list.
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

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape {
        game: "test",
        rows: 5,
        filters: 32,
        views: 16,
    };

    #[test]
    fn what_is_written_is_read() {
        let numbers = SHAPE.numbers();
        let bytes = Learned(vec![0.5; numbers]).to_bytes(&SHAPE);
        let again = Learned::read(&SHAPE, &bytes).unwrap();
        assert_eq!(again.0, vec![0.5; numbers]);
        let more = Learned(vec![1.0; numbers]);
        let mean = Learned::mean(&[again.clone(), again, more.clone(), more]);
        assert_eq!(mean, Some(Learned(vec![0.75; numbers])));
        assert_eq!(Learned::mean(&[]), None);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let bytes = Learned(vec![0.5; SHAPE.numbers()]).to_bytes(&SHAPE);
        let error = |bytes: &[u8]| Numbers::read(&SHAPE, bytes).unwrap_err().to_string();
        let size = bytes.len();
        let wanted = format!("found {} bytes, expected {size}", size - 1);
        assert_eq!(error(&bytes[..size - 1]), wanted);
        for others in [&bytes[8..], b"", b"JACQNET1 and more"] {
            assert!(error(others).ends_with("begins with JACQNET2"));
        }
        for at in [40, size / 2, size - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(error(&damaged), WrongNetwork::Sum.to_string());
        }
        let narrow = Shape {
            filters: 16,
            ..SHAPE
        };
        let other = Learned(vec![0.5; narrow.numbers()]).to_bytes(&narrow);
        assert_eq!(
            error(&other),
            "a different kind of network: 'JACQNET2 test 5x16 8x8', expected 'JACQNET2 test 5x32 8x8'"
        );
        assert!(error(b"JACQNET2").contains("'JACQNET2'"));
        let (first, greatest) = (SHAPE.head(0), SHAPE.greatest());
        let numbers = (0..SHAPE.numbers()).map(|at| if at < first { i16::MAX } else { 12_800 });
        assert_eq!(
            error(&SHAPE.file_of(numbers)),
            format!("number {first} is 12800, but the maximum is {greatest}")
        );
    }
}
