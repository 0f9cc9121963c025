//! Lists of moves, and of values for each move, on the stack.
//!
//! The maximum number of moves depends on the game, and the search keeps several lists per node. So
//! each game has its own list type, [`Game::List`](super::Game::List), which never allocates, or
//! only for an unusual number of moves.

use std::ops::DerefMut;

use arrayvec::ArrayVec;
use smallvec::{Array, SmallVec};

/// A list with room for one item for each move in any position of its game.
pub trait List<T>:
    Default + DerefMut<Target = [T]> + Extend<T> + FromIterator<T> + IntoIterator<Item = T>
{
    /// Appends an item, for which there must be room.
    fn push(&mut self, item: T);
}

/// A list that moves to the heap when it becomes unusually long, for games in which a few positions
/// have many more moves than most: room for all of them on the stack would cost more.
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
