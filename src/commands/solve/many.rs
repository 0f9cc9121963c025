//! Many positions: a file of FENs in, a file of values out, one per line.
//!
//! The output is its own checkpoint: a run resumes after its last complete line, after it has
//! checked that the existing lines belong to the first positions of the input, answer the same
//! question, and use the same [rule](super::rules). So a campaign can be split into files, and
//! each file into sessions. When all positions have their line, those left unknown by an earlier run are retried. If
//! more is found about a position, the file is replaced by one with its new line in place of the old one.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{HumanCount, ProgressBar};

use super::told::{self, Told};
use super::{Arguments, name, rules};
use crate::arena::positions::{self, Listed};
use crate::arena::referee::play_all;
use crate::cli::UNKNOWN;
use crate::cli::watch::{Watch, progress};
use crate::cli::{Usage, distinct, of_file};
use crate::engine::Engine;
use crate::files::Journal;
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::quote::{counted, short};
use crate::solve::solving::{GameSolver, SolveError};
use crate::standard;
use crate::standard::note;
use crate::stop::Interrupt;

pub fn run(
    arguments: &Arguments,
    solver: &dyn GameSolver,
    engine: &Engine,
    input: &Path,
    values: &Path,
) -> Result<()> {
    if arguments.json && !standard::is_meant(values) {
        let message = "--json: a file of values has lines FEN;value; expected --output -";
        return Err(Usage(message.into()).into());
    }
    distinct(&[("--input", Some(input)), ("--output", Some(values))])?;
    let (positions, left_out) = read_positions(engine, input)?;
    // Not earlier: the input may be standard input, which a signal should end.
    let interrupt = Interrupt::listen()?;
    let mut journal = of_file(values, Journal::open(values))?;
    let done = lines_done(&mut journal, &positions, arguments.moves);
    let (mut lines, mut unknown): (Vec<String>, Vec<usize>) =
        of_file(values, done)?.into_iter().unzip();
    if !standard::is_meant(values) {
        let rule = solver.rule().words;
        of_file(values, rules::settle(values, rule, !lines.is_empty()))?;
    }
    let run = Run {
        arguments,
        solver,
        variant: &engine.options().variant,
        interrupt: &interrupt,
        positions: &positions,
        bar: progress(),
    };
    let done = lines.len();
    for index in done..positions.len() {
        let Some((line, values_unknown)) = run.solve(index)? else {
            run.stopped(index);
            return Ok(());
        };
        match journal.write(&line) {
            // The reader of the output may have closed it.
            Err(error) if standard::is_meant(values) => return Err(error.into()),
            written => of_file(values, written)?,
        }
        lines.push(line);
        unknown.push(values_unknown);
    }
    for index in (0..done)
        .filter(|index| unknown[*index] > 0)
        .collect::<Vec<_>>()
    {
        let Some((line, values_unknown)) = run.solve(index)? else {
            run.stopped(positions.len());
            return Ok(());
        };
        if values_unknown < unknown[index] {
            lines[index] = line;
            unknown[index] = values_unknown;
            of_file(values, journal.replace(values, &lines))?;
        }
    }
    run.bar.finish_and_clear();
    let unknown = unknown.into_iter().filter(|values| *values > 0).count();
    let left = match unknown {
        0 => String::new(),
        more => format!(" and {more} left unknown"),
    };
    note!(
        "{} solved{left}, {} searched",
        counted(positions.len() - unknown, "position"),
        HumanCount(solver.positions())
    );
    check_none_left_out(input, left_out)
}

/// Fails if lines of the input were left out, each of which has been reported.
pub(super) fn check_none_left_out(input: &Path, left_out: usize) -> Result<()> {
    match left_out {
        0 => Ok(()),
        lines => bail!("{}: {} left out", input.display(), counted(lines, "line")),
    }
}

/// The operations, as written at the end of a line.
fn behind(operations: &[String]) -> String {
    operations.iter().map(|one| format!(";{one}")).collect()
}

struct Run<'a> {
    arguments: &'a Arguments,
    solver: &'a dyn GameSolver,
    variant: &'a str,
    interrupt: &'a Interrupt,
    positions: &'a [Asked],
    bar: ProgressBar,
}

