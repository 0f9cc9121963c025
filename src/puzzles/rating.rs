//! The difficulty of a puzzle: how the engine's levels score against it.
//!
//! A [level](Level) is a limit on nodes, and now and then plays its second choice if that looks
//! nearly as good. So one search of each position in which the player has a choice, iteration by
//! iteration, gives the probability that each level finds the move. A level solves the puzzle if it
//! finds all of them. The players are levels from the lowest to the highest, [50 Elo](STEP) apart.
//! The rating is that of an opponent against whom these scores are most likely, by Elo's formula.
//! An added beginner that always fails and a master that always succeeds keep the rating finite. A
//! move that level [`DEEPEST`] does not find counts as not found by higher levels either.
//!
//! So a puzzle is rated higher the more nodes it takes to settle on the right move, the more other
//! moves look as good, and the more moves there are to find.

use super::line::{Line, Step};
use super::sight::{Blind, Iteration, Sight, first};
use crate::engine::Level;

/// The distance between the players in Elo.
pub const STEP: u32 = 50;

/// The search uses at most the nodes of this level.
pub const DEEPEST: u32 = 8;

/// A move that leads by this many centipawns is always played: no level prefers its second choice.
const CLEAR_LEAD: i32 = 500;

/// How often a level plays a position, each time with a different seed.
const GAMES: u64 = 16;

/// The Elo of the added player that always fails.
const BEGINNER: f64 = 600.0;
/// The Elo of the added player that always succeeds.
const MASTER: f64 = 2_500.0;

/// The weight of all other players together, compared with these two.
const WEIGHT: f64 = 12.0;

/// The difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// An Elo rating on the scale of the levels.
    pub elo: u32,
    /// The deviation of the rating.
    pub deviation: u32,
}

/// The Elo ratings of the players.
fn players() -> impl Iterator<Item = u32> {
    let (lowest, highest) = (Level::ELO[0], Level::ELO[Level::ELO.len() - 1]);
    (lowest..highest).step_by(STEP as usize).chain([highest])
}

/// Rates a puzzle.
///
/// # Errors
/// If the engine cannot search a position.
pub fn rate(line: &Line, sight: &mut Sight) -> Result<Rating, Blind> {
    let mut chances: Vec<f64> = players().map(|_| 1.0).collect();
    for step in line.steps.iter().filter(|step| step.has_choice) {
        let most = Level::new(DEEPEST).nodes();
        let is_clear = |lines: &Iteration| is_clear(lines, step);
        let iterations = sight.look(&*step.before, most, is_clear)?;
        for (chance, elo) in chances.iter_mut().zip(players()) {
            *chance *= finds(Level::of_elo(elo), &iterations, step);
        }
    }
    Ok(most_likely(&chances))
}

/// Whether the right move is first and proved, or leads clearly, so that no later iteration is
/// needed.
fn is_clear(lines: &Iteration, step: &Step) -> bool {
    let value = |number: usize| lines.get(number).map(|report| report.value.number());
    let lead = value(0)
        .zip(value(1))
        .map(|(best, second)| i32::from(best) - i32::from(second));
    let leads = lead.is_some_and(|lead| lead >= CLEAR_LEAD);
    lines
        .first()
        .is_some_and(|best| step.keepers.includes(first(best)) && (best.proved.is_some() || leads))
}

/// The probability that a level finds a move, from the iterations of a search.
fn finds(level: Level, iterations: &[Iteration], step: &Step) -> f64 {
    let within = |lines: &&Iteration| {
        let nodes = lines.first().map(|report| report.nodes);
        nodes.is_some_and(|nodes| nodes <= level.nodes())
    };
    let reached = iterations.iter().take_while(within).last();
    let Some(lines) = reached.or(iterations.first()) else {
        return 0.0;
    };
    let found = (0..GAMES).filter(|seed| {
        let chosen = lines.get(level.choose(lines, *seed));
        chosen.is_some_and(|report| step.keepers.includes(first(report)))
    });
    found.count() as f64 / GAMES as f64
}

/// The expected score of a player with one rating against a player with another.
fn expected(elo: f64, against: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((against - elo) / 400.0))
}

/// The rating at which the players' scores are most likely.
fn most_likely(scores: &[f64]) -> Rating {
    let weight = WEIGHT / scores.len() as f64;
    let players = players().map(|elo| (f64::from(elo), weight));
    let all: Vec<(f64, f64)> = players.chain([(BEGINNER, 1.0), (MASTER, 1.0)]).collect();
    let scored = weight * scores.iter().sum::<f64>() + 1.0;
    let would_score = |against| -> f64 {
        let each = all.iter();
        each.map(|(elo, weight)| weight * expected(*elo, against))
            .sum()
    };
    // The higher the rating, the less the players score.
    let (mut low, mut high) = (0.0, 4_000.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        match would_score(middle) > scored {
            true => low = middle,
            false => high = middle,
        }
    }
    let information: f64 = all
        .iter()
        .map(|(elo, weight)| {
            let chance = expected(*elo, low);
            weight * chance * (1.0 - chance)
        })
        .sum();
    let scale = 400.0 / std::f64::consts::LN_10;
    Rating {
        elo: low.round() as u32,
        deviation: (scale / information.sqrt()).round() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_players_solve_it_the_lower_is_the_rating() {
        let count = players().count();
        let solved_by_the_best = |best: usize| {
            let scores = (0..count).map(|one| f64::from(u8::from(one >= count - best)));
            most_likely(&scores.collect::<Vec<_>>()).elo
        };
        let ratings: Vec<u32> = (0..=count).map(solved_by_the_best).collect();
        assert!(ratings.is_sorted_by(|one, next| one > next), "{ratings:?}");
        assert!(ratings[0] < 2_700 && ratings[count] > 500, "{ratings:?}");
    }
}
