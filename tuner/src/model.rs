//! The chances of each result for a score: ordered logistic regression (McCullagh 1980).
//!
//! With a score *s* and a threshold *t*, both in centipawns, a position is won with probability
//! σ((s − t) / scale), lost with probability σ((−s − t) / scale), and otherwise drawn; σ is the
//! logistic function. The engine's [`Chances`](jacquerie::search::Chances) use the same curve, so
//! fitted weights have the scale of the rest of the program.

use jacquerie::game::Outcome;

/// The curve of a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score at which a win is as likely as not; positive.
    pub threshold: f64,
    /// How much the score must grow to multiply the odds by e.
    pub scale: f64,
}

/// The log-loss of one sample, with derivatives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Minus the logarithm of the probability of the true value.
    pub loss: f64,
    /// Its derivative by the score.
    pub by_score: f64,
    /// Its derivative by the threshold.
    pub by_threshold: f64,
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The smallest probability.
const LEAST: f64 = 1e-9;

impl Model {
    /// The loss of a score, given the value.
    #[must_use]
    pub fn loss(self, score: f64, value: Outcome) -> Loss {
        let win = logistic((score - self.threshold) / self.scale);
        let loss = logistic((-score - self.threshold) / self.scale);
        let (win_slope, loss_slope) = (win * (1.0 - win), loss * (1.0 - loss));
        // The probability, and its derivatives by the score and the threshold.
        let (likely, by_score, by_threshold) = match value {
            Outcome::Win => (win, win_slope, -win_slope),
            Outcome::Loss => (loss, -loss_slope, -loss_slope),
            Outcome::Draw => (
                1.0 - win - loss,
                loss_slope - win_slope,
                win_slope + loss_slope,
            ),
        };
        let likely = likely.max(LEAST);
        Loss {
            loss: -likely.ln(),
            by_score: -by_score / likely / self.scale,
            by_threshold: -by_threshold / likely / self.scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_loss() {
        let model = Model {
            threshold: 40.0,
            scale: 65.0,
        };
        for value in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            for score in [-300.0, -45.0, 0.0, 12.0, 80.0] {
                let step = 1e-4;
                let found = model.loss(score, value);
                let further = model.loss(score + step, value).loss;
                assert!(((further - found.loss) / step - found.by_score).abs() < 1e-5);
                let wider = Model {
                    threshold: model.threshold + step,
                    ..model
                };
                let further = wider.loss(score, value).loss;
                assert!(((further - found.loss) / step - found.by_threshold).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn the_three_results_exclude_each_other() {
        let model = Model {
            threshold: 20.0,
            scale: 50.0,
        };
        let values = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        let sum: f64 = values
            .map(|value| (-model.loss(33.0, value).loss).exp())
            .iter()
            .sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
}
