//! Weights and patterns from the results of games, and what the [network](super::network) learns from.
//!
//! Positions on eight files with most of their pawns cannot be solved by the thousand, but games of
//! the engine against itself end somehow, and whoever stood better has mostly won. That is noisier
//! than exact values, and in return it says something about the openings and middle games that
//! narrow boards do not have. What can be solved is: the last positions of a game get their exact
//! values, and those before them the value of the first that could be solved, so that no blunder
//! behind it counts. A twentieth of the games is held out to judge by.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use super::data::progress_of_games;
use super::report::tell;
use super::{Arguments, each_in_a_thread, games_of, unfit};
use crate::arena::pgn::{GameResult, Record};
use crate::board::Colour;
use crate::commands::pawn_games;
use crate::engine::Engine;
use crate::files;
use crate::game::{Game, Outcome};
use crate::games::pawns::pscore::patterns::{Pattern, Patterns};
use crate::games::pawns::{Diagram, PawnGame};
use crate::stop::Interrupt;
use crate::tune::fit::{Fitted, fit_with_patterns};
use crate::tune::judge::judge;
use crate::tune::model::Model;
use crate::tune::sample::{self, Sample, Unsolved};

/// One game in so many is held out.
const HELD_OUT: usize = 20;

/// The open positions of the games of a file with their values.
pub struct Games {
    /// What is fitted to.
    pub fitting: Vec<Sample>,
    /// What it is judged by.
    pub held_out: Vec<Sample>,
}

impl Games {
    /// Reads the games and solves what can be solved.
    pub fn of(
        path: &Path,
        arguments: &Arguments,
        engine: &Engine,
        interrupt: &Interrupt,
    ) -> Result<Self> {
        let games = games_of(path, engine)?;
        // Gamelets would make the limit depend on the games before.
        let rules = PawnGame {
            gamelets: None,
            ..pawn_games::state(engine, "tune")?.game().clone()
        };
        let threads = arguments.threads.unwrap_or(engine.options().threads) as usize;
        let samples = solve_all(&rules, &games, arguments.limit, threads, interrupt)?;
        let mut all = Self {
            fitting: Vec::new(),
            held_out: Vec::new(),
        };
        for (number, game) in samples.into_iter().enumerate() {
            let part = match number % HELD_OUT {
                0 => &mut all.held_out,
                _ => &mut all.fitting,
            };
            part.extend(game);
        }
        if all.fitting.is_empty() {
            bail!(
                "{}: no game with a result and open positions",
                path.display()
            );
        }
        Ok(all)
    }
}

/// Fits to the games of a file, and tells how well the result predicts those held out.
pub fn fit(
    path: &Path,
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<(Fitted, BTreeMap<Pattern, i16>)> {
    let interrupt = Interrupt::listen()?;
    let games = Games::of(path, arguments, engine, &interrupt)?;
    let (fitted, patterns) = fit_with_patterns(&games.fitting).map_err(unfit)?;
    let mut table = Patterns::none();
    for (pattern, worth) in &patterns {
        table.set(*pattern, *worth);
    }
    let model = Model {
        threshold: fitted.threshold,
        scale: crate::search::chances::SCALE,
    };
    for (name, part) in [("fitted to", &games.fitting), ("held out", &games.held_out)] {
        let score = |one: &Sample| {
            let position = &one.position.position;
            let counts = crate::games::pawns::pscore::counts(position);
            f64::from(fitted.weights.total(&counts) + table.total(position))
        };
        let scores: Vec<(f64, Outcome)> = part.iter().map(|one| (score(one), one.value)).collect();
        tell_loss(name, part.len(), judge(&scores, model).log_loss, output)?;
    }
    writeln!(output, "{} shapes", patterns.len())?;
    tell(&fitted, output)?;
    Ok((fitted, patterns))
}

/// How well the values of so many positions are told.
pub fn tell_loss(
    name: &str,
    positions: usize,
    log_loss: f64,
    output: &mut impl Write,
) -> Result<()> {
    writeln!(
        output,
        "{name:<12}{positions:>10} positions, log-loss {log_loss:.4}"
    )?;
    Ok(())
}

/// The samples of all games, in their order.
fn solve_all(
    rules: &PawnGame,
    games: &[Record],
    limit: u64,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Vec<Sample>>> {
    let bar = progress_of_games(games.len() as u64);
    let share = games.len().div_ceil(threads).max(1);
    let bar = &bar;
    let solve = |game| {
        bar.inc(1);
        samples(rules, game, limit, interrupt)
    };
    let parts = each_in_a_thread(games.chunks(share), |part: &[Record]| {
        part.iter().map(solve).collect::<Result<Vec<_>, _>>()
    });
    bar.finish_and_clear();
    if interrupt.is_heard() {
        bail!("interrupted");
    }
    let parts: Result<Vec<_>, Unsolved> = parts.into_iter().collect();
    Ok(parts?.concat())
}

/// The open positions of a game, each with its value or what seems to be it.
fn samples(
    rules: &PawnGame,
    game: &Record,
    limit: u64,
    interrupt: &Interrupt,
) -> Result<Vec<Sample>, Unsolved> {
    let winner = match game.result {
        GameResult::WhiteWins => Some(Colour::White),
        GameResult::BlackWins => Some(Colour::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return Ok(Vec::new()),
    };
    let boards = game.plies();
    let boards = boards.filter_map(|(board, _)| Some(*pawn_games::of(&*board)?.diagram()));
    let open = |board: &Diagram| rules.prove(&board.position).is_none();
    let open: Vec<Diagram> = boards.filter(open).collect();
    let gives_up = || interrupt.is_heard();
    let mut samples = sample::solve(rules, &open, limit, &gives_up)?;
    // The last solved is the first on the board.
    let first = samples.last().copied();
    let before = &open[..open.len() - samples.len()];
    samples.extend(before.iter().map(|board| Sample {
        position: *board,
        value: match first {
            Some(first) if first.position.turn == board.turn => first.value,
            Some(first) => first.value.reversed(),
            None => match winner {
                None => Outcome::Draw,
                Some(winner) if winner == board.turn => Outcome::Win,
                Some(_) => Outcome::Loss,
            },
        },
    }));
    Ok(samples)
}

/// Writes the patterns, one a line.
pub fn write(path: &Path, patterns: &BTreeMap<Pattern, i16>) -> std::io::Result<()> {
    let lines = patterns.iter();
    let lines = lines.map(|(pattern, worth)| format!("{pattern} {worth}\n"));
    files::replace(path, lines.collect::<String>().as_bytes())
}
