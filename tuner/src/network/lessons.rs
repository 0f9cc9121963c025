//! What a network learns from, as it sees it: the rows of each position's views, and what it is worth.
//!
//! What it is worth is told as the chances of each result. A game's result says what a position was worth in the
//! long run, but is the result of many moves; what a search thought of it (the score that stands beside the move
//! in the file of games) is the guess of somebody who looked further, but no more than a guess. So a target is a
//! mixture of both; where a value is exact it stands alone.
//!
//! Rows that have something in common [learn it together](Teaches::coarser): it has a row of its own behind the
//! others, which is added to theirs when all is learned.

use super::{Taught, Teaches};
use crate::model::{Loss, Model};
use jacquerie::game::Outcome;
use jacquerie::search::chances::SCALE;

/// The results, and how likely each is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target([f64; 3]);

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

/// What the scores of the engine say of results: the curve that it tells [chances](jacquerie::search::Chances)
/// by.
const OF_SCORES: Model = Model {
    threshold: 25.0,
    scale: SCALE,
};

impl Target {
    /// That of a result.
    #[must_use]
    pub fn of(value: Outcome) -> Self {
        Self(OUTCOMES.map(|one| f64::from(u8::from(one == value))))
    }

    /// A result to which a score in hundredths of a pawn has its share.
    #[must_use]
    pub fn mixed(value: Outcome, score: f64, share: f64) -> Self {
        let by_result = Self::of(value).0;
        let by_score = OUTCOMES.map(|one| (-OF_SCORES.loss(score, one).loss).exp());
        Self(std::array::from_fn(|at| {
            (1.0 - share) * by_result[at] + share * by_score[at]
        }))
    }

    /// How wrong a score is.
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
    /// Where its views stand.
    at: usize,
    /// How many there are.
    views: u8,
    /// Which head it asks.
    pub head: u8,
    pub target: Target,
}

/// All of them, in one list of rows: for each view how many it has, then these.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Lessons {
    rows: Vec<u16>,
    all: Vec<Lesson>,
}

impl Lessons {
    /// Adds a position; the score of its search has that share.
    pub fn add<G: Teaches>(&mut self, taught: &Taught<G::Position>, share: f64) {
        let (at, mut views) = (self.rows.len(), 0);
        G::tell_views(&taught.position, &mut |view| {
            let length = self.rows.len();
            self.rows.push(0);
            self.rows.extend(view);
            let coarser = view.iter().flat_map(|row| G::coarser(*row));
            self.rows
                .extend(coarser.map(|one| G::SHAPE.rows as u16 + one));
            self.rows[length] = (self.rows.len() - length - 1) as u16;
            views += 1;
        });
        self.all.push(Lesson {
            at,
            views,
            head: G::head_of(&taught.position) as u8,
            target: match taught.score {
                Some(score) => Target::mixed(taught.value, score, share),
                None => Target::of(taught.value),
            },
        });
    }

    /// Both parts: the rows, and who stands in them, whose order may be changed.
    pub fn parts(&mut self) -> (&[u16], &mut [Lesson]) {
        (&self.rows, &mut self.all)
    }

    /// The rows of all.
    pub fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// All positions.
    pub fn all(&self) -> &[Lesson] {
        &self.all
    }

    /// How many rows a view has in the mean.
    pub fn rows_a_view(&self) -> f32 {
        let views: usize = self.all.iter().map(|one| usize::from(one.views)).sum();
        (self.rows.len() - views) as f32 / views.max(1) as f32
    }
}

impl Lesson {
    /// Its views, each as its rows.
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
            let Target(chances) = Target::mixed(Outcome::Win, -40.0, share);
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(chances.iter().all(|chance| *chance >= 0.0));
        }
        assert_eq!(
            Target::mixed(Outcome::Draw, 90.0, 0.0),
            Target::of(Outcome::Draw)
        );
        // No score is better than the one that a target was made of.
        let target = Target::mixed(Outcome::Win, 30.0, 1.0);
        assert!(target.loss(OF_SCORES, 30.0).by_score.abs() < 1e-9);
    }
}
