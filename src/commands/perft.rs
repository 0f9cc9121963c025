//! `jacquerie perft` and `go perft`: how many lines of play of a given length there are.

use std::time::Instant;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::diagram;
use crate::engine::Engine;
use crate::game::Outcome;
use crate::pawns::{Diagram, Ending, Stalemate, coordinates, perft_unless};
use crate::search::speed;

/// What `perft` takes.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The length of the lines, in plies.
    depth: u32,
    /// The position; without it, the start.
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
/// If there is no position.
pub fn run(arguments: &Arguments, engine: &Engine) -> Result<()> {
    let ending = match arguments.ending {
        EndingName::LastRank => Ending::LastRank,
        EndingName::SeventhRank => Ending::SeventhRank,
    };
    let position = diagram(engine)?;
    let started = Instant::now();
    // Shown on a terminal only, and only when a while has passed.
    let progress = ProgressBar::new(0).with_style(ProgressStyle::default_bar());
    let count = count_by_move(&position, arguments.depth, ending, |done, of, row| {
        progress.set_length(of);
        progress.set_position(done);
        if arguments.divide {
            progress.suspend(|| println!("{row}"));
        }
        true
    });
    progress.finish_and_clear();
    let count = count.unwrap_or_default();
    let elapsed = started.elapsed();
    eprintln!(
        "{:.3} s, {:.1} million lines a second",
        elapsed.as_secs_f64(),
        speed(count, elapsed) as f64 / 1e6
    );
    println!("perft {}: {count}", arguments.depth);
    Ok(())
}

/// The lines that `go perft` prints: one a move, then the total. Fewer if it is stopped.
pub fn divide(
    position: &Diagram,
    depth: u32,
    ending: Ending,
    stopped: &dyn Fn() -> bool,
) -> Vec<String> {
    let mut rows = Vec::new();
    let count = count_unless(position, depth, ending, stopped, |_, _, row| {
        rows.push(row);
        true
    });
    rows.push(match count {
        Some(count) => format!("\nNodes searched: {count}"),
        None => "info string perft was stopped".into(),
    });
    rows
}

fn count_by_move(
    position: &Diagram,
    depth: u32,
    ending: Ending,
    each: impl FnMut(u64, u64, String) -> bool,
) -> Option<u64> {
    count_unless(position, depth, ending, &|| false, each)
}

/// Counts move by move; after each calls `each` with how many are done, of how many, and a line
/// about it.
fn count_unless(
    position: &Diagram,
    depth: u32,
    ending: Ending,
    stopped: &dyn Fn() -> bool,
    mut each: impl FnMut(u64, u64, String) -> bool,
) -> Option<u64> {
    let over = matches!(
        Stalemate::Draw.outcome(&position.position),
        Some(Outcome::Win | Outcome::Loss)
    );
    if depth == 0 || over {
        return perft_unless(&position.position, depth, ending, stopped);
    }
    let moves = position.position.move_sets().list();
    let mut total = 0;
    for (index, played) in moves.iter().enumerate() {
        let child = position.position.play(*played);
        let count = perft_unless(&child, depth - 1, ending, stopped)?;
        total += count;
        let row = format!("{}: {count}", coordinates(position, *played));
        if !each(index as u64 + 1, moves.len() as u64, row) {
            return None;
        }
    }
    Some(total)
}
