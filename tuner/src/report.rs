//! The report of a fit: how well scores predict the values that were held out, and how much each
//! term contributes.

use std::io::Write;

use anyhow::Result;

use super::fit::calibrate;
use super::judge::{Accuracy, judge};
use super::model::Model;
use super::sample::Sample;
use jacquerie::game::Outcome;

/// A score, and its model of results.
pub struct Score<'a, P> {
    of: Box<dyn Fn(&P) -> f64 + 'a>,
    model: Model,
}

impl<'a, P> Score<'a, P> {
    /// A score, with its scale fitted to `fitting`.
    ///
    /// # Errors
    /// If there are no samples.
    pub fn new(fitting: &[Sample<P>], of: impl Fn(&P) -> f64 + 'a) -> Result<Self> {
        Ok(Self {
            model: calibrate(&scored(fitting, &of))?,
            of: Box::new(of),
        })
    }

    fn judge(&self, samples: &[Sample<P>]) -> Accuracy {
        judge(&scored(samples, &self.of), self.model)
    }
}

/// The scores of samples, with their values.
pub fn scored<P>(samples: &[Sample<P>], score: impl Fn(&P) -> f64) -> Vec<(f64, Outcome)> {
    let samples = samples.iter();
    samples
        .map(|one| (score(&one.position), one.value))
        .collect()
}

/// A printed report. The last score is the fitted one.
pub struct Report<'a, P, W> {
    scores: Vec<(&'static str, Score<'a, P>)>,
    output: &'a mut W,
}

impl<'a, P, W: Write> Report<'a, P, W> {
    /// Begins the report, with a column for each score, and the number of positions they were
    /// fitted to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(
        scores: Vec<(&'static str, Score<'a, P>)>,
        positions: usize,
        output: &'a mut W,
    ) -> Result<Self> {
        writeln!(output, "{positions} positions to fit to")?;
        let names = scores.iter().map(|(name, _)| format!("{name:>8}"));
        let names: String = names.collect();
        let width = names.len();
        writeln!(
            output,
            "{:32} {:>width$}  {:>width$}",
            "", "tau-b", "log-loss"
        )?;
        writeln!(output, "{:22}{:>10} {names}  {names}", "", "positions")?;
        Ok(Self { scores, output })
    }

    /// Prints how well each score predicts some positions.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn compare(&mut self, name: &str, samples: &[Sample<P>]) -> Result<()> {
        if samples.is_empty() {
            return Ok(());
        }
        let (mut taus, mut losses) = (String::new(), String::new());
        for (_, score) in &self.scores {
            let found = score.judge(samples);
            taus += &format!("{:>8.3}", found.tau);
            losses += &format!("{:>8.3}", found.log_loss);
        }
        let count = samples.len();
        writeln!(self.output, "{name:<22}{count:>10} {taus}  {losses}")?;
        Ok(())
    }

    /// Prints how much worse the fit predicts `held_out` without each of some terms.
    ///
    /// # Errors
    /// If it cannot be written, or the fit fails.
    pub fn leave_out(
        &mut self,
        terms: impl IntoIterator<Item = &'static str>,
        held_out: &[Sample<P>],
        without: impl Fn(&'static str) -> Result<Score<'a, P>>,
    ) -> Result<()> {
        let Some((_, tuned)) = self.scores.last() else {
            return Ok(());
        };
        let whole = tuned.judge(held_out);
        let output = &mut self.output;
        writeln!(output, "{:<22}{:>10}{:>10}", "without", "tau-b", "log-loss")?;
        for name in terms {
            let found = without(name)?.judge(held_out);
            let (tau, loss) = (found.tau - whole.tau, found.log_loss - whole.log_loss);
            writeln!(output, "{name:<22}{tau:>+10.4}{loss:>+10.4}")?;
        }
        Ok(())
    }

    /// Ends the report with the weights as in a configuration, and the score of even odds.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(self, weights: &str, threshold: f64) -> Result<()> {
        write!(self.output, "{weights}")?;
        writeln!(self.output, "# even odds at {threshold:.0}")?;
        Ok(())
    }
}
