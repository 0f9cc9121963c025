//! The board as the side to move sees it: its own pawns go up, and the board turns after each move.
//!
//! A position is only two sets of squares and the en passant square: it has no colour and no width. A
//! position with Black to move is the same position turned round, and a board of five files is the left part
//! of one of eight. So search, table and facts never depend on the colour to move.
//!
//! ```text
//!  8 | . . . . . . . .      the pawns of the side to move (own) step to higher ranks
//!  7 | x x x x x x x x      x  enemy
//!  6 | . . . . . . . .
//!    …
//!  2 | o o o o o o o o      o  own
//!  1 | . . . . . . . .
//! ```

use super::moves::{Move, MoveSets};
use crate::board::{Bitboard, Rank, Square};

/// A legal position, seen by the side to move.
///
/// It can only be made from a [`Setup`](crate::game::setup::Setup), which is checked, or by playing moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    own: Bitboard,
    enemy: Bitboard,
    /// At most one square, on the sixth rank, and only if a pawn can really capture there.
    en_passant: Bitboard,
}

pub(crate) const SECOND: Bitboard = Bitboard::rank(Rank::SECOND);
pub(crate) const SEVENTH: Bitboard = Bitboard::rank(Rank::SEVENTH);
pub(crate) const LAST: Bitboard = Bitboard::rank(Rank::LAST);
pub(crate) const FIRST: Bitboard = Bitboard::rank(Rank::FIRST);
const THIRD: Bitboard = Bitboard::rank(Rank::THIRD);

impl Position {
    /// A position from its parts; `en_passant` is dropped where nothing can capture.
    pub(super) fn new(own: Bitboard, enemy: Bitboard, en_passant: Option<Square>) -> Self {
        let square = en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
        let capturable = square & own.up().beside();
        Self {
            own,
            enemy,
            en_passant: capturable,
        }
    }

    /// The pawns of the side to move; they go up.
    #[inline(always)]
    #[must_use]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The opponent's pawns; they go down.
    #[inline(always)]
    #[must_use]
    pub const fn enemy(&self) -> Bitboard {
        self.enemy
    }

    /// The square on which a pawn of the side to move can capture en passant: one square or none.
    #[inline(always)]
    #[must_use]
    pub const fn en_passant(&self) -> Bitboard {
        self.en_passant
    }

    /// All squares without a pawn.
    #[inline(always)]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        !(self.own | self.enemy)
    }

    /// The number of pawns on the board.
    #[must_use]
    pub fn pawns(&self) -> u32 {
        (self.own | self.enemy).count()
    }

    /// The image in a mirror that swaps left and right: same moves, same value.
    #[inline]
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self {
            own: self.own.mirror(),
            enemy: self.enemy.mirror(),
            en_passant: self.en_passant.mirror(),
        }
    }

    /// The targets of all moves, found for all pawns at once.
    #[inline(always)]
    #[must_use]
    pub fn move_sets(&self) -> MoveSets {
        let empty = self.empty();
        let single = self.own.up() & empty;
        let targets = self.enemy | self.en_passant;
        MoveSets {
            single,
            double: (single & THIRD).up() & empty,
            left: self.own.up().left() & targets,
            right: self.own.up().right() & targets,
        }
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        let (from, to) = (Bitboard::of(played.from()), Bitboard::of(played.to()));
        if played.is_capture() {
            self.after_capture(from, to)
        } else if played.is_double_step() {
            self.after_double(to)
        } else {
            self.after_single(to)
        }
    }

    /// The position after a single step to `to`.
    #[inline(always)]
    pub(super) fn after_single(&self, to: Bitboard) -> Self {
        self.turned(self.own ^ (to | to.down()), self.enemy, Bitboard::EMPTY)
    }

    /// The position after a double step to `to`; the pawn may be captured en passant if an enemy pawn stands
    /// beside it.
    #[inline(always)]
    pub(super) fn after_double(&self, to: Bitboard) -> Self {
        let passed = if self.enemy.meets(to.beside()) {
            to.down()
        } else {
            Bitboard::EMPTY
        };
        self.turned(self.own ^ (to | to.down().down()), self.enemy, passed)
    }

    /// The position after a capture from `from` to `to`. En passant, the victim stands one rank below `to`.
    #[inline(always)]
    pub(super) fn after_capture(&self, from: Bitboard, to: Bitboard) -> Self {
        let victim = (to & self.enemy) | (to & self.en_passant).down();
        self.turned(self.own ^ (from | to), self.enemy ^ victim, Bitboard::EMPTY)
    }

    /// The position with the opponent to move, as if the side to move had moved elsewhere.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        self.turned(self.own, self.enemy, Bitboard::EMPTY)
    }

    /// The position without the right to capture en passant.
    #[inline]
    #[must_use]
    pub const fn without_en_passant(&self) -> Self {
        Self {
            en_passant: Bitboard::EMPTY,
            ..*self
        }
    }

    /// The part of the position on some squares.
    #[inline]
    #[must_use]
    pub fn within(&self, squares: Bitboard) -> Self {
        Self {
            own: self.own & squares,
            enemy: self.enemy & squares,
            en_passant: self.en_passant & squares,
        }
    }

    /// Turns the board and gives the move to the opponent.
    #[inline(always)]
    fn turned(&self, own: Bitboard, enemy: Bitboard, passed: Bitboard) -> Self {
        Self {
            own: enemy.flip(),
            enemy: own.flip(),
            en_passant: passed.flip(),
        }
    }
}
