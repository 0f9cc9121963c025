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
    let positions_before = kept.as_ref().map_or(0, Kept::before);
    let keep = || match &kept {
        Some(kept) => kept.keep(solver),
        None => Ok(()),
    };
    let keep_or_warn = || {
        if let Err(error) = keep() {
            log::warn!("{error}");
        }
    };
    let between_checkpoints = Duration::from_secs(arguments.checkpoint_every);
    let settled = || moves_settled(solver, root);
    let bar = progress();
    let watch = Watch {
        time: arguments.time.map(Duration::from_secs),
        told: Some(&settled),
        regularly: arguments
            .checkpoint
            .as_ref()
            .map(|_| (between_checkpoints, &keep_or_warn as &(dyn Fn() + Sync))),
        ..Watch::new(&interrupt, &bar)
    };
    let started = Instant::now();
    let found = prove(arguments, solver, root, &watch);
    // Later errors are reported after the result.
    let unkept = keep();
    let found = found?;
    let (bounds, searched) = (found.solution.bounds, solver.positions());
    let work = (positions_before + searched, started.elapsed());
    let watch = Watch {
        regularly: None,
        ..watch
    };
    let mut line = line(solver, root, bounds, &watch);
    let shortest = match arguments.shortest {
        true => shortest(solver, root, bounds, &watch),
        false => Ok(None),
    };
    let is_shortest = matches!(shortest, Ok(Some((Shortest::Line(_), _))));
    bar.finish_and_clear();
    let mut unsearched = Ok(());
    match shortest {
        Ok(Some((Shortest::Line(moves), _))) => {
            let is_longest = true;
            line = Some(SolvedLine { moves, is_longest });
        }
        Ok(Some((Shortest::NoneWithin(0), why))) => note!("the shortest win is not known{why}"),
        Ok(Some((Shortest::NoneWithin(plies), why))) => note!(
            "there is no win within {plies} plies; the length of the shortest win is not known{why}"
        ),
        Ok(None) => {}
        Err(error) => unsearched = Err(error),
    }
    if let Some(why) = &found.refusal {
        note!("{why}");
    }
    let line = line.filter(|line| !line.moves.is_empty());
    if arguments.json {
        let mut told = Told::new(root, &engine.options().variant, &found.solution, work);
        if let Some(line) = &line {
            told.plies_at_most = line.is_longest.then_some(line.moves.len());
            told.line.clone_from(&line.moves);
            if is_shortest {
                let plies = u16::try_from(line.moves.len()).ok();
                told.plies = json::signed(bounds.exact(), plies);
            }
        }
        json::write(output, &told)?;
    } else {
        if let Some(line) = &line {
            writeln!(output, "{}", told::line(root, line))?;
        }
        for one in &found.solution.moves {
            writeln!(output, "{}", told::one_move(one, [" ", " "]))?;
        }
    }
    report(searched, work, bounds);
    if !arguments.json {
        writeln!(output, "value {}", told::value(bounds))?;
    }
    unkept?;
    unsearched?;
    match &arguments.certificate {
        Some(path) => write_certificate(path, found),
        None => Ok(()),
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

fn report(searched: u64, (positions, elapsed): (u64, Duration), bounds: Bounds) {
    note!(
        "{} in {:.1} s, {:.2} million a second; {}",
        counted(HumanCount(positions), "position"),
        elapsed.as_secs_f64(),
        speed(searched, elapsed) as f64 / 1e6,
        in_words(bounds)
    );
}
