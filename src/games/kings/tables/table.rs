//! The values of one pawn structure: two kings, two sides to move.

use super::worth::Worth;
use crate::board::{Colour, Square};
use crate::games::kings::Position;

/// What is known of each placement of the kings, with one side to move: `[black king][white king]`.
pub type Placements = [[Worth; 64]; 64];

/// The values of all positions of a structure, without rights to capture en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// With White to move, then with Black to move.
    pub(super) sides: Box<[Placements; 2]>,
}

impl Table {
    /// Memory that a table takes, in bytes.
    pub const BYTES: usize = size_of::<[Placements; 2]>();

    /// What a placement is worth to the side to move; [`Worth::NONE`] if it is illegal. The kings'
    /// squares are as White sees them.
    #[inline]
    #[must_use]
    pub fn worth(&self, turn: Colour, white: Square, black: Square) -> Worth {
        self.sides[turn as usize][black.index()][white.index()]
    }

    /// The same of a position of the structure, whose side to move has that colour. A right to capture
    /// en passant is left aside.
    #[inline]
    #[must_use]
    pub fn worth_of(&self, position: &Position, turn: Colour) -> Worth {
        let own = position.own().king.seen_by(turn);
        let enemy = position.enemy().king.seen_by(turn);
        match turn {
            Colour::White => self.worth(turn, own, enemy),
            Colour::Black => self.worth(turn, enemy, own),
        }
    }

    /// All placements with that side to move, as `[black king][white king]`.
    #[must_use]
    pub fn placements(&self, turn: Colour) -> &Placements {
        &self.sides[turn as usize]
    }
}
