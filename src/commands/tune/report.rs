//! What is told: how well each score predicts exact values, and what each term is worth.

use std::io::Write;

use anyhow::Result;

use super::unfit;
use crate::game::{Game, Outcome};
use crate::games::pawns::pscore::terms::mobility;
use crate::games::pawns::{PawnGame, Weights};
use crate::tune::first;
use crate::tune::fit::{Fitted, calibrate, fit};
use crate::tune::judge::{Accuracy, judge};
use crate::tune::model::Model;
use crate::tune::sample::Sample;

/// What is printed.
pub struct Report<'a, W> {
    /// The moves alone, the first pscore, the weights that there are, the tuned ones.
    scores: [Score<'a>; 4],
    game: &'a PawnGame,
    fitting: &'a [Sample],
    tuned: &'a Fitted,
    output: &'a mut W,
}

/// A score, and what it says about results.
struct Score<'a> {
    of: Box<dyn Fn(&Sample) -> f64 + 'a>,
    model: Model,
}

impl<'a> Score<'a> {
    /// Its scale is fitted to `fitting`.
    fn new(fitting: &[Sample], of: impl Fn(&Sample) -> f64 + 'a) -> Result<Self> {
        let model = calibrate(&scored(&of, fitting)).map_err(unfit)?;
        Ok(Self {
            of: Box::new(of),
            model,
        })
    }

    /// The pscore of a game with these weights.
    fn by(fitting: &[Sample], game: &PawnGame, weights: &Weights) -> Result<Self> {
        let game = PawnGame {
            weights: weights.clone(),
            ..game.clone()
        };
        Self::new(fitting, move |one| {
            f64::from(game.evaluate(&one.position.position).number())
        })
    }

    fn judge(&self, positions: &[Sample]) -> Accuracy {
        judge(&scored(&self.of, positions), self.model)
    }
}

fn scored(score: impl Fn(&Sample) -> f64, samples: &[Sample]) -> Vec<(f64, Outcome)> {
    samples.iter().map(|one| (score(one), one.value)).collect()
}

impl<'a, W: Write> Report<'a, W> {
    /// Begins it: `now` is the game with the weights that the program has, `fitting` what the tuned
    /// ones were fitted to.
    pub fn begin(
        now: &'a PawnGame,
        tuned: &'a Fitted,
        fitting: &'a [Sample],
        output: &'a mut W,
    ) -> Result<Self> {
        writeln!(output, "{} positions to fit to", fitting.len())?;
        let names = format!("{:>8}{:>8}{:>8}{:>8}", "moves", "first", "now", "tuned");
        writeln!(output, "{:<32} {:>32}  {:>32}", "", "tau-b", "log-loss")?;
        writeln!(output, "{:<22}{:>10} {names}  {names}", "", "positions")?;
        let moves = |one: &Sample| {
            let (own, enemy) = (one.position.position.own(), one.position.position.enemy());
            f64::from(mobility(own, enemy) - mobility(enemy.flip(), own.flip()))
        };
        let first = |one: &Sample| f64::from(first::score(&one.position.position));
        Ok(Self {
            scores: [
                Score::new(fitting, moves)?,
                Score::new(fitting, first)?,
                Score::by(fitting, now, &now.weights)?,
                Score::by(fitting, now, &tuned.weights)?,
            ],
            game: now,
            fitting,
            tuned,
            output,
        })
    }

    /// How well each score does on some positions.
    pub fn compare(&mut self, name: &str, positions: &[Sample]) -> Result<()> {
        if positions.is_empty() {
            return Ok(());
        }
        let mut taus = String::new();
        let mut losses = String::new();
        for score in &self.scores {
            let found = score.judge(positions);
            taus += &format!("{:>8.3}", found.tau);
            losses += &format!("{:>8.3}", found.log_loss);
        }
        let count = positions.len();
        writeln!(self.output, "{name:<22}{count:>10} {taus}  {losses}")?;
        Ok(())
    }

    /// What is lost without each term.
    pub fn leave_out(&mut self, held_out: &[Sample]) -> Result<()> {
        let [.., tuned] = &self.scores;
        let whole = tuned.judge(held_out);
        writeln!(
            self.output,
            "{:<22}{:>10}{:>10}",
            "without", "tau-b", "log-loss"
        )?;
        for (name, _) in self.tuned.weights.0.list() {
            let fitted = fit(self.fitting, &self.game.patterns, Some(name)).map_err(unfit)?;
            let found = Score::by(self.fitting, self.game, &fitted.weights)?.judge(held_out);
            writeln!(
                self.output,
                "{name:<22}{:>+10.4}{:>+10.4}",
                found.tau - whole.tau,
                found.log_loss - whole.log_loss
            )?;
        }
        Ok(())
    }

    /// The tuned weights.
    pub fn tell(&mut self) -> Result<()> {
        tell(self.tuned, self.output)
    }
}

/// Weights as they stand in a configuration.
pub fn tell(tuned: &Fitted, output: &mut impl Write) -> Result<()> {
    write!(output, "{}", toml::to_string(&tuned.weights)?)?;
    writeln!(output, "# even odds at {:.0}", tuned.threshold)?;
    Ok(())
}
