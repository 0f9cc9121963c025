//! The order in which the solver tries moves, fitted to its purpose: few positions.
//!
//! The cost of an order can be measured: solve, and count. So the weights of the order are found by
//! trial. An evolution strategy (Hansen, *The CMA evolution strategy: a tutorial*, 2016; here with
//! one step size for all weights, without the covariances) keeps a mean, tries some neighbours of
//! it, and moves to where the best of them lie. It minimises the mean logarithm of the positions
//! that some roots take, so that a large root counts no more than a small one.
//!
//! A single root says little: its count jumps by a tenth or more with small changes of the weights.
//! So there are many roots, from play on boards of several widths, each small enough to be solved
//! thousands of times.

use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use jacquerie::games::pawns::{GoalWeights, NUMBER_OF_TERMS, PawnGame, Position};
use jacquerie::solve::proof_search::{ProofSearch, Shared};

/// The dimension of the search: a weight for each term and goal.
const DIMENSIONS: usize = 2 * NUMBER_OF_TERMS;
/// How many neighbours are tried at a time.
pub const NEIGHBOURS: usize = 16;
const PARENTS: usize = 5;
/// Their first distance from the mean.
const FIRST_STEP: f64 = 12.0;
/// A root that is given up counts as this many times its cost with the first weights.
const MOST_TIMES: u64 = 8;
/// Memory for the table of one root, in MiB.
const MEMORY: u64 = 16;

/// A position to be solved, and its cost with the first weights.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// How many positions it took.
    pub first: u64,
}

/// How many positions it takes to solve one, up to a limit; `None` if it takes more, or memory is
/// short.
#[must_use]
pub fn cost(game: &PawnGame, position: &Position, limit: u64) -> Option<u64> {
    let shared = Shared::new(MEMORY)?;
    let mut prover = ProofSearch::new(game, &shared, false, &|| false);
    prover.value(position, limit).exact()?;
    Some(prover.positions())
}

/// The mean logarithm of the roots' costs with some weights.
#[must_use]
pub fn loss(game: &PawnGame, weights: &GoalWeights, roots: &[Root]) -> f64 {
    let game = PawnGame {
        goal_weights: weights.clone(),
        ..game.clone()
    };
    let costs = roots.iter().map(|root| {
        let most = MOST_TIMES * root.first;
        let cost = cost(&game, &root.position, most).unwrap_or(most);
        (cost.max(1) as f64).ln()
    });
    costs.sum::<f64>() / roots.len().max(1) as f64
}

/// The search for weights.
#[derive(Clone, Debug)]
pub struct Evolution {
    mean: [f64; DIMENSIONS],
    step: f64,
    /// The recent path of the mean: longer than by chance if the step is too small.
    path: [f64; DIMENSIONS],
    /// The neighbours tried last, as steps from the mean.
    tried: Vec<[f64; DIMENSIONS]>,
}

impl Evolution {
    /// Begins with some weights.
    #[must_use]
    pub fn new(weights: &GoalWeights) -> Self {
        let mut mean = [0.0; DIMENSIONS];
        let numbers = weights.list().into_iter().flat_map(|(_, pair)| pair);
        for (place, number) in mean.iter_mut().zip(numbers) {
            *place = f64::from(number);
        }
        Self {
            mean,
            step: FIRST_STEP,
            path: [0.0; DIMENSIONS],
            tried: Vec::new(),
        }
    }

    /// The mean weights.
    #[must_use]
    pub fn weights(&self) -> GoalWeights {
        rounded(&self.mean)
    }

    /// Neighbours to try.
    pub fn neighbours(&mut self, random: &mut ChaCha8Rng) -> Vec<GoalWeights> {
        self.tried = (0..NEIGHBOURS)
            .map(|_| std::array::from_fn(|_| StandardNormal.sample(random)))
            .collect();
        let at = |away: &[f64; DIMENSIONS]| {
            rounded(&std::array::from_fn(|at| {
                self.mean[at] + self.step * away[at]
            }))
        };
        self.tried.iter().map(at).collect()
    }

    /// Moves towards the neighbours with the least losses.
    pub fn learn(&mut self, losses: &[f64]) {
        let mut order: Vec<usize> = (0..self.tried.len()).collect();
        order.sort_by(|one, other| losses[*one].total_cmp(&losses[*other]));
        let share = |place: usize| (PARENTS as f64 + 0.5).ln() - (place as f64 + 1.0).ln();
        let all: f64 = (0..PARENTS).map(share).sum();
        let squares: f64 = (0..PARENTS).map(|place| (share(place) / all).powi(2)).sum();
        let effective = 1.0 / squares;
        let dimensions = DIMENSIONS as f64;
        let fading = (effective + 2.0) / (dimensions + effective + 5.0);
        let growth = (fading * (2.0 - fading) * effective).sqrt();
        for at in 0..DIMENSIONS {
            let best = order.iter().take(PARENTS).enumerate();
            let away: f64 = best
                .map(|(place, one)| share(place) / all * self.tried[*one][at])
                .sum();
            self.mean[at] += self.step * away;
            self.path[at] = (1.0 - fading) * self.path[at] + growth * away;
        }
        let length = self.path.iter().map(|part| part * part).sum::<f64>().sqrt();
        let by_chance = dimensions.sqrt() * (1.0 - 0.25 / dimensions);
        self.step *= (fading / (1.0 + fading) * (length / by_chance - 1.0)).exp();
    }
}

fn rounded(numbers: &[f64; DIMENSIONS]) -> GoalWeights {
    GoalWeights(std::array::from_fn(|term| {
        [0, 1].map(|goal| numbers[2 * term + goal].round() as i32)
    }))
}
