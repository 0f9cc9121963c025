//! The weights of the terms of the pscore, read from `engine.toml`.

use serde::{Deserialize, Serialize};
use toml::Table;

use super::terms::{Counts, Terms};
use crate::engine::registry::WrongTable;
use crate::engine::weights;

/// The weights, in centipawns. A term contributes its weight times the difference of the counts, the side to
/// move minus the opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(pub Terms);

/// One line of the evaluation, as `eval` shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name of the term in `engine.toml`.
    pub name: &'static str,
    /// Its points for the side to move.
    pub own: i32,
    /// Its points for the opponent.
    pub enemy: i32,
}

impl Weights {
    /// The sum of all terms, for the side to move.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, counts: &Counts) -> i32 {
        Terms::difference(&counts.own, &counts.enemy, &self.0)
    }

    /// The terms one by one; they add up to [`Self::total`].
    #[must_use]
    pub fn trace(&self, counts: &Counts) -> Vec<Term> {
        let own = counts.own.weighed(&self.0).into_iter();
        let pairs = own.zip(counts.enemy.weighed(&self.0));
        pairs
            .map(|((name, own), (_, enemy))| Term { name, own, enemy })
            .collect()
    }

    /// Reads the weights from the table `[pscore]` of the pawn games' own tables.
    ///
    /// # Errors
    /// If a weight is missing, not a number, or out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, |weights: &Self| weights.0.list().to_vec())
    }
}

/// The table in `engine.toml` that holds the weights.
pub const TABLE: &str = "pscore";

impl Default for Weights {
    /// The weights of the `engine.toml` that the program was built with.
    fn default() -> Self {
        weights::built_in(Self::read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    /// The displayed terms add up to the evaluation.
    #[test]
    fn the_total_is_the_sum_of_the_trace() {
        let weights = Weights::default();
        for fen in [
            "8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w",
            "8/8/2p5/3p4/2P1P3/8/7p/8 b",
            "8/8/2p5/8/4p3/8/3P4/8 w",
        ] {
            let counts = Counts::of(&fen.parse::<Diagram>().unwrap().position);
            let shown = weights.trace(&counts);
            let shown: i32 = shown.iter().map(|term| term.own - term.enemy).sum();
            assert_ne!(shown, 0);
            assert_eq!(weights.total(&counts), shown, "{fen}");
        }
    }
}
