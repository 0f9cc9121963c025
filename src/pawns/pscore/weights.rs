//! What each term of the pscore is worth, as `engine.toml` says.

use std::ops::RangeInclusive;

use serde::Deserialize;

use super::terms::{Counts, RANKS, Side};

/// The weights, in hundredths of a pawn. A term's worth is its weight times the mover's count
/// less the opponent's.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A pawn more.
    pub pawn: i32,
    /// A passed pawn on rank 2, 3, … 7.
    pub passer: [i32; RANKS],
    /// That it is protected by another pawn, by the same ranks.
    pub protected_passer: [i32; RANKS],
    /// A file that is dead for oneself.
    pub dead_file: i32,
    /// A pawn with no enemy pawn before it on its file.
    pub half_open: i32,
    /// A move.
    pub mobility: i32,
    /// The right to move.
    pub tempo: i32,
}

/// One line of the evaluation, as `eval` shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name in `engine.toml`.
    pub name: &'static str,
    /// What it gives the mover.
    pub own: i32,
    /// What it gives the opponent.
    pub enemy: i32,
}

impl Weights {
    /// The sum of all terms, for the side to move.
    #[inline(always)]
    #[must_use]
    pub fn total(&self, counts: &Counts) -> i32 {
        let ours = self.side(&counts.own);
        let theirs = self.side(&counts.enemy);
        let sum = |side: [(&str, i32); 6]| side.iter().map(|term| term.1).sum::<i32>();
        sum(ours) - sum(theirs) + self.tempo
    }

    /// The terms one by one; they add up to [`Self::total`].
    #[must_use]
    pub fn trace(&self, counts: &Counts) -> Vec<Term> {
        let pairs = self
            .side(&counts.own)
            .into_iter()
            .zip(self.side(&counts.enemy));
        pairs
            .map(|((name, own), (_, enemy))| Term { name, own, enemy })
            .chain([Term {
                name: "tempo",
                own: self.tempo,
                enemy: 0,
            }])
            .collect()
    }

    /// Refuses a weight outside `range`, by name.
    ///
    /// # Errors
    /// The name of the weight, and what is wrong with it.
    pub fn check(&self, range: &RangeInclusive<i32>) -> Result<(), (&'static str, String)> {
        let single = [
            ("pawn", &[self.pawn][..]),
            ("passer", &self.passer),
            ("protected_passer", &self.protected_passer),
            ("dead_file", &[self.dead_file]),
            ("half_open", &[self.half_open]),
            ("mobility", &[self.mobility]),
            ("tempo", &[self.tempo]),
        ];
        for (name, weights) in single {
            if let Some(found) = weights.iter().find(|weight| !range.contains(weight)) {
                let (least, most) = (range.start(), range.end());
                let message = format!("found {found}, expected {least} to {most}");
                return Err((name, message));
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn side(&self, side: &Side) -> [(&'static str, i32); 6] {
        let weigh = |weights: &[i32; RANKS], counts: &[i32; RANKS]| {
            let pairs = weights.iter().zip(counts);
            pairs.map(|(weight, count)| weight * count).sum::<i32>()
        };
        [
            ("pawn", self.pawn * side.pawns),
            ("passer", weigh(&self.passer, &side.passers)),
            (
                "protected_passer",
                weigh(&self.protected_passer, &side.protected),
            ),
            ("dead_file", self.dead_file * side.dead_files),
            ("half_open", self.half_open * side.half_open),
            ("mobility", self.mobility * side.mobility),
        ]
    }
}

impl Default for Weights {
    /// Those of the `engine.toml` that the program was built with.
    fn default() -> Self {
        crate::config::Config::built_in().pscore.clone()
    }
}
