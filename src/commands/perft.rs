//! `jacquerie perft`: how many lines of play of a given length there are.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::{pawn_games, state};
use crate::engine::Engine;
use crate::game::state::Division;
use crate::games::pawns::{Ending, coordinates, divide};
use crate::search::speed;
use crate::standard::note;
use crate::stop::Interrupt;

/// What `perft` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  jacquerie perft 6
  jacquerie perft 3 --divide --variant pawngame")]
pub struct Arguments {
    /// The length of the lines, in plies.
    depth: u32,
    /// The position ('-': a line of standard input) [default: the start].
    #[arg(long)]
    pub fen: Option<String>,
    /// Count each first move by itself.
    #[arg(long)]
    divide: bool,
    /// When a game counts as over.
    #[arg(long, value_name = "RANK", default_value = "last-rank")]
    ending: EndingName,
}

/// An [`Ending`] as the command line names it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum EndingName {
    /// As the rules say.
    LastRank,
    /// A pawn on the seventh rank ends the game, which counts as one line however short.
    SeventhRank,
}

/// Counts the lines from the engine's position; the last line printed ends with the count.
///
/// # Errors
/// If the output cannot be written, or it is stopped.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    let started = Instant::now();
    // Shown on a terminal only, and only when a while has passed.
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
    let count = match arguments.ending {
        EndingName::LastRank => state(engine)?.divide(depth, &stopped, &mut each),
        EndingName::SeventhRank => {
            let board = pawn_games::state(engine, "--ending seventh-rank")?.diagram();
            let position = &board.position;
            divide(position, depth, Ending::SeventhRank, &stopped, |one| {
                each(Division {
                    played: coordinates(board, one.played),
                    lines: one.lines,
                    number: one.number,
                    of: one.of,
                });
            })
        }
    };
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
