//! Moves, and lists of them.

use std::fmt;

use smallvec::SmallVec;

use super::man::Kind;
use super::position::Position;
use crate::board::twelve::Square;
use crate::game::MoveCode;

/// A move, with the kind of the piece that makes it.
///
/// ```text
/// 21     18 17  16 15    8 7      0
/// |  kind  | into |  to   |  from  |     into: 1, 2, 3 for a queen, a lion, an eagle; 0 for nothing
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// Few positions have more moves. (Thirty queens would have up to 1 290, but a list with space for them would
/// add 5 KiB to each of the lists of a node.)
pub const USUAL_MOVES: usize = 256;

/// The moves of a position.
pub type MoveList = SmallVec<[Move; USUAL_MOVES]>;

impl Move {
    /// A piece moves from one square to another.
    #[inline(always)]
    #[must_use]
    pub const fn new(kind: Kind, from: Square, to: Square) -> Self {
        Self(from.index() as u32 | (to.index() as u32) << 8 | (kind as u32) << 18)
    }

    /// The same move with a promotion to an entry of [`Kind::PROMOTIONS`], counted from 0.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, number: usize) -> Self {
        Self(self.0 | (number as u32 + 1) << 16)
    }

    /// The kind of the moving piece.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> Kind {
        // The number was made from a kind, so it is valid.
        Kind::ALL[(self.0 >> 18) as usize % Kind::COUNT]
    }

    /// The origin square.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at(self.0 as usize & 0xff)
    }

    /// The target square.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::at(self.0 as usize >> 8 & 0xff)
    }

    /// The kind that the pawn or prince promotes to.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 16 & 3 {
            0 => None,
            number => Some(Kind::PROMOTIONS[number as usize - 1]),
        }
    }

    /// Whether it captures a piece, en passant included.
    #[inline(always)]
    #[must_use]
    pub fn is_capture(self, position: &Position) -> bool {
        position.victim(self).is_some()
    }

    /// Whether the count of plies without progress restarts: after a pawn's move, a capture or a promotion. A
    /// prince can go back.
    #[inline(always)]
    #[must_use]
    pub fn is_irreversible(self, position: &Position) -> bool {
        self.kind() == Kind::Pawn
            || self.promotion().is_some()
            || position.enemy().contains(self.to())
    }

    /// The form stored in tables: squares and promotion identify it among the moves of a position.
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> MoveCode {
        MoveCode::new(self.0)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.kind().letter(), self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "={}", kind.letter()),
            None => Ok(()),
        }
    }
}
