//! `jacquerie tune`: fits the weights of an evaluation to positions that can be solved: the pscore of
//! the pawn games, and what [`kings`] and pawns count; those of antichess and Metamachy to the results of
//! games ([`mod@phased`]).
//!
//! With `--order` it looks for the [order](mod@order) in which the solver tries moves. With `--results` it
//! fits weights and patterns to the results of games instead; see [`results`].
//!
//! [`data`] plays games and solves their positions, or reads those of a file; [`report`] says how well
//! the scores predict values; [`mod@file`] writes the weights into a configuration.

mod data;
mod file;
mod gather;
mod kings;
mod network;
mod order;
mod phased;
mod report;
mod results;

use std::io::Write;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::Builder;

use anyhow::{Result, anyhow, bail};
use toml_edit::DocumentMut;

use super::{Shared, Usage, named_file, of_file, pawn_games};
use crate::arena::pgn::{Record, records, starts_of};
use crate::engine::Engine;
use crate::engine::weights::{self, Named};
use crate::files;
use crate::games::antichess::{AntichessGame, AntichessRoom};
use crate::games::kings::evaluation as king_evaluation;
use crate::games::metamachy::{MetamachyGame, MetamachyRoom};
use crate::games::pawns::pscore;
use crate::standard::{self, note};
use crate::tune::fit::fit;
use crate::tune::phased::Phased;
use crate::tune::sample::Sample;
use data::{Samples, read_known};
use report::Report;

/// What the help says at its end.
const NOTES: &str = "\
It plays games, solves the positions that can be solved, fits the weights to
them, and reports. Nothing is changed without --write.
Of kings and pawns it draws --games pawn structures, and plays 20 games from
each; --narrowest, --widest and --limit say nothing there, nor do they of
antichess and Metamachy, of which it plays --games games and goes by their
results, or by those of the games of --results.

Examples, on the smallest of boards, and of few structures:
  jacquerie tune --widest 3 --games 40 --limit 1000 --data games.txt
  jacquerie tune --variant kingpawn --games 3";

/// What `tune` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct Arguments {
    /// The narrowest board to play on, 1 to 8 files.
    #[arg(long, help_heading = "Its own games", value_name = "W", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(1..=8))]
    narrowest: u8,
    /// The widest, 1 to 8 files.
    #[arg(long, help_heading = "Its own games", value_name = "W", default_value_t = 6,
          value_parser = clap::value_parser!(u8).range(1..=8))]
    widest: u8,
    /// How many games to play on each, 1 to 1000000.
    #[arg(long, help_heading = "Its own games", value_name = "N", default_value_t = 1_500,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// How many positions may be searched to solve one.
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000)]
    limit: u64,
    /// Another number gives other games.
    #[arg(
        long,
        help_heading = "Its own games",
        value_name = "N",
        default_value_t = 1
    )]
    seed: u64,
    /// Where to keep the games with their values.
    ///
    /// The same command goes on behind the last whole game.
    #[arg(long, help_heading = "Its own games", value_name = "FILE", value_parser = named_file())]
    data: Option<PathBuf>,
    /// Positions with known values, on which the scores are judged too ('-': standard input).
    ///
    /// FEN;value a line, as 'jacquerie solve --output' writes them.
    #[arg(long, help_heading = "Its own games", value_name = "FILE")]
    known: Option<PathBuf>,
    /// Also fit without each of the terms, to see what it is worth.
    #[arg(long, help_heading = "Its own games")]
    leave_out: bool,
    /// The configuration to write the weights into; what else is in it stays as it is.
    #[arg(long, value_name = "FILE", value_parser = named_file())]
    write: Option<PathBuf>,
    /// Fit weights and shapes to the results of these games ('-': standard input).
    ///
    /// No games are played then. Of the pawn games the last positions are solved and count with their values.
    #[arg(long, help_heading = "Games of others", value_name = "PGN", conflicts_with_all = ["known", "leave_out", "data"])]
    results: Option<PathBuf>,
    /// Hold the weights of antichess or Metamachy where they are, the harder the greater R is.
    ///
    /// R is what a weight that parts by 100 from where it was adds to the loss of all positions together.
    /// Without it nothing is known before, and a few thousand games are too few.
    #[arg(long, value_name = "R", value_parser = strength)]
    hold: Option<f64>,
    /// Fit only these terms of antichess or Metamachy, with commas between them; the others stay as they are.
    #[arg(long, value_name = "TERMS", value_delimiter = ',')]
    only: Vec<String>,
    /// Where to write the shapes.
    ///
    /// The program is built with those of src/games/pawns/pscore/patterns.txt.
    #[arg(long = "shapes", help_heading = "Games of others", value_name = "FILE", requires = "results", value_parser = named_file())]
    patterns: Option<PathBuf>,
    /// Let a network learn from these games, and write it here.
    ///
    /// The program is built with that of src/games/pawns/network/weights.bin.
    #[arg(long, help_heading = "Games of others", value_name = "FILE",
          conflicts_with_all = ["patterns", "write", "hold", "only"], value_parser = named_file())]
    network: Option<PathBuf>,
    /// Let it go on from what the network of this file has learned ('-': standard input).
    ///
    /// It takes shorter steps then, so as not to forget that.
    #[arg(long, help_heading = "Games of others", value_name = "FILE", requires_all = ["network", "results"])]
    go_on_from: Option<PathBuf>,
    /// Write the mean of these networks as --network instead: once for each file.
    ///
    /// They must have gone on from the same one. What each has from chance alone falls out of the mean.
    #[arg(long, help_heading = "Games of others", value_name = "FILE", requires = "network",
          conflicts_with_all = ["results", "order", "data", "known", "leave_out"])]
    mean_of: Vec<PathBuf>,
    /// How often the network sees each position, 1 to 1000.
    #[arg(long, help_heading = "Games of others", value_name = "N", default_value_t = 20,
          value_parser = epochs)]
    epochs: usize,
    /// Find the order in which the solver tries moves, by trial, on a position of each game.
    ///
    /// It is told as src/games/pawns/goal_score.rs has it. Ctrl-C ends the search and tells what it has found.
    #[arg(long, help_heading = "The order of the solver",
          conflicts_with_all = ["data", "known", "leave_out", "write", "results"])]
    order: bool,
    /// How often to go on from the best of 16 trials, 1 to 1000000 [default: 100].
    #[arg(long, help_heading = "The order of the solver", value_name = "N", requires = "order",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    generations: Option<u64>,
    /// How many games are played and solved at a time, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

