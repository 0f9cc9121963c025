//! The weights of the terms, read from `engine.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Table;

use super::terms::{FULL, NUMBERS, TERMS};
use crate::engine::registry::WrongTable;
use crate::engine::weights::{self, Named};

/// The table in `engine.toml` that holds the weights.
pub const TABLE: &str = "antichess";

/// The weights in centipawns. For each term, in the order of [`TERMS`], the numbers for a full board come
/// first, then those for an empty one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<i32>>")]
pub struct Weights(Box<[i32; 2 * NUMBERS]>);

/// The two places of each number's weights: for a full board, and for an empty one.
pub const PLACES: [[u16; 2]; NUMBERS] = weights::places(&TERMS);

impl Weights {
    /// Makes weights from these numbers, in file order.
    #[must_use]
    pub fn new(numbers: [i32; 2 * NUMBERS]) -> Self {
        Self(Box::new(numbers))
    }

    /// The weights of a number on a full board and on an empty one.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, number: usize) -> [i32; 2] {
        PLACES[number].map(|place| self.0[usize::from(place)])
    }

    /// All weights by the names of their terms.
    #[must_use]
    pub fn list(&self) -> Named<'_> {
        weights::list(&self.0[..], &TERMS)
    }

    /// Reads the weights from the table `[antichess]` of the game's own tables.
    ///
    /// # Errors
    /// If a weight is missing, not a number, or out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, Self::list)
    }
}

/// Interpolates between the sums for a full and for an empty board, by the number of pieces.
#[inline(always)]
#[must_use]
pub const fn blend(full: i32, empty: i32, men: i32) -> i32 {
    (full * men + empty * (FULL - men)) / FULL
}

impl TryFrom<BTreeMap<String, Vec<i32>>> for Weights {
    type Error = String;

    fn try_from(table: BTreeMap<String, Vec<i32>>) -> Result<Self, String> {
        let mut numbers = weights::two_for_each(table, &TERMS)?.into_iter();
        Ok(Self::new(std::array::from_fn(|_| {
            numbers.next().unwrap_or_default()
        })))
    }
}

impl Default for Weights {
    /// The weights of the `engine.toml` that the program was built with.
    fn default() -> Self {
        weights::built_in(Self::read)
    }
}
