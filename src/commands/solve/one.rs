//! One position: its value, its moves' values, checkpoints, a certificate.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::HumanCount;

use super::kept::Kept;
use super::told::Told;
use super::watch::{Watch, progress};
use super::{Arguments, in_words, name, named, told_move};
use crate::commands::analyse::line as in_numbers;
use crate::commands::{json, of_file};
use crate::files;
use crate::game::bounds::{Bounds, MoveValue};
use crate::game::playable::Playable;
use crate::game::state::State;
use crate::game::{Outcome, Provable};
use crate::search::speed;
use crate::solve::certificate::{self, Certificate};
use crate::solve::exact::{ExactSolver, measured};
use crate::solve::line::Line;
use crate::standard::note;
use crate::stop::Interrupt;

pub fn run<G: Provable>(
    arguments: &Arguments,
    solver: &dyn ExactSolver<G>,
    variant: &str,
    position: &G::Diagram,
    output: &mut dyn Write,
) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    if let Some(path) = &arguments.certificate {
        // Better now than when the work is done.
        of_file(path, files::check_kind(path, &[certificate::MAGIC]))?;
        of_file(path, files::check(path))?;
    }
    let kept = match &arguments.checkpoint {
        Some(path) => Some(Kept::open(path, title(solver, position), solver)?),
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
    let settled = || moves_settled(solver, position);
    let bar = progress();
    let watch = Watch {
        interrupt: &interrupt,
        time: arguments.time.map(Duration::from_secs),
        positions: None,
        progress: &bar,
        told: Some(&settled),
        regularly: arguments
            .checkpoint
            .as_ref()
            .map(|_| (between_checkpoints, &keep_or_warn as &(dyn Fn() + Sync))),
    };
    let started = Instant::now();
    let game = solver.game();
    let root = &G::position(position);
    let mut strategies = None;
    let mut refusal = None;
    let mut is_stopped = false;
    let found = watch.over(solver, |stop| {
        refusal = solver.begin(root, stop).err();
        if refusal.is_some() {
            return known(arguments, solver, root);
        }
        let mut bounds = solver.value(root, stop);
        let mut values = Vec::new();
        if arguments.moves {
            values = solver.move_values(root, stop, &mut |one| {
                let (played, value) = named(game, position, &one);
                bar.set_prefix(format!("{played} {value};"));
            });
            if !values.is_empty() {
                bounds = bounds.and(MoveValue::best(&values));
            }
        }
        if let (Some(value), Some(_)) = (bounds.exact(), &arguments.certificate) {
            bar.set_prefix("certificate;");
            strategies = solver.strategies(root, value, stop);
        }
        is_stopped = stop.is_stopped();
        (bounds, values)
    });
    // What is found out is told before anything that can fail.
    let unkept = keep();
    let (bounds, values) = found?;
    let (searched, elapsed) = (solver.positions(), started.elapsed());
    let line = match bounds.exact() {
        // In a draw nobody has to resist.
        None | Some(Outcome::Draw) => None,
        Some(value) => {
            bar.set_prefix("line;");
            let watch = Watch {
                time: None,
                // What a small table has lost is not worth much to find again.
                positions: Some(1_000_000 + searched / 8),
                regularly: None,
                ..watch
            };
            let line = watch.over(solver, |stop| solver.line(root, value, stop));
            line.ok().flatten()
        }
    };
    let mut not_shortest = None;
    let mut shortest_of = None;
    let line = match bounds.exact() {
        Some(value) if arguments.shortest && value != Outcome::Draw => {
            bar.set_prefix("shortest;");
            let watch = Watch {
                regularly: None,
                ..watch
            };
            match watch.over(solver, |stop| solver.shortest(root, value, stop))? {
                Ok(moves) => {
                    shortest_of = Some(value);
                    let is_longest = true;
                    Some(Line { moves, is_longest })
                }
                Err(plies) => {
                    not_shortest = Some(plies);
                    line
                }
            }
        }
        _ => line,
    };
    bar.finish_and_clear();
    if let Some(plies) = not_shortest {
        match plies {
            0 => note!("the shortest win is not known"),
            _ => note!(
                "there is no win within {plies} plies; how many the shortest takes is not known"
            ),
        }
    }
    if let Some(refusal) = refusal {
        note!("{refusal}");
    }
    let values = measured(solver, root, values);
    let line = line.filter(|line| !line.moves.is_empty());
    if arguments.json {
        let work = (positions_before + searched, elapsed);
        let mut told = Told::new(solver, position, variant, bounds, &values, work);
        if let Some(line) = &line {
            told = told.with_line(line, coordinates(game, position, line));
            if let Some(value) = shortest_of {
                told = told.with_shortest(value, line.moves.len());
            }
        }
        json::write(output, &told)?;
    } else {
        if let Some(line) = &line {
            writeln!(output, "{}", in_words_of_people(game, position, line))?;
        }
        for one in &values {
            writeln!(output, "{}", told_move(game, position, one, [" ", " "]))?;
        }
    }
    report(positions_before, searched, elapsed, bounds);
    if !arguments.json {
        writeln!(output, "value {}", name(bounds.exact()))?;
    }
    if let Some(path) = &arguments.certificate {
        match (bounds.exact(), strategies) {
            (Some(value), Some(strategies)) => {
                let certificate = Certificate {
                    rule: game.rule(),
                    fen: position.to_string(),
                    value,
                    strategies,
                };
                let bytes = certificate.encode();
                of_file(path, files::replace(path, &bytes))?;
                note!(
                    "certificate: {} positions in {} bytes",
                    HumanCount(certificate.positions() as u64),
                    HumanCount(bytes.len() as u64)
                );
            }
            _ if is_stopped => note!("no certificate: stopped before it was complete"),
            (None, _) => note!("no certificate: the value is unknown"),
            (Some(_), None) => {
                note!("no certificate: what it is made of was forgotten; give more with --memory");
            }
        }
    }
    unkept
}

