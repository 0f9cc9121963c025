//! `jacquerie solve`: the exact value of a position, or of many.
//!
//! [`one`] solves a position, with a checkpoint ([`kept`]) and a certificate if requested; [`many`]
//! solves a file of positions; [`repertoire`] finds a best move for each of the first plies;
//! [`forecast`] estimates the cost of a position that is too large. [`rules`] records the rule for a file of values,
//! [`told`] formats results. Progress and signals are in [`watch`](crate::cli::watch).

mod forecast;
mod kept;
mod many;
mod one;
mod repertoire;
pub mod rules;
pub(super) mod told;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::ArgGroup;

use crate::cli::{UNKNOWN, Usage, named_file, state, unsolved};
use crate::engine::Engine;
use crate::game::Outcome;
use crate::solve::solving::{GameSolver, Means, NoSolver};

/// The end of the help text.
const NOTES: &str = "\
Values are exact. For a won or lost position, 'line N plies: 1.b4 …' shows why: the
winner's moves keep the win, and the loser's moves hold out longest against them.
The win takes at most N plies; a different strategy may be quicker, unless the
solver knows lengths: then both sides play their best moves. If the strategy is too
large to search, the line is just one of the games in it, and N is not shown.
Ctrl-C stops the solver; results so far are kept.

Examples:
  jacquerie solve --variant pawngame --files 4 --moves
  jacquerie solve --files 3 --certificate three.proof";

/// What does not go with --repertoire and with --forecast. Their own flags name these lists, too: a required flag is not
/// missed beside one that contradicts it.
const NOT_FOR_REPERTOIRES: [&str; 6] = [
    "moves",
    "time",
    "checkpoint",
    "certificate",
    "forecast",
    "json",
];
const NOT_IN_FORECASTS: [&str; 4] = ["moves", "shortest", "json", "repertoire"];

/// The arguments of `solve`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES, group(ArgGroup::new("many").args(["input", "forecast"])))]
pub struct Arguments {
    /// The position ('-': a line of standard input) [default: the start position].
    #[arg(long, conflicts_with = "input")]
    pub fen: Option<String>,
    /// Show the value of each move, for the side that makes it.
    ///
    /// If the solver knows lengths, it adds the number of plies and lists the best move first: a1b1 win 52.
    #[arg(long)]
    moves: bool,
    /// Also find the shortest win and show it as the line.
    ///
    /// This can take much longer than the value. If --time runs out or --memory is not enough, the result is a lower
    /// bound of the length. (The solver of the pawn games knows no lengths.)
    #[arg(long, conflicts_with = "input")]
    shortest: bool,
    /// Print JSON, one object per line (docs/json.md); with --input, on standard output.
    #[arg(long)]
    json: bool,
    /// Number of threads, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Memory for the table, in MiB, 8 to 16777216.
    ///
    /// In the pawn games the table uses the largest power of two that fits. In antichess, tables of four pieces may
    /// take the same amount again. A full table makes the search slower, never wrong.
    ///
    /// In kings and pawns and in pawn endings the memory holds exact tables. If it holds only those that are still
    /// needed, there is neither a line nor a certificate. If it cannot be enough, the solver says so before it starts.
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::value_parser!(u64).range(8..=16_777_216))]
    memory: u64,
    /// Time limit in seconds [default: none].
    ///
    /// With --input it applies to each position, with --forecast to all samples together, and with --shortest to the
    /// value and again to the length.
    #[arg(long, value_name = "S")]
    time: Option<u64>,
    /// Do not use gamelets, for comparison (a forecast never uses them).
    #[arg(long)]
    no_gamelets: bool,
    /// Save progress in this file, and resume from it if it exists.
    ///
    /// A checkpoint for a different position or game is refused.
    #[arg(long, help_heading = "One position", value_name = "FILE", conflicts_with = "many", value_parser = named_file())]
    checkpoint: Option<PathBuf>,
    /// Seconds between writes of the checkpoint.
    #[arg(
        long,
        help_heading = "One position",
        value_name = "S",
        default_value_t = 240,
        requires = "checkpoint",
        conflicts_with_all = ["many", "repertoire"]
    )]
    checkpoint_every: u64,
    /// Write a proof of the value, which 'jacquerie verify' checks.
    ///
    /// A file that contains anything but a proof for the same position is not replaced.
    #[arg(long, help_heading = "One position", value_name = "FILE", conflicts_with = "many", value_parser = named_file())]
    pub(super) certificate: Option<PathBuf>,
    /// Solve the positions of a file ('-': standard input), one FEN per line.
    ///
    /// A run resumes where the output ends, then retries the positions marked unknown.
    #[arg(
        long,
        help_heading = "Many positions",
        value_name = "FILE",
        requires = "results"
    )]
    input: Option<PathBuf>,
    /// Write the values ('-': standard output), one FEN;value per line.
    ///
    /// With --moves, ;move=value,… follows (a1b1=win/52 where lengths are known). FILE.rules records the rule under
    /// which the values hold. With --forecast, the samples are written: rule;plies;FEN;positions.
    #[arg(
        long,
        help_heading = "Many positions",
        value_name = "FILE",
        requires = "many",
        group = "results"
    )]
    output: Option<PathBuf>,
    /// Write a repertoire: a best move for each side in the first plies.
    ///
    /// A run resumes where the file ends. With --input, the file has one repertoire for each position.
    #[arg(long, help_heading = "Many positions", value_name = "FILE", requires = "plies", group = "results", value_parser = named_file(),
          conflicts_with_all = NOT_FOR_REPERTOIRES)]
    repertoire: Option<PathBuf>,
    /// Length of the repertoire: it covers the positions after 0 to N plies (N: 0 to 100).
    #[arg(long, help_heading = "Many positions", value_name = "N", requires = "repertoire",
          conflicts_with_all = NOT_FOR_REPERTOIRES, conflicts_with = "output",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    plies: Option<u8>,
    /// Estimate how many positions solving would take, without solving.
    ///
    /// The estimate uses samples along LINES lines of play, 1 to 1000000. With --output, a run resumes where the file
    /// ends.
    #[arg(long, help_heading = "Forecast", value_name = "LINES", conflicts_with_all = NOT_IN_FORECASTS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    forecast: Option<u64>,
    /// Maximum number of positions for one sample.
    #[arg(
        long,
        help_heading = "Forecast",
        value_name = "POSITIONS",
        default_value_t = 1_000_000,
        requires = "forecast",
        conflicts_with_all = NOT_IN_FORECASTS
    )]
    limit: u64,
    /// Seed of the lines of play.
    #[arg(
        long,
        help_heading = "Forecast",
        value_name = "N",
        default_value_t = 1,
        requires = "forecast",
        conflicts_with_all = NOT_IN_FORECASTS
    )]
    seed: u64,
}

