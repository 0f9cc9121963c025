//! Moves of the pieces of chess, and where each piece attacks. Which of them are legal each game says.

use std::fmt;

use super::kind::Kind;
use super::position::{LAST, Position};
use crate::board::{Bitboard, Square};

/// A move, as the side that makes it sees the board.
///
/// ```text
/// 14    12 11     6 5      0
/// | kind  |  to    |  from  |     kind: what the pawn becomes, 1 to 5; 0 if nothing
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// From square to square.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// The same, and the pawn becomes another man.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, kind: Kind) -> Self {
        Self(self.0 & 0xfff | (kind as u16) << 12)
    }

    /// Where it comes from.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::at(self.0 as usize)
    }

    /// Where it goes to.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::at((self.0 >> 6) as usize)
    }

    /// What the pawn becomes.
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

    /// The man that makes it.
    #[inline(always)]
    #[must_use]
    pub fn kind(self, position: &Position) -> Kind {
        let from = self.from();
        position.kind_on(from).unwrap_or(Kind::Pawn)
    }

    /// Whether it takes a man, perhaps en passant.
    #[inline(always)]
    #[must_use]
    pub fn is_capture(self, position: &Position) -> bool {
        let to = Bitboard::of(self.to());
        let is_pawns = position.pawns().contains(self.from());
        to.meets(position.men()) || (is_pawns && to.meets(position.en_passant()))
    }

    /// Whether nothing from before can come back after it: a pawn has moved, or a man is gone.
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
    /// What the side to move can capture, as squares that captures go to; en passant among them.
    #[inline]
    #[must_use]
    pub fn capture_targets(&self) -> Bitboard {
        let (own, enemy) = (self.own(), self.enemy());
        let pawns = (own & self.pawns()).up().beside();
        let others = self.attacks_of(own, !self.men());
        ((pawns | others) & enemy) | (pawns & self.en_passant())
    }

    /// What some pieces attack together, pawns aside, while only `open` squares let them through.
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

    /// Where a piece that is no pawn may go, while only `open` squares let it through.
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

/// Adds the pawn moves to such squares, each from the square `back` places before.
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
