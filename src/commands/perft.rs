//! `jacquerie perft`: counts the lines of play of a given length.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Usage, only_for, state};
use crate::engine::{Engine, Variant};
use crate::game::state::{Division, MOST_PERFT};
use crate::quote::short;
use crate::search::speed;
use crate::standard::note;
use crate::stop::Interrupt;

/// The arguments of `perft`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  jacquerie perft 6
  jacquerie perft 3 --divide --variant pawngame")]
pub struct Arguments {
    /// The length of the lines, in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PERFT)))]
    depth: u32,
    /// The position ('-': a line of standard input) [default: the start position].
    #[arg(long)]
    pub fen: Option<String>,
    /// Show the count for each first move.
    #[arg(long)]
    divide: bool,
    /// When a game ends: on the last rank, as in the rules (last-rank), or on the seventh (seventh-rank).
    ///
    /// With seventh-rank, a pawn on its seventh rank ends the game, and a game that ended by a pawn's advance
    /// counts as one line of any length. The earliest writings on the pawn games count this way.
    #[arg(long, value_name = "RANK", default_value = BY_THE_RULES)]
    ending: String,
}

/// The name of the ending by the rules.
const BY_THE_RULES: &str = "last-rank";

/// Counts the lines from the engine's position; the last line printed ends with the count.
///
/// # Errors
/// If the output cannot be written, or the count is stopped.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    let started = Instant::now();
    // The progress is shown only on a terminal, and only after a while.
    let progress = ProgressBar::new(0).with_style(ProgressStyle::default_bar());
    let stop = Interrupt::listen()?.new_stop();
    let mut written = Ok(());
    let stopped = || stop.is_stopped();
    let mut each = |division: Division| {
        progress.set_length(division.of as u64);
        progress.set_position(division.number as u64);
        if arguments.divide && written.is_ok() {
            let line = format!("{}: {}", division.played, division.lines);
            written = progress.suspend(|| writeln!(output, "{line}"));
            if written.is_err() {
                stop.stop();
            }
        }
    };
    let depth = arguments.depth;
    let ending = Some(arguments.ending.as_str()).filter(|name| *name != BY_THE_RULES);
    let has = |variant: &dyn Variant| ending.is_none() || ending == variant.listing().other_ending;
    let variants = engine.config().variants.values();
    let mut endings: Vec<&str> = variants
        .filter_map(|one| one.listing().other_ending)
        .collect();
    endings.dedup();
    if let Some(name) = ending.filter(|name| !endings.contains(name)) {
        let (found, known) = (short(name), endings.join(", "));
        let message = format!("--ending: found '{found}', expected {BY_THE_RULES} or {known}");
        return Err(Usage(message).into());
    }
    if !has(engine.variant()) {
        return Err(only_for(engine, &format!("--ending {}", arguments.ending), has).into());
    }
    let count = state(engine)?.divide(depth, ending, &stopped, &mut each);
    progress.finish_and_clear();
    written?;
    let Some(count) = count else {
        bail!("perft was stopped");
    };
    let elapsed = started.elapsed();
    note!(
        "{:.3} s, {:.1} million lines a second",
        elapsed.as_secs_f64(),
        speed(count, elapsed) as f64 / 1e6
    );
    writeln!(output, "perft {}: {count}", arguments.depth)?;
    Ok(())
}
