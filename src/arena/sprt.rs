//! The sequential probability ratio test: play until the result is clear, and no longer.
//!
//! There are two hypotheses: the first player is `elo0` stronger, or `elo1` stronger. After each
//! pair of games, the log-likelihood ratio (LLR) of the results moves up or down. The test ends
//! when it leaves the bounds of A. Wald, `ln(β / (1 - α))` and `ln((1 - β) / α)`. Its decision is
//! wrong with a probability of about α (`elo1` accepted though `elo0` is true) or β.
//!
//! A hypothesis about the score alone leaves the distribution of the pairs open. For each
//! hypothesis, the *generalised* test takes the distribution that makes the results most likely
//! (proposition 1.1 in the source): with `p` the observed frequencies and `a` the scores, it is
//!
//! ```text
//! q = p / (1 + t (a - s)),   with t such that   sum of p (a - s) / (1 + t (a - s)) = 0
//! ```
//!
//! Source: M. Van den Bergh, *Comments on Normalized Elo* and *A Practical Introduction to the
//! GSPRT* (cantate.be/Fishtest), the logistic model of Fishtest and fastchess; the figures in the
//! tests are those of fastchess's own tests.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::elo::{Elo, Pentanomial};

/// The hypotheses of the test, and its error probabilities.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The decision of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The first player is no more than `elo0` stronger.
    LowerAccepted,
    /// The first player is at least `elo1` stronger.
    UpperAccepted,
}

/// Why text does not describe a test.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error(
    "found '{0}', expected elo0,elo1 or elo0,elo1,alpha,beta with elo0 below elo1 (both within ±1000), alpha and beta above 0 and together below 1, such as 0,10,0.05,0.05"
)]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        let sprt = match numbers.as_deref() {
            Ok(&[elo0, elo1]) => Some((elo0, elo1, 0.05, 0.05)),
            Ok(&[elo0, elo1, alpha, beta]) => Some((elo0, elo1, alpha, beta)),
            _ => None,
        };
        sprt.filter(|&(elo0, elo1, alpha, beta)| {
            let elos = elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0;
            elos && alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0
        })
        .map(|(elo0, elo1, alpha, beta)| Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
        .ok_or_else(|| SprtError(text.into()))
    }
}

impl Sprt {
    /// The lower and upper LLR at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The logarithm of how much more likely `elo1` is than `elo0`.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        // A result that has never occurred is taken to be rare, not impossible.
        let counts = pairs
            .0
            .map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let lower = most_likely(&seen, Elo(self.elo0).score());
        let upper = most_likely(&seen, Elo(self.elo1).score());
        let ratios = lower
            .iter()
            .zip(upper)
            .map(|(lower, upper)| (upper / lower).ln());
        total
            * seen
                .iter()
                .zip(ratios)
                .map(|(seen, ratio)| seen * ratio)
                .sum::<f64>()
    }

    fn decide(&self, llr: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(Decision::UpperAccepted)
        } else if llr <= lower {
            Some(Decision::LowerAccepted)
        } else {
            None
        }
    }
}

/// The distribution with the mean score `score` that makes the observed frequencies most likely.
fn most_likely(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let distances = Pentanomial::SCORES.map(|one| one - score);
    // The sum falls from +inf to -inf between these; there no probability is negative.
    let (mut low, mut high) = (-1.0 / distances[4], -1.0 / distances[0]);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let sum: f64 = seen
            .iter()
            .zip(distances)
            .map(|(seen, distance)| seen * distance / (1.0 + middle * distance))
            .sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let tilt = (low + high) / 2.0;
    let mut result = *seen;
    for (probability, distance) in result.iter_mut().zip(distances) {
        *probability /= 1.0 + tilt * distance;
    }
    result
}

/// A test in progress. Pairs are added in the order of the schedule, not in the order in which they
/// finish: short games would otherwise come first, and a match might not end at the same pair every
/// time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequence {
    sprt: Sprt,
    pairs: Pentanomial,
    llr: f64,
    decision: Option<Decision>,
}

impl Sequence {
    /// The test before the first pair.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            pairs: Pentanomial::default(),
            llr: 0.0,
            decision: None,
        }
    }

    /// Adds a pair in which the first player scored this many half points. After a decision,
    /// nothing changes any more.
    pub fn add(&mut self, half_points: usize) {
        if self.decision.is_none() {
            self.pairs.add(half_points);
            self.llr = self.sprt.log_likelihood_ratio(&self.pairs);
            self.decision = self.sprt.decide(self.llr);
        }
    }

    /// The decision, if there is one yet.
    #[must_use]
    pub const fn decision(&self) -> Option<Decision> {
        self.decision
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, .. } = self.sprt;
        let (lower, upper) = self.sprt.bounds();
        let pairs = self.pairs.pairs();
        write!(
            f,
            "LLR {:.2} (bounds {lower:.2}, {upper:.2}) for Elo {elo0:+} against {elo1:+} after {pairs} pairs: ",
            self.llr
        )?;
        match self.decision {
            None => f.write_str("not decided"),
            Some(Decision::LowerAccepted) => write!(f, "H0 accepted (Elo {elo0:+})"),
            Some(Decision::UpperAccepted) => write!(f, "H1 accepted (Elo {elo1:+})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn ratios_are_those_of_fastchess() {
        let cases = [
            ("0.5,2.5", [223, 9863, 20279 + 1000, 10037, 246], -3.07),
            ("0,2", [871, 26175, 55003 + 980, 26678, 821], -4.98),
        ];
        for (text, counts, expected) in cases {
            let llr = sprt(text).log_likelihood_ratio(&Pentanomial(counts));
            assert!((llr - expected).abs() < 0.005, "{text}: {llr}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = sprt("0,5").bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        let (lower, upper) = sprt("0,5,0.1,0.05").bounds();
        assert!((lower + 2.890).abs() < 0.001 && (upper - 2.251).abs() < 0.001);
    }

    #[test]
    fn the_ratio_is_nothing_where_nothing_is_known() {
        // A result halfway between two hypotheses favours neither.
        let llr = sprt("-5,5").log_likelihood_ratio(&Pentanomial([3, 7, 20, 7, 3]));
        assert!(llr.abs() < 1e-6, "{llr}");
        assert!(
            sprt("0,5")
                .log_likelihood_ratio(&Pentanomial::default())
                .abs()
                < 0.01
        );
    }

    #[test]
    fn the_test_decides_and_then_stays() {
        let mut won = Sequence::new(sprt("0,50"));
        let mut lost = won;
        for _ in 0..200 {
            won.add(4);
            lost.add(0);
        }
        assert_eq!(won.decision(), Some(Decision::UpperAccepted));
        assert_eq!(lost.decision(), Some(Decision::LowerAccepted));
        let pairs = won.pairs.pairs();
        assert!(pairs < 200, "{pairs}");
        lost.add(4);
        assert_eq!(lost.decision(), Some(Decision::LowerAccepted));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "5",
            "5,0",
            "0,0",
            "0,5,0.1",
            "0,5,0,0.1",
            "0,5,0.6,0.4",
            "a,b",
            "NaN,5",
            "0,NaN",
            "0,inf",
            "0,5,NaN,0.1",
            "0,5,0.1,0.1,0.1",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
