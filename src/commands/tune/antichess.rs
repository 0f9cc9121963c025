//! `tune` for antichess: the same method, with the results of games in place of exact values.

use std::io::Write;

use anyhow::{Result, bail};

use super::gather::gather;
use super::{Arguments, unfit};
use crate::commands::Usage;
use crate::engine::{Engine, Room};
use crate::game::Outcome;
use crate::game::playable::Playable;
use crate::games::antichess::evaluation::terms::{FULL, NUMBERS, TERMS, count};
use crate::games::antichess::evaluation::{PLACES, Weights, evaluate};
use crate::games::antichess::{AntichessGame, AntichessRoom, Diagram};
use crate::tune::antichess::{Sample, samples};
use crate::tune::fit::{calibrate, fit_counts};
use crate::tune::judge::judge;

/// One game in so many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 20;

/// The game and its start, if antichess is played.
pub fn game(engine: &Engine) -> Option<(&AntichessGame, Diagram)> {
    let room = engine.session::<AntichessRoom>()?.room();
    let start = room.start(&engine.options().choices).ok()?;
    Some((room.game(), start))
}

/// Plays, fits and reports.
pub fn run(
    (game, start): (&AntichessGame, Diagram),
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<Weights> {
    let of_pawns = [
        ("--data", arguments.data.is_some()),
        ("--known", arguments.known.is_some()),
        ("--results", arguments.results.is_some()),
    ];
    if let Some((flag, _)) = of_pawns.into_iter().find(|(_, given)| *given) {
        let message = format!("{flag} is for the pawn games; antichess is played anew");
        return Err(Usage(message).into());
    }
    let play = |number, gives_up: &(dyn Fn() -> bool + Sync)| {
        if gives_up() {
            bail!("interrupted");
        }
        Ok(samples(&game.for_engine(), &start, arguments.seed, number))
    };
    let position = |one: &Sample| one.position;
    let (fitting, held_out) = gather(arguments, engine, HELD_OUT, play, position)?;
    if fitting.is_empty() {
        bail!("no position to fit to; give more --games");
    }
    let (tuned, threshold) = fit(&fitting, None)?;
    writeln!(output, "{} positions to fit to", fitting.len())?;
    writeln!(
        output,
        "{:<16}{:>10}{:>10}{:>10}",
        "weights", "held out", "tau-b", "log-loss"
    )?;
    for (name, weights) in [("now", &game.weights), ("tuned", &tuned)] {
        let (tau, log_loss) = accuracy(weights, &fitting, &held_out)?;
        let count = held_out.len();
        writeln!(output, "{name:<16}{count:>10}{tau:>10.3}{log_loss:>10.3}")?;
    }
    if arguments.leave_out {
        let whole = accuracy(&tuned, &fitting, &held_out)?;
        for (name, _) in TERMS {
            let (weights, _) = fit(&fitting, Some(name))?;
            let found = accuracy(&weights, &fitting, &held_out)?;
            let (tau, log_loss) = (found.0 - whole.0, found.1 - whole.1);
            writeln!(output, "without {name:<18}{tau:>+10.4}{log_loss:>+10.4}")?;
        }
    }
    for (name, numbers) in tuned.list() {
        writeln!(output, "{name} = {numbers:?}")?;
    }
    writeln!(output, "# even odds at {threshold:.0}")?;
    Ok(tuned)
}

/// The weights that say best how the games went, and the score of even odds.
fn fit(samples: &[Sample], left_out: Option<&str>) -> Result<(Weights, f64)> {
    let terms = TERMS.iter().flat_map(|(name, count)| {
        let kept = Some(*name) != left_out;
        std::iter::repeat_n(kept, *count)
    });
    let kept: Vec<bool> = terms.collect();
    let rows = samples.iter().map(|sample| {
        let mut counts = vec![0.0; 2 * NUMBERS];
        let full = f64::from(sample.position.men().count()) / f64::from(FULL);
        count(&sample.position, |number, count| {
            if kept[number] {
                let [of_full, of_empty] = PLACES[number].map(usize::from);
                counts[of_full] += f64::from(count) * full;
                counts[of_empty] += f64::from(count) * (1.0 - full);
            }
        });
        (counts, sample.result)
    });
    let (numbers, threshold) = fit_counts(rows).map_err(unfit)?;
    let mut numbers = numbers.into_iter().map(|number| number.round() as i32);
    let numbers = std::array::from_fn(|_| numbers.next().unwrap_or(0));
    Ok((Weights::new(numbers), threshold))
}

/// Tau-b and log-loss of weights whose scale is fitted.
fn accuracy(weights: &Weights, fitting: &[Sample], held_out: &[Sample]) -> Result<(f64, f64)> {
    let scored = |samples: &[Sample]| -> Vec<(f64, Outcome)> {
        let score = |one: &Sample| f64::from(evaluate(&one.position, weights).number());
        samples.iter().map(|one| (score(one), one.result)).collect()
    };
    let model = calibrate(&scored(fitting)).map_err(unfit)?;
    let found = judge(&scored(held_out), model);
    Ok((found.tau, found.log_loss))
}
