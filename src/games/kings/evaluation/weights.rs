//! What each term is worth, as `engine.toml` says.

use serde::{Deserialize, Serialize};
use toml::Table;

use super::terms::{Counts, Terms};
use crate::engine::registry::WrongTable;
use crate::engine::weights;

/// Where they stand in `engine.toml`.
pub const TABLE: &str = "kings";

/// The weights, in hundredths of a pawn. A term's worth is its weight times the mover's count
/// less the opponent's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(pub Terms);

impl Weights {
    /// The sum of all terms, for the side to move.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, counts: &Counts) -> i32 {
        let numbers = counts.own.numbers().into_iter().zip(counts.enemy.numbers());
        let weighed = numbers.zip(self.0.numbers());
        weighed
            .map(|((own, enemy), weight)| (own - enemy) * weight)
            .sum()
    }

    /// Reads them from the table `[kings]` of the game's own tables.
    ///
    /// # Errors
    /// If one is missing, is no number, or is out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, |weights: &Self| weights.0.slices())
    }
}

impl Default for Weights {
    /// Those of the `engine.toml` that the program was built with.
    fn default() -> Self {
        weights::built_in(Self::read)
    }
}
