//! The weights of the pscore's terms, fitted to narrow boards that are solved.

mod solved;

use std::io::Write;

use anyhow::{Result, bail};

use super::arguments::Arguments;
use super::configuration::Configuration;
use super::fit::{Counted, Fitted, differences, fit};
use super::narrow_board::pawn_game;
use super::report::{Report, Score};
use jacquerie::cli::of_file;
use jacquerie::engine::Engine;
use jacquerie::game::Game;
use jacquerie::games::pawns::pscore::terms::{Counts, TERMS, Terms};
use jacquerie::games::pawns::pscore::{self, TABLE, patterns};
use jacquerie::games::pawns::{Diagram, Position, Weights};
use solved::{gather, read_known};

type Sample = super::sample::Sample<Diagram>;

/// Plays, solves, fits and reports.
pub fn run(
    arguments: &Arguments,
    engine: &Engine,
    configuration: Configuration,
    output: &mut impl Write,
) -> Result<()> {
    let game = &pawn_game(engine)?;
    arguments.refuse(
        &["--results", "--hold", "--only"],
        "the pscore, which is fitted to solved boards (with --network, a network learns from results)",
    )?;
    let known = match &arguments.known {
        Some(path) => of_file(path, read_known(path, game))?,
        None => Vec::new(),
    };
    let samples = gather(arguments, engine)?;
    let fitting = &samples.fitting;
    if fitting.is_empty() {
        bail!("no position was solved; give more --games or a higher --limit");
    }
    let tuned = fit_terms(fitting, None)?;
    let weights = weights(&tuned);
    configuration.write(TABLE, weights.list())?;
    let moves = |one: &Diagram| {
        let moves = |position: &Position| f64::from(position.move_sets().count());
        moves(&one.position) - moves(&one.position.passed())
    };
    let played = |one: &Diagram| f64::from(game.evaluate(&one.position).number());
    let scores = vec![
        ("moves", Score::new(fitting, moves)?),
        ("played", Score::new(fitting, played)?),
        ("now", by_weights(fitting, game.weights.clone())?),
        ("tuned", by_weights(fitting, weights.clone())?),
    ];
    let mut report = Report::begin(scores, fitting.len(), output)?;
    for files in arguments.narrowest..=arguments.widest {
        let of_width = |one: &&Sample| one.position.files == usize::from(files);
        let held_out: Vec<Sample> = samples.held_out.iter().filter(of_width).copied().collect();
        report.compare(&format!("{files} files, held out"), &held_out)?;
    }
    report.compare("all, held out", &samples.held_out)?;
    report.compare("known positions", &known)?;
    if arguments.leave_out {
        let names = TERMS.map(|(name, _)| name);
        report.leave_out(names, &samples.held_out, |name| {
            let fitted = fit_terms(fitting, Some(name))?;
            by_weights(fitting, self::weights(&fitted))
        })?;
    }
    report.end(&toml::to_string(&weights)?, tuned.threshold)
}

/// The pscore with these weights.
fn by_weights(fitting: &[Sample], weights: Weights) -> Result<Score<'static, Diagram>> {
    Score::new(fitting, move |one| {
        f64::from(pscore::evaluate(&one.position, &weights).number())
    })
}

/// Fits the weights of the terms that are not `left_out`; the patterns stay the same.
fn fit_terms(samples: &[Sample], left_out: Option<&str>) -> Result<Fitted> {
    let counted = samples.iter().map(|sample| {
        let position = &sample.position.position;
        let counts = Counts::of(position);
        let sides = [counts.own.numbers().as_slice(), counts.enemy.numbers()];
        Counted {
            counts: differences(sides, &TERMS, left_out),
            given: f64::from(patterns::total(position)),
            value: sample.value,
        }
    });
    fit(counted, None)
}

/// The fitted weights, rounded.
fn weights(fitted: &Fitted) -> Weights {
    let numbers = std::array::from_fn(|at| fitted.weights[at].round() as i32);
    Weights(Terms::from_numbers(numbers))
}
