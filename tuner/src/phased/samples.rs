//! Samples for weights that come in pairs, from the results of games.
//!
//! Positions with many pieces cannot be solved by the thousand, but games have results, and the
//! side that stood better has usually won. The tuner's own games are quick ([`samples`]). Each
//! begins with up to a dozen random moves, so that all differ. Later moves are rarely random: a
//! blunder would misrepresent the positions before it. Stronger games ([`samples_of`]) teach more.

use std::collections::HashSet;

use crate::play::{chance, game};
use crate::sample::Sample;
use jacquerie::board::Colour;
use jacquerie::engine::weights::{Named, TermSizes};
use jacquerie::game::Outcome;
use jacquerie::game::diagram::Diagram;
use jacquerie::game::playable::Playable;
use jacquerie::games::antichess::evaluation as antichess_evaluation;
use jacquerie::games::antichess::{self, AntichessGame};
use jacquerie::games::metamachy::evaluation as metamachy_evaluation;
use jacquerie::games::metamachy::evaluation::phase::FULL;
use jacquerie::games::metamachy::{self, MetamachyGame};

/// The maximum number of random moves at the start of a game.
const MOST_RANDOM: usize = 12;
/// The probability of a random move later.
const CHANCE: f64 = 0.01;

/// A game whose evaluation is a sum of terms with two weights each.
pub trait Phased: Playable {
    /// The terms, and how many numbers each has.
    const TERMS: &'static TermSizes;
    /// The name of their table in `engine.toml`.
    const TABLE: &'static str;

    /// The same game with these weights, in the order of `engine.toml`, and without a network.
    fn with_weights(&self, weights: &[i32]) -> Self;

    /// The game's weights by name.
    fn named_weights(&self) -> Named<'_>;

    /// The game's weights, in the order of `engine.toml`.
    fn weights_in_order(&self) -> Vec<i32> {
        let named = self.named_weights().into_iter();
        named.flat_map(|(_, numbers)| numbers.to_vec()).collect()
    }

    /// The share of each weight, in the same order, in the evaluation of a position.
    fn shares(position: &Self::Position) -> Vec<f64>;

    /// Whether the evaluation of a position is reliable, given the next position of the game.
    fn is_quiet(&self, _position: &Self::Position, _next: &Self::Position) -> bool {
        true
    }
}

/// The weights' shares, from counts with their indices; `full` is how full the board is.
fn shares_of<const NUMBERS: usize>(
    places: &[[u16; 2]; NUMBERS],
    full: f64,
    counts: impl Fn(&mut dyn FnMut(usize, i32)),
) -> Vec<f64> {
    let mut shares = vec![0.0; 2 * NUMBERS];
    counts(&mut |number, count| {
        let [of_full, of_empty] = places[number].map(usize::from);
        shares[of_full] += f64::from(count) * full;
        shares[of_empty] += f64::from(count) * (1.0 - full);
    });
    shares
}

impl Phased for AntichessGame {
    const TERMS: &'static TermSizes = &antichess_evaluation::terms::TERMS;
    const TABLE: &'static str = antichess_evaluation::TABLE;

    fn with_weights(&self, weights: &[i32]) -> Self {
        let mut weights = weights.iter().copied();
        let weights = std::array::from_fn(|_| weights.next().unwrap_or_default());
        Self {
            weights: antichess::Weights::new(weights),
            network: None,
            ..self.clone()
        }
    }

    fn named_weights(&self) -> Named<'_> {
        self.weights.list()
    }

    fn shares(position: &Self::Position) -> Vec<f64> {
        use antichess_evaluation::terms;
        let full = f64::from(position.men().count()) / f64::from(terms::FULL);
        shares_of(&antichess_evaluation::PLACES, full, |tell| {
            terms::count(position, tell);
        })
    }
}

impl Phased for MetamachyGame {
    const TERMS: &'static TermSizes = &metamachy_evaluation::terms::TERMS;
    const TABLE: &'static str = metamachy_evaluation::TABLE;

    fn with_weights(&self, weights: &[i32]) -> Self {
        Self::new(metamachy::Weights::new(weights.to_vec()), None)
    }

