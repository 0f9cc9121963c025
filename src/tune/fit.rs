//! The weights that say best what the samples are worth: least log-loss, by L-BFGS (Nocedal 1980).
//!
//! The loss is convex in the weights for each threshold, so there is one best answer and no step
//! size to choose. A little is added for large weights, so that a count that hardly ever occurs
//! (a pawn two steps from home that is protected) does not run away.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use arrayvec::ArrayVec;

use super::model::Model;
use super::sample::Sample;
use crate::game::Outcome;
use crate::games::pawns::Weights;
use crate::games::pawns::pscore::counts;
use crate::games::pawns::pscore::patterns::{self, PAIRS, Pattern, Patterns};
use crate::games::pawns::pscore::terms::Terms;
use crate::search::chances::SCALE;

/// Weights from which the fitted ones part only for a reason: what samples cannot tell stays as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// The weights.
    pub weights: Vec<f64>,
    /// How much a hundred hundredths away from one of them add to the loss of all samples together.
    pub strength: f64,
}

/// What fitting found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights, rounded.
    pub weights: Weights,
    /// The score at which a win is as likely as not.
    pub threshold: f64,
}

/// How much a hundred hundredths in one weight add to the loss of all samples together.
pub const RIDGE: f64 = 0.5;
/// The same for the worth of a pattern: most of them are seen a few times only.
const PATTERN_RIDGE: f64 = 12.0;
const ITERATIONS: u64 = 300;

/// Fits the weights of the terms that are not `left_out` to the samples; the `patterns` are worth what
/// they are.
///
/// # Errors
/// If the search for the weights fails, which it does only without samples.
pub fn fit(
    samples: &[Sample],
    patterns: &Patterns,
    left_out: Option<&str>,
) -> Result<Fitted, Error> {
    let rows = samples.iter().map(|sample| Row {
        counts: term_counts(sample, left_out).into(),
        given: f64::from(patterns.total(&sample.position.position)),
        patterns: ArrayVec::new(),
        value: sample.value,
    });
    let (numbers, threshold) = minimise(rows.collect(), 0, None)?;
    Ok(Fitted {
        weights: weights(&numbers),
        threshold,
    })
}

/// Fits the weights and the worths of all patterns that occur; those that round to nothing are left
/// out.
///
/// # Errors
/// As [`fit`].
pub fn fit_with_patterns(samples: &[Sample]) -> Result<(Fitted, BTreeMap<Pattern, i16>), Error> {
    let occurring = samples
        .iter()
        .flat_map(|sample| patterns::of(&sample.position.position));
    let names: BTreeSet<Pattern> = occurring.map(|(pattern, _)| pattern).collect();
    let places: HashMap<Pattern, usize> = names.iter().copied().zip(0..).collect();
    let rows = samples.iter().map(|sample| {
        let found = patterns::of(&sample.position.position).filter(|(_, side)| *side != 0);
        Row {
            counts: term_counts(sample, None).into(),
            given: 0.0,
            patterns: found
                .map(|(pattern, side)| (places[&pattern], f64::from(side)))
                .collect(),
            value: sample.value,
        }
    });
    let (numbers, threshold) = minimise(rows.collect(), names.len(), None)?;
    let (of_terms, of_patterns) = numbers.split_at(numbers.len() - names.len());
    let worths = of_patterns.iter().map(|worth| worth.round() as i16);
    let fitted = Fitted {
        weights: weights(of_terms),
        threshold,
    };
    let worths = names.into_iter().zip(worths);
    Ok((fitted, worths.filter(|(_, worth)| *worth != 0).collect()))
}

/// What each term counts for the mover less for the opponent.
fn term_counts(sample: &Sample, left_out: Option<&str>) -> Vec<f64> {
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
    pairs.map(|(own, enemy)| f64::from(own - enemy)).collect()
}

fn weights(numbers: &[f64]) -> Weights {
    let mut numbers = numbers.iter();
    let mut weights = Terms::default();
    for slot in weights.list_mut().into_iter().flatten() {
        *slot = numbers.next().map_or(0, |number| number.round() as i32);
    }
    Weights(weights)
}

/// What is counted in a sample.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The counts, each the mover's less the opponent's.
    pub counts: Vec<f64>,
    /// What else it is worth, whatever the weights.
    pub given: f64,
    /// How it went.
    pub value: Outcome,
}

