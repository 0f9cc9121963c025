//! `jacquerie puzzles`: makes puzzles with a proved unique solution, checks them, and asks them.
//!
//! [`make`] fills a file, with a state in [`kept`] from which a later run resumes; [`check`] proves
//! all puzzles of a file again; [`play`] asks the puzzles of a file in the terminal. [`pgn`] writes
//! them as games. The module [`puzzles`](crate::puzzles) makes the puzzles.

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
Each of the solver's moves is the only one that keeps the value, by the exact
solver. The files have the columns of Lichess's puzzle database. The same command
goes on where its --output ends. docs/puzzles.md has more.

Examples:
  jacquerie puzzles --count 3 --men 6-10 --output mine.csv
  jacquerie puzzles --variant endings --play";

/// What `puzzles` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct Arguments {
    /// Prove all of a file again ('-': standard input); exit code 1 if anything is wrong.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["play", "input", "from", "count", "seed", "men", "spread", "output"])]
    check: Option<PathBuf>,
    /// Solve puzzles in the terminal: those of a file, or without one those that the program brings along.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["input", "from", "count", "men", "spread", "output", "pgn", "certificate"])]
    play: Option<Option<PathBuf>>,
    /// Only puzzles with that theme.
    #[arg(long, help_heading = "Play", value_name = "NAME", requires = "play")]
    theme: Option<String>,
    /// Only puzzles with a rating within these: 1200-1500.
    #[arg(long, help_heading = "Play", value_name = "LEAST-MOST", requires = "play", value_parser = range::<u32>)]
    rating: Option<(u32, u32)>,
    /// Look for puzzles in the games of a PGN file ('-': standard input).
    #[arg(long, help_heading = "Make", value_name = "FILE", conflicts_with_all = ["from", "seed"])]
    input: Option<PathBuf>,
    /// Where else to look for them [default: positions].
    #[arg(long, help_heading = "Make", value_enum, value_name = "SOURCE")]
    from: Option<Origin>,
    /// How many puzzles there are to be, 1 to 1000000.
    #[arg(long, help_heading = "Make", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Another number gives other puzzles, or with --play another order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many pieces may stand on the board, pawns and kings included: 4-20, 5.
    #[arg(long, help_heading = "Make", value_name = "LEAST-MOST", default_value = "4-20", value_parser = range::<usize>)]
    men: (usize, usize),
    /// Let no band of 200 points of rating have more than a sixth of the puzzles.
    ///
    /// It may take long until there are enough of those that are rare; --time ends it.
    #[arg(long, help_heading = "Make")]
    spread: bool,
    /// Where the puzzles go ('-': standard output) [default: standard output].
    ///
    /// FILE.state beside it keeps how they were made and how far that went.
    #[arg(long, help_heading = "Make", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also write all puzzles of the file as games, when it is done.
    #[arg(long, value_name = "FILE", value_parser = named_file())]
    pgn: Option<PathBuf>,
    /// Also write a proof of the value of each into this folder, as ID.proof; 'jacquerie verify' checks them.
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// How many positions the solver may search for a position and its moves.
    #[arg(long, value_name = "POSITIONS", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Stop after so many seconds [default: when it is done].
    #[arg(long, value_name = "S")]
    time: Option<u64>,
    /// Memory of each thread's solver, in MiB, 8 to 1048576.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(8..=1_048_576))]
    memory: u64,
    /// How many puzzles are worked at side by side, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
}

/// Where puzzles are looked for, where there is no file of games.
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
    numbers.ok_or_else(|| "expected two numbers such as 4-20, the lower one first".into())
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

/// Makes, checks or asks puzzles of the engine's variant. If the variant `is_given`, games of
/// unknown variants belong to it.
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
    let text = of_file(path, standard::read_to_string(path))?;
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

/// The puzzles that the program brings along.
fn shipped(engine: &Engine) -> Result<Vec<Puzzle>> {
    let variant = &engine.options().variant;
    let Some(text) = sets::of(variant) else {
        let known: Vec<&str> = sets::variants().collect();
        bail!(
            "there are no puzzles of {variant}; name a file, or one of --variant {}",
            known.join(", ")
        );
    };
    let found = csv::read(text).map_err(anyhow::Error::msg)?;
    Ok(found
        .into_iter()
        .filter_map(|(_, found)| found.ok())
        .collect())
}
