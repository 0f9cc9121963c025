//! The heads of the network: what its pool of numbers is worth.
//!
//! A majority, a passed pawn and a spare move are worth one thing on a full board and another in an ending,
//! and eight neurons are too few to say both. So there are several heads, each with neurons and weights of
//! its own, and the number of pawns says which of them is asked. The filters are shared: what is to be seen
//! of three files is the same, and to look is what takes time. (Chess engines choose a part of their network
//! by the number of pieces in the same way; Stockfish since 2021.)

use super::{FILTERS, MOST, ONE_OF_HIDDEN, Row};
use crate::games::pawns::position::Position;

/// How many heads there are.
pub const HEADS: usize = 8;
/// How many hidden neurons each has.
pub const HIDDEN: usize = 8;

/// Which head is asked. The more pawns, the more positions there are that no fact decides, so the finer the
/// bands.
#[inline(always)]
#[must_use]
pub fn head_of(position: &Position) -> usize {
    match position.pawns() {
        ..=12 => 0,
        13..=16 => 1,
        17..=19 => 2,
        20..=22 => 3,
        23..=24 => 4,
        25..=26 => 5,
        27..=28 => 6,
        _ => 7,
    }
}

/// What makes a score of the pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub hidden: [Neuron; HIDDEN],
    /// What each number of the pool adds to the score.
    pub of_pool: Row,
    pub bias: i32,
}

/// A hidden neuron.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Neuron {
    pub weights: Row,
    pub bias: i32,
    /// What it adds to the score.
    pub worth: i32,
}

impl Head {
    #[inline(always)]
    pub fn score(&self, pool: &[i16; FILTERS]) -> i32 {
        let mut score = self.bias + weighed(pool, &self.of_pool.0);
        for neuron in &self.hidden {
            let sum = neuron.bias + weighed(pool, &neuron.weights.0);
            score += neuron.worth * (sum / ONE_OF_HIDDEN).clamp(0, i32::from(MOST));
        }
        score
    }
}

/// The sum of numbers, each with its weight. There is room, as
/// [`GREATEST`](super::weights::GREATEST) has it; what looks for overflow adds up no vectors.
#[inline(always)]
fn weighed(numbers: &[i16; FILTERS], weights: &[i16; FILTERS]) -> i32 {
    let mut sum: i32 = 0;
    for at in 0..FILTERS {
        sum = sum.wrapping_add(i32::from(numbers[at]) * i32::from(weights[at]));
    }
    sum
}
