//! Weights that come in pairs, for a full board and an empty one, fitted to the results of games.
//! The games are played, or read with `--results`.

mod samples;

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use super::arguments::Arguments;
use super::configuration::Configuration;
use super::fit::{Counted, Held, RIDGE, calibrate, fit};
use super::gather::{games_of, gather};
use super::report::{Report, Score, scored};
use super::sample::{Parts, Sample};
use crate::fit::SCALE;
use jacquerie::arena::pgn::{GameResult, Record};
use jacquerie::board::Colour;
use jacquerie::cli::Usage;
use jacquerie::engine::Engine;
use jacquerie::engine::weights;
use jacquerie::game::Game;
use jacquerie::game::state::State;
use jacquerie::quote::short;
use jacquerie::stop::Interrupt;
pub use samples::Phased;
use samples::{samples, samples_of};

/// One game in this many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 20;

type SampleOf<G> = Sample<<G as Game>::Position>;

/// The start position, if the engine plays this game.
pub fn start<G: Phased>(engine: &Engine) -> Option<&State<G>> {
    engine.state()?.as_any().downcast_ref()
}

/// Plays or reads, fits and reports.
pub fn run<G: Phased>(
    start: &State<G>,
    arguments: &Arguments,
    engine: &Engine,
    configuration: Configuration,
    output: &mut impl Write,
) -> Result<()> {
    arguments.refuse(
        &["--data", "--known"],
        &format!(
            "{}, which is fitted to the results of games",
            engine.variant().game()
        ),
    )?;
    let (plays, start) = (start.game(), start.diagram());
    let game = &plays.with_weights(&plays.weights_in_order());
    let parts = match &arguments.results {
        Some(path) => from_file(game, path, engine)?,
        None => {
            let interrupt = Interrupt::listen()?;
            let play = |number| Ok(samples(&plays.for_engine(), start, arguments.seed, number));
            gather(arguments, engine, &interrupt, HELD_OUT, play, |one| {
                one.position
            })?
        }
    };
    let fitting = &parts.fitting;
    if fitting.is_empty() {
        bail!("no position to fit to; give more --games");
    }
    let aim = match arguments.hold.is_some() || !arguments.only.is_empty() {
        false => Aim::anew::<G>(),
        true => Aim::from_now(game, fitting, arguments)?,
    };
    let (tuned, threshold) = fit_weights::<G>(fitting, &aim, None)?;
    let named = weights::list(&tuned, G::TERMS);
    configuration.write(G::TABLE, named.clone())?;
    let scores = vec![
        ("now", by_weights(fitting, game.clone())?),
        ("tuned", by_weights(fitting, game.with_weights(&tuned))?),
    ];
    let mut report = Report::begin(scores, fitting.len(), output)?;
    report.compare("held out", &parts.held_out)?;
    if arguments.leave_out {
        let names = G::TERMS.iter().map(|(name, _)| *name);
        report.leave_out(names, &parts.held_out, |name| {
            let (weights, _) = fit_weights::<G>(fitting, &aim, Some(name))?;
            by_weights(fitting, game.with_weights(&weights))
        })?;
    }
    let lines = named
        .iter()
        .map(|(name, numbers)| format!("{name} = {numbers:?}\n"));
    report.end(&lines.collect::<String>(), threshold)
}

/// The evaluation of a game with its weights.
fn by_weights<G: Phased>(fitting: &[SampleOf<G>], game: G) -> Result<Score<'static, G::Position>> {
    Score::new(fitting, move |position| evaluation(&game, position))
}

fn evaluation<G: Phased>(game: &G, position: &G::Position) -> f64 {
    f64::from(game.evaluate(position).number())
}

/// The positions of the games in a file.
fn from_file<G: Phased>(game: &G, path: &Path, engine: &Engine) -> Result<Parts<SampleOf<G>>> {
    let mut parts = Parts::new();
    for (number, record) in (0..).zip(&games_of(path, engine)?) {
        parts.add(number, HELD_OUT, samples_of_record(game, record));
    }
    if parts.fitting.is_empty() {
        let path = path.display();
        bail!("{path}: no games of this variant with a result");
    }
    parts.once_each(|one| one.position);
    Ok(parts)
}

