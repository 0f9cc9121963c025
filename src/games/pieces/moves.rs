//! Moves of the chess pieces, and the squares that each piece attacks. Each game defines which moves are
//! legal.

use std::fmt;

use super::kind::Kind;
use super::position::{LAST, Position};
use crate::board::{Bitboard, Square};

/// A move, as the side that makes it sees the board.
///
/// ```text
/// 14    12 11     6 5      0
/// | kind  |  to    |  from  |     kind: the promotion, 1 to 5; 0 if there is none
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// A move from one square to another.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// The same move with a promotion.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, kind: Kind) -> Self {
        Self(self.0 & 0xfff | (kind as u16) << 12)
    }

    /// The origin square.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at(self.0 as usize)
    }

    /// The target square.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::at((self.0 >> 6) as usize)
    }

    /// The kind that the pawn promotes to.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            1 => Some(Kind::Knight),
            2 => Some(Kind::Bishop),
            3 => Some(Kind::Rook),
            4 => Some(Kind::Queen),
            5 => Some(Kind::King),
            _ => None,
        }
    }

    /// The kind of the moving piece.
    #[inline(always)]
    #[must_use]
    pub fn kind(self, position: &Position) -> Kind {
        let from = self.from();
        position.kind_on(from).unwrap_or(Kind::Pawn)
    }

    /// Whether it captures a piece, en passant included.
    #[inline(always)]
    #[must_use]
    pub fn is_capture(self, position: &Position) -> bool {
        let to = Bitboard::of(self.to());
        let is_pawns = position.pawns().contains(self.from());
        to.meets(position.men()) || (is_pawns && to.meets(position.en_passant()))
    }

    /// Whether no earlier position can recur after the move: a pawn has moved, or a piece was captured.
    #[inline(always)]
    #[must_use]
    pub fn is_irreversible(self, position: &Position) -> bool {
        let is_pawns = position.pawns().contains(self.from());
        is_pawns || position.men().contains(self.to())
    }

    /// Its bits, below 2¹⁵.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// The target squares of the captures of the side to move, en passant included.
    #[inline]
    #[must_use]
    pub fn capture_targets(&self) -> Bitboard {
        let (own, enemy) = (self.own(), self.enemy());
        let pawns = (own & self.pawns()).up().beside();
        let others = self.attacks_of(own, !self.men());
        ((pawns | others) & enemy) | (pawns & self.en_passant())
    }

    /// All squares that these pieces, except pawns, attack. Only `open` squares let them through.
    #[inline(always)]
    #[must_use]
    pub fn attacks_of(&self, pieces: Bitboard, open: Bitboard) -> Bitboard {
        let mut attacks = (pieces & self.of(Kind::King)).neighbours()
            | (pieces & self.of(Kind::Knight)).knight_attacks();
        let aslant = pieces & self.aslant_sliders();
        let straight = pieces & self.straight_sliders();
        if aslant.any() {
            attacks |= aslant.bishop_attacks(open);
        }
        if straight.any() {
            attacks |= straight.rook_attacks(open);
        }
        attacks
    }

    /// The target squares of a piece other than a pawn. Only `open` squares let it through.
    #[inline]
    #[must_use]
    pub fn attacks(&self, from: Square, open: Bitboard) -> Bitboard {
        let set = Bitboard::of(from);
        if set.meets(self.of(Kind::Knight)) {
            return set.knight_attacks();
        }
        if set.meets(self.of(Kind::King)) {
            return set.neighbours();
        }
        let mut attacks = Bitboard::EMPTY;
        if set.meets(self.aslant_sliders()) {
            attacks |= set.bishop_attacks(open);
        }
        if set.meets(self.straight_sliders()) {
            attacks |= set.rook_attacks(open);
        }
        attacks
    }
}

/// Adds the pawn moves to these squares, each from the square whose number is lower by `back`.
#[inline(always)]
pub fn pawn_moves(
    targets: Bitboard,
    back: usize,
    promotions: &[Kind],
    moves: &mut impl Extend<Move>,
) {
    for to in targets {
        let from = Square::at(to.index() - back);
        let one = Move::new(from, to);
        match LAST.contains(to) {
            false => moves.extend([one]),
            true => moves.extend(promotions.iter().map(|kind| one.promoting(*kind))),
        }
    }
}
