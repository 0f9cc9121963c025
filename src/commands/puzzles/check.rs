//! Proves all puzzles of a file again.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow, bail};
use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::{Arguments, make, pgn, read_file};
use crate::cli::of_file;
use crate::engine::{Engine, Variant};
use crate::puzzles::Puzzle;
use crate::puzzles::checking::{Verdict, Wrong, check};
use crate::puzzles::making::certificate;
use crate::puzzles::proving::{Leash, Prover, Unproved, solver};
use crate::quote::counted;
use crate::search::STACK;
use crate::standard::{self, note};
use crate::stop::Interrupt;

/// The interval between two checks for whether to continue.
const GLANCE: Duration = Duration::from_millis(50);

/// Checks the puzzles of a file; errors go to standard error.
pub fn run(arguments: &Arguments, file: &Path, engine: &Engine) -> Result<()> {
    arguments.open_folder()?;
    if let Some(path) = &arguments.pgn {
        of_file(path, pgn::check(path))?;
    }
    let (puzzles, unreadable) = read_file(file)?;
    // Not earlier: the file may be standard input, which a signal should end.
    let interrupt = Interrupt::listen()?;
    let name = file.display();
    let mut problems = Vec::new();
    let mut wrong_lines = HashSet::new();
    let mut ids: HashMap<&str, u64> = HashMap::new();
    for (line, puzzle) in &puzzles {
        if let Some(other) = ids.insert(&puzzle.id, *line) {
            let problem = format!("the id {} is also in line {other}", puzzle.id);
            problems.push((*line, problem));
            wrong_lines.insert(*line);
        }
    }
    let (checked, failure) = check_all(arguments, &puzzles, engine, &interrupt);
    let (mut right, mut unproved, mut left) = (0, 0, 0);
    for ((line, puzzle), verdict) in puzzles.iter().zip(&checked) {
        match verdict {
            None => left += 1,
            Some(Verdict::Right(_)) => right += 1,
            Some(Verdict::Wrong(wrong)) => {
                problems.push((*line, format!("{}: {wrong}", puzzle.id)));
                wrong_lines.insert(*line);
            }
            Some(Verdict::Unproved) => {
                unproved += 1;
                let why = "not solved within --limit and --memory";
                problems.push((*line, format!("{}: {why}", puzzle.id)));
            }
        }
    }
    problems.sort();
    let told = problems.into_iter();
    standard::tell_first(told.map(|(line, problem)| format!("{name}, line {line}: {problem}")));
    let all = counted(puzzles.len() + unreadable, "puzzle");
    note!("{right} of {all} proved");
    if let Some(failure) = failure {
        return Err(failure.context(format!("{} left unchecked", counted(left, "puzzle"))));
    }
    if left > 0 {
        bail!("stopped with {} left unchecked", counted(left, "puzzle"));
    }
    if let Some(path) = &arguments.pgn {
        let is_playable =
            |verdict: &_| !matches!(verdict, &Some(Verdict::Wrong(Wrong::Unplayable(_))));
        let with_verdicts = puzzles.iter().zip(&checked);
        let playable = with_verdicts.filter(|(_, verdict)| is_playable(*verdict));
        pgn::write(path, playable.map(|((_, puzzle), _)| puzzle), engine)?;
    }
    let faults = [
        (wrong_lines.len() + unreadable, "wrong line", ""),
        (unproved, "puzzle", " not solved"),
    ];
    let faults = faults.into_iter().filter(|(count, ..)| *count > 0);
    let faults: Vec<String> = faults
        .map(|(count, noun, more)| counted(count, noun) + more)
        .collect();
    match faults.is_empty() {
        true => Ok(()),
        false => bail!("{name}: {}", faults.join(", ")),
    }
}

/// The result for each puzzle, `None` for those that were not reached; and what has failed, which ends the checks.
fn check_all(
    arguments: &Arguments,
    puzzles: &[(u64, Puzzle)],
    engine: &Engine,
    interrupt: &Interrupt,
) -> (Vec<Option<Verdict>>, Option<Error>) {
    let next = AtomicUsize::new(0);
    let variant = engine.variant();
    let threads = arguments.threads(engine).min(puzzles.len().max(1));
    let leashes: Vec<Leash> = (0..threads).map(|_| Leash::default()).collect();
    let halt = || leashes.iter().for_each(Leash::halt);
    let started = Instant::now();
    let bar = ProgressBar::new(puzzles.len() as u64);
    let time = arguments.time.map(Duration::from_secs);
    let verdicts: Mutex<Vec<Option<Verdict>>> = Mutex::new(puzzles.iter().map(|_| None).collect());
    let failure: Mutex<Option<Error>> = Mutex::default();
    let fail = |error: Error| {
        failure.lock().get_or_insert(error);
        halt();
    };
    let work = |leash: &Leash| {
        while !leash.is_halted() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((_, puzzle)) = puzzles.get(number) else {
                break;
            };
            match check_one(arguments, puzzle, variant, leash) {
                Ok(verdict) => verdicts.lock()[number] = Some(verdict),
                Err(Unproved::Failed(why)) => fail(anyhow!("{}: {why}", puzzle.id)),
                Err(_) => break,
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        for leash in &leashes {
            let builder = Builder::new().name("puzzles".into()).stack_size(STACK);
            match builder.spawn_scoped(scope, || work(leash)) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    fail(anyhow!(
                        "cannot start a thread that checks puzzles: {error}"
                    ));
                }
            }
        }
        while workers.iter().any(|worker| !worker.is_finished()) {
            if interrupt.is_heard() || time.is_some_and(|time| started.elapsed() >= time) {
                halt();
            }
            std::thread::sleep(GLANCE);
        }
        for worker in workers {
            if worker.join().is_err() {
                fail(anyhow!(
                    "internal error: a thread that checks puzzles crashed"
                ));
            }
        }
    });
    bar.finish_and_clear();
    (verdicts.into_inner(), failure.into_inner())
}

/// Checks a puzzle, and writes its certificate if requested.
fn check_one(
    arguments: &Arguments,
    puzzle: &Puzzle,
    variant: &dyn Variant,
    leash: &Leash,
) -> Result<Verdict, Unproved> {
    let failed = |error: String| Unproved::Failed(error);
    let solver = solver(variant, arguments.memory);
    let solver = solver.map_err(|error| failed(error.to_string()))?;
    let prover = Prover {
        solver: &*solver,
        most_positions: arguments.limit,
        leash,
    };
    let verdict = check(puzzle, variant, &prover)?;
    if let (Verdict::Right(value), Some(folder)) = (&verdict, &arguments.certificate)
        && let Ok(question) = puzzle.question(variant)
    {
        let certificate = certificate(&*question, *value, &prover)?;
        let written = make::write_certificate(folder, &puzzle.id, certificate.as_deref());
        written.map_err(|error| failed(error.to_string()))?;
    }
    Ok(verdict)
}
