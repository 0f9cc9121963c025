//! The board as the side to move sees it: its own pawns go up, and the board turns after each move.
//!
//! Each side has a king, pawns, and queens that have just been promoted. A queen never moves. It gives check,
//! guards squares and blocks. The rules end a game with queens within a few plies, so queens stand only on
//! the last ranks.

use super::moves::Move;
use crate::board::{Bitboard, Colour, Rank, Square};

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The square of its king.
    pub king: Square,
    /// Its pawns.
    pub pawns: Bitboard,
    /// Its queens, which never move.
    pub queens: Bitboard,
}

impl Side {
    /// All pieces of the side.
    #[inline(always)]
    #[must_use]
    pub fn men(&self) -> Bitboard {
        Bitboard::of(self.king) | self.pawns | self.queens
    }

    /// Converts squares between White's view and the view of that side.
    #[must_use]
    pub fn seen_by(&self, colour: Colour) -> Self {
        match colour {
            Colour::White => *self,
            Colour::Black => self.flip(),
        }
    }

    /// The same pieces, seen from the other side of the board.
    #[inline(always)]
    fn flip(&self) -> Self {
        Self {
            king: self.king.flip(),
            pawns: self.pawns.flip(),
            queens: self.queens.flip(),
        }
    }
}

/// A legal position, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The side to move. Values do not depend on it, but the exact tables store the pawns as White sees them.
    turn: Colour,
    own: Side,
    enemy: Side,
    /// The square behind a pawn that can be captured en passant by a legal move now, if any.
    en_passant: Bitboard,
    /// Whether the game is a draw because a side with as many queens as the other neither made nor took a
    /// queen.
    settled: bool,
}

pub(super) const SECOND: Bitboard = Bitboard::rank(Rank::SECOND);
pub(super) const SEVENTH: Bitboard = Bitboard::rank(Rank::SEVENTH);
pub(super) const FOURTH: Bitboard = Bitboard::rank(Rank::FOURTH);
pub(super) const LAST: Bitboard = Bitboard::rank(Rank::LAST);

impl Position {
    /// A position without queens. The en passant square is kept if a legal move captures there.
    #[must_use]
    pub(super) fn new(turn: Colour, own: Side, enemy: Side, en_passant: Bitboard) -> Self {
        let mut position = Self {
            turn,
            own,
            enemy,
            en_passant,
            settled: false,
        };
        position.keep_legal_en_passant();
        position
    }

    /// A position in which the side of that colour has just made a queen.
    #[must_use]
    pub(super) fn after_promotion(turn: Colour, promoter: Side, other: Side) -> Self {
        Self {
            turn,
            own: promoter,
            enemy: other,
            en_passant: Bitboard::EMPTY,
            settled: false,
        }
        .passed()
    }

    /// The colour of the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub const fn own(&self) -> &Side {
        &self.own
    }

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn enemy(&self) -> &Side {
        &self.enemy
    }

    /// The square of a legal capture en passant, or none.
    #[inline(always)]
    #[must_use]
    pub const fn en_passant(&self) -> Bitboard {
        self.en_passant
    }

    /// Whether the game was left to end as a draw, with equally many queens on both sides.
    #[inline(always)]
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.settled
    }

    /// Whether there is a queen on the board.
    #[inline(always)]
    #[must_use]
    pub fn has_queens(&self) -> bool {
        (self.own.queens | self.enemy.queens).any()
    }

    /// All pawns.
    #[inline(always)]
    #[must_use]
    pub fn pawns(&self) -> Bitboard {
        self.own.pawns | self.enemy.pawns
    }

    /// The empty squares.
    #[inline(always)]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        !(self.own.men() | self.enemy.men())
    }

    /// The squares that the enemy attacks when only `open` squares let its queens through.
    #[inline(always)]
    pub(super) fn attacked(&self, open: Bitboard) -> Bitboard {
        let near = self.enemy.pawns.down().beside() | Bitboard::of(self.enemy.king).neighbours();
        match self.enemy.queens.is_empty() {
            true => near,
            false => near | self.enemy.queens.queen_attacks(open),
        }
    }

    /// Whether the king of the side to move is attacked.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.attacked(self.empty())
            .meets(Bitboard::of(self.own.king))
    }

    /// Whether the side to move cannot capture the enemy's king. That is true of every legal position.
    #[must_use]
    pub(super) fn is_legal(&self) -> bool {
        !self.passed().is_in_check()
    }

    /// The same board with the other side to move, seen by that side.
    #[inline]
    #[must_use]
    pub(super) fn passed(&self) -> Self {
        Self {
            turn: self.turn.opponent(),
            own: self.enemy.flip(),
            enemy: self.own.flip(),
            en_passant: Bitboard::EMPTY,
            settled: self.settled,
        }
    }

    /// The position after a legal move, seen by the other side.
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        let mut after = *self;
        after.en_passant = Bitboard::EMPTY;
        let is_even = self.own.queens.count() == self.enemy.queens.count();
        if self.has_queens() && is_even && !played.decides(self) {
            after.settled = true;
        }
        if played == Move::LET_IT_END {
            return after.passed();
        }
        let (from, to) = (Bitboard::of(played.from()), Bitboard::of(played.to()));
        let mut passed = Bitboard::EMPTY;
        if played.from() == self.own.king {
            after.own.king = played.to();
        } else if to.meets(LAST) {
            after.own.pawns ^= from;
            after.own.queens |= to;
        } else {
            after.own.pawns ^= from | to;
            after.enemy.pawns &= !(to & self.en_passant).down();
            if from.up().up() == to {
                passed = from.up();
            }
        }
        after.enemy.pawns &= !to;
        after.enemy.queens &= !to;
        let mut after = after.passed();
        after.en_passant = passed.flip();
        after.keep_legal_en_passant();
        after
    }

    /// Removes an en passant square where no legal move captures.
    fn keep_legal_en_passant(&mut self) {
        let captures = self.own.pawns & self.en_passant.down().beside();
        let victim = self.en_passant.down();
        let is_legal = |from| self.is_safe_after(Bitboard::of(from) | self.en_passant, victim);
        if !captures.into_iter().any(is_legal) {
            self.en_passant = Bitboard::EMPTY;
        }
    }

    /// Whether the king, which stays, is safe after one of its pawns has left a square for another (`moved`
    /// holds both) and a piece has been removed from `victim`.
    pub(super) fn is_safe_after(&self, moved: Bitboard, victim: Bitboard) -> bool {
        let mut after = *self;
        after.own.pawns ^= moved;
        after.enemy.pawns &= !victim;
        !after.is_in_check()
    }
}
