//! Samples of antichess: positions from play, each with how its game went.
//!
//! Positions with many men cannot be solved by the thousand, but quick games of the engine against itself
//! end somehow, and whoever stood better has mostly won. A game begins with up to a dozen random moves,
//! so that no two are alike; later moves are seldom random, for a blunder would tell lies about what
//! stood there before it.

use std::collections::HashSet;

use super::games::{chance, game};
use crate::board::Colour;
use crate::game::{Game, Outcome};
use crate::games::antichess::{AntichessGame, Diagram, Position};

/// The most random moves at the start of a game.
const MOST_RANDOM: usize = 12;
/// How likely a later move is random.
const CHANCE: f64 = 0.01;

/// A position, and what its game came to for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position; its game is not over.
    pub position: Position,
    /// How it went.
    pub result: Outcome,
}

/// The positions of one game from the start, each once.
#[must_use]
pub fn samples(rules: &AntichessGame, start: &Diagram, seed: u64, number: u64) -> Vec<Sample> {
    let played = game(rules, start, MOST_RANDOM, CHANCE, &mut chance(seed, number));
    let Some(end) = played.end else {
        return Vec::new();
    };
    // What goes on and on is a draw.
    let proof = rules.prove(&end.position);
    let result = proof.map_or(Outcome::Draw, |proof| proof.outcome);
    let of = |turn: Colour| match turn == end.turn {
        true => result,
        false => result.reversed(),
    };
    let mut seen = HashSet::new();
    let mut samples: Vec<Sample> = played
        .positions
        .into_iter()
        .map(|diagram| Sample {
            position: diagram.position,
            result: of(diagram.turn),
        })
        .collect();
    samples.retain(|one| seen.insert(one.position));
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_game_have_opposite_results() {
        let rules = AntichessGame::default();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        let start: Diagram = start.parse().unwrap();
        let games = |seed| samples(&rules, &start, seed, 0);
        let all = games(1);
        assert!(all.len() > 10);
        assert!(all.iter().all(|one| rules.outcome(&one.position).is_none()));
        let of = |parity: usize| {
            let own = all.iter().skip(parity).step_by(2);
            own.map(|one| one.result).collect::<HashSet<_>>()
        };
        assert_eq!((of(0).len(), of(1).len()), (1, 1));
        assert_eq!(games(1), all);
        assert_ne!(games(2), all);
    }
}
