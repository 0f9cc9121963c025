//! What is told: how well each score predicts exact values, and what each term is worth.

use std::cell::{OnceCell, RefCell};
use std::io::Write;

use anyhow::Result;

use super::unfit;
use crate::game::Outcome;
use crate::pawns::Weights;
use crate::pawns::pscore::{counts, evaluate, terms::TERMS};
use crate::tune::fit::{Fitted, calibrate, fit};
use crate::tune::judge::{Judgement, judge};
use crate::tune::model::Model;
use crate::tune::sample::Sample;

/// What is printed.
pub struct Report<'a, W> {
    /// The weights that there were.
    pub old: &'a Weights,
    /// What the scales of scores are fitted to.
    pub fitting: &'a [Sample],
    /// Where it is told.
    pub output: RefCell<&'a mut W>,
}

type Score<'a> = &'a dyn Fn(&Sample) -> f64;

impl<W: Write> Report<'_, W> {
    pub fn heading(&self) -> Result<()> {
        let mut output = self.output.borrow_mut();
        writeln!(output, "{} positions to fit to", self.fitting.len())?;
        writeln!(
            output,
            "{:<34}{:>10}{:>8}{:>8}{:>8}   {:>8}{:>8}{:>8}",
            "", "", "tau-b", "", "", "log-loss", "", ""
        )?;
        writeln!(
            output,
            "{:<34}{:>10}{:>8}{:>8}{:>8}   {:>8}{:>8}{:>8}",
            "", "positions", "moves", "old", "tuned", "moves", "old", "tuned"
        )?;
        Ok(())
    }

    /// A score's judgement on positions, when its scale was fitted on the others.
    fn judge(&self, score: Score<'_>, positions: &[Sample]) -> Result<Judgement> {
        let scored = |samples: &[Sample]| -> Vec<(f64, Outcome)> {
            samples.iter().map(|one| (score(one), one.value)).collect()
        };
        let model: Model = calibrate(&scored(self.fitting)).map_err(unfit)?;
        Ok(judge(&scored(positions), model))
    }

    pub fn compare(&self, name: &str, positions: &[Sample], tuned: &Fitted) -> Result<()> {
        if positions.is_empty() {
            return Ok(());
        }
        let moves = |one: &Sample| {
            let counts = counts(&one.position.position);
            f64::from(counts.own.mobility - counts.enemy.mobility)
        };
        let by = |weights: &Weights, one: &Sample| {
            f64::from(evaluate(&one.position.position, weights).number())
        };
        let of_old = |one: &Sample| by(self.old, one);
        let of_tuned = |one: &Sample| by(&tuned.weights, one);
        let scores: [Score<'_>; 3] = [&moves, &of_old, &of_tuned];
        let mut judgements = Vec::new();
        for score in scores {
            judgements.push(self.judge(score, positions)?);
        }
        let [moves, old, tuned] = judgements[..] else {
            return Ok(());
        };
        writeln!(
            self.output.borrow_mut(),
            "{name:<34}{:>10}{:>8.3}{:>8.3}{:>8.3}   {:>8.3}{:>8.3}{:>8.3}",
            moves.positions,
            moves.tau,
            old.tau,
            tuned.tau,
            moves.log_loss,
            old.log_loss,
            tuned.log_loss
        )?;
        Ok(())
    }

    /// What is lost without each term.
    pub fn leave_out(&self, held_out: &[Sample], tuned: &Fitted) -> Result<()> {
        let whole = OnceCell::new();
        let names: [&str; TERMS] = tuned.weights.0.list().map(|(name, _)| name);
        for name in [None].into_iter().chain(names.map(Some)) {
            let fitted = fit(self.fitting, name).map_err(unfit)?;
            let score = |one: &Sample| {
                f64::from(evaluate(&one.position.position, &fitted.weights).number())
            };
            let found = self.judge(&score, held_out)?;
            let whole = whole.get_or_init(|| found);
            let mut output = self.output.borrow_mut();
            match name {
                None => writeln!(output, "{:<34}{:>10}{:>10}", "without", "tau-b", "log-loss")?,
                Some(name) => writeln!(
                    output,
                    "{name:<34}{:>+10.4}{:>+10.4}",
                    found.tau - whole.tau,
                    found.log_loss - whole.log_loss
                )?,
            }
        }
        Ok(())
    }

    /// The weights, as they stand in a configuration.
    pub fn tell(&self, tuned: &Fitted) -> Result<()> {
        let mut output = self.output.borrow_mut();
        write!(output, "{}", toml::to_string(&tuned.weights)?)?;
        writeln!(output, "# even odds at {:.0}", tuned.threshold)?;
        Ok(())
    }
}
