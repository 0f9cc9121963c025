//! `tune` for games whose terms have two weights each: the same method, with the results of games in place
//! of exact values. The games are played anew, or read with `--results`.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow, bail};

use super::gather::gather;
use super::{Arguments, unfit};
use crate::arena::pgn::{GameResult, Record, decode, read, starts_of};
use crate::board::Colour;
use crate::commands::{Usage, of_file};
use crate::engine::weights;
use crate::engine::{Engine, Room};
use crate::game::playable::Playable;
use crate::game::state::State;
use crate::game::{Game, Outcome};
use crate::standard;
use crate::tune::fit::{calibrate, fit_counts};
use crate::tune::judge::judge;
use crate::tune::phased::{Phased, Sample, samples, samples_of};

/// One game in so many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 20;

/// Samples to fit to, and those held out.
type Parts<G> = (Vec<SampleOf<G>>, Vec<SampleOf<G>>);
type SampleOf<G> = Sample<<G as Game>::Position>;

/// Plays or reads, fits and reports; the weights as they stand in `engine.toml`. `None` if another game is
/// played.
pub fn run<R: Room>(
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Option<Result<Vec<i32>>>
where
    R::Game: Phased,
{
    let room = engine.session::<R>()?.room();
    Some(fit_and_report(room, arguments, engine, output))
}

fn fit_and_report<R: Room>(
    room: &R,
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<Vec<i32>>
where
    R::Game: Phased,
{
    let of_pawns = [
        ("--data", arguments.data.is_some()),
        ("--known", arguments.known.is_some()),
        ("--shapes", arguments.patterns.is_some()),
    ];
    if let Some((flag, _)) = of_pawns.into_iter().find(|(_, given)| *given) {
        let message = format!(
            "{flag} is for the pawn games; {} goes by the results of games",
            R::NAME
        );
        return Err(Usage(message).into());
    }
    let game = room.game();
    let (fitting, held_out) = match &arguments.results {
        Some(path) => from_file(game, path, engine)?,
        None => {
            let start = room.start(&engine.options().choices)?;
            let play = |number, gives_up: &(dyn Fn() -> bool + Sync)| {
                if gives_up() {
                    bail!("interrupted");
                }
                Ok(samples(&game.for_engine(), &start, arguments.seed, number))
            };
            gather(arguments, engine, HELD_OUT, play, |one| one.position)?
        }
    };
    if fitting.is_empty() {
        bail!("no position to fit to; give more --games");
    }
    let (tuned, threshold) = fit::<R::Game>(&fitting, None)?;
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
        for (name, _) in R::Game::TERMS {
            let (weights, _) = fit::<R::Game>(&fitting, Some(name))?;
            let found = accuracy(&game.with_weights(&weights), &fitting, &held_out)?;
            let (tau, log_loss) = (found.0 - whole.0, found.1 - whole.1);
            writeln!(output, "without {name:<18}{tau:>+10.4}{log_loss:>+10.4}")?;
        }
    }
    for (name, numbers) in weights::list(&tuned, R::Game::TERMS) {
        writeln!(output, "{name} = {numbers:?}")?;
    }
    writeln!(output, "# even odds at {threshold:.0}")?;
    Ok(tuned)
}

/// The positions of the games in a file.
fn from_file<G: Phased>(game: &G, path: &Path, engine: &Engine) -> Result<Parts<G>> {
    let bytes = of_file(path, standard::read(path))?;
    let games = read(&decode(&bytes), &starts_of(engine.config()));
    let games = games.map_err(|error| anyhow!("{}: {error}", path.display()))?;
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

/// The weights that say best how the games went, and the score of even odds.
fn fit<G: Phased>(samples: &[SampleOf<G>], left_out: Option<&str>) -> Result<(Vec<i32>, f64)> {
    let terms = G::TERMS.iter().flat_map(|(name, count)| {
        let kept = Some(*name) != left_out;
        std::iter::repeat_n(kept, 2 * *count)
    });
    let kept: Vec<bool> = terms.collect();
    let rows = samples.iter().map(|sample| {
        let mut shares = G::shares(&sample.position);
        for (share, kept) in shares.iter_mut().zip(&kept) {
            *share *= f64::from(u8::from(*kept));
        }
        (shares, sample.result)
    });
    let (numbers, threshold) = fit_counts(rows).map_err(unfit)?;
    let numbers = numbers.into_iter().map(|number| number.round() as i32);
    Ok((numbers.collect(), threshold))
}

/// Tau-b and log-loss of weights whose scale is fitted.
fn accuracy<G: Phased>(
    game: &G,
    fitting: &[SampleOf<G>],
    held_out: &[SampleOf<G>],
) -> Result<(f64, f64)> {
    let scored = |samples: &[SampleOf<G>]| -> Vec<(f64, Outcome)> {
        let score = |one: &SampleOf<G>| f64::from(game.evaluate(&one.position).number());
        samples.iter().map(|one| (score(one), one.result)).collect()
    };
    let model = calibrate(&scored(fitting)).map_err(unfit)?;
    let found = judge(&scored(held_out), model);
    Ok((found.tau, found.log_loss))
}