/// Solves the engine's position, or those of a file, or estimates the cost.
///
/// # Errors
/// If the game has no solver, or its solver does not support the options; if there is not enough memory for
/// its table, or a file is invalid or cannot be read or written.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    if arguments.forecast.is_some() {
        return forecast::run(arguments, engine, output);
    }
    let solver = &*solver(arguments, engine)?;
    let abilities = solver.abilities();
    if arguments.shortest && !abilities.shortest {
        return Err(cannot(engine, "--shortest").into());
    }
    if let (Some(file), Some(plies)) = (&arguments.repertoire, arguments.plies) {
        if !abilities.repertoires {
            return Err(cannot(engine, "--repertoire").into());
        }
        let Some(input) = &arguments.input else {
            return repertoire::run(solver, &[state(engine)?], plies, file);
        };
        let (asked, left_out) = many::read_positions(engine, input)?;
        let roots: Vec<_> = asked.into_iter().map(|asked| asked.state).collect();
        repertoire::run(solver, &roots, plies, file)?;
        return many::check_none_left_out(input, left_out);
    }
    if let (Some(input), Some(values)) = (&arguments.input, &arguments.output) {
        return many::run(arguments, solver, engine, input, values);
    }
    one::run(arguments, solver, engine, output)
}

/// A solver of the game that is played.
fn solver(arguments: &Arguments, engine: &Engine) -> Result<Box<dyn GameSolver>, Usage> {
    let means = Means {
        mebibytes: arguments.memory,
        threads: arguments.threads.unwrap_or(engine.options().threads) as usize,
        // With gamelets, a sample would mostly measure the gamelets in it.
        is_plain: arguments.no_gamelets || arguments.forecast.is_some(),
    };
    let solver = engine.variant().solver(means);
    solver.map_err(|why| match why {
        NoSolver::Memory(_) => Usage(format!("{why} with --memory")),
        NoSolver::Plain if arguments.forecast.is_some() => cannot(engine, "--forecast"),
        NoSolver::Plain => cannot(engine, "--no-gamelets"),
        NoSolver::Unsolved => unsolved(engine, "solve"),
    })
}

/// The error if the solver of a game does not support an option.
fn cannot(engine: &Engine, flag: &str) -> Usage {
    let (variant, game) = (&engine.options().variant, engine.variant().game());
    Usage(format!(
        "{flag}: the solver of the game '{game}' (variant {variant}) does not support it; omit it"
    ))
}

/// A value as the output shows it.
fn name(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| UNKNOWN.into(), |outcome| outcome.to_string())
}
