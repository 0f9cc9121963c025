//! The board as the side to move sees it: its own pawns go up, and the board turns after each move.
//!
//! Each side has a king, pawns, and queens that have just been promoted. A queen never moves; it
//! gives check, guards squares and stands in the way. Nobody plays on with queens for long: the
//! rules end such a game within some plies, so they stand on the last ranks only.

use super::moves::Move;
use crate::board::{Bitboard, Colour, Rank, Square};

/// What one side has on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// Where its king stands.
    pub king: Square,
    /// Its pawns.
    pub pawns: Bitboard,
    /// Its queens, which never move.
    pub queens: Bitboard,
}

impl Side {
    /// Every man of the side.
    #[inline(always)]
    #[must_use]
    pub fn men(&self) -> Bitboard {
        Bitboard::of(self.king) | self.pawns | self.queens
    }

    /// The same with squares as White sees them, if they are as that side sees them; or back.
    #[must_use]
    pub fn seen_by(&self, colour: Colour) -> Self {
        match colour {
            Colour::White => *self,
            Colour::Black => self.flip(),
        }
    }

    /// The same, seen from the other side of the board.
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
    /// Who is to move. Nothing that a position is worth depends on it; but the exact tables know the
    /// pawns as White sees them.
    turn: Colour,
    own: Side,
    enemy: Side,
    /// The square that a pawn has passed and where it can be captured now, if any: by a legal move.
    en_passant: Bitboard,
    /// A side with as many queens as the other has made neither a queen nor taken one: a draw.
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

    /// Who is to move.
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

    /// The other side.
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

    /// Whether the game has been left to end as a draw, with as many queens on both sides.
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

    /// Every pawn.
    #[inline(always)]
    #[must_use]
    pub fn pawns(&self) -> Bitboard {
        self.own.pawns | self.enemy.pawns
    }

    /// Squares without a man.
    #[inline(always)]
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        !(self.own.men() | self.enemy.men())
    }

    /// What the enemy attacks when only `open` squares let his queens through.
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

    /// Whether no king is attacked that could be taken, and no two men stand on a square: what every
    /// legal position is.
    #[must_use]
    pub(super) fn is_legal(&self) -> bool {
        !self.passed().is_in_check()
    }

    /// The same board, seen by the other side, which is to move.
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

    /// Forgets an en passant square where no legal move captures.
    fn keep_legal_en_passant(&mut self) {
        let captures = self.own.pawns & self.en_passant.down().beside();
        let victim = self.en_passant.down();
        let is_legal = |from| self.is_safe_after(Bitboard::of(from) | self.en_passant, victim);
        if !captures.into_iter().any(is_legal) {
            self.en_passant = Bitboard::EMPTY;
        }
    }

    /// Whether the king that stays where it is is not attacked after one of its pawns has left a square
    /// for another (`moved` holds both), and a man has gone from `victim`.
    pub(super) fn is_safe_after(&self, moved: Bitboard, victim: Bitboard) -> bool {
        let mut after = *self;
        after.own.pawns ^= moved;
        after.enemy.pawns &= !victim;
        !after.is_in_check()
    }
}
