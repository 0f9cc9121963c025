//! A small evaluation network, for any game that provides features of its positions.
//!
//! A sum of terms contains only what people can put into words. A network can also learn that one
//! feature matters only with another. The tuner trains it; it is cheap enough for every node.
//!
//! ```text
//!   features   of the position, as indices of rows                a game says which (Input)
//!                |                                                 in one view, or in several
//!   filter     relu(sum of the rows of a view)                    held to MOST
//!                |
//!   pool       sum over all views
//!                |
//!   hidden     relu(W·pool + b)                                    combinations,
//!                |                                                 by how many pieces are left
//!   score      w·hidden + v·pool + c                               for the side to move
//! ```
//!
//! - The views show a position to the same filters in several ways: for example, also as its
//!   mirror image, so that both have the same score; or one part of the board each, so that what
//!   is learned about one part applies to all.
//! - One of several [heads](head) turns the pool into a score; the number of pieces selects it.
//! - A position is always seen from the side to move, so both colours are treated alike.
//! - All arithmetic uses integers, 16 bits wide up to the sums, so the score is the same on every
//!   machine (as in efficiently updatable networks; Nasu 2018). Nothing is updated incrementally
//!   here, because a view has only some dozens of rows.

pub mod file;
pub mod head;

pub use file::{Learned, Numbers, Shape, WrongNetwork};
pub use head::{HEADS, HIDDEN, Head};

use std::sync::Arc;

use crate::game::Game;
use crate::game::value::{SCALE, Value};

/// The representation of 1 in filters and hidden neurons.
pub const ONE: i32 = 256;
/// The limit of a neuron: 4, so that the sum of 16 views fits into 16 bits.
pub const MOST: i16 = 4 * ONE as i16;
/// The representation of 1 in the weights of the hidden neurons.
const ONE_OF_HIDDEN: i32 = 128;
/// The representation of 1 in the weights of the score.
pub const ONE_OF_SCORE: i32 = 1_024;

/// A game that shows its positions to a network.
pub trait Input: Game {
    /// The size of the network.
    const SHAPE: Shape;

    /// The index of the head to use, below [`HEADS`].
    fn head_of(position: &Self::Position) -> usize;

    /// The rows of one view.
    type View: AsRef<[u16]>;

    /// The views of a position, at most [`Shape::views`] of them.
    fn views(position: &Self::Position) -> impl AsRef<[Self::View]>;
}

/// The contribution of a feature to the filters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row<const FILTERS: usize>(pub [i16; FILTERS]);

/// A trained network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network<const FILTERS: usize> {
    rows: Box<[Row<FILTERS>]>,
    heads: [Head<FILTERS>; HEADS],
}

/// The number of filters summed at a time, in registers. The number of filters in a network is a
/// multiple of it.
const AT_ONCE: usize = 32;

impl<const FILTERS: usize> Network<FILTERS> {
    /// The network that the program was built with, shared by all engines.
    ///
    /// # Panics
    /// If the bytes are not a network of that shape: the tests evaluate with each.
    #[must_use]
    pub fn built_in(shape: &Shape, bytes: &[u8]) -> Arc<Self> {
        let network = Self::read(shape, bytes);
        Arc::new(network.expect("the network that the program is built with is tested"))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// As [`Numbers::read`].
    ///
    /// # Panics
    /// If the sum of the views may overflow, whatever the bytes are.
    pub fn read(shape: &Shape, bytes: &[u8]) -> Result<Self, WrongNetwork> {
        const { assert!(FILTERS.is_multiple_of(AT_ONCE)) };
        debug_assert_eq!(shape.filters, FILTERS);
        assert!(shape.views * MOST as usize <= i16::MAX as usize);
        let numbers = Numbers::read(shape, bytes)?;
        Ok(Self {
            rows: (0..shape.rows)
                .map(|row| numbers.row(row * FILTERS))
                .collect(),
            heads: Head::all(shape, &numbers),
        })
    }

    /// Adds the filters of a view to the pool. Sums saturate at 16 bits.
    #[inline(always)]
    fn add_view(&self, view: &[u16], pool: &mut [i16; FILTERS]) {
        let (pool, _) = pool.as_chunks_mut::<AT_ONCE>();
        for (part, pool) in pool.iter_mut().enumerate() {
            let mut sums = [0_i16; AT_ONCE];
            for row in view {
                let (row, _) = self.rows[usize::from(*row)].0.as_chunks::<AT_ONCE>();
                let row = &row[part];
                for at in 0..AT_ONCE {
                    sums[at] = sums[at].saturating_add(row[at]);
                }
            }
            for at in 0..AT_ONCE {
                // It cannot overflow (see `read`); overflow checks would prevent vectorisation.
                pool[at] = pool[at].wrapping_add(sums[at].clamp(0, MOST));
            }
        }
    }

    /// The value of a position for the side to move, in centipawns.
    #[inline(always)]
    #[must_use]
    pub fn value<G: Input>(&self, position: &G::Position) -> Value {
        let mut pool = [0; FILTERS];
        for view in G::views(position).as_ref() {
            self.add_view(view.as_ref(), &mut pool);
        }
        value_of(self.heads[G::head_of(position) % HEADS].score(&pool))
    }
}

/// The value of a head's score: each whole unit is [`SCALE`] centipawns.
#[inline(always)]
#[must_use]
pub fn value_of(score: i32) -> Value {
    let value = i64::from(score) * i64::from(SCALE) / i64::from(ONE * ONE_OF_SCORE);
    Value::guess(value as i32)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Input, Network, Shape};

    /// Evaluates positions by the [extreme] networks, whose values have known signs: a sum that
    /// overflows has the other one.
    pub fn evaluate_extremes<G: Input, const FILTERS: usize>(positions: &[G::Position]) {
        for (file, sign) in extreme(&G::SHAPE).into_iter().zip([1, -1, -1]) {
            let network = Network::<FILTERS>::read(&G::SHAPE, &file).unwrap();
            for position in positions {
                assert_eq!(network.value::<G>(position).number().signum(), sign);
            }
        }
    }

    /// The files of the networks whose sums are the greatest: whatever the weights are, none
    /// overflows if none of these does.
    pub fn extreme(shape: &Shape) -> [Vec<u8>; 3] {
        let (least, most) = (-shape.greatest(), shape.greatest());
        let extremes = [
            (i16::MAX, most, i16::MAX),
            (i16::MAX, least, i16::MIN),
            (i16::MIN, most, i16::MIN),
        ];
        extremes.map(|(of_rows, of_pool, of_score)| {
            let numbers = (0..shape.numbers()).map(|at| match shape.place_in_head(at) {
                None => of_rows,
                Some(place) if (shape.worth()..shape.pool()).contains(&place) => of_score,
                Some(place) if place == shape.bias() => of_score,
                Some(_) => of_pool,
            });
            shape.file_of(numbers)
        })
    }
}
