//! Samples of kings and pawns: positions from play, with their values from the exact tables.
//!
//! Two to four pawns per side are set up at random, with a difference of at most one. Everything
//! that can arise from them is solved. Then some games are played from there, with the kings placed
//! anywhere at first, so every position is in the tables. Positions decided by a fact are not
//! samples.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;

use super::Sample;
use crate::play::{CHANCE, chance, game};
use crate::sample::Unsolved;
use jacquerie::board::{Bitboard, Colour, Rank, Square};
use jacquerie::game::setup::Setup;
use jacquerie::games::kings::structure::Structure;
use jacquerie::games::kings::tables::Store;
use jacquerie::games::kings::{Diagram, KingGame};
use jacquerie::solve::tiers::Plan;

/// Pawns that need more tables are skipped: this many take half a second.
const MOST_TABLES: usize = 2_000;
/// How many games to play from one structure.
const GAMES: usize = 20;
/// The maximum number of random moves at the start of a game.
const MOST_RANDOM: usize = 4;

/// The positions of some games from one pawn structure, with their values.
///
/// # Errors
/// If `gives_up` returns true.
pub fn samples(
    rules: &KingGame,
    seed: u64,
    number: u64,
    gives_up: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Sample>, Unsolved> {
    let mut random = chance(seed, number);
    let (white, black) = pawns(&mut random);
    let structure = Structure { white, black };
    let store = Store::new((), MOST_TABLES);
    let made = store.solve(structure, &|| gives_up(), &mut |_| ());
    made.map_err(|_| Unsolved::Stopped)?;
    let mut samples = Vec::new();
    for _ in 0..GAMES {
        let start = start(structure, &mut random);
        let positions = game(rules, &start, MOST_RANDOM, CHANCE, &mut random).positions;
        samples.extend(positions.into_iter().filter_map(|diagram| {
            let position = diagram.position;
            let value = store.worth(&position)?.outcome();
            Some(Sample { position, value })
        }));
    }
    Ok(samples)
}

/// Random pawns of White and Black from which not too many structures can arise.
fn pawns(random: &mut ChaCha8Rng) -> (Bitboard, Bitboard) {
    let squares = !(Bitboard::rank(Rank::FIRST) | Bitboard::rank(Rank::LAST));
    loop {
        let white = random.random_range(2..=4);
        let black = random.random_range(white - 1..=white + 1).clamp(2, 4);
        let drawn = squares.into_iter().sample(random, white + black);
        let (white, black) = drawn.split_at(white);
        let (white, black) = (set(white), set(black));
        let structure = Structure { white, black };
        if Plan::new(&[structure], MOST_TABLES, &|| false, |_| ()).is_ok() {
            return (white, black);
        }
    }
}

/// A random legal position of a structure.
fn start(structure: Structure, random: &mut ChaCha8Rng) -> Diagram {
    let Structure { white, black } = structure;
    loop {
        let kings = (!structure.pawns()).into_iter().sample(random, 2);
        let (white_king, black_king) = kings.split_at(1);
        let turn = match random.random_bool(0.5) {
            true => Colour::White,
            false => Colour::Black,
        };
        let setup = Setup::new(8, turn)
            .with(Colour::White, 'K', white_king.iter().copied())
            .with(Colour::Black, 'K', black_king.iter().copied())
            .with(Colour::White, 'P', white)
            .with(Colour::Black, 'P', black);
        if let Ok(diagram) = Diagram::of(&setup) {
            return diagram;
        }
    }
}

fn set(squares: &[Square]) -> Bitboard {
    let each = squares.iter().map(|square| Bitboard::of(*square));
    each.fold(Bitboard::EMPTY, |all, one| all | one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jacquerie::game::Game;

    #[test]
    fn samples_are_not_decided_by_a_fact() {
        let rules = KingGame::default();
        let games = |seed| samples(&rules, seed, 0, &|| false).unwrap();
        let all = games(3);
        assert!(all.len() > 20);
        assert!(all.iter().all(|one| rules.prove(&one.position).is_none()));
        assert_eq!(games(3), all);
        assert_ne!(games(4), all);
    }
}
