//! One position: its value, its moves' values, checkpoints, a certificate.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::HumanCount;

use super::Arguments;
use super::kept::Kept;
use super::told::{self, Told, in_words};
use crate::cli::watch::{Watch, progress};
use crate::cli::{distinct, json, of_file, state};
use crate::engine::Engine;
use crate::files;
use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::game::state::GameState;
use crate::quote::counted;
use crate::search::speed;
use crate::solve::certificate::{self, Certificate, Kind};
use crate::solve::solution::{Shortest, Solution, SolvedLine};
use crate::solve::solving::{GameSolver, SolveError};
use crate::standard::note;
use crate::stop::Interrupt;

pub fn run(
    arguments: &Arguments,
    solver: &dyn GameSolver,
    engine: &Engine,
    output: &mut dyn Write,
) -> Result<()> {
    let root = &*state(engine)?;
    let interrupt = Interrupt::listen()?;
    if let Some(path) = &arguments.certificate {
        // It is better to check this now than when the work is done.
        check_certificate(path, arguments.checkpoint.as_deref(), solver, root)?;
    }
    let kept = match &arguments.checkpoint {
        Some(path) => Some(Kept::open(path, title(solver, root), solver)?),
        None => None,
    };
    let settled = || moves_settled(solver, root);
    let bar = progress();
    let watch = Watch {
        time: arguments.time.map(Duration::from_secs),
        told: Some(&settled),
        ..Watch::new(&interrupt, &bar)
    };
    let started = Instant::now();
    // Later errors are reported after the result.
    let (found, unkept) = solve(arguments, solver, root, kept.as_ref(), &watch);
    let found = found?;
    let (searched, time) = (solver.positions(), started.elapsed());
    let bounds = found.solution.bounds;
    let line = line(solver, root, bounds, &watch);
    let shortest = match arguments.shortest {
        true => shortest(solver, root, bounds, &watch),
        false => Ok(None),
    };
    bar.finish_and_clear();
    let mut shown = Shown {
        root,
        solution: &found.solution,
        line,
        is_shortest: false,
        searched,
        positions: kept.as_ref().map_or(0, Kept::before) + searched,
        time,
    };
    let unsearched = shortest.map(|shortest| shown.take_shortest(shortest));
    if let Some(why) = &found.refusal {
        note!("{why}");
    }
    shown.line = shown.line.filter(|line| !line.moves.is_empty());
    match arguments.json {
        true => shown.write_json(&engine.options().variant, output)?,
        false => shown.write_text(output)?,
    }
    unkept?;
    unsearched?;
    match &arguments.certificate {
        Some(path) => write_certificate(path, found),
        None => Ok(()),
    }
}

/// Proves what it can, and keeps it at intervals and at the end. Returns what was proved, and
/// whether it was kept at the end.
fn solve(
    arguments: &Arguments,
    solver: &dyn GameSolver,
    root: &dyn GameState,
    kept: Option<&Kept>,
    watch: &Watch<'_>,
) -> (Result<Found>, Result<()>) {
    let keep = || kept.map_or(Ok(()), |kept| kept.keep(solver));
    let keep_or_warn = || {
        if let Err(error) = keep() {
            log::warn!("{error}");
        }
    };
    let between_checkpoints = Duration::from_secs(arguments.checkpoint_every);
    let watch = Watch {
        regularly: kept.map(|_| (between_checkpoints, &keep_or_warn as &(dyn Fn() + Sync))),
        ..*watch
    };
    let found = prove(arguments, solver, root, &watch);
    (found, keep())
}

/// What is shown of a solved position.
struct Shown<'a> {
    root: &'a dyn GameState,
    solution: &'a Solution,
    /// A line of the proof.
    line: Option<SolvedLine>,
    /// Whether the line is the shortest win.
    is_shortest: bool,
    /// The number of positions searched by this run.
    searched: u64,
    /// The number of positions searched by this run and those before it.
    positions: u64,
    /// The time of this run.
    time: Duration,
}

impl Shown<'_> {
    /// Replaces the line by the shortest win, or says what is known about its length.
    fn take_shortest(&mut self, shortest: Option<(Shortest, &str)>) {
        match shortest {
            Some((Shortest::Line(moves), _)) => {
                let is_longest = true;
                self.line = Some(SolvedLine { moves, is_longest });
                self.is_shortest = true;
            }
            Some((Shortest::NoneWithin(0), why)) => note!("the shortest win is not known{why}"),
            Some((Shortest::NoneWithin(plies), why)) => note!(
                "there is no win within {plies} plies; the length of the shortest win is not known{why}"
            ),
            None => {}
        }
    }

    fn write_json(&self, variant: &str, output: &mut dyn Write) -> Result<()> {
        let mut told = Told::new(
            self.root,
            variant,
            self.solution,
            (self.positions, self.time),
        );
        if let Some(line) = &self.line {
            told.plies_at_most = line.is_longest.then_some(line.moves.len());
            told.line.clone_from(&line.moves);
            if self.is_shortest {
                let plies = u16::try_from(line.moves.len()).ok();
                told.plies = json::signed(self.solution.bounds.exact(), plies);
            }
        }
        json::write(output, &told)?;
        self.report();
        Ok(())
    }

    fn write_text(&self, output: &mut dyn Write) -> Result<()> {
        if let Some(line) = &self.line {
            writeln!(output, "{}", told::line(self.root, line))?;
        }
        for one in &self.solution.moves {
            writeln!(output, "{}", told::one_move(one, [" ", " "]))?;
        }
        self.report();
        writeln!(output, "value {}", told::value(self.solution.bounds))?;
        Ok(())
    }

    fn report(&self) {
        note!(
            "{} in {:.1} s, {:.2} million a second; {}",
            counted(HumanCount(self.positions), "position"),
            self.time.as_secs_f64(),
            speed(self.searched, self.time) as f64 / 1e6,
            in_words(self.solution.bounds)
        );
    }
}

