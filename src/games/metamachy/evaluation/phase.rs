//! The phase of a game, from the pieces that are left, and scores that depend on it.
//!
//! Each weight has two values, for a full board and for an empty one, with interpolation in between (a
//! *tapered* evaluation; Chess Programming Wiki). H. G. Muller proposed this for passed pawns in particular:
//! to hold them back while there are pieces to attack them, and to push them in the endgame.

use std::ops::{AddAssign, Sub};

use crate::games::metamachy::man::Kind;

/// How much a piece of each kind fills the board, in the order of [`Kind::ALL`].
pub const SHARES: [i32; Kind::COUNT] = [0, 1, 1, 1, 1, 1, 1, 2, 3, 3, 4, 0];

/// The sum for all pieces of both sides at the start.
pub const FULL: i32 = 52;

/// A score for a full board and one for an empty one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Phased {
    /// The score with all pieces on the board.
    pub full: i32,
    /// The score with pawns and kings alone.
    pub empty: i32,
}

impl Phased {
    /// Adds a weight `count` times.
    #[inline(always)]
    pub const fn add(&mut self, weight: [i16; 2], count: i32) {
        self.full += weight[0] as i32 * count;
        self.empty += weight[1] as i32 * count;
    }

    /// Interpolates by how much the pieces fill the board. (Promotions beyond a full board are not counted.)
    #[inline(always)]
    #[must_use]
    pub fn blend(self, filled: i32) -> i32 {
        let filled = filled.min(FULL);
        (self.full * filled + self.empty * (FULL - filled)) / FULL
    }
}

impl AddAssign for Phased {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.full += other.full;
        self.empty += other.empty;
    }
}

impl Sub for Phased {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            full: self.full - other.full,
            empty: self.empty - other.empty,
        }
    }
}
