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
use crate::cli::{json, of_file, state};
use crate::engine::Engine;
use crate::files;
use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::game::state::GameState;
use crate::quote::counted;
use crate::search::speed;
use crate::solve::certificate::{self, Kind};
use crate::solve::solution::SolvedLine;
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
    let mut proof = None;
    let mut refusal = None;
    let mut is_stopped = false;
    let found = watch.over(solver, |stop| {
        let solved = solver.solve(root, arguments.moves, stop, &mut |played, value| {
            bar.set_prefix(format!("{played} {value};"));
        });
        let solution = match solved {
            Err(SolveError::TooMuch(why)) => {
                refusal = Some(why);
                solver.known_solution(root, arguments.moves)?
            }
            solved => solved?,
        };
        if let (Some(value), Some(_)) = (solution.bounds.exact(), &arguments.certificate) {
            bar.set_prefix("certificate;");
            proof = solver.certificate(root, value, stop)?;
        }
        is_stopped = stop.is_stopped();
        Ok::<_, SolveError>(solution)
    });
    // The result is printed before anything that can fail.
    let unkept = keep();
    let solution = found??;
    let bounds = solution.bounds;
    let (searched, elapsed) = (solver.positions(), started.elapsed());
    let mut line = match bounds.exact() {
        // In a draw, neither side resists a win.
        None | Some(Outcome::Draw) => None,
        Some(value) => {
            bar.set_prefix("line;");
            let watch = Watch {
                time: None,
                // The limit on the search for results that a small table has dropped: they
                // are not worth much work.
                positions: Some(1_000_000 + searched / 8),
                regularly: None,
                ..watch
            };
            let line = watch.over(solver, |stop| solver.line(root, value, stop));
            line.ok().and_then(|line| line.ok().flatten())
        }
    };
    let mut not_shortest = None;
    let mut shortest_of = None;
    if let Some(value) = bounds.exact()
        && arguments.shortest
        && value != Outcome::Draw
    {
        bar.set_prefix("shortest;");
        let watch = Watch {
            regularly: None,
            ..watch
        };
        match watch.over(solver, |stop| solver.shortest(root, value, stop))?? {
            Ok(moves) => {
                shortest_of = Some(value);
                let is_longest = true;
                line = Some(SolvedLine { moves, is_longest });
            }
            Err(plies) => not_shortest = Some(plies),
        }
    }
    bar.finish_and_clear();
    if let Some(plies) = not_shortest {
        match plies {
            0 => note!("the shortest win is not known"),
            _ => note!(
                "there is no win within {plies} plies; the length of the shortest win is not known"
            ),
        }
    }
    if let Some(refusal) = refusal {
        note!("{refusal}");
    }
    let line = line.filter(|line| !line.moves.is_empty());
    if arguments.json {
        let work = (positions_before + searched, elapsed);
        let mut told = Told::new(root, &engine.options().variant, &solution, work);
        if let Some(line) = &line {
            told.plies_at_most = line.is_longest.then_some(line.moves.len());
            told.line.clone_from(&line.moves);
            if shortest_of.is_some() {
                told.plies = json::signed(shortest_of, u16::try_from(line.moves.len()).ok());
            }
        }
        json::write(output, &told)?;
    } else {
        if let Some(line) = &line {
            writeln!(output, "{}", told::line(root, line))?;
        }
        for one in &solution.moves {
            writeln!(output, "{}", told::one_move(one, [" ", " "]))?;
        }
    }
    report(positions_before, searched, elapsed, bounds);
    if !arguments.json {
        writeln!(output, "value {}", told::value(bounds))?;
    }
    unkept?;
    if let Some(path) = &arguments.certificate {
        match (bounds.exact(), proof) {
            (Some(_), Some(proof)) => {
                let bytes = proof.encode();
                of_file(path, files::replace(path, &bytes))?;
                note!(
                    "certificate: {} in {} bytes",
                    counted(HumanCount(proof.positions() as u64), "position"),
                    HumanCount(bytes.len() as u64)
                );
            }
            _ if is_stopped => bail!("no certificate: stopped before it was complete"),
            (None, _) => bail!("no certificate: the value is unknown"),
            (Some(_), None) => {
                bail!("no certificate: the table has lost a part of the proof; give more --memory");
            }
        }
    }
    Ok(())
}

/// Checks that a certificate can be written without losing another file.
fn check_certificate(
    path: &Path,
    checkpoint: Option<&Path>,
    solver: &dyn GameSolver,
    root: &dyn GameState,
) -> Result<()> {
    if checkpoint.is_some_and(|checkpoint| files::is_same(checkpoint, path)) {
        let path = path.display();
        bail!("--certificate {path}: that is also the --checkpoint file; expected another file");
    }
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

fn report(positions_before: u64, searched: u64, elapsed: Duration, bounds: Bounds) {
    note!(
        "{} in {:.1} s, {:.2} million a second; {}",
        counted(HumanCount(positions_before + searched), "position"),
        elapsed.as_secs_f64(),
        speed(searched, elapsed) as f64 / 1e6,
        in_words(bounds)
    );
}
