//! What the network learns from: the open positions of games, with values.
//!
//! Positions on eight files with most of their pawns cannot be solved by the thousand, but games of
//! the engine against itself end somehow, and whoever stood better has mostly won. That is noisier
//! than exact values, and in return it says something about the openings and middle games that
//! narrow boards do not have. What can be solved is: the last positions of a game get their exact
//! values, and those before them the value of the first that could be solved, so that no blunder
//! behind it counts.

use std::path::Path;

use anyhow::{Result, bail};

use super::Sample;
use crate::arguments::Arguments;
use crate::gather::games_of;
use crate::narrow_board::pawn_game;
use crate::sample::{Parts, Unsolved, solve};
use crate::work::{each_in_a_thread, progress};
use jacquerie::arena::pgn::{GameResult, Record};
use jacquerie::board::Colour;
use jacquerie::engine::Engine;
use jacquerie::game::state::State;
use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::{Diagram, PawnGame};
use jacquerie::stop::Interrupt;

/// One game in so many is held out.
const HELD_OUT: u64 = 20;

/// Reads the games of a file and solves what can be solved.
///
/// # Errors
/// If it cannot be read, or somebody interrupts it.
pub fn samples(
    path: &Path,
    arguments: &Arguments,
    engine: &Engine,
    interrupt: &Interrupt,
) -> Result<Parts<Sample>> {
    let rules = pawn_game(engine)?;
    let games = games_of(path, engine)?;
    let bar = &progress("games", games.len() as u64);
    let share = games.len().div_ceil(arguments.threads(engine)).max(1);
    let solve = |game| {
        bar.inc(1);
        samples_of(&rules, game, arguments.limit, interrupt)
    };
    let solved = each_in_a_thread(games.chunks(share), |part| {
        part.iter().map(solve).collect::<Result<Vec<_>, _>>()
    });
    bar.finish_and_clear();
    if interrupt.is_heard() {
        bail!("interrupted");
    }
    let solved = solved.into_iter().collect::<Result<Vec<_>, Unsolved>>()?;
    let mut parts = Parts::new();
    for (number, game) in (0..).zip(solved.into_iter().flatten()) {
        parts.add(number, HELD_OUT, game);
    }
    if parts.fitting.is_empty() {
        let path = path.display();
        bail!("{path}: no game with a result and open positions");
    }
    Ok(parts)
}

/// The open positions of a game, each with its value or what seems to be it.
fn samples_of(
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
    let boards = boards.filter_map(|(board, _)| {
        let state: &State<PawnGame> = board.as_any().downcast_ref()?;
        Some(*state.diagram())
    });
    let open = |board: &Diagram| rules.prove(&board.position).is_none();
    let open: Vec<Diagram> = boards.filter(open).collect();
    let gives_up = || interrupt.is_heard();
    let mut samples = solve(rules, &open, limit, &gives_up)?;
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
