//! The weights of the terms, read from `engine.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Table;

use super::terms::{NUMBERS, OF_PASSERS, TERMS, numbers_of};
use crate::board::Colour;
use crate::board::twelve::Square;
use crate::engine::registry::WrongTable;
use crate::engine::weights::{self, Named};
use crate::games::metamachy::man::Kind;

/// The table in `engine.toml` that holds the weights.
pub const TABLE: &str = "metamachy";

/// The weights, in centipawns: for each number of the [`TERMS`], one for a full board and one for an empty
/// one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<i32>>")]
pub struct Weights {
    /// All weights, in the order of `engine.toml`.
    numbers: Vec<i32>,
    /// The two weights of each number.
    pairs: Box<[[i16; 2]; NUMBERS]>,
    /// The total value of a piece on its square, computed from `pairs`.
    men: Box<[[[[i16; 2]; Square::COUNT]; Kind::COUNT]; 2]>,
}

/// The two places of each number's weights in `engine.toml`.
pub const PLACES: [[u16; 2]; NUMBERS] = weights::places(&TERMS);

impl Weights {
    /// Makes weights from these numbers, in file order. Missing ones are 0.
    #[must_use]
    pub fn new(mut numbers: Vec<i32>) -> Self {
        numbers.resize(2 * NUMBERS, 0);
        let mut pairs = Box::new([[0; 2]; NUMBERS]);
        for (pair, places) in pairs.iter_mut().zip(PLACES) {
            *pair = places.map(|place| clamped(numbers[usize::from(place)]));
        }
        let mut men = Box::new([[[[0; 2]; Square::COUNT]; Kind::COUNT]; 2]);
        for side in [Colour::White, Colour::Black] {
            for kind in Kind::ALL {
                for square in Square::all() {
                    let mut sum = [0, 0];
                    for number in numbers_of(kind, square.seen_by(side)) {
                        sum[0] += i32::from(pairs[number][0]);
                        sum[1] += i32::from(pairs[number][1]);
                    }
                    men[side as usize][kind.index()][square.index()] = sum.map(clamped);
                }
            }
        }
        Self {
            numbers,
            pairs,
            men,
        }
    }

    /// The weights of a number on a full board and on an empty one.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, number: usize) -> [i16; 2] {
        self.pairs[number]
    }

    /// The value of a piece on its square.
    #[inline(always)]
    #[must_use]
    pub fn of_man(&self, side: Colour, kind: Kind, square: Square) -> [i16; 2] {
        self.men[side as usize][kind.index()][square.index()]
    }

    /// All weights by the names of their terms.
    #[must_use]
    pub fn list(&self) -> Named<'_> {
        weights::list(&self.numbers, &TERMS)
    }

    /// The same weights, with those of passed pawns set to 0.
    #[must_use]
    pub fn without_passers(&self) -> Self {
        let kept = self.list().into_iter().flat_map(|(name, numbers)| {
            let is_kept = i32::from(!OF_PASSERS.contains(&name));
            numbers.iter().map(move |number| number * is_kept)
        });
        Self::new(kept.collect())
    }

    /// Reads the weights from the table `[metamachy]` of the game's own tables.
    ///
    /// # Errors
    /// If a weight is missing, not a number, or out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, Self::list)
    }
}

/// Clamps a number to two bytes. Three weights within their range always fit.
fn clamped(number: i32) -> i16 {
    number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

impl TryFrom<BTreeMap<String, Vec<i32>>> for Weights {
    type Error = String;

    fn try_from(table: BTreeMap<String, Vec<i32>>) -> Result<Self, String> {
        weights::two_for_each(table, &TERMS).map(Self::new)
    }
}

impl Default for Weights {
    /// The weights of the `engine.toml` that the program was built with.
    fn default() -> Self {
        weights::built_in(Self::read)
    }
}
