//! How well a score predicts exact values: by log-loss, and by rank correlation.
//!
//! Kendall's tau-b compares all pairs of positions: how much more often the one with the higher
//! score is worth more than less, leaving out ties. It asks for the order alone, so scores of
//! different kinds can be compared by it as they are.

use kendalls::tau_b_with_comparator;

use super::model::Model;
use crate::game::Outcome;

/// How well a score does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// Positions.
    pub positions: usize,
    /// The mean of the log-loss; guessing each result alike gives 1.099.
    pub log_loss: f64,
    /// Kendall's tau-b, from −1 to 1; 0 where it is not defined.
    pub tau: f64,
}

/// Judges scores by the values of their positions.
#[must_use]
pub fn judge(scores: &[(f64, Outcome)], model: Model) -> Accuracy {
    let losses = scores
        .iter()
        .map(|(score, value)| model.loss(*score, *value).loss);
    let values: Vec<f64> = scores
        .iter()
        .map(|(_, value)| f64::from(*value as u8))
        .collect();
    let numbers: Vec<f64> = scores.iter().map(|(score, _)| *score).collect();
    let tau = tau_b_with_comparator(&numbers, &values, f64::total_cmp);
    Accuracy {
        positions: scores.len(),
        log_loss: losses.sum::<f64>() / scores.len().max(1) as f64,
        tau: tau.map_or(0.0, |(tau, _)| if tau.is_nan() { 0.0 } else { tau }),
    }
}
