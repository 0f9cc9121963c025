//! The weights of kings and pawns, fitted to values from exact tables.

mod samples;

use std::io::Write;

use anyhow::{Result, bail};

use super::arguments::Arguments;
use super::configuration::Configuration;
use super::fit::{Counted, differences, fit};
use super::gather::gather;
use super::report::{Report, Score};
use jacquerie::engine::Engine;
use jacquerie::game::state::State;
use jacquerie::games::kings::evaluation::{Counts, TABLE, TERMS, Terms, Weights};
use jacquerie::games::kings::{KingGame, Position};
use jacquerie::stop::Interrupt;
use samples::samples;

type Sample = super::sample::Sample<Position>;

/// One game in this many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 5;

/// Newborn's weights in centipawns.
const SEED: Weights = Weights(Terms {
    material: 100,
    passed: 50,
    promotion: -10,
    king_distance: -50,
    opposition: 30,
    unstoppable: 100,
});

/// The game, if the engine plays kings and pawns.
pub fn game(engine: &Engine) -> Option<&KingGame> {
    let state: &State<KingGame> = engine.state()?.as_any().downcast_ref()?;
    Some(state.game())
}

/// Plays, solves, fits and reports.
pub fn run(
    game: &KingGame,
    arguments: &Arguments,
    engine: &Engine,
    configuration: Configuration,
    output: &mut impl Write,
) -> Result<()> {
    arguments.refuse(
        &["--data", "--known", "--results", "--hold", "--only"],
        "kings and pawns, which are played and solved",
    )?;
    let interrupt = Interrupt::listen()?;
    let parts = gather(
        arguments,
        engine,
        &interrupt,
        HELD_OUT,
        |number| {
            Ok(samples(game, arguments.seed, number, &|| {
                interrupt.is_heard()
            })?)
        },
        |one: &Sample| one.position,
    )?;
    let fitting = &parts.fitting;
    if fitting.is_empty() {
        bail!("no position was solved; give more --games");
    }
    let (tuned, threshold) = fit_weights(fitting, None)?;
    configuration.write(TABLE, tuned.list())?;
    let scores = vec![
        ("seed", by_weights(fitting, SEED)?),
        ("now", by_weights(fitting, game.weights.clone())?),
        ("tuned", by_weights(fitting, tuned.clone())?),
    ];
    let mut report = Report::begin(scores, fitting.len(), output)?;
    report.compare("held out", &parts.held_out)?;
    if arguments.leave_out {
        let names = TERMS.map(|(name, _)| name);
        report.leave_out(names, &parts.held_out, |name| {
            by_weights(fitting, fit_weights(fitting, Some(name))?.0)
        })?;
    }
    report.end(&toml::to_string(&tuned)?, threshold)
}

/// The evaluation with these weights.
fn by_weights(fitting: &[Sample], weights: Weights) -> Result<Score<'static, Position>> {
    Score::new(fitting, move |position| {
        f64::from(weights.total(&Counts::of(position)))
    })
}

/// The fitted weights, and the score of even odds.
fn fit_weights(samples: &[Sample], left_out: Option<&str>) -> Result<(Weights, f64)> {
    let counted = samples.iter().map(|sample| {
        let counts = Counts::of(&sample.position);
        let sides = [counts.own.numbers().as_slice(), counts.enemy.numbers()];
        Counted {
            counts: differences(sides, &TERMS, left_out),
            given: 0.0,
            value: sample.value,
        }
    });
    let fitted = fit(counted, None)?;
    let numbers = std::array::from_fn(|at| fitted.weights[at].round() as i32);
    Ok((Weights(Terms::from_numbers(numbers)), fitted.threshold))
}
