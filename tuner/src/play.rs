//! Positions from play: games of the engine against itself, with short searches and some random
//! moves.
//!
//! Random setups would teach the score about positions that do not occur. A game begins with random
//! moves, so that all differ. It continues with short searches, and one move in ten is random
//! again, so that both sides get into trouble.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use jacquerie::game::diagram::Diagram;
use jacquerie::game::playable::Playable;
use jacquerie::game::{Game, History};
use jacquerie::search::{Limits, Request, Table, search};
use jacquerie::stop::Stop;

/// Nodes of the search for a move.
const NODES: u64 = 400;
/// The probability of a random move later, to get both sides into trouble.
pub const CHANCE: f64 = 0.1;
/// The maximum length of a game in plies, where positions can repeat.
const MOST_PLIES: usize = 300;

/// The positions of a game.
#[derive(Debug)]
pub struct Played<D> {
    /// The positions that are not decided without a search.
    pub positions: Vec<D>,
    /// The position after them.
    pub end: Option<D>,
}

/// A game from `start`. Up to `random` of its first moves are random, later ones with a given
/// probability. The same random numbers give the same game.
#[must_use]
pub fn game<G: Playable>(
    game: &G,
    start: &Diagram<G>,
    most_random: usize,
    by_chance: f64,
    random: &mut ChaCha8Rng,
) -> Played<Diagram<G>> {
    let opening = random.random_range(1..=most_random);
    let mut positions: Vec<Diagram<G>> = Vec::new();
    let Ok(table) = Table::new(1) else {
        return Played {
            positions,
            end: None,
        };
    };
    let mut diagram = *start;
    while positions.len() < MOST_PLIES {
        let position = diagram.position;
        if game.prove(&position).is_some() {
            break;
        }
        let moves = game.moves(&position);
        let is_random = positions.len() < opening || random.random_bool(by_chance);
        let played = match is_random {
            true => moves.choose(random).copied(),
            false => best(game, &position, &table),
        };
        let Some(played) = played else { break };
        let next = diagram.after(game, played);
        positions.push(std::mem::replace(&mut diagram, next));
    }
    Played {
        positions,
        end: Some(diagram),
    }
}

/// The random numbers of a game, from seed and number.
#[must_use]
pub fn chance(seed: u64, number: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    random
}

fn best<G: Game>(game: &G, position: &G::Position, table: &Table<G::Key>) -> Option<G::Move> {
    let request = Request {
        game: game.clone(),
        root: *position,
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
