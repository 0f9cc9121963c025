//! The board, the side to move, and what else the rules depend on: the rights to leap and to capture en
//! passant.
//!
//! There is a set of squares for each kind of piece and one for each side. The board is not turned after a
//! move, unlike in games with only pawns: most pieces move both ways, and turning twelve ranks costs more
//! than checking a pawn's direction.
//!
//! The square passed by a double step is kept only if a pawn may legally capture there. So two positions are
//! equal exactly when the rules cannot tell them apart.

use std::hash::{Hash, Hasher};

use super::key;
use super::man::Kind;
use super::moves::Move;
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Rank, Square};
use crate::game::HashKey;

/// The number of pieces that a side starts with; it never grows.
pub const MOST_MEN: usize = 30;

/// A position: each side has one king, and at most 30 pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The key, which is derived from the other fields. It is the first field, so that comparisons seldom go
    /// further.
    key: u128,
    kinds: [Bitboard; Kind::COUNT],
    sides: [Bitboard; 2],
    kings: [Square; 2],
    may_leap: [bool; 2],
    passed: Option<Square>,
    turn: Colour,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Position {
    /// A board with only the kings.
    #[must_use]
    pub fn of_kings(white: Square, black: Square, turn: Colour) -> Self {
        let mut position = Self {
            key: match turn {
                Colour::White => 0,
                Colour::Black => key::BLACK_TO_MOVE,
            },
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            sides: [Bitboard::EMPTY; 2],
            kings: [white, black],
            may_leap: [false; 2],
            passed: None,
            turn,
        };
        position.flip(Colour::White, Kind::King, white);
        position.flip(Colour::Black, Kind::King, black);
        position
    }

    /// Puts a piece other than a king on an empty square.
    pub fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.flip(colour, kind, square);
    }

    /// Records that a king has not moved yet.
    pub fn allow_leap(&mut self, colour: Colour) {
        if !self.may_leap(colour) {
            self.may_leap[colour as usize] = true;
            self.key ^= key::of_leap(colour);
        }
    }

    /// Records that the piece one square beyond has just passed this square, if a pawn may capture it.
    pub fn mark_passed(&mut self, square: Square) {
        self.passed = Some(square);
        let pawns = square.pawn_attacks(self.turn.opponent()) & self.own() & self.of(Kind::Pawn);
        if pawns
            .into_iter()
            .any(|from| self.may_capture_en_passant(from))
        {
            self.key ^= key::of_passed(square);
        } else {
            self.passed = None;
        }
    }

    /// Puts a piece on a square, or removes it.
    #[inline(always)]
    fn flip(&mut self, colour: Colour, kind: Kind, square: Square) {
        let set = Bitboard::of(square);
        self.kinds[kind.index()] ^= set;
        self.sides[colour as usize] ^= set;
        self.key ^= key::of_man(colour, kind, square);
    }

    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// Both sides' pieces of a kind.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// A side's pieces.
    #[inline(always)]
    #[must_use]
    pub const fn side(&self, colour: Colour) -> Bitboard {
        self.sides[colour as usize]
    }

    /// All pieces of the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn own(&self) -> Bitboard {
        self.side(self.turn)
    }

    /// All pieces of the other side.
    #[inline(always)]
    #[must_use]
    pub const fn enemy(&self) -> Bitboard {
        self.side(self.turn.opponent())
    }

    /// All pieces.
    #[inline(always)]
    #[must_use]
    pub fn men(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The square of a side's king.
    #[inline(always)]
    #[must_use]
    pub const fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
    }

    /// Whether a side has only its king left.
    #[inline(always)]
    #[must_use]
    pub fn is_bare(&self, colour: Colour) -> bool {
        self.side(colour) == Bitboard::of(self.king(colour))
    }

    /// Whether a side's king has not moved yet, and so may leap.
    #[inline(always)]
    #[must_use]
    pub const fn may_leap(&self, colour: Colour) -> bool {
        self.may_leap[colour as usize]
    }

    /// The square where a pawn of the side to move may legally capture en passant.
    #[inline(always)]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.passed
    }

    /// The kind of the piece on a square.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, square: Square) -> Option<Kind> {
        let stands_there = |kind: &Kind| self.of(*kind).contains(square);
        Kind::ALL.into_iter().find(stands_there)
    }

    /// The piece on a square.
    #[must_use]
    pub fn man_on(&self, square: Square) -> Option<(Colour, Kind)> {
        let colour = match self.side(Colour::White).contains(square) {
            true => Colour::White,
            false => Colour::Black,
        };
        Some((colour, self.kind_on(square)?))
    }

    /// The key for hash tables.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self) -> HashKey {
        HashKey::new(self.key)
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        let (mover, other) = (self.turn, self.turn.opponent());
        let (from, to, kind) = (played.from(), played.to(), played.kind());
        let mut after = *self;
        if let Some(victim) = self.victim(played)
            && let Some(taken) = self.kind_on(victim)
        {
            after.flip(other, taken, victim);
        }
        after.flip(mover, kind, from);
        after.flip(mover, played.promotion().unwrap_or(kind), to);
        if let Some(passed) = self.passed {
            after.passed = None;
            after.key ^= key::of_passed(passed);
        }
        after.turn = other;
        after.key ^= key::BLACK_TO_MOVE;
        if kind == Kind::King {
            after.kings[mover as usize] = to;
            if self.may_leap(mover) {
                after.may_leap[mover as usize] = false;
                after.key ^= key::of_leap(mover);
            }
        } else if kind.promotes()
            && played.promotion().is_none()
            && from.index().abs_diff(to.index()) == 2 * FORWARD
        {
            after.mark_passed(from.middle(to));
        }
        after
    }

    /// The position after a null move. `None` in check, and where the side to move has only its king, pawns
    /// and princes: zugzwang is common there.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        let slow = self.of(Kind::King) | self.of(Kind::Pawn) | self.of(Kind::Prince);
        if (self.own() & !slow).is_empty() || self.is_in_check() {
            return None;
        }
        let mut after = *self;
        if let Some(passed) = self.passed {
            after.passed = None;
            after.key ^= key::of_passed(passed);
        }
        after.turn = self.turn.opponent();
        after.key ^= key::BLACK_TO_MOVE;
        Some(after)
    }

    /// The square of the captured piece, en passant included.
    #[inline(always)]
    #[must_use]
    pub fn victim(&self, played: Move) -> Option<Square> {
        let to = played.to();
        if self.enemy().contains(to) {
            return Some(to);
        }
        // No pawn steps straight there: the piece that has passed stands in its way.
        let is_en_passant = played.kind() == Kind::Pawn && self.passed == Some(to);
        match is_en_passant {
            true => self.passed_man(),
            false => None,
        }
    }

    /// The square of the piece that can be captured en passant.
    #[inline]
    pub(super) fn passed_man(&self) -> Option<Square> {
        self.passed?.forward(self.turn.opponent())
    }
}

/// The difference between the numbers of two squares of which one is a rank above the other.
pub(super) const FORWARD: usize = 12;

/// The rank where a side's pawns and princes promote.
#[inline(always)]
pub(super) const fn last_rank(colour: Colour) -> Bitboard {
    Bitboard::rank(Rank::LAST.seen_by(colour))
}
