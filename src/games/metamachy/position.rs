//! The board, whose turn it is, and what else the rules ask: who may leap, who may capture en passant.
//!
//! A set of squares for each kind of man and one for each side. The board is not turned round after a
//! move, as in games where pawns are all there is: most men go both ways, and to turn twelve ranks round
//! costs more than to ask twice which way a pawn goes.
//!
//! The square that a double step has passed is kept only if a pawn may legally capture there. So two
//! positions are equal exactly if the rules cannot tell them apart.

use std::hash::{Hash, Hasher};

use super::key;
use super::man::Kind;
use super::moves::Move;
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Rank, Square};
use crate::game::HashKey;

/// More men than at the start nobody ever has.
pub const MOST_MEN: usize = 30;

/// A position: one king a side, and at most 30 men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Made of all the rest; first, so that positions are seldom compared any further.
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
    /// A board with nobody on it but the kings.
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

    /// Puts a man who is no king on an empty square.
    pub fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.flip(colour, kind, square);
    }

    /// Says that a king has not moved yet.
    pub fn allow_leap(&mut self, colour: Colour) {
        if !self.may_leap(colour) {
            self.may_leap[colour as usize] = true;
            self.key ^= key::of_leap(colour);
        }
    }

    /// Says that the man who stands one square beyond has just passed this one, if a pawn may capture him.
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

    /// Puts a man on a square, or takes him away.
    #[inline(always)]
    fn flip(&mut self, colour: Colour, kind: Kind, square: Square) {
        let set = Bitboard::of(square);
        self.kinds[kind.index()] ^= set;
        self.sides[colour as usize] ^= set;
        self.key ^= key::of_man(colour, kind, square);
    }

    /// Who is to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// Both sides' men of a kind.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// A side's men.
    #[inline(always)]
    #[must_use]
    pub const fn side(&self, colour: Colour) -> Bitboard {
        self.sides[colour as usize]
    }

    /// Every man of the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn own(&self) -> Bitboard {
        self.side(self.turn)
    }

    /// Every man of the other side.
    #[inline(always)]
    #[must_use]
    pub const fn enemy(&self) -> Bitboard {
        self.side(self.turn.opponent())
    }

    /// Every man.
    #[inline(always)]
    #[must_use]
    pub fn men(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Where a side's king stands.
    #[inline(always)]
    #[must_use]
    pub const fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
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

    /// What stands on a square.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, square: Square) -> Option<Kind> {
        let stands_there = |kind: &Kind| self.of(*kind).contains(square);
        Kind::ALL.into_iter().find(stands_there)
    }

    /// Who stands on a square.
    #[must_use]
    pub fn man_on(&self, square: Square) -> Option<(Colour, Kind)> {
        let colour = match self.side(Colour::White).contains(square) {
            true => Colour::White,
            false => Colour::Black,
        };
        Some((colour, self.kind_on(square)?))
    }

    /// By what the tables know it.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self) -> HashKey {
        HashKey::new(self.key, false)
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

    /// The position after no move at all. `None` in check, and where the side to move has nobody but its king,
    /// pawns and princes: there it is often what loses to have to move.
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

    /// The square of the man whom a move takes, perhaps en passant.
    #[inline(always)]
    #[must_use]
    pub fn victim(&self, played: Move) -> Option<Square> {
        let to = played.to();
        if self.enemy().contains(to) {
            return Some(to);
        }
        // No pawn steps straight there: the man who has passed stands in its way.
        let is_en_passant = played.kind() == Kind::Pawn && self.passed == Some(to);
        match is_en_passant {
            true => self.passed_man(),
            false => None,
        }
    }

    /// The square of the man who can be captured en passant.
    #[inline]
    pub(super) fn passed_man(&self) -> Option<Square> {
        self.passed?.forward(self.turn.opponent())
    }
}

/// How much larger the number of a square one rank further up is.
pub(super) const FORWARD: usize = 12;

/// The rank where a side's pawns and princes become something else.
#[inline(always)]
pub(super) const fn last_rank(colour: Colour) -> Bitboard {
    Bitboard::rank(Rank::LAST.seen_by(colour))
}
