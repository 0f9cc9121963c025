//! `tune` for kings and pawns: the same method, with values from exact tables.

use std::io::Write;

use anyhow::{Result, bail};

use super::gather::gather;
use super::{Arguments, unfit};
use crate::commands::Usage;
use crate::engine::Engine;
use crate::game::Outcome;
use crate::games::kings::evaluation::{Counts, Terms, Weights};
use crate::games::kings::{KingGame, KingRoom};
use crate::stop::Interrupt;
use crate::tune::fit::{Counted, calibrate, fit_counts};
use crate::tune::judge::judge;
use crate::tune::kings::{Sample, samples};

/// One game in so many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 5;

/// Newborn's weights in hundredths of a pawn.
const SEED: Weights = Weights(Terms {
    material: 100,
    passed: 50,
    promotion: -10,
    king_distance: -50,
    opposition: 30,
    unstoppable: 100,
});

/// The game, if kings and pawns are played.
pub fn game(engine: &Engine) -> Option<&KingGame> {
    let room: &KingRoom = engine.variant().as_any().downcast_ref()?;
    Some(room.game())
}

/// Plays, solves, fits and reports.
pub fn run(
    game: &KingGame,
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
        let message =
            format!("{flag} is for the pawn games; kings and pawns are played and solved anew");
        return Err(Usage(message).into());
    }
    let play = |number, gives_up: &(dyn Fn() -> bool + Sync)| {
        Ok(samples(game, arguments.seed, number, gives_up)?)
    };
    let position = |one: &Sample| one.position;
    let (fitting, held_out) = gather(
        arguments,
        engine,
        &Interrupt::listen()?,
        HELD_OUT,
        play,
        position,
    )?;
    if fitting.is_empty() {
        bail!("no position was solved; give more --games");
    }
    let (tuned, threshold) = fit(&fitting, None)?;
    writeln!(output, "{} positions to fit to", fitting.len())?;
    writeln!(
        output,
        "{:<16}{:>10}{:>10}{:>10}",
        "weights", "held out", "tau-b", "log-loss"
    )?;
    for (name, weights) in [("seed", &SEED), ("now", &game.weights), ("tuned", &tuned)] {
        let (tau, log_loss) = accuracy(weights, &fitting, &held_out)?;
        let count = held_out.len();
        writeln!(output, "{name:<16}{count:>10}{tau:>10.3}{log_loss:>10.3}")?;
    }
    if arguments.leave_out {
        let whole = accuracy(&tuned, &fitting, &held_out)?;
        for (name, _) in tuned.0.list() {
            let (weights, _) = fit(&fitting, Some(name))?;
            let found = accuracy(&weights, &fitting, &held_out)?;
            let (tau, log_loss) = (found.0 - whole.0, found.1 - whole.1);
            writeln!(output, "without {name:<18}{tau:>+10.4}{log_loss:>+10.4}")?;
        }
    }
    write!(output, "{}", toml::to_string(&tuned)?)?;
    writeln!(output, "# even odds at {threshold:.0}")?;
    Ok(tuned)
}

/// The weights that say best what the samples are worth, and the score of even odds.
fn fit(samples: &[Sample], left_out: Option<&str>) -> Result<(Weights, f64)> {
    let rows = samples.iter().map(|sample| {
        let counts = Counts::of(&sample.position);
        let pairs = counts.own.list().into_iter().zip(counts.enemy.numbers());
        let counts = pairs.map(|((name, own), enemy)| match Some(name) == left_out {
            true => 0.0,
            false => f64::from(own - enemy),
        });
        Counted {
            counts: counts.collect(),
            given: 0.0,
            value: sample.value,
        }
    });
    let (numbers, threshold) = fit_counts(rows, None).map_err(unfit)?;
    let mut numbers = numbers.into_iter().map(|number| number.round() as i32);
    let terms = std::array::from_fn(|_| numbers.next().unwrap_or(0));
    Ok((Weights(Terms::from_numbers(terms)), threshold))
}

/// Tau-b and log-loss of weights whose scale is fitted.
fn accuracy(weights: &Weights, fitting: &[Sample], held_out: &[Sample]) -> Result<(f64, f64)> {
    let scored = |samples: &[Sample]| -> Vec<(f64, Outcome)> {
        let score = |one: &Sample| f64::from(weights.total(&Counts::of(&one.position)));
        samples.iter().map(|one| (score(one), one.value)).collect()
    };
    let model = calibrate(&scored(fitting)).map_err(unfit)?;
    let found = judge(&scored(held_out), model);
    Ok((found.tau, found.log_loss))
}
