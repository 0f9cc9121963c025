//! `tune` for games whose terms have two weights each: the same method, with the results of games in place
//! of exact values. The games are played anew, or read with `--results`.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use super::gather::gather;
use super::{Arguments, games_of, unfit};
use crate::arena::pgn::{GameResult, Record};
use crate::board::Colour;
use crate::commands::Usage;
use crate::engine::Engine;
use crate::engine::weights;
use crate::game::state::State;
use crate::game::{Game, Outcome};
use crate::quote::short;
use crate::search::chances::SCALE;
use crate::stop::Interrupt;
use crate::tune::fit::{Counted, Held, RIDGE, calibrate, fit_counts};
use crate::tune::judge::judge;
use crate::tune::phased::{Phased, Sample, samples, samples_of};

/// One game in so many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 20;

/// Samples to fit to, and those held out.
type Parts<G> = (Vec<SampleOf<G>>, Vec<SampleOf<G>>);
type SampleOf<G> = Sample<<G as Game>::Position>;

/// Plays or reads, fits and reports; the weights as they stand in `engine.toml`. `None` if another game is
/// played.
pub fn run<G: Phased>(
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Option<Result<Vec<i32>>> {
    let state: &State<G> = engine.state()?.as_any().downcast_ref()?;
    Some(fit_and_report(state, arguments, engine, output))
}

fn fit_and_report<G: Phased>(
    state: &State<G>,
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<Vec<i32>> {
    let of_pawns = [
        ("--data", arguments.data.is_some()),
        ("--known", arguments.known.is_some()),
        ("--shapes", arguments.patterns.is_some()),
    ];
    if let Some((flag, _)) = of_pawns.into_iter().find(|(_, given)| *given) {
        let message = format!(
            "{flag} is for the pawn games; {} goes by the results of games",
            engine.variant().game()
        );
        return Err(Usage(message).into());
    }
    let game = state.game();
    let (fitting, held_out) = match &arguments.results {
        Some(path) => from_file(game, path, engine)?,
        None => {
            let start = state.diagram().clone();
            let play = |number, gives_up: &(dyn Fn() -> bool + Sync)| {
                if gives_up() {
                    bail!("interrupted");
                }
                Ok(samples(&game.for_engine(), &start, arguments.seed, number))
            };
            gather(
                arguments,
                engine,
                &Interrupt::listen()?,
                HELD_OUT,
                play,
                |one| one.position,
            )?
        }
    };
    if fitting.is_empty() {
        bail!("no position to fit to; give more --games");
    }
    let aim = match arguments.hold.is_some() || !arguments.only.is_empty() {
        false => Aim::anew::<G>(),
        true => Aim::from_now(game, &fitting, arguments)?,
    };
    let (tuned, threshold) = fit::<G>(&fitting, &aim, None)?;
    writeln!(output, "{} positions to fit to", fitting.len())?;
    writeln!(
        output,
        "{:<16}{:>10}{:>10}{:>10}",
        "weights", "held out", "tau-b", "log-loss"
    )?;
    let with_tuned = game.with_weights(&tuned);
    for (name, game) in [("now", game), ("tuned", &with_tuned)] {
        let (tau, log_loss) = accuracy(game, &fitting, &held_out)?;
        let count = held_out.len();
        writeln!(output, "{name:<16}{count:>10}{tau:>10.3}{log_loss:>10.3}")?;
    }
    if arguments.leave_out {
        let whole = accuracy(&with_tuned, &fitting, &held_out)?;
        for (name, _) in G::TERMS {
            let (weights, _) = fit::<G>(&fitting, &aim, Some(name))?;
            let found = accuracy(&game.with_weights(&weights), &fitting, &held_out)?;
            let (tau, log_loss) = (found.0 - whole.0, found.1 - whole.1);
            writeln!(output, "without {name:<18}{tau:>+10.4}{log_loss:>+10.4}")?;
        }
    }
    for (name, numbers) in weights::list(&tuned, G::TERMS) {
        writeln!(output, "{name} = {numbers:?}")?;
    }
    writeln!(output, "# even odds at {threshold:.0}")?;
    Ok(tuned)
}

/// The positions of the games in a file.
fn from_file<G: Phased>(game: &G, path: &Path, engine: &Engine) -> Result<Parts<G>> {
    let games = games_of(path, engine)?;
    let (mut fitting, mut held_out) = (Vec::new(), Vec::new());
    for (number, record) in (0..).zip(&games) {
        let part = match number % HELD_OUT {
            0 => &mut held_out,
            _ => &mut fitting,
        };
        part.extend(samples_of_record(game, record));
    }
    if fitting.is_empty() {
        let path = path.display();
        bail!("{path}: no games of this variant with a result");
    }
    let mut seen = HashSet::new();
    held_out.retain(|one| seen.insert(one.position));
    fitting.retain(|one| seen.insert(one.position));
    Ok((fitting, held_out))
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
        state.map(|state| state.diagram().clone())
    });
    samples_of(game, &diagrams.collect::<Vec<_>>(), winner)
}

