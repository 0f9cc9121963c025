//! A small network that guesses who stands better, for any game that shows it its positions.
//!
//! A sum of terms says what people have words for. A network can say more: that a thing matters only where
//! another one stands. It learns from games (the tuner teaches it), and it is small enough to be asked at every
//! node.
//!
//! ```text
//!   features   what is so of the position, as numbers of rows     a game says which (Input)
//!                |                                                 in one view, or in several
//!   filter     relu(sum of the rows of a view)                    held to MOST
//!                |
//!   pool       sum over all views
//!                |
//!   hidden     relu(W·pool + b)                                    what goes together with what,
//!                |                                                 by how many pieces are left
//!   score      w·hidden + v·pool + c                               for the side to move
//! ```
//!
//! - The views see the same position in several ways with the same numbers: a mirror image, say, so that both
//!   are worth the same; or a part of the board each, so that what is learned of one is known of all.
//! - The pool is weighed by one of several [heads](head), and the pieces on the board say by which.
//! - A position is always seen by the side to move, so both colours are worth the same, too.
//! - All is done in integers, 16 bits wide until the sums, so the same position has the same value on every
//!   machine. (Efficiently updatable networks do so; Nasu 2018. Nothing is updated here: positions are few
//!   words, and a view is some twenty rows.)
//!
//! Nothing here is exact: what a network says is a guess.

pub mod file;
pub mod head;

pub use file::{Learned, Numbers, Shape, WrongNetwork};
pub use head::{HEADS, HIDDEN, Head};

use crate::game::Game;
use crate::game::value::{SCALE, Value};

/// One in the numbers of filters and hidden neurons.
pub const ONE: i32 = 256;
/// No neuron says more: 4, so that the sum of 16 views has room in 16 bits.
pub const MOST: i16 = 4 * ONE as i16;
/// One in the weights of the hidden neurons.
const ONE_OF_HIDDEN: i32 = 128;
/// One in those of the score.
pub const ONE_OF_SCORE: i32 = 1_024;

/// A game that shows its positions to a network.
pub trait Input: Game {
    /// How large the network is.
    const SHAPE: Shape;

    /// Which head is asked: below [`HEADS`].
    fn head_of(position: &Self::Position) -> usize;

    /// Tells the rows of each view, at most [`Shape::views`] of them.
    fn tell_views(position: &Self::Position, tell: &mut dyn FnMut(&[u16]));
}

/// What a feature says to the filters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row<const FILTERS: usize>(pub [i16; FILTERS]);

/// A network that has learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network<const FILTERS: usize> {
    rows: Box<[Row<FILTERS>]>,
    heads: [Head<FILTERS>; HEADS],
}

/// So many filters are summed up at a time, in registers; each network has some times as many.
const AT_ONCE: usize = 32;

impl<const FILTERS: usize> Network<FILTERS> {
    /// From the bytes of a file.
    ///
    /// # Errors
    /// As [`Numbers::read`].
    pub fn read(shape: &Shape, bytes: &[u8]) -> Result<Self, WrongNetwork> {
        let numbers = Numbers::read(shape, bytes)?;
        Ok(Self {
            rows: (0..shape.rows)
                .map(|row| numbers.row(row * FILTERS))
                .collect(),
            heads: Head::all(shape, &numbers),
        })
    }

    /// Adds what the filters say of a view to the pool. Sums that have no room in 16 bits end where that ends.
    #[inline(always)]
    pub fn add_view(&self, view: &[u16], pool: &mut [i16; FILTERS]) {
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
                // There is room, as [`MOST`] has it; what looks for overflow adds up no vectors.
                pool[at] = pool[at].wrapping_add(sums[at].clamp(0, MOST));
            }
        }
    }

    /// What the pool is worth by a head.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, pool: &[i16; FILTERS], head: usize) -> Value {
        value_of(self.heads[head % HEADS].score(pool))
    }
}

/// The value of a head's score: the odds change by a factor of e with each whole one.
#[inline(always)]
#[must_use]
pub fn value_of(score: i32) -> Value {
    let value = i64::from(score) * i64::from(SCALE) / i64::from(ONE * ONE_OF_SCORE);
    Value::guess(value as i32).held_to_guesses()
}
