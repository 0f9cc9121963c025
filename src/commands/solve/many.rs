//! Many positions: a file of FENs in, a file of values out, a line each.
//!
//! The output is its own checkpoint: a run goes on behind its last whole line, after it has made
//! sure that the lines there belong to the first positions of the input. So a campaign can be cut
//! into files and each file into sessions.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use indicatif::HumanCount;

use super::watch::{Watch, progress};
use super::{Arguments, SolvableGame, name, named};
use crate::commands::of_file;
use crate::files::Journal;
use crate::game::bounds::MoveValue;
use crate::quote::short;
use crate::solve::solver::Solver;
use crate::stop::{Interrupt, Stop};

pub fn run<G: SolvableGame>(
    arguments: &Arguments,
    solver: &Solver<G>,
    input: &Path,
    values: &Path,
) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let positions = read_positions(solver.game(), input)?;
    let mut journal = of_file(values, Journal::open(values))?;
    let done = of_file(values, lines_done(&mut journal, &positions))?;
    let bar = progress();
    for (index, (fen, position)) in positions.iter().enumerate().skip(done) {
        bar.set_prefix(format!("{} of {};", index + 1, positions.len()));
        let watch = Watch {
            interrupt: &interrupt,
            time: arguments.time.map(Duration::from_secs),
            positions: None,
            progress: &bar,
            told: None,
            regularly: None,
        };
        let line = watch.over(solver, |stop| line(arguments, solver, fen, position, stop));
        if interrupt.is_heard() {
            bar.finish_and_clear();
            eprintln!("stopped after {index} of {} positions", positions.len());
            return Ok(());
        }
        of_file(values, journal.write(&line))?;
    }
    bar.finish_and_clear();
    eprintln!(
        "{} positions solved, {} searched",
        positions.len(),
        HumanCount(solver.positions())
    );
    Ok(())
}

/// `FEN;value`, and the moves' values if they are asked for.
fn line<G: SolvableGame>(
    arguments: &Arguments,
    solver: &Solver<G>,
    fen: &str,
    position: &G::Diagram,
    stop: &Stop,
) -> String {
    let root = G::position(position);
    let mut bounds = solver.value(&root, stop);
    if !arguments.moves {
        return format!("{fen};{}", name(bounds.exact()));
    }
    let values = solver.move_values(&root, stop, |_| ());
    if !values.is_empty() {
        bounds = bounds.and(MoveValue::best(&values));
    }
    let values = values.iter().map(|one| {
        let (played, value) = named(solver.game(), position, one);
        format!("{played}={value}")
    });
    let values: Vec<String> = values.collect();
    format!("{fen};{};{}", name(bounds.exact()), values.join(","))
}

/// The positions of a file: a FEN a line, up to a `;` if there is one; blank lines and those that
/// begin with `#` do not count.
pub fn read_positions<G: SolvableGame>(game: &G, path: &Path) -> Result<Vec<(String, G::Diagram)>> {
    let text = of_file(path, fs::read_to_string(path))?;
    let lines = text.lines().enumerate();
    let lines =
        lines.map(|(number, line)| (number + 1, line.split(';').next().unwrap_or("").trim()));
    lines
        .filter(|(_, fen)| !fen.is_empty() && !fen.starts_with('#'))
        .map(|(number, fen)| {
            let position = game.read_fen(fen).map_err(|error| {
                let path = path.display();
                anyhow!("{path}, line {number}: wrong FEN '{}': {error}", short(fen))
            })?;
            Ok((fen.to_owned(), position))
        })
        .collect()
}

/// How many positions have their line already.
fn lines_done<D>(journal: &mut Journal, positions: &[(String, D)]) -> Result<usize> {
    for (index, (expected, _)) in positions.iter().enumerate() {
        let Some(line) = journal.next(&format!("{expected};"))? else {
            return Ok(index);
        };
        let fen = line.split(';').next().unwrap_or("").trim();
        if fen != expected {
            bail!(
                "line {} is about '{}', but the input has '{expected}' there; give another --output",
                index + 1,
                short(fen)
            );
        }
    }
    match journal.left() {
        0 => Ok(positions.len()),
        _ => bail!("it has more lines than the input; give another --output"),
    }
}
