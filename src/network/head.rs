//! The heads of a network, which compute a score from its pool.
//!
//! A majority, a passed pawn or a spare move has one value on a full board and another in an
//! ending, and eight neurons are too few for both. So there are several heads, each with its own
//! neurons and weights, and the number of pieces selects one of them. The filters are shared,
//! because the features are the same and most of the time is spent there. (Chess engines select a
//! part of their network by the number of pieces in the same way; Stockfish has done so since
//! 2021.)

use super::file::{Numbers, Shape};
use super::{MOST, ONE, ONE_OF_HIDDEN, Row};

/// The number of heads.
pub const HEADS: usize = 8;
/// The number of hidden neurons in each head.
pub const HIDDEN: usize = 8;

/// A head, which turns the pool into a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head<const FILTERS: usize> {
    hidden: [Neuron<FILTERS>; HIDDEN],
    /// The direct weight of each number of the pool in the score.
    of_pool: Row<FILTERS>,
    bias: i32,
}

/// A hidden neuron.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Neuron<const FILTERS: usize> {
    weights: Row<FILTERS>,
    bias: i32,
    /// Its weight in the score.
    worth: i32,
}

impl<const FILTERS: usize> Head<FILTERS> {
    /// All heads of a network.
    #[must_use]
    pub fn all(shape: &Shape, numbers: &Numbers) -> [Self; HEADS] {
        std::array::from_fn(|head| Self::new(shape, numbers, shape.head(head)))
    }

    fn new(shape: &Shape, numbers: &Numbers, at: usize) -> Self {
        let number = |place: usize| i32::from(numbers.at(at + place));
        Self {
            hidden: std::array::from_fn(|neuron| {
                let weights = neuron * (FILTERS + 1);
                Neuron {
                    weights: numbers.row(at + weights),
                    bias: number(weights + FILTERS) * ONE,
                    worth: number(shape.worth() + neuron),
                }
            }),
            of_pool: numbers.row(at + shape.pool()),
            bias: number(shape.bias()) * ONE,
        }
    }

    /// The score of the pool, in units of 1 / ([`ONE`] × [`ONE_OF_SCORE`](super::ONE_OF_SCORE)).
    #[inline(always)]
    #[must_use]
    pub fn score(&self, pool: &[i16; FILTERS]) -> i32 {
        let mut score = self.bias + weighed(pool, &self.of_pool.0);
        for neuron in &self.hidden {
            let sum = neuron.bias + weighed(pool, &neuron.weights.0);
            score += neuron.worth * (sum / ONE_OF_HIDDEN).clamp(0, i32::from(MOST));
        }
        score
    }
}

/// The weighted sum of numbers. It cannot overflow (see [`Shape::greatest`]); overflow checks would
/// prevent vectorisation.
#[inline(always)]
fn weighed<const FILTERS: usize>(numbers: &[i16; FILTERS], weights: &[i16; FILTERS]) -> i32 {
    let mut sum: i32 = 0;
    for at in 0..FILTERS {
        sum = sum.wrapping_add(i32::from(numbers[at]) * i32::from(weights[at]));
    }
    sum
}
