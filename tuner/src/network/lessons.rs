//! Training samples as the network sees them: the rows of each position's views, and the target.
//!
//! A target gives the chances of each result. A game's result shows what a position was worth in
//! the long run, but depends on many later moves. A search's score (written next to the move in the
//! PGN file) looks further ahead than the network, but is only an estimate. So a target mixes both;
//! an exact value stands alone.
//!
//! Rows with something in common [learn it together](Teaches::coarser): a shared row after the
//! others, which is added to each of them when training ends.

use super::{Taught, Teaches};
use crate::model::{Loss, Model};
use jacquerie::game::Outcome;
use jacquerie::search::chances::EVEN_ODDS;

/// The chances of each result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target([f64; 3]);

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

/// The curve from scores to results, as for [chances](jacquerie::search::Chances); a score is in
/// scales of the game.
const OF_SCORES: Model = Model {
    threshold: EVEN_ODDS,
    scale: 1.0,
};

impl Target {
    /// The target of a result.
    #[must_use]
    pub fn of(value: Outcome) -> Self {
        Self(OUTCOMES.map(|one| f64::from(u8::from(one == value))))
    }

    /// A mix of a result and a score in scales of the game, with the score's share.
    #[must_use]
    pub fn mixed(value: Outcome, score: f64, share: f64) -> Self {
        let by_result = Self::of(value).0;
        let by_score = OUTCOMES.map(|one| (-OF_SCORES.loss(score, one).loss).exp());
        Self(std::array::from_fn(|at| {
            (1.0 - share) * by_result[at] + share * by_score[at]
        }))
    }

    /// The loss of a score.
    #[must_use]
    pub fn loss(&self, model: Model, score: f64) -> Loss {
        let mut sum = Loss {
            loss: 0.0,
            by_score: 0.0,
            by_threshold: 0.0,
        };
        for (value, chance) in OUTCOMES.into_iter().zip(self.0) {
            if chance > 0.0 {
                let loss = model.loss(score, value);
                sum.loss += chance * loss.loss;
                sum.by_score += chance * loss.by_score;
                sum.by_threshold += chance * loss.by_threshold;
            }
        }
        sum
    }
}

/// One position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// The start of its views.
    at: usize,
    /// How many views it has.
    views: u8,
    /// The head that scores it.
    pub head: u8,
    pub target: Target,
    /// What is added to the network's score, in scales of the game.
    pub given: f32,
}

/// All positions, in one list of rows: for each view its number of rows, then the rows.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Lessons {
    rows: Vec<u16>,
    all: Vec<Lesson>,
}

impl Lessons {
    /// Adds a position, with the share of its search's score.
    pub fn add<G: Teaches>(&mut self, taught: &Taught<G::Position>, share: f64) {
        let (at, mut views) = (self.rows.len(), 0);
        for view in G::views(&taught.position).as_ref() {
            let view = view.as_ref();
            let length = self.rows.len();
            self.rows.push(0);
            self.rows.extend(view);
            let coarser = view.iter().flat_map(|row| G::coarser(*row));
            self.rows
                .extend(coarser.map(|one| G::SHAPE.rows as u16 + one));
            self.rows[length] = (self.rows.len() - length - 1) as u16;
            views += 1;
        }
        self.all.push(Lesson {
            at,
            views,
            head: G::head_of(&taught.position) as u8,
            given: (taught.given / f64::from(G::SCALE)) as f32,
            target: match taught.score {
                Some(score) => Target::mixed(taught.value, score / f64::from(G::SCALE), share),
                None => Target::of(taught.value),
            },
        });
    }

    /// Both parts: the rows, and the positions, whose order may be changed.
    pub fn parts(&mut self) -> (&[u16], &mut [Lesson]) {
        (&self.rows, &mut self.all)
    }

    /// The rows of all positions.
    pub fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// All positions.
    pub fn all(&self) -> &[Lesson] {
        &self.all
    }

    /// The mean number of rows in a view.
    pub fn rows_a_view(&self) -> f32 {
        let views: usize = self.all.iter().map(|one| usize::from(one.views)).sum();
        (self.rows.len() - views) as f32 / views.max(1) as f32
    }
}

impl Lesson {
    /// Its views, as slices of rows.
    pub fn views<'r>(&self, rows: &'r [u16]) -> impl Iterator<Item = &'r [u16]> {
        let mut at = self.at;
        (0..self.views).map(move |_| {
            let first = at + 1;
            at = first + usize::from(rows[at]);
            &rows[first..at]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_chances() {
        for share in [0.0, 0.3, 1.0] {
            let Target(chances) = Target::mixed(Outcome::Win, -0.6, share);
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(chances.iter().all(|chance| *chance >= 0.0));
        }
        assert_eq!(
            Target::mixed(Outcome::Draw, 1.4, 0.0),
            Target::of(Outcome::Draw)
        );
        // The score that a target was made from is the best.
        let target = Target::mixed(Outcome::Win, 0.5, 1.0);
        assert!(target.loss(OF_SCORES, 0.5).by_score.abs() < 1e-9);
    }
}