fn epochs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (1..=1_000).contains(number))
        .ok_or_else(|| "expected a number from 1 to 1000".into())
}

fn strength(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=1e6).contains(number))
        .ok_or_else(|| "expected a number from 0 to 1000000".into())
}

impl Arguments {
    /// Whether the result is a file.
    pub fn keeps(&self) -> bool {
        self.write.is_some() || self.patterns.is_some() || self.network.is_some()
    }
}

/// Plays, solves, fits and reports.
///
/// # Errors
/// If a file cannot be read or written, or is of another run; if it is interrupted.
pub fn run(
    arguments: &Arguments,
    shared: &Shared,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<()> {
    if shared.files.is_some() || shared.gaps.is_some() {
        let message = "tune plays on boards from --narrowest W to --widest W, with all gaps; --files and --gaps say nothing here";
        return Err(Usage(message.into()).into());
    }
    let king_game = kings::game(engine);
    let is_phased = engine.variant().as_any().is::<AntichessRoom>()
        || engine.variant().as_any().is::<MetamachyRoom>();
    if king_game.is_none() && !is_phased {
        pawn_games::state(engine, "tune")?;
    }
    if arguments.network.is_some() && arguments.results.is_none() && arguments.mean_of.is_empty() {
        let message = "--network needs --results PGN to learn from, or --mean-of FILE";
        return Err(Usage(message.into()).into());
    }
    let is_of_results = arguments.hold.is_some() || !arguments.only.is_empty();
    if is_of_results && !is_phased {
        let message = "--hold and --only are for antichess and metamachy, which go by results";
        return Err(Usage(message.into()).into());
    }
    if arguments.narrowest > arguments.widest {
        let (narrowest, widest) = (arguments.narrowest, arguments.widest);
        return Err(Usage(format!(
            "--narrowest {narrowest} is more than --widest {widest}"
        ))
        .into());
    }
    if arguments.order {
        return order::run(arguments, engine, output);
    }
    let document = match &arguments.write {
        Some(path) => Some((path, of_file(path, file::read(path))?)),
        None => None,
    };
    let files = [&arguments.write, &arguments.patterns, &arguments.network];
    for path in files.into_iter().flatten() {
        // Better now than when the work is done.
        of_file(path, files::check(path))?;
    }
    if let (Some(path), false) = (&arguments.network, arguments.mean_of.is_empty()) {
        return of_file(
            path,
            files::replace(path, &network::mean(&arguments.mean_of)?),
        );
    }
    if let Some(game) = king_game {
        let tuned = kings::run(game, arguments, engine, output)?;
        return write_weights(document, king_evaluation::TABLE, tuned.0.slices());
    }
    if let Some(tuned) = phased::run::<AntichessGame>(arguments, engine, output) {
        return write_phased::<AntichessGame>(document, &tuned?);
    }
    if let Some(tuned) = phased::run::<MetamachyGame>(arguments, engine, output) {
        return write_phased::<MetamachyGame>(document, &tuned?);
    }
    if let (Some(games), Some(path)) = (&arguments.results, &arguments.network) {
        let network = network::learn(games, arguments, engine, output)?;
        return of_file(path, files::replace(path, &network));
    }
    if let Some(games) = &arguments.results {
        let (fitted, patterns) = results::fit(games, arguments, engine, output)?;
        if let Some(path) = &arguments.patterns {
            of_file(path, results::write(path, &patterns))?;
        }
        return write_weights(document, pscore::TABLE, fitted.weights.0.list().to_vec());
    }
    let known = match &arguments.known {
        Some(path) => {
            let game = pawn_games::state(engine, "tune")?.game();
            of_file(path, read_known(path, game))?
        }
        None => Vec::new(),
    };
    let samples = Samples::gather(arguments, engine)?;
    if samples.fitting.is_empty() {
        bail!("no position was solved; give more --games or a higher --limit");
    }
    let now = pawn_games::state(engine, "tune")?.game();
    let tuned = fit(&samples.fitting, &now.patterns, None).map_err(unfit)?;
    let mut report = Report::begin(now, &tuned, &samples.fitting, output)?;
    let widths = arguments.narrowest..=arguments.widest;
    for files in widths {
        let of_width = |one: &&Sample| one.position.files.count() == usize::from(files);
        let held_out: Vec<Sample> = samples.held_out.iter().filter(of_width).copied().collect();
        report.compare(&format!("{files} files, held out"), &held_out)?;
    }
    report.compare("all, held out", &samples.held_out)?;
    report.compare("known positions", &known)?;
    if arguments.leave_out {
        report.leave_out(&samples.held_out)?;
    }
    report.tell()?;
    write_weights(document, pscore::TABLE, tuned.weights.0.list().to_vec())
}

/// Writes the weights into a configuration, if they are to be written.
fn write_weights(
    document: Option<(&PathBuf, DocumentMut)>,
    table: &str,
    tuned: Named<'_>,
) -> Result<()> {
    if let Some((path, mut document)) = document {
        file::put(&mut document, table, tuned)?;
        of_file(path, files::replace(path, document.to_string().as_bytes()))?;
    }
    Ok(())
}

/// The same for weights as they stand in `engine.toml`.
fn write_phased<G: Phased>(document: Option<(&PathBuf, DocumentMut)>, tuned: &[i32]) -> Result<()> {
    write_weights(document, G::TABLE, weights::list(tuned, G::TERMS))
}

/// Does each part of some work in a thread of its own; a part for which none can be started is done
/// here.
fn each_in_a_thread<T: Copy + Send, R: Send>(
    parts: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let start = |part| Builder::new().spawn_scoped(scope, move || work(part));
        let threads: Vec<_> = parts.map(|part| (part, start(part))).collect();
        let done = threads.into_iter().map(|(part, thread)| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|fault| resume_unwind(fault)),
            Err(_) => work(part),
        });
        done.collect()
    })
}

fn unfit(error: argmin::core::Error) -> anyhow::Error {
    anyhow!("the weights cannot be fitted: {error}")
}

/// The games of a PGN file that can be read; the others are named on standard error.
fn games_of(path: &Path, engine: &Engine) -> Result<Vec<Record>> {
    let text = of_file(path, standard::read_text(path))?;
    let starts = starts_of(engine.config());
    let games = records(&text, &starts).filter_map(|(_, game)| match game {
        Ok(game) => Some(game),
        Err(error) => {
            note!("{}: {error}; it is left out", path.display());
            None
        }
    });
    Ok(games.collect())
}
