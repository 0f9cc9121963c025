//! Playing strength: games in pairs, and the difference in Elo that they indicate.
//!
//! Each opening is played twice with colours reversed, and the two games count as one result, 0
//! to 2 points (the *pentanomial* model). The games of a pair are not independent: an opening
//! that White wins gives 1-1 between any two players. Counting its games one by one would
//! overestimate the error.
//!
//! Elo is logistic: a score `s` is a difference of `400 log10(s / (1 - s))`. The interval is that
//! of a normal distribution of the mean score: 1.96 standard errors to each side.
//!
//! Source: M. Van den Bergh, *A Practical Introduction to the GSPRT* and its companion pages, as
//! used by Fishtest; the figures in the tests are those of fastchess's own tests.

use std::fmt;

/// 95 % of a normal distribution lies within this many standard deviations.
const STANDARD_ERRORS: f64 = 1.959_963_984_540_054;

/// The number of pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The score per game of each kind of pair.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair with this many half points, 0 to 4.
    pub const fn add(&mut self, half_points: usize) {
        if half_points < 5 {
            self.0[half_points] += 1;
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score, 0 to 1; `None` without a pair.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let pairs = self.pairs();
        let sum = |scores: [f64; 5]| -> f64 {
            let counts = self.0.iter().map(|count| *count as f64);
            counts.zip(scores).map(|(count, score)| count * score).sum()
        };
        (pairs > 0).then(|| sum(Self::SCORES) / pairs as f64)
    }

    /// The standard error of the mean score; `None` if all pairs are equal, because the variance
    /// is then unknown.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let mean = self.mean()?;
        let pairs = self.pairs() as f64;
        let squares: f64 = self
            .0
            .iter()
            .zip(Self::SCORES)
            .map(|(count, score)| *count as f64 * (score - mean).powi(2))
            .sum();
        (squares > 0.0).then(|| (squares / pairs / pairs).sqrt())
    }

    /// The difference in Elo that the pairs indicate; `None` without pairs.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let mean = self.mean()?;
        let interval = self.standard_error().map(|error| {
            let reach = STANDARD_ERRORS * error;
            (Elo::of_score(mean - reach), Elo::of_score(mean + reach))
        });
        Some(Estimate {
            elo: Elo::of_score(mean),
            interval,
        })
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.0.map(|count| count.to_string());
        f.write_str(&counts.join(" "))
    }
}

/// A difference in Elo; infinite for a score of 0 or 1.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference that corresponds to this score; scores are clamped to the range from 0 to
    /// 1.
    #[must_use]
    pub fn of_score(score: f64) -> Self {
        let score = score.clamp(0.0, 1.0);
        Self(400.0 * (score / (1.0 - score)).log10())
    }

    /// The score that this difference makes likely.
    #[must_use]
    pub fn score(self) -> f64 {
        1.0 / (1.0 + 10f64.powf(-self.0 / 400.0))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_infinite() {
            return f.write_str(if self.0 > 0.0 { "+inf" } else { "-inf" });
        }
        write!(f, "{:+.1}", self.0)
    }
}

/// A difference in Elo, and its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely difference.
    pub elo: Elo,
    /// The 95 % confidence interval; `None` if all results are equal.
    pub interval: Option<(Elo, Elo)>,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.interval {
            Some((least, most)) => {
                write!(f, "{} (95 % interval {least} to {most})", self.elo)
            }
            None => write!(f, "{} (no interval: all pairs ended alike)", self.elo),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_those_of_fastchess() {
        let cases = [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ];
        for (counts, elo, error) in cases {
            let estimate = Pentanomial(counts).estimate().unwrap();
            let (least, most) = estimate.interval.unwrap();
            assert!((estimate.elo.0 - elo).abs() < 0.01, "{estimate}");
            assert!(
                ((most.0 - least.0) / 2.0 - error).abs() < 0.01,
                "{estimate}"
            );
        }
    }

    #[test]
    fn extreme_results_make_sense() {
        assert_eq!(Pentanomial::default().estimate(), None);
        let text = |counts| Pentanomial(counts).estimate().unwrap().to_string();
        let alike = "(no interval: all pairs ended alike)";
        assert_eq!(text([0, 0, 0, 0, 7]), format!("+inf {alike}"));
        assert_eq!(text([3, 0, 0, 0, 0]), format!("-inf {alike}"));
        assert_eq!(text([0, 0, 5, 0, 0]), format!("+0.0 {alike}"));
        let nearly_all = text([0, 0, 0, 1, 3]);
        assert!(nearly_all.ends_with("to +inf)"), "{nearly_all}");
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        for elo in [-800.0, -3.0, 0.0, 12.5, 400.0] {
            assert!((Elo::of_score(Elo(elo).score()).0 - elo).abs() < 1e-6);
        }
        assert!((Elo(400.0).score() - 10.0 / 11.0).abs() < 1e-12);
    }
}
