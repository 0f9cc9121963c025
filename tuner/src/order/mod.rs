//! The weights by which the solver orders moves, found by trial; see [`evolution`].

mod evolution;

use std::io::Write;

use anyhow::{Result, bail};

use super::arguments::Arguments;
use super::gather::gather;
use super::narrow_board::{NarrowBoard, pawn_game};
use super::play::chance;
use super::sample::Parts;
use super::work::{each_in_a_thread, progress};
use evolution::{Evolution, Root, cost, loss};
use jacquerie::engine::Engine;
use jacquerie::games::pawns::{Diagram, GoalWeights, PawnGame};
use jacquerie::stop::Interrupt;

/// One root in this many is held out.
const HELD_OUT: u64 = 5;
/// The minimum cost of a root: a cheaper one says nothing about an order.
const LEAST: u64 = 300;

/// Plays, solves, tries weights, and prints the best.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let game = pawn_game(engine)?;
    let threads = arguments.threads(engine);
    let Parts { fitting, held_out } = roots(&game, arguments, engine, &interrupt)?;
    if fitting.is_empty() {
        bail!("no position was solved; give more --games or a higher --limit");
    }
    let first = game.goal_weights.clone();
    let mut evolution = Evolution::new(&first);
    let mut random = chance(arguments.seed, u64::MAX);
    let generations = arguments.generations;
    let bar = progress("generations", generations);
    let mut done = 0;
    while done < generations && !interrupt.is_heard() {
        let neighbours = evolution.neighbours(&mut random);
        let losses = losses(&game, &neighbours, &fitting, threads);
        let best = losses.iter().copied().fold(f64::INFINITY, f64::min);
        bar.set_message(format!("best {:.0} positions a root", best.exp()));
        evolution.learn(&losses);
        done += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let tuned = evolution.weights();
    writeln!(output, "{done} generations")?;
    writeln!(
        output,
        "{:<12}{:>8}{:>12}{:>12}",
        "roots", "", "now", "tuned"
    )?;
    for (name, roots) in [("fitted to", &fitting), ("held out", &held_out)] {
        let weights = [first.clone(), tuned.clone()];
        let means = losses(&game, &weights, roots, threads);
        let [now, tuned] = [means[0].exp(), means[1].exp()];
        writeln!(
            output,
            "{name:<12}{:>8}{now:>12.0}{tuned:>12.0}",
            roots.len()
        )?;
    }
    for ((name, tuned), (_, first)) in tuned.list().into_iter().zip(first.list()) {
        writeln!(
            output,
            "{:<40}// {first:?}",
            format!("(\"{name}\", {tuned:?}),")
        )?;
    }
    Ok(())
}

/// The loss of some weights on roots.
fn losses(game: &PawnGame, weights: &[GoalWeights], roots: &[Root], threads: usize) -> Vec<f64> {
    let parts = weights.chunks(weights.len().div_ceil(threads).max(1));
    let parts = each_in_a_thread(parts, |part| {
        let losses = part.iter().map(|one| loss(game, one, roots));
        losses.collect::<Vec<f64>>()
    });
    parts.concat()
}

/// One root of each game that has one.
fn roots(
    game: &PawnGame,
    arguments: &Arguments,
    engine: &Engine,
    interrupt: &Interrupt,
) -> Result<Parts<Root>> {
    let mut all = Parts::new();
    for files in arguments.narrowest..=arguments.widest {
        let board = NarrowBoard::new(engine, files, arguments.seed)?;
        let play = |number| {
            let root = root(game, &board.positions(number), arguments.limit);
            Ok(root.into_iter().collect())
        };
        let key = |root: &Root| root.position;
        let found = gather(arguments, engine, interrupt, HELD_OUT, play, key)?;
        all.fitting.extend(found.fitting);
        all.held_out.extend(found.held_out);
    }
    Ok(all)
}

/// The first position of a game that can be solved within the limit, if it costs enough to say
/// something.
fn root(game: &PawnGame, positions: &[Diagram], limit: u64) -> Option<Root> {
    let costs = positions.iter().rev().map_while(|one| {
        let first = cost(game, &one.position, limit)?;
        Some(Root {
            position: one.position,
            first,
        })
    });
    costs.last().filter(|root| root.first >= LEAST)
}
