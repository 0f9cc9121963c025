//! `jacquerie puzzles`: makes puzzles with a proved unique solution, checks them, and poses them.
//!
//! [`make`] fills a file, with a state in [`kept`] from which a later run resumes; [`check`] proves
//! all puzzles of a file again; [`play`] poses the puzzles of a file in the terminal. [`pgn`] writes them as games. The
//! module [`puzzles`](crate::puzzles) makes the puzzles.

mod check;
mod kept;
mod make;
mod pgn;
mod play;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::cli::{named_file, of_file, unsolved};
use crate::config::Config;
use crate::engine::Engine;
use crate::puzzles::{Puzzle, csv, sets};
use crate::standard;

/// The end of the help text.
const NOTES: &str = "\
Each move to find is proved to be the only one that keeps the value. The files
have the columns of Lichess's puzzle database. The same command resumes at the end of
its --output. More in docs/puzzles.md.

Examples:
  jacquerie puzzles --count 3 --men 6-10 --output mine.csv
  jacquerie puzzles --variant endings --play";

/// What does not go with --play. Its own flags name this list, too: a required flag is not missed beside one that
/// contradicts it.
const NOT_IN_PLAY: [&str; 10] = [
    "input",
    "from",
    "count",
    "men",
    "spread",
    "output",
    "pgn",
    "certificate",
    "time",
    "threads",
];

/// The arguments of `puzzles`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct Arguments {
    /// Prove all puzzles of a file again ('-': standard input); exit code 1 if anything is wrong.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["play", "input", "from", "count", "seed", "men", "spread", "output"])]
    check: Option<PathBuf>,
    /// Solve puzzles in the terminal: those of a file, or else those that come with the program.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = NOT_IN_PLAY)]
    play: Option<Option<PathBuf>>,
    /// Only puzzles with this theme.
    #[arg(long, help_heading = "Play", value_name = "NAME", requires = "play", conflicts_with_all = NOT_IN_PLAY)]
    theme: Option<String>,
    /// Only puzzles with a rating in this range: 1200-1500.
    #[arg(long, help_heading = "Play", value_name = "LEAST-MOST", requires = "play", conflicts_with_all = NOT_IN_PLAY, value_parser = range::<u32>)]
    rating: Option<(u32, u32)>,
    /// Look for puzzles in the games of a PGN file ('-': standard input).
    #[arg(long, help_heading = "Make", value_name = "FILE", conflicts_with_all = ["from", "seed"])]
    input: Option<PathBuf>,
    /// Another source of puzzles [default: positions].
    #[arg(long, help_heading = "Make", value_enum, value_name = "SOURCE")]
    from: Option<Origin>,
    /// Number of puzzles, 1 to 1000000.
    #[arg(long, help_heading = "Make", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Seed of the puzzles, or with --play of their order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of pieces on the board, including pawns and kings: 4-20, 5.
    #[arg(long, help_heading = "Make", value_name = "LEAST-MOST", default_value = "4-20", value_parser = range::<usize>)]
    men: (usize, usize),
    /// Allow at most a sixth of the puzzles in each band of 200 rating points.
    ///
    /// Finding enough puzzles of a rare rating may take a long time; --time limits the run.
    #[arg(long, help_heading = "Make")]
    spread: bool,
    /// Write the puzzles to this file ('-': standard output) [default: standard output].
    ///
    /// FILE.state beside it records the settings and the progress.
    #[arg(long, help_heading = "Make", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also write all puzzles of the file as games, at the end.
    #[arg(long, value_name = "FILE", value_parser = named_file())]
    pgn: Option<PathBuf>,
    /// Also write a proof of each puzzle's value into this folder, as ID.proof; 'jacquerie verify' checks them.
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// Maximum number of positions searched to solve a position and its moves.
    #[arg(long, value_name = "POSITIONS", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Time limit in seconds [default: none].
    #[arg(long, value_name = "S")]
    time: Option<u64>,
    /// Memory of each thread's solver, in MiB, 8 to 1048576.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    memory: u64,
    /// Number of puzzles worked on at the same time, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

/// The source of positions if there is no file of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Origin {
    /// Positions reached by random moves, with some pieces removed.
    Positions,
    /// Games of the engine against itself at low levels.
    Games,
}

/// Reads `4-20`, or `5` for `5-5`.
fn range<N: std::str::FromStr + PartialOrd + Copy>(text: &str) -> Result<(N, N), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let numbers = least.trim().parse().ok().zip(most.trim().parse().ok());
    let numbers = numbers.filter(|(least, most)| least <= most);
    numbers.ok_or_else(|| "expected a number, or two such as 5-10, the lower one first".into())
}

impl Arguments {
    /// Whether the result is a file, which is written even if the output is closed.
    pub(super) fn keeps(&self) -> bool {
        self.pgn.is_some() || self.certificate.is_some()
    }

    fn threads(&self, engine: &Engine) -> usize {
        self.threads.unwrap_or(engine.options().threads) as usize
    }

    /// Makes sure that certificates can be written.
    fn open_folder(&self) -> Result<()> {
        match &self.certificate {
            Some(folder) => of_file(folder, std::fs::create_dir_all(folder)),
            None => Ok(()),
        }
    }
}

/// Makes, checks or poses puzzles of the engine's variant. If the variant `is_given`, games of unknown variants belong
/// to it.
///
/// # Errors
/// If the variant has no solver, a file cannot be read or written, or a checked puzzle is wrong.
pub fn run(
    arguments: &Arguments,
    config: &Config,
    is_given: bool,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<()> {
    if engine.variant().rule().is_none() {
        return Err(unsolved(engine, "puzzles").into());
    }
    match (&arguments.check, &arguments.play) {
        (Some(file), _) => check::run(arguments, file, engine),
        (None, Some(file)) => play::run(arguments, file.as_deref(), engine, output),
        (None, None) => make::run(arguments, config, is_given, engine),
    }
}

/// The puzzles of a file, with their lines. Unreadable ones are reported and counted.
fn read_file(path: &Path) -> Result<(Vec<(u64, Puzzle)>, usize)> {
    let text = of_file(path, standard::read_text(path))?;
    let found = of_file(path, csv::read(&text))?;
    let (mut puzzles, mut wrong) = (Vec::new(), Vec::new());
    for (line, found) in found {
        match found {
            Ok(puzzle) => puzzles.push((line, puzzle)),
            Err(problem) => wrong.push(format!("{}, line {line}: {problem}", path.display())),
        }
    }
    let count = wrong.len();
    standard::tell_first(wrong.into_iter());
    Ok((puzzles, count))
}

/// The puzzles that come with the program.
fn shipped(engine: &Engine) -> Result<Vec<Puzzle>> {
    let variant = &engine.options().variant;
    let Some(text) = sets::of(variant) else {
        let known: Vec<&str> = sets::variants().collect();
        bail!(
            "there are no puzzles for {variant}; give a file, or one of these as --variant: {}",
            known.join(", ")
        );
    };
    let found = csv::read(text).map_err(anyhow::Error::msg)?;
    Ok(found
        .into_iter()
        .filter_map(|(_, found)| found.ok())
        .collect())
}