/// What is known of a position and its moves when no work is done.
pub(super) fn known<G: Provable>(
    arguments: &Arguments,
    solver: &dyn ExactSolver<G>,
    root: &G::Position,
) -> (Bounds, Vec<MoveValue<G::Move>>) {
    let game = solver.game();
    let bounds = solver.known(root);
    if !arguments.moves || game.outcome(root).is_some() {
        return (bounds, Vec::new());
    }
    let moves = game.moves(root).into_iter().map(|played| MoveValue {
        played,
        bounds: solver.known(&game.play(root, played)).reversed(),
    });
    (bounds, moves.collect())
}

/// How many of the position's moves have a proved value, for the line of progress.
fn moves_settled<G: Provable>(solver: &dyn ExactSolver<G>, position: &G::Diagram) -> String {
    let game = solver.game();
    let root = G::position(position);
    let all = game.legal_moves(position);
    let after = all.iter().map(|played| game.play(&root, *played));
    let settled = after.filter(|child| solver.known(child).exact().is_some());
    let settled = settled.count();
    format!(", {settled} of {} moves settled", all.len())
}

/// What is asked, in which game: two runs with the same title prove the same things.
fn title<G: Provable>(solver: &dyn ExactSolver<G>, position: &G::Diagram) -> String {
    format!("{}, {position}", solver.game().rule_in_words())
}

/// The moves of a line as UCI writes them.
fn coordinates<G: Playable>(game: &G, position: &G::Diagram, line: &Line<G::Move>) -> Vec<String> {
    let mut board = position.clone();
    let moves = line.moves.iter().map(|played| {
        let text = game.coordinates(&board, *played);
        board = game.after(&board, *played);
        text
    });
    moves.collect()
}

/// `line 5 plies: 1.b4 a5 …`, or without a length that would say nothing.
pub(super) fn in_words_of_people<G: Playable>(
    game: &G,
    position: &G::Diagram,
    line: &Line<G::Move>,
) -> String {
    let start = State::new(game.clone(), position.clone());
    let moves = coordinates(game, position, line);
    let length = match line.is_longest {
        true if moves.len() == 1 => " 1 ply:".into(),
        true => format!(" {} plies:", moves.len()),
        false => String::new(),
    };
    format!("line{length} {}", in_numbers(&start, &moves))
}

fn report(positions_before: u64, searched: u64, elapsed: Duration, bounds: Bounds) {
    note!(
        "{} positions in {:.1} s, {:.2} million a second; {}",
        HumanCount(positions_before + searched),
        elapsed.as_secs_f64(),
        speed(searched, elapsed) as f64 / 1e6,
        in_words(bounds)
    );
}
