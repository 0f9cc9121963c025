//! Lists of moves, and of what goes with them, on the stack.
//!
//! How many moves a position can have is for each game to say, and the search keeps several lists a
//! node: so a game brings its own list, [`Game::List`](super::Game::List), and nothing is allocated, or
//! only where there are far more than usual.

use std::ops::DerefMut;

use arrayvec::ArrayVec;
use smallvec::{Array, SmallVec};

/// A list with room for something for each move of any position of its game.
pub trait List<T>:
    Default + DerefMut<Target = [T]> + Extend<T> + FromIterator<T> + IntoIterator<Item = T>
{
    /// Adds something at the end, for which there must be room.
    fn push(&mut self, item: T);
}

/// One that goes to the heap where it grows longer than usual: where a position may have far more moves
/// than most have, so that room for all would cost more to carry about than that.
impl<T, const N: usize> List<T> for SmallVec<[T; N]>
where
    [T; N]: Array<Item = T>,
{
    #[inline(always)]
    fn push(&mut self, item: T) {
        Self::push(self, item);
    }
}

impl<T, const N: usize> List<T> for ArrayVec<T, N> {
    #[inline(always)]
    fn push(&mut self, item: T) {
        Self::push(self, item);
    }
}
