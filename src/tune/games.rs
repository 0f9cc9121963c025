//! Positions from play: games of the engine against itself, short searches with some chance.
//!
//! Random setups would teach the score about positions that nobody meets. A game begins with
//! random moves, so that no two are alike, goes on with those of a short search, and one move in
//! ten is random again, so that both sides get into trouble.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, History};
use crate::games::pawns::{Diagram, PawnGame};
use crate::search::{Limits, Request, Table, search};
use crate::stop::Stop;

/// Nodes of the search for a move.
const NODES: u64 = 400;
/// How likely a move is random.
const CHANCE: f64 = 0.1;

/// The positions of a game from `start`, as far as they are not decided without search. The same
/// seed and number give the same game.
#[must_use]
pub fn game(game: &PawnGame, start: &Diagram, seed: u64, number: u64) -> Vec<Diagram> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream((start.files.count() as u64) << 32 | number);
    let opening = random.random_range(1..=2 * start.files.count());
    let Ok(table) = Table::new(1) else {
        return Vec::new();
    };
    let mut positions: Vec<Diagram> = Vec::new();
    let mut position = *start;
    while game.prove(&position.position).is_none() {
        let moves = game.moves(&position.position);
        let by_chance = positions.len() < opening || random.random_bool(CHANCE);
        let played = match by_chance {
            true => moves.choose(&mut random).copied(),
            false => best(game, &position, &table),
        };
        let Some(played) = played else { break };
        positions.push(position);
        position = position.play(played);
    }
    positions
}

fn best(
    game: &PawnGame,
    position: &Diagram,
    table: &Table<<PawnGame as Game>::Key>,
) -> Option<<PawnGame as Game>::Move> {
    let request = Request {
        game: game.clone(),
        root: position.position,
        history: History::default(),
        searchmoves: Vec::new(),
        known: Vec::new(),
        limits: Limits {
            nodes: Some(NODES),
            ..Limits::default()
        },
        awaits_a_move: true,
        multipv: 1,
        threads: 1,
    };
    let reports = search(&request, table, None, &Stop::default(), |_| ());
    reports.first()?.principal_variation.first().copied()
}
