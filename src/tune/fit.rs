//! The weights that say best what the samples are worth: least log-loss, by L-BFGS (Nocedal 1980).
//!
//! The loss is convex in the weights for each threshold, so there is one best answer and no step
//! size to choose. A little is added for large weights, so that a count that hardly ever occurs
//! (a pawn two steps from home that is protected) does not run away.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::model::Model;
use super::sample::Sample;
use crate::game::Outcome;
use crate::pawns::Weights;
use crate::pawns::pscore::counts;
use crate::pawns::pscore::terms::Terms;
use crate::search::chances::SCALE;

/// What fitting found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights, rounded.
    pub weights: Weights,
    /// The score at which a win is as likely as not.
    pub threshold: f64,
}

/// How much a hundred hundredths in one weight add to the loss of all samples together.
const RIDGE: f64 = 0.5;
const ITERATIONS: u64 = 300;

/// Fits the weights of the terms that are not `left_out` to the samples.
///
/// # Errors
/// If the search for the weights fails, which it does only without samples.
pub fn fit(samples: &[Sample], left_out: Option<&str>) -> Result<Fitted, Error> {
    let rows = samples.iter().map(|sample| {
        let counts = counts(&sample.position.position);
        let of = |terms: &Terms| -> Vec<i32> {
            let kept = terms.list().into_iter();
            kept.flat_map(|(name, numbers)| {
                let weight = i32::from(Some(name) != left_out);
                numbers.iter().map(move |number| weight * number)
            })
            .collect()
        };
        let pairs = of(&counts.own).into_iter().zip(of(&counts.enemy));
        let counts = pairs.map(|(own, enemy)| f64::from(own - enemy)).collect();
        (counts, sample.value)
    });
    let (numbers, threshold) = minimise(rows.collect())?;
    let mut numbers = numbers.into_iter();
    let mut weights = Terms::default();
    for slot in weights.list_mut().into_iter().flatten() {
        *slot = numbers.next().unwrap_or(0.0).round() as i32;
    }
    Ok(Fitted {
        weights: Weights(weights),
        threshold,
    })
}

/// The weight and the threshold with which a score that is given says most: so that scores of
/// different scales can be compared.
///
/// # Errors
/// As [`fit`].
pub fn calibrate(scores: &[(f64, Outcome)]) -> Result<Model, Error> {
    let rows = scores.iter().map(|(score, value)| (vec![*score], *value));
    let (weights, threshold) = minimise(rows.collect())?;
    // A score that says nothing gets a weight of nothing.
    let weight = weights.first().copied().unwrap_or(0.0).max(1e-9);
    Ok(Model {
        threshold: threshold / weight,
        scale: SCALE / weight,
    })
}

/// The weights with the least loss, and the threshold.
fn minimise(rows: Vec<(Vec<f64>, Outcome)>) -> Result<(Vec<f64>, f64), Error> {
    let Some((first, _)) = rows.first() else {
        return Err(Error::msg("there are no samples"));
    };
    // The threshold is the exponential of the last number, so it is above zero.
    let mut start = vec![0.0; first.len()];
    start.push(SCALE.ln());
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 10).with_tolerance_cost(1e-9)?;
    let result = Executor::new(Problem { rows }, solver)
        .configure(|state| state.param(start).max_iters(ITERATIONS))
        .run()?;
    let best = result.state().get_best_param().cloned();
    let mut numbers = best.ok_or_else(|| Error::msg("no weights were found"))?;
    let threshold = numbers.pop().unwrap_or_default().exp();
    Ok((numbers, threshold))
}

struct Problem {
    rows: Vec<(Vec<f64>, Outcome)>,
}

impl Problem {
    /// The loss with its derivatives.
    fn look(&self, numbers: &[f64]) -> (f64, Vec<f64>) {
        let count = self.rows.len() as f64;
        let (log_threshold, weights) = numbers.split_last().unwrap_or((&0.0, &[]));
        let model = Model {
            threshold: log_threshold.exp(),
            scale: SCALE,
        };
        let mut loss = 0.0;
        let mut slopes = vec![0.0; numbers.len()];
        for (counts, value) in &self.rows {
            let score = counts
                .iter()
                .zip(weights)
                .map(|(count, weight)| count * weight)
                .sum();
            let found = model.loss(score, *value);
            loss += found.loss;
            for (slope, count) in slopes.iter_mut().zip(counts) {
                *slope += found.by_score * count;
            }
            if let Some(slope) = slopes.last_mut() {
                *slope += found.by_threshold * model.threshold;
            }
        }
        for (slope, weight) in slopes.iter_mut().zip(weights) {
            loss += RIDGE * (weight / 100.0).powi(2);
            *slope += 2.0 * RIDGE * weight / 1e4;
        }
        (
            loss / count,
            slopes.into_iter().map(|slope| slope / count).collect(),
        )
    }
}

impl CostFunction for Problem {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, numbers: &Self::Param) -> Result<f64, Error> {
        Ok(self.look(numbers).0)
    }
}

impl Gradient for Problem {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, numbers: &Self::Param) -> Result<Vec<f64>, Error> {
        Ok(self.look(numbers).1)
    }
}