fn samples_of_record<G: Phased>(game: &G, record: &Record) -> Vec<SampleOf<G>> {
    let winner = match record.result {
        GameResult::WhiteWins => Some(Colour::White),
        GameResult::BlackWins => Some(Colour::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return Vec::new(),
    };
    let diagrams = record.plies().filter_map(|(board, _)| {
        let state = board.as_any().downcast_ref::<State<G>>();
        let state = state.filter(|state| state.game().rule() == game.rule());
        state.map(|state| *state.diagram())
    });
    samples_of(game, &diagrams.collect::<Vec<_>>(), winner)
}

/// Which weights to fit, and where to start.
struct Aim {
    /// The first weights.
    from: Held,
    /// The factor from the game's own weights to the first weights.
    scale: f64,
    /// For each weight, whether it is fitted.
    is_fitted: Vec<bool>,
}

impl Aim {
    /// All weights, from zero.
    fn anew<G: Phased>() -> Self {
        let weights = 2 * weights::count(G::TERMS);
        Self {
            from: Held {
                weights: vec![0.0; weights],
                strength: RIDGE,
            },
            scale: SCALE / f64::from(G::SCALE),
            is_fitted: vec![true; weights],
        }
    }

    /// The weights that the arguments name, from the game's own ones, in the scale that predicts
    /// results best.
    fn from_now<G: Phased>(
        game: &G,
        samples: &[SampleOf<G>],
        arguments: &Arguments,
    ) -> Result<Self> {
        let only = &arguments.only;
        let is_term = |name: &&String| G::TERMS.iter().any(|(term, _)| term == *name);
        if let Some(wrong) = only.iter().find(|name| !is_term(name)) {
            let names: Vec<&str> = G::TERMS.iter().map(|(name, _)| *name).collect();
            let wrong = short(wrong);
            let message = format!("--only {wrong}: expected one of {}", names.join(", "));
            return Err(Usage(message).into());
        }
        let scored = scored(samples, |position| evaluation(game, position));
        let scale = SCALE / calibrate(&scored)?.scale;
        let weights = game.weights_in_order().into_iter();
        Ok(Self {
            from: Held {
                weights: weights.map(|one| f64::from(one) * scale).collect(),
                // The strength is given in the game's own scale.
                strength: arguments.hold.unwrap_or(RIDGE) / scale.powi(2),
            },
            scale,
            is_fitted: of_terms::<G>(|name| only.is_empty() || only.iter().any(|one| one == name)),
        })
    }
}

/// For each weight, whether its term has a property.
fn of_terms<G: Phased>(is_so: impl Fn(&str) -> bool) -> Vec<bool> {
    let terms = G::TERMS.iter();
    terms
        .flat_map(|(name, count)| std::iter::repeat_n(is_so(name), 2 * *count))
        .collect()
}

/// The fitted weights, and the score of even odds.
fn fit_weights<G: Phased>(
    samples: &[SampleOf<G>],
    aim: &Aim,
    left_out: Option<&str>,
) -> Result<(Vec<i32>, f64)> {
    let is_kept = of_terms::<G>(|name| Some(name) != left_out);
    let rows = samples.iter().map(|sample| {
        let mut counts = G::shares(&sample.position);
        let mut given = 0.0;
        for (place, count) in counts.iter_mut().enumerate() {
            if !is_kept[place] {
                *count = 0.0;
            } else if !aim.is_fitted[place] {
                given += *count * aim.from.weights[place];
                *count = 0.0;
            }
        }
        Counted {
            counts,
            given,
            value: sample.value,
        }
    });
    let fitted = fit(rows, Some(aim.from.clone()))?;
    // Search and levels expect the scale of the game's own weights.
    let own = fitted
        .weights
        .into_iter()
        .map(|number| (number / aim.scale).round() as i32);
    Ok((own.collect(), fitted.threshold / aim.scale))
}
