//! What is told: how well each score predicts exact values, and what each term is worth.

use std::cell::{OnceCell, RefCell};
use std::io::Write;

use anyhow::Result;

use super::unfit;
use crate::game::Outcome;
use crate::pawns::Weights;
use crate::pawns::pscore::{evaluate, terms::TERMS, terms::mobility};
use crate::tune::first;
use crate::tune::fit::{Fitted, calibrate, fit};
use crate::tune::judge::{Judgement, judge};
use crate::tune::model::Model;
use crate::tune::sample::Sample;

/// What is printed.
pub struct Report<'a, W> {
    /// The weights that the program has now.
    pub now: &'a Weights,
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
        let names = format!("{:>8}{:>8}{:>8}{:>8}", "moves", "first", "now", "tuned");
        writeln!(output, "{:<32} {:>32}  {:>32}", "", "tau-b", "log-loss")?;
        writeln!(output, "{:<22}{:>10} {names}  {names}", "", "positions")?;
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
            let (own, enemy) = (one.position.position.own(), one.position.position.enemy());
            f64::from(mobility(own, enemy) - mobility(enemy.flip(), own.flip()))
        };
        let by = |weights: &Weights, one: &Sample| {
            f64::from(evaluate(&one.position.position, weights).number())
        };
        let first = |one: &Sample| f64::from(first::score(&one.position.position));
        let now = |one: &Sample| by(self.now, one);
        let tuned = |one: &Sample| by(&tuned.weights, one);
        let scores: [Score<'_>; 4] = [&moves, &first, &now, &tuned];
        let mut taus = String::new();
        let mut losses = String::new();
        for score in scores {
            let found = self.judge(score, positions)?;
            taus += &format!("{:>8.3}", found.tau);
            losses += &format!("{:>8.3}", found.log_loss);
        }
        let count = positions.len();
        writeln!(
            self.output.borrow_mut(),
            "{name:<22}{count:>10} {taus}  {losses}"
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
                None => writeln!(output, "{:<22}{:>10}{:>10}", "without", "tau-b", "log-loss")?,
                Some(name) => writeln!(
                    output,
                    "{name:<22}{:>+10.4}{:>+10.4}",
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