impl Run<'_> {
    /// The line of a position, `FEN;value`, with the values of the moves if requested
    /// (`a1b1=win/52` where lengths are known) and the operations of the input, and how many of the
    /// values are unknown; `None` if interrupted.
    fn solve(&self, index: usize) -> Result<Option<(String, usize)>> {
        let Asked {
            fen,
            state,
            operations,
        } = &self.positions[index];
        let state = &**state;
        let all = self.positions.len();
        self.bar.set_prefix(format!("{} of {all};", index + 1));
        let watch = Watch {
            time: self.arguments.time.map(Duration::from_secs),
            ..Watch::new(self.interrupt, &self.bar)
        };
        let (started, before) = (Instant::now(), self.solver.positions());
        let moves = self.arguments.moves;
        let found = watch.over(self.solver, |stop| {
            self.solver.solve(state, moves, stop, &mut |_, _| ())
        })?;
        if self.interrupt.is_heard() {
            return Ok(None);
        }
        let solution = match found {
            Err(SolveError::TooMuch(why)) => {
                self.bar.suspend(|| note!("{fen}: {why}"));
                self.solver.known_solution(state, moves)?
            }
            found => found?,
        };
        let unknown = solution.unknown();
        if self.arguments.json {
            let work = (self.solver.positions() - before, started.elapsed());
            let mut told = Told::new(state, self.variant, &solution, work);
            told.operations.clone_from(operations);
            return Ok(Some((serde_json::to_string(&told)?, unknown)));
        }
        let mut line = format!("{fen};{}", name(solution.bounds.exact()));
        if moves {
            let values = solution.moves.iter();
            let values = values.map(|one| told::one_move(one, ["=", "/"]));
            let values: Vec<String> = values.collect();
            line += &format!(";{}", values.join(","));
        }
        line += &behind(operations);
        Ok(Some((line, unknown)))
    }

    /// Reports that the run was interrupted.
    fn stopped(&self, lines: usize) {
        self.bar.finish_and_clear();
        note!(
            "stopped after {lines} of {}",
            counted(self.positions.len(), "position")
        );
    }
}

/// A position of a file.
pub struct Asked {
    /// The FEN, as written in the input.
    fen: String,
    pub state: Box<dyn GameState>,
    /// Its EPD operations.
    operations: Vec<String>,
}

/// The positions of a file, which is a [list](positions). Unreadable lines are reported and
/// skipped.
///
/// # Errors
/// If the file cannot be read, or none of its lines is valid.
pub fn read_positions(engine: &Engine, path: &Path) -> Result<(Vec<Asked>, usize)> {
    let text = of_file(path, standard::read_text(path))?;
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for listed in positions::read(&text) {
        match read_position(engine, &listed) {
            Ok(asked) => all.push(asked),
            Err(problem) => wrong.push(format!("line {}: {problem}", listed.line)),
        }
    }
    let name = path.display();
    match (all.is_empty(), &wrong[..]) {
        (true, [only]) => bail!("{name}: {only}"),
        (true, [first, ..]) => {
            bail!(
                "{name}: none of its {} lines can be read; {first}",
                wrong.len()
            )
        }
        _ => {}
    }
    let count = wrong.len();
    let notes = wrong.into_iter();
    standard::tell_first(notes.map(|problem| format!("{name}: {problem}; it is left out")));
    Ok((all, count))
}

fn read_position(engine: &Engine, listed: &Listed) -> Result<Asked> {
    let start = listed.start(engine.variant(), &engine.options().choices);
    let moves: Vec<&str> = listed.moves.iter().map(String::as_str).collect();
    let (state, _) = play_all(&*start.map_err(anyhow::Error::msg)?, &moves)?;
    let fen = match (&listed.fen, listed.moves.is_empty()) {
        (Some(fen), true) => fen.clone(),
        _ => state.fen(),
    };
    Ok(Asked {
        fen,
        state,
        operations: listed.operations.clone(),
    })
}

/// The existing lines, which must be those of the first positions, with the values of the moves if requested; and how
/// many values of each are unknown.
fn lines_done(
    journal: &mut Journal,
    positions: &[Asked],
    with_moves: bool,
) -> Result<Vec<(String, usize)>> {
    let mut lines = Vec::new();
    for Asked {
        fen: expected,
        operations,
        ..
    } in positions
    {
        let Some(line) = journal.next(&format!("{expected};"))? else {
            return Ok(lines);
        };
        let number = journal.read();
        let mut parts = line
            .strip_suffix(&behind(operations))
            .unwrap_or(&line)
            .split(';');
        let fen = parts.next().unwrap_or("").trim();
        if fen != expected {
            bail!(
                "line {number} is for '{}', but the input has '{expected}' there; give another --output",
                short(fen)
            );
        }
        let (value, moves) = (parts.next().unwrap_or(""), parts.next());
        match (moves, with_moves) {
            (None, true) => {
                bail!("line {number} has no move values; give another --output for --moves")
            }
            (Some(_), false) => {
                bail!("line {number} also has move values; give --moves, or another --output")
            }
            _ => {}
        }
        let moves = moves.unwrap_or("").split_terminator(',');
        let mut unknown = 0;
        for value in moves.map(value_of_move).chain([value]) {
            let known = [Outcome::Win, Outcome::Draw, Outcome::Loss];
            match known.iter().any(|known| known.to_string() == value) {
                true => {}
                false if value == UNKNOWN => unknown += 1,
                false => bail!(
                    "line {number} has '{}' for a value, expected win, draw, loss or {UNKNOWN}; give another --output",
                    short(value)
                ),
            }
        }
        lines.push((line, unknown));
    }
    match journal.left() {
        0 => Ok(lines),
        _ => bail!("it has more lines than the input; give another --output"),
    }
}

/// The value in `a1b1=win/52`.
fn value_of_move(told: &str) -> &str {
    let value = told.split_once('=').map_or("", |(_, value)| value);
    value.split_once('/').map_or(value, |(value, _)| value)
}