/// What is fitted, and from where.
struct Aim {
    /// The weights from which it begins.
    from: Held,
    /// By what the game's own weights were multiplied there.
    scale: f64,
    /// For each weight, whether it is fitted.
    is_fitted: Vec<bool>,
}

impl Aim {
    /// All weights, as if nothing were known.
    fn anew<G: Phased>() -> Self {
        let weights = 2 * weights::count(G::TERMS);
        Self {
            from: Held {
                weights: vec![0.0; weights],
                strength: RIDGE,
            },
            scale: 1.0,
            is_fitted: vec![true; weights],
        }
    }

    /// Those that the arguments name, from the game's own, in the scale that says best how the games went.
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
        let scale = SCALE / calibrate(&scored(game, samples)).map_err(unfit)?.scale;
        let weights = game.weights_in_order().into_iter();
        Ok(Self {
            from: Held {
                weights: weights.map(|one| f64::from(one) * scale).collect(),
                // Said of the game's own scale.
                strength: arguments.hold.unwrap_or(RIDGE) / scale.powi(2),
            },
            scale,
            is_fitted: of_terms::<G>(|name| only.is_empty() || only.iter().any(|one| one == name)),
        })
    }
}

/// What is so of the term of each weight.
fn of_terms<G: Phased>(is_so: impl Fn(&str) -> bool) -> Vec<bool> {
    let terms = G::TERMS.iter();
    terms
        .flat_map(|(name, count)| std::iter::repeat_n(is_so(name), 2 * *count))
        .collect()
}

/// What the evaluation says of each sample, and how it went.
fn scored<G: Phased>(game: &G, samples: &[SampleOf<G>]) -> Vec<(f64, Outcome)> {
    let score = |one: &SampleOf<G>| f64::from(game.evaluate(&one.position).number());
    samples.iter().map(|one| (score(one), one.result)).collect()
}

/// The weights that say best how the games went, and the score of even odds.
fn fit<G: Phased>(
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
            value: sample.result,
        }
    });
    let (numbers, threshold) = fit_counts(rows, Some(aim.from.clone())).map_err(unfit)?;
    // Search and levels know the scale of the game's own weights.
    let own = numbers
        .into_iter()
        .map(|number| (number / aim.scale).round() as i32);
    Ok((own.collect(), threshold / aim.scale))
}

/// Tau-b and log-loss of weights whose scale is fitted.
fn accuracy<G: Phased>(
    game: &G,
    fitting: &[SampleOf<G>],
    held_out: &[SampleOf<G>],
) -> Result<(f64, f64)> {
    let model = calibrate(&scored(game, fitting)).map_err(unfit)?;
    let found = judge(&scored(game, held_out), model);
    Ok((found.tau, found.log_loss))
}
