//! What each term is worth, as `engine.toml` says.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Table;

use super::terms::{FULL, NUMBERS, TERMS};
use crate::engine::registry::WrongTable;
use crate::engine::weights::{self, Named};

/// Where they stand in `engine.toml`.
pub const TABLE: &str = "antichess";

/// The weights, in hundredths of a pawn: for each term, in the order of [`TERMS`], its numbers for a board
/// full of men, then those for an empty one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<i32>>")]
pub struct Weights(Box<[i32; 2 * NUMBERS]>);

/// Where the two weights of each number stand: for a full board, and for an empty one.
pub const PLACES: [[u16; 2]; NUMBERS] = weights::places(&TERMS);

impl Weights {
    /// With those numbers, as they stand behind each other.
    #[must_use]
    pub fn new(numbers: [i32; 2 * NUMBERS]) -> Self {
        Self(Box::new(numbers))
    }

    /// A full board's weight of a number, and an empty one's.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, number: usize) -> [i32; 2] {
        PLACES[number].map(|place| self.0[usize::from(place)])
    }

    /// All of them by the names of their terms.
    #[must_use]
    pub fn list(&self) -> Named<'_> {
        weights::list(&self.0[..], &TERMS)
    }

    /// Reads them from the table `[antichess]` of the game's own tables.
    ///
    /// # Errors
    /// If one is missing, is no number, or is out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, Self::list)
    }
}

/// What a sum with a full board's weights and one with an empty one's come to with so many men.
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
    /// Those of the `engine.toml` that the program was built with.
    fn default() -> Self {
        weights::built_in(Self::read)
    }
}
