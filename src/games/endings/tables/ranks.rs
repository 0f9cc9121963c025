//! How far a win is from leaving its structure.
//!
//! A table says that a position is won, not how, so play within it could go in circles. The rank of a
//! position with the defender to move is the round in which it was [found](super::retrograde) to be lost.
//! After each reply within the structure, the attacker can go to a position of a lower rank, or leave the
//! structure for good. So following falling ranks makes progress.

use super::question::TableQuestion;
use super::reading::View;
use super::retrograde;
use super::table::Table;
use crate::board::Bitboard;
use crate::solve::proof_numbers::Role;
use crate::solve::tiers::Unmade;

/// The ranks of a question's lost positions.
#[derive(Debug)]
pub struct Ranks {
    /// For each index and round, the positions found there, sorted by index.
    found: Vec<(u32, u16, Bitboard)>,
}

impl Ranks {
    /// The ranks of a question. Its table is made again to find them.
    ///
    /// # Errors
    /// If a table is missing, or `gives_up` returns true.
    pub fn new<'t>(
        question: TableQuestion,
        known: &impl Fn(TableQuestion) -> Option<&'t Table>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Self, Unmade> {
        let mut found = Vec::new();
        retrograde::make(question, known, gives_up, |round, place, lost| {
            found.push((place as u32, round, lost));
        })?;
        found.shrink_to_fit();
        found.sort_unstable_by_key(|(place, round, _)| (*place, *round));
        Ok(Self { found })
    }

    /// The memory that they take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.found)
    }

    /// The rank of a position with the defender to move; `None` if it is not lost.
    #[must_use]
    pub fn of(&self, view: &View) -> Option<u16> {
        if view.turn != Role::Defender {
            return None;
        }
        let place = view.place() as u32;
        let first = self.found.partition_point(|(one, _, _)| *one < place);
        let here = self.found[first..].iter();
        let mut here = here.take_while(|(one, _, _)| *one == place);
        let found = here.find(|(_, _, lost)| lost.contains(view.king));
        found.map(|(_, round, _)| *round)
    }
}
