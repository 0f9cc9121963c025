//! `tune --order`: the weights by which the solver orders moves, by trial; see [`crate::tune::order`].

use std::io::Write;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::data::Player;
use super::gather::gather;
use super::{Arguments, each_in_a_thread};
use crate::commands::pawn_games;
use crate::engine::Engine;
use crate::games::pawns::{Diagram, GoalWeights, PawnGame};
use crate::stop::Interrupt;
use crate::tune::games;
use crate::tune::order::{Evolution, Root, cost, loss};

/// One root in so many is held out.
const HELD_OUT: u64 = 5;
/// A root takes at least so many positions: less says nothing about an order.
const LEAST: u64 = 300;
/// How often it goes on from the best of some trials, unless told otherwise.
const GENERATIONS: u64 = 100;

/// Plays, solves, tries weights, and tells the best.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let game = PawnGame {
        gamelets: None,
        ..pawn_games::state(engine, "tune")?.game().clone()
    };
    let threads = arguments.threads.unwrap_or(engine.options().threads).max(1) as usize;
    let (fitting, held_out) = roots(&game, arguments, engine, &interrupt)?;
    if fitting.is_empty() {
        bail!("no position was solved; give more --games or a higher --limit");
    }
    let first = game.goal_weights.clone();
    let mut evolution = Evolution::new(&first);
    let mut random = games::chance(arguments.seed, u64::MAX);
    let generations = arguments.generations.unwrap_or(GENERATIONS);
    let bar = progress(generations);
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

/// What some weights lose on roots.
fn losses(game: &PawnGame, weights: &[GoalWeights], roots: &[Root], threads: usize) -> Vec<f64> {
    let parts = weights.chunks(weights.len().div_ceil(threads).max(1));
    let parts = each_in_a_thread(parts, |part| {
        let losses = part.iter().map(|one| loss(game, one, roots));
        losses.collect::<Vec<f64>>()
    });
    parts.concat()
}

/// A root of each game that has one: to fit to, and held out.
fn roots(
    game: &PawnGame,
    arguments: &Arguments,
    engine: &Engine,
    interrupt: &Interrupt,
) -> Result<(Vec<Root>, Vec<Root>)> {
    let (mut fitting, mut held_out) = (Vec::new(), Vec::new());
    for files in arguments.narrowest..=arguments.widest {
        let player = Player::new(engine, files, arguments)?;
        let play = |number, gives_up: &(dyn Fn() -> bool + Sync)| {
            if gives_up() {
                bail!("interrupted");
            }
            let root = root(game, &player.positions(number), arguments.limit);
            Ok(root.into_iter().collect())
        };
        let found = gather(
            arguments,
            engine,
            interrupt,
            HELD_OUT,
            play,
            |root: &Root| root.position,
        )?;
        fitting.extend(found.0);
        held_out.extend(found.1);
    }
    Ok((fitting, held_out))
}

/// The first position of a game that takes no more positions than the limit, if it takes enough to say something.
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

fn progress(generations: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} generations {msg}");
    ProgressBar::new(generations).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