    fn named_weights(&self) -> Named<'_> {
        self.weights.list()
    }

    fn shares(position: &Self::Position) -> Vec<f64> {
        let (counts, filled) = metamachy_evaluation::counts(position);
        let full = f64::from(filled.min(FULL)) / f64::from(FULL);
        let [own, enemy] = [position.turn(), position.turn().opponent()];
        let [own, enemy] = [own, enemy].map(|side| &counts.0[side as usize]);
        shares_of(&metamachy_evaluation::PLACES, full, |tell| {
            for (number, (own, enemy)) in own.iter().zip(enemy).enumerate() {
                tell(number, own - enemy);
            }
        })
    }

    /// No side was in check, and no piece was captured.
    fn is_quiet(&self, position: &Self::Position, next: &Self::Position) -> bool {
        !position.is_in_check() && position.men().count() == next.men().count()
    }
}

/// The positions of one quick game from the start, each once.
#[must_use]
pub fn samples<G: Phased>(
    rules: &G,
    start: &Diagram<G>,
    seed: u64,
    number: u64,
) -> Vec<Sample<G::Position>> {
    let played = game(rules, start, MOST_RANDOM, CHANCE, &mut chance(seed, number));
    let Some(end) = played.end else {
        return Vec::new();
    };
    // An endless game is a draw.
    let proof = rules.prove(&end.position);
    let winner = proof.and_then(|proof| proof.outcome.winner(end.turn));
    let mut diagrams = played.positions;
    diagrams.push(end);
    samples_of(rules, &diagrams, winner)
}

/// The positions of a game except the last, each once, with the game's result.
#[must_use]
pub fn samples_of<G: Phased>(
    rules: &G,
    diagrams: &[Diagram<G>],
    winner: Option<Colour>,
) -> Vec<Sample<G::Position>> {
    let mut seen = HashSet::new();
    let pairs = diagrams.iter().zip(diagrams.iter().skip(1));
    let quiet = pairs.filter_map(|(diagram, next)| {
        let position = diagram.position;
        let is_quiet = rules.is_quiet(&position, &next.position);
        is_quiet.then(|| Sample {
            position,
            value: Outcome::of_winner(winner, diagram.turn),
        })
    });
    quiet.filter(|one| seen.insert(one.position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides_have_opposite_results<G: Phased>(rules: &G, start: &str) {
        let start = start.parse().unwrap();
        let games = |seed| samples(rules, &start, seed, 0);
        let all = games(1);
        assert!(all.len() > 10);
        assert!(all.iter().all(|one| rules.outcome(&one.position).is_none()));
        let values: HashSet<Outcome> = all.iter().map(|one| one.value).collect();
        assert!(values.len() == 2 || values.contains(&Outcome::Draw));
        assert_eq!(games(1), all);
        assert_ne!(games(2), all);
    }

    #[test]
    fn the_sides_of_a_game_have_opposite_results() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        sides_have_opposite_results(&AntichessGame::default(), start);
        let start = "5k6/12/12/p1p1p7/12/3Q8/12/12/P1P1P7/12/5K6/12 w - - 0 1";
        sides_have_opposite_results(&MetamachyGame::default(), start);
    }

    /// The evaluation is the sum of its weights times their shares.
    fn evaluates_by_shares<G: Phased>(rules: &G, start: &str, weights: &[i32]) {
        let start = start.parse().unwrap();
        let game = rules.with_weights(weights);
        let samples = samples(rules, &start, 5, 5);
        assert!(!samples.is_empty());
        for one in samples {
            let shares = G::shares(&one.position);
            assert_eq!(shares.len(), weights.len());
            let pairs = shares.iter().zip(weights);
            let sum: f64 = pairs
                .map(|(share, weight)| share * f64::from(*weight))
                .sum();
            let found = f64::from(game.evaluate(&one.position).number());
            assert!((found - sum).abs() < 1.001, "{found} {sum}");
        }
    }

    #[test]
    fn the_evaluation_is_a_sum_of_shares() {
        let numbers = |terms: &TermSizes| -> Vec<i32> {
            let count = 2 * jacquerie::engine::weights::count(terms) as i32;
            (0..count).map(|at| at * 7 % 31 - 15).collect()
        };
        evaluates_by_shares(
            &AntichessGame::default(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            &numbers(AntichessGame::TERMS),
        );
        evaluates_by_shares(
            &MetamachyGame::default(),
            "5k6/12/12/p1p1p7/12/3Q8/12/12/P1P1P7/12/5K6/12 w - - 0 1",
            &numbers(MetamachyGame::TERMS),
        );
    }
}