/// What was proved about the position.
struct Found {
    solution: Solution,
    certificate: Option<Certificate>,
    /// Why the position was not searched to the end, if its solver gave up.
    refusal: Option<String>,
    is_stopped: bool,
}

/// Solves the position, and proves its value if a certificate is requested.
fn prove(
    arguments: &Arguments,
    solver: &dyn GameSolver,
    root: &dyn GameState,
    watch: &Watch<'_>,
) -> Result<Found> {
    let bar = watch.progress;
    let found = watch.over(solver, |stop| {
        let solved = solver.solve(root, arguments.moves, stop, &mut |played, value| {
            bar.set_prefix(format!("{played} {value};"));
        });
        let (solution, refusal) = match solved {
            Err(SolveError::TooMuch(why)) => {
                (solver.known_solution(root, arguments.moves)?, Some(why))
            }
            solved => (solved?, None),
        };
        let mut certificate = None;
        if let (Some(value), Some(_)) = (solution.bounds.exact(), &arguments.certificate) {
            bar.set_prefix("certificate;");
            certificate = solver.certificate(root, value, stop)?;
        }
        Ok::<_, SolveError>(Found {
            solution,
            certificate,
            refusal,
            is_stopped: stop.is_stopped(),
        })
    });
    Ok(found??)
}

/// A line of the proof, if results that a small table has dropped are quickly found again.
fn line(
    solver: &dyn GameSolver,
    root: &dyn GameState,
    bounds: Bounds,
    watch: &Watch<'_>,
) -> Option<SolvedLine> {
    let value = bounds.exact().filter(|value| *value != Outcome::Draw)?;
    watch.progress.set_prefix("line;");
    let watch = Watch {
        time: None,
        positions: Some(1_000_000 + solver.positions() / 8),
        ..*watch
    };
    let line = watch.over(solver, |stop| solver.line(root, value, stop));
    line.ok()?.ok()?
}

/// The shortest win, or what is known about its length, and why no more is known; `None` if there is no win.
fn shortest(
    solver: &dyn GameSolver,
    root: &dyn GameState,
    bounds: Bounds,
    watch: &Watch<'_>,
) -> Result<Option<(Shortest, &'static str)>> {
    let Some(value) = bounds.exact().filter(|value| *value != Outcome::Draw) else {
        return Ok(None);
    };
    watch.progress.set_prefix("shortest;");
    let (found, is_stopped) = watch.over(solver, |stop| {
        (solver.shortest(root, value, stop), stop.is_stopped())
    })?;
    let why = match is_stopped {
        true => "",
        false => "; --memory was not enough",
    };
    Ok(Some((found?, why)))
}

/// Writes the certificate, or says why there is none.
fn write_certificate(path: &Path, found: Found) -> Result<()> {
    match (found.solution.bounds.exact(), found.certificate) {
        (Some(_), Some(certificate)) => {
            let bytes = certificate.encode();
            of_file(path, files::replace(path, &bytes))?;
            note!(
                "certificate: {} in {} bytes",
                counted(HumanCount(certificate.positions() as u64), "position"),
                HumanCount(bytes.len() as u64)
            );
            Ok(())
        }
        _ if found.is_stopped => bail!("no certificate: stopped before it was complete"),
        (None, _) => bail!("no certificate: the value is unknown"),
        (Some(_), None) => {
            bail!("no certificate: the table has lost a part of the proof; give more --memory")
        }
    }
}

/// Checks that a certificate can be written without losing another file.
fn check_certificate(
    path: &Path,
    checkpoint: Option<&Path>,
    solver: &dyn GameSolver,
    root: &dyn GameState,
) -> Result<()> {
    distinct(&[("--checkpoint", checkpoint), ("--certificate", Some(path))])?;
    let values = [Outcome::Loss, Outcome::Draw, Outcome::Win];
    let of_this = values.map(|value| {
        let rule = solver.rule().number;
        certificate::beginning(Kind::Whole, rule, value, &root.fen())
    });
    of_file(path, files::check_kind(path, &of_this))?;
    of_file(path, files::check(path))
}

/// How many of the position's moves have a proved value, for the progress line.
fn moves_settled(solver: &dyn GameSolver, root: &dyn GameState) -> String {
    let children = root.children();
    let known = children.iter().map(|(_, child)| solver.known(&**child));
    let settled = known.filter(|known| matches!(known, Ok(bounds) if bounds.exact().is_some()));
    let (settled, all) = (settled.count(), children.len());
    format!(", {settled} of {all} moves settled")
}

/// Identifies the question and the game: two runs with the same title prove the same things.
fn title(solver: &dyn GameSolver, root: &dyn GameState) -> String {
    format!("{}, {}", solver.rule().words, root.fen())
}
