//! Fits weights to samples: least log-loss, by L-BFGS (Nocedal 1980).
//!
//! For each threshold the loss is convex in the weights, so there is one best answer and no step
//! size to choose. A small penalty for large weights keeps the weight of a count that hardly ever
//! occurs (a protected pawn two steps from home) from growing without limit.

use anyhow::{Result, anyhow};
use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::model::Model;
use jacquerie::engine::weights::{TermSizes, list};
use jacquerie::game::Outcome;
use jacquerie::game::value;

/// The number of centipawns of a fitted score that changes the odds of winning by a factor of e.
pub const SCALE: f64 = value::SCALE as f64;

/// Weights near which the fitted ones stay, except where the samples say otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// The weights.
    pub weights: Vec<f64>,
    /// How much a difference of 100 centipawns in one of them adds to the total loss of all
    /// samples.
    pub strength: f64,
}

/// The counts of a sample.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The counts, each the mover's minus the opponent's.
    pub counts: Vec<f64>,
    /// The part of the score that does not depend on the weights.
    pub given: f64,
    /// The value to predict.
    pub value: Outcome,
}

/// The counts of a position, the mover's minus the opponent's; none of the term that is `left_out`.
#[must_use]
pub fn differences(
    [own, enemy]: [&[i32]; 2],
    terms: &TermSizes,
    left_out: Option<&str>,
) -> Vec<f64> {
    let pairs = list(own, terms).into_iter().zip(list(enemy, terms));
    let differences = pairs.flat_map(|((name, own), (_, enemy))| {
        let kept = i32::from(Some(name) != left_out);
        own.iter()
            .zip(enemy)
            .map(move |(own, enemy)| f64::from(kept * (own - enemy)))
    });
    differences.collect()
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// A weight for each count.
    pub weights: Vec<f64>,
    /// The score at which a win is as likely as not.
    pub threshold: f64,
}

/// How much 100 centipawns in one weight add to the total loss of all samples.
pub const RIDGE: f64 = 0.5;
const ITERATIONS: u64 = 300;

/// The weights and the threshold that predict the samples best, held near `held` if given.
///
/// # Errors
/// If the minimisation fails, which it does only without samples.
pub fn fit(samples: impl Iterator<Item = Counted>, held: Option<Held>) -> Result<Fitted> {
    let rows = samples.map(|one| Row {
        counts: one.counts.into(),
        given: one.given,
        value: one.value,
    });
    minimise(rows.collect(), held).map_err(|error| anyhow!("the weights cannot be fitted: {error}"))
}

/// The weight and the threshold with which a given score predicts best, so that scores of different
/// scales can be compared.
///
/// # Errors
/// As [`fit`].
pub fn calibrate(scores: &[(f64, Outcome)]) -> Result<Model> {
    let counted = |(score, value): &(f64, Outcome)| Counted {
        counts: vec![*score],
        given: 0.0,
        value: *value,
    };
    let fitted = fit(scores.iter().map(counted), None)?;
    // A score that predicts nothing gets a weight close to zero.
    let weight = fitted.weights.first().copied().unwrap_or(0.0).max(1e-9);
    Ok(Model {
        threshold: fitted.threshold / weight,
        scale: SCALE / weight,
    })
}

fn minimise(rows: Vec<Row>, held: Option<Held>) -> Result<Fitted, Error> {
    let Some(first) = rows.first() else {
        return Err(Error::msg("there are no samples"));
    };
    let count = first.counts.of;
    let held = held.unwrap_or_else(|| Held {
        weights: vec![0.0; count],
        strength: RIDGE,
    });
    // The threshold is the exponential of the last number, so it is positive.
    let mut start = held.weights.clone();
    start.push(SCALE.ln());
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 10).with_tolerance_cost(1e-9)?;
    let result = Executor::new(Problem { rows, held }, solver)
        .configure(|state| state.param(start).max_iters(ITERATIONS))
        .run()?;
    let best = result.state().get_best_param().cloned();
    let mut weights = best.ok_or_else(|| Error::msg("no weights were found"))?;
    let threshold = weights.pop().unwrap_or_default().exp();
    Ok(Fitted { weights, threshold })
}

/// A sample as the minimisation sees it.
struct Row {
    counts: Counts,
    /// The part of the score that does not depend on the weights.
    given: f64,
    value: Outcome,
}

/// Counts, most of which are zero: only the others are stored, with their indices.
struct Counts {
    /// How many there are, including zeros.
    of: usize,
    others: Vec<(u32, f64)>,
}

impl From<Vec<f64>> for Counts {
    fn from(counts: Vec<f64>) -> Self {
        let places = (0..).zip(counts.iter().copied());
        Self {
            of: counts.len(),
            others: places.filter(|(_, count)| *count != 0.0).collect(),
        }
    }
}

struct Problem {
    rows: Vec<Row>,
    /// The weights to stay near.
    held: Held,
}

impl Problem {
    /// The loss and its derivatives.
    fn look(&self, numbers: &[f64]) -> (f64, Vec<f64>) {
        let count = self.rows.len() as f64;
        let (log_threshold, weights) = numbers.split_last().unwrap_or((&0.0, &[]));
        let model = Model {
            threshold: log_threshold.exp(),
            scale: SCALE,
        };
        let mut loss = 0.0;
        let mut slopes = vec![0.0; numbers.len()];
        for row in &self.rows {
            let counts = row.counts.others.iter();
            let score: f64 = counts
                .map(|(place, count)| count * weights[*place as usize])
                .sum();
            let found = model.loss(row.given + score, row.value);
            loss += found.loss;
            for (place, count) in &row.counts.others {
                slopes[*place as usize] += found.by_score * count;
            }
            if let Some(slope) = slopes.last_mut() {
                *slope += found.by_threshold * model.threshold;
            }
        }
        let Held {
            weights: held,
            strength,
        } = &self.held;
        for ((slope, weight), held) in slopes.iter_mut().zip(weights).zip(held) {
            let away = weight - held;
            loss += strength * (away / 100.0).powi(2);
            *slope += 2.0 * strength * away / 1e4;
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
