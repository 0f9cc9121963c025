//! What each term is worth, as `engine.toml` says.

use std::slice::from_ref;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use toml::Table;

use crate::built_in;
use crate::engine::catalogue::WrongTable;
use crate::engine::weights;

/// Where they stand in `engine.toml`.
pub const TABLE: &str = "antichess";

/// The weights, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Of the ratio of the enemy's men to one's own, less one.
    pub men: i32,
    /// Of a move more than the enemy has.
    pub mobility: i32,
}

impl Weights {
    /// Reads them from the table `[antichess]` of the game's own tables.
    ///
    /// # Errors
    /// If one is missing, is no number, or is out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, |weights: &Self| {
            let (men, mobility) = (from_ref(&weights.men), from_ref(&weights.mobility));
            vec![("men", men), ("mobility", mobility)]
        })
    }
}

impl Default for Weights {
    /// Those of the `engine.toml` that the program was built with.
    fn default() -> Self {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
            Weights::read(built_in::table())
                .expect("the weights of the built-in engine.toml are tested")
        });
        BUILT_IN.clone()
    }
}
