//! How well a score predicts values: by log-loss, and by rank correlation.
//!
//! Kendall's tau-b (Kendall 1945) compares all pairs of positions: how much more often the one with
//! the higher score also has the higher value, with a correction for ties. It depends on the order
//! alone, so it can compare scores of different scales.

use super::model::Model;
use jacquerie::game::Outcome;

/// How well a score predicts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// The mean log-loss; three equal chances give 1.099.
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
    Accuracy {
        log_loss: losses.sum::<f64>() / scores.len().max(1) as f64,
        tau: tau_b(scores),
    }
}

/// The number of pairs.
fn pairs(number: f64) -> f64 {
    number * (number - 1.0) / 2.0
}

fn tau_b(scores: &[(f64, Outcome)]) -> f64 {
    let mut sorted = scores.to_vec();
    sorted.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    // How many of each value have a lower score.
    let mut below = [0.0; 3];
    let (mut agreement, mut tied_scores) = (0.0, 0.0);
    for tied in sorted.chunk_by(|(one, _), (other, _)| one == other) {
        let mut here = [0.0; 3];
        for value in tied.iter().map(|(_, value)| *value as usize) {
            let worse: f64 = below[..value].iter().sum();
            let better: f64 = below[value + 1..].iter().sum();
            agreement += worse - better;
            here[value] += 1.0;
        }
        for (number, more) in below.iter_mut().zip(here) {
            *number += more;
        }
        tied_scores += pairs(tied.len() as f64);
    }
    let all = pairs(sorted.len() as f64);
    let tied_values: f64 = below.map(pairs).iter().sum();
    let most = ((all - tied_scores) * (all - tied_values)).sqrt();
    if most > 0.0 { agreement / most } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tau_agrees_with_a_count_of_all_pairs() {
        let values = [Outcome::Loss, Outcome::Draw, Outcome::Win];
        let scores: Vec<(f64, Outcome)> = (0..60)
            .map(|at| {
                (
                    f64::from(at * 7 % 13),
                    values[at as usize * at as usize % 17 % 3],
                )
            })
            .collect();
        let (mut agreement, mut scores_differ, mut values_differ) = (0.0, 0.0, 0.0);
        for (at, one) in scores.iter().enumerate() {
            for other in &scores[at + 1..] {
                let score = (one.0 - other.0).partial_cmp(&0.0).unwrap() as i32;
                let value = (one.1 as i32 - other.1 as i32).signum();
                agreement += f64::from(score * value);
                scores_differ += f64::from(score.abs());
                values_differ += f64::from(value.abs());
            }
        }
        let expected = agreement / f64::sqrt(scores_differ * values_differ);
        assert!(expected != 0.0 && (tau_b(&scores) - expected).abs() < 1e-12);
        assert_eq!(tau_b(&scores[..1]), 0.0);
    }
}