/// The weights and the threshold with which counts say most; `held` where they are, if that is wanted.
///
/// # Errors
/// As [`fit`].
pub fn fit_counts(
    samples: impl Iterator<Item = Counted>,
    held: Option<Held>,
) -> Result<(Vec<f64>, f64), Error> {
    let rows = samples.map(|one| Row {
        counts: one.counts.into(),
        given: one.given,
        patterns: ArrayVec::new(),
        value: one.value,
    });
    minimise(rows.collect(), 0, held)
}

/// The weight and the threshold with which a score that is given says most: so that scores of
/// different scales can be compared.
///
/// # Errors
/// As [`fit`].
pub fn calibrate(scores: &[(f64, Outcome)]) -> Result<Model, Error> {
    let counted = |(score, value): &(f64, Outcome)| Counted {
        counts: vec![*score],
        given: 0.0,
        value: *value,
    };
    let (weights, threshold) = fit_counts(scores.iter().map(counted), None)?;
    // A score that says nothing gets a weight of nothing.
    let weight = weights.first().copied().unwrap_or(0.0).max(1e-9);
    Ok(Model {
        threshold: threshold / weight,
        scale: SCALE / weight,
    })
}

/// The weights with the least loss, of the terms and then of so many patterns, and the threshold.
fn minimise(rows: Vec<Row>, patterns: usize, held: Option<Held>) -> Result<(Vec<f64>, f64), Error> {
    let Some(first) = rows.first() else {
        return Err(Error::msg("there are no samples"));
    };
    let terms = first.counts.of;
    // The threshold is the exponential of the last number, so it is above zero.
    let mut held = held.unwrap_or(Held {
        weights: Vec::new(),
        strength: RIDGE,
    });
    held.weights.resize(terms, 0.0);
    let mut start = held.weights.clone();
    start.resize(terms + patterns, 0.0);
    start.push(SCALE.ln());
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 10).with_tolerance_cost(1e-9)?;
    let result = Executor::new(Problem { rows, held }, solver)
        .configure(|state| state.param(start).max_iters(ITERATIONS))
        .run()?;
    let best = result.state().get_best_param().cloned();
    let mut numbers = best.ok_or_else(|| Error::msg("no weights were found"))?;
    let threshold = numbers.pop().unwrap_or_default().exp();
    Ok((numbers, threshold))
}

/// What is known of a sample.
struct Row {
    counts: Counts,
    /// What it is worth besides, whatever the weights.
    given: f64,
    /// Its patterns by their places, and for whom they count.
    patterns: ArrayVec<(usize, f64), PAIRS>,
    value: Outcome,
}

/// Counts of which most are zero: those that are not, by their places.
struct Counts {
    /// How many there are, with the zeros.
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
    /// Where the weights of the terms are held.
    held: Held,
}

impl Problem {
    /// The loss with its derivatives.
    fn look(&self, numbers: &[f64]) -> (f64, Vec<f64>) {
        let count = self.rows.len() as f64;
        let terms = self.held.weights.len();
        let (log_threshold, weights) = numbers.split_last().unwrap_or((&0.0, &[]));
        let (of_terms, of_patterns) = weights.split_at(terms);
        let model = Model {
            threshold: log_threshold.exp(),
            scale: SCALE,
        };
        let mut loss = 0.0;
        let mut slopes = vec![0.0; numbers.len()];
        for row in &self.rows {
            let counts = row.counts.others.iter();
            let of_counts: f64 = counts
                .map(|(place, count)| count * of_terms[*place as usize])
                .sum();
            let patterns = row.patterns.iter();
            let patterns: f64 = patterns
                .map(|(place, side)| side * of_patterns[*place])
                .sum();
            let found = model.loss(row.given + of_counts + patterns, row.value);
            loss += found.loss;
            for (place, count) in &row.counts.others {
                slopes[*place as usize] += found.by_score * count;
            }
            for (place, side) in &row.patterns {
                slopes[terms + place] += found.by_score * side;
            }
            if let Some(slope) = slopes.last_mut() {
                *slope += found.by_threshold * model.threshold;
            }
        }
        for (at, (slope, weight)) in slopes.iter_mut().zip(weights).enumerate() {
            let (ridge, held) = match self.held.weights.get(at) {
                Some(held) => (self.held.strength, *held),
                None => (PATTERN_RIDGE, 0.0),
            };
            let away = weight - held;
            loss += ridge * (away / 100.0).powi(2);
            *slope += 2.0 * ridge * away / 1e4;
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
