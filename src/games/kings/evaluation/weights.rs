//! The weights of the terms, read from `engine.toml`.

use serde::{Deserialize, Serialize};
use toml::Table;

use super::terms::{Counts, TERMS, Terms};
use crate::engine::registry::WrongTable;
use crate::engine::weights::{self, Named};

/// The table in `engine.toml` that holds the weights.
pub const TABLE: &str = "kings";

/// The weights, in centipawns. A term contributes its weight times the difference of the counts, the side to
/// move minus the opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(pub Terms);

impl Weights {
    /// The sum of all terms, for the side to move.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, counts: &Counts) -> i32 {
        let sides = [counts.own.numbers(), counts.enemy.numbers()];
        weights::difference(sides, self.0.numbers())
    }

    /// All weights by name.
    #[must_use]
    pub fn list(&self) -> Named<'_> {
        weights::list(self.0.numbers(), &TERMS)
    }

    /// Reads the weights from the table `[kings]` of the game's own tables.
    ///
    /// # Errors
    /// If a weight is missing, not a number, or out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, Self::list)
    }
}

impl Default for Weights {
    /// The weights of the `engine.toml` that the program was built with.
    fn default() -> Self {
        weights::built_in(Self::read)
    }
}
