//! Moves, and their setwise generation.
//!
//! Four shifts find all moves of a position: single steps, double steps, captures to the left and to the
//! right. Each set holds the target squares. The origin of a move follows from its set. Counting moves is
//! counting bits.

use arrayvec::ArrayVec;

use super::position::{LAST, Position};
use crate::board::{Bitboard, Square};

/// A move, seen by the side that makes it. Its kind follows from its two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move between two squares. Its legality depends on the position.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// The origin square.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The target square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Whether it changes the file: pawns do so only to capture.
    #[inline]
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.from.file() != self.to.file()
    }

    /// Whether it goes two ranks.
    #[inline]
    #[must_use]
    pub const fn is_double_step(self) -> bool {
        self.to.index() == self.from.index() + 16
    }

    /// The same move in a mirror that swaps left and right.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::new(self.from.mirror(), self.to.mirror())
    }
}

/// The maximum number of moves in a position.
///
/// At most 56 squares can hold a pawn: `a` of the side to move and `b` of the opponent. No square can be
/// captured on from more than two sides and no pawn captures in more than two directions, so there are at
/// most 2·min(a, b) captures, min(a, 56 − a − b) single steps, 8 double steps and 2 captures en passant:
/// never more than 66.
pub const MAX_MOVES: usize = 80;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The target squares of all moves of a position, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSets {
    /// The targets of single steps.
    pub single: Bitboard,
    /// The targets of double steps.
    pub double: Bitboard,
    /// The targets of captures towards the a-file, en passant included.
    pub left: Bitboard,
    /// The targets of captures towards the h-file, en passant included.
    pub right: Bitboard,
}

impl MoveSets {
    /// The number of moves.
    #[inline(always)]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.single.count() + self.double.count() + self.left.count() + self.right.count()
    }

    /// Whether there is no move.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // A double step is possible only where a single one is.
        (self.single | self.left | self.right).is_empty()
    }

    /// The moves as a list: captures first, each kind from the a-file on.
    #[inline]
    #[must_use]
    pub fn list(&self) -> MoveList {
        let mut list = MoveList::new();
        let from_left_capture = |to: Square| Square::at(to.index() - 7);
        let from_right_capture = |to: Square| Square::at(to.index() - 9);
        list.extend(
            self.left
                .into_iter()
                .map(|to| Move::new(from_left_capture(to), to)),
        );
        list.extend(
            self.right
                .into_iter()
                .map(|to| Move::new(from_right_capture(to), to)),
        );
        list.extend(self.single.into_iter().map(|to| Move::new(to.down(1), to)));
        list.extend(self.double.into_iter().map(|to| Move::new(to.down(2), to)));
        list
    }

    /// Calls `visit` with the position after each move that does not end the game on the last
    /// rank.
    #[inline(always)]
    pub fn for_each_child(&self, position: &Position, mut visit: impl FnMut(Position)) {
        for to in self.single & !LAST {
            visit(position.after_single(Bitboard::of(to)));
        }
        for to in self.double {
            visit(position.after_double(Bitboard::of(to)));
        }
        for to in self.left & !LAST {
            let to = Bitboard::of(to);
            visit(position.after_capture(to.down().right(), to));
        }
        for to in self.right & !LAST {
            let to = Bitboard::of(to);
            visit(position.after_capture(to.down().left(), to));
        }
    }
}
