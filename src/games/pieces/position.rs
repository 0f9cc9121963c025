//! The board as the side to move sees it: its own pawns go up, and the board turns after each move.
//!
//! Four sets of squares, 256 bits, hold everything: the owner of each piece, and three bits for how it moves
//! ("quad-bitboards"; Chess Programming Wiki). So the sets of sliders, leapers and pawns are each one
//! operation away, and two positions are equal if and only if their four words are.
//!
//! ```text
//! aslant straight other
//!   .       .      .     empty
//!   x       .      .     bishop
//!   .       x      .     rook
//!   x       x      .     queen
//!   .       .      x     knight
//!   x       .      x     king
//!   .       x      x     pawn
//!   x       x      x     pawn that has just made a double step and can be captured en passant
//! ```
//!
//! The last one is always the opponent's, and there is at most one. It is kept only where a pawn attacks the
//! square behind it. The game decides whether that pawn may capture it (in chess, it could be pinned), and
//! [forgets](Position::forget_en_passant) it otherwise.

use super::kind::Kind;
use super::moves::Move;
use crate::board::{Bitboard, Rank, Square};

/// A position, seen by the side to move: any pieces on any squares, at most 16 on each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Position {
    own: Bitboard,
    aslant: Bitboard,
    straight: Bitboard,
    other: Bitboard,
}

/// The number of pieces that a side starts with; it never grows.
pub const MOST_MEN: usize = 16;

impl From<Position> for [u64; 4] {
    #[inline(always)]
    fn from(position: Position) -> Self {
        position.words()
    }
}

impl Position {
    /// An empty board.
    pub const EMPTY: Self = Self {
        own: Bitboard::EMPTY,
        aslant: Bitboard::EMPTY,
        straight: Bitboard::EMPTY,
        other: Bitboard::EMPTY,
    };

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, kind: Kind, is_own: bool) {
        let set = Bitboard::of(square);
        if is_own {
            self.own |= set;
        }
        self.add(set, kind);
    }

    /// Records that the enemy's pawn on a square has just made a double step, if a pawn attacks the square
    /// behind it.
    pub fn mark_en_passant(&mut self, pawn: Square) {
        let set = Bitboard::of(pawn);
        if set.beside().meets(self.own & self.pawns()) {
            self.aslant |= set & self.enemy() & self.pawns();
        }
    }

    /// Removes the right to capture en passant.
    #[inline]
    pub fn forget_en_passant(&mut self) {
        let passed = self.aslant & self.straight & self.other;
        self.aslant &= !passed;
    }

    #[inline(always)]
    fn add(&mut self, set: Bitboard, kind: Kind) {
        use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
        if matches!(kind, Bishop | Queen | King) {
            self.aslant |= set;
        }
        if matches!(kind, Rook | Queen | Pawn) {
            self.straight |= set;
        }
        if matches!(kind, Knight | King | Pawn) {
            self.other |= set;
        }
    }

    /// The four words of the position. Two positions are equal if and only if their words are.
    #[inline(always)]
    #[must_use]
    pub const fn words(&self) -> [u64; 4] {
        [
            self.own.bits(),
            self.aslant.bits(),
            self.straight.bits(),
            self.other.bits(),
        ]
    }

    /// All pieces of the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// All pieces of the other side.
    #[inline(always)]
    #[must_use]
    pub fn enemy(&self) -> Bitboard {
        self.men() & !self.own
    }

    /// Returns true if the other side has a king alone.
    #[inline(always)]
    #[must_use]
    pub fn is_enemy_bare(&self) -> bool {
        (self.enemy() & !self.of(Kind::King)).is_empty()
    }

    /// All pieces.
    #[inline(always)]
    #[must_use]
    pub fn men(&self) -> Bitboard {
        self.aslant | self.straight | self.other
    }

    /// Both sides' pieces of a kind.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, kind: Kind) -> Bitboard {
        match kind {
            Kind::Pawn => self.pawns(),
            Kind::Knight => self.other & !self.aslant & !self.straight,
            Kind::Bishop => self.aslant & !self.straight & !self.other,
            Kind::Rook => self.straight & !self.aslant & !self.other,
            Kind::Queen => self.aslant & self.straight & !self.other,
            Kind::King => self.aslant & self.other & !self.straight,
        }
    }

    /// Both sides' pawns.
    #[inline(always)]
    #[must_use]
    pub fn pawns(&self) -> Bitboard {
        self.straight & self.other
    }

    /// Both sides' bishops and queens.
    #[inline(always)]
    #[must_use]
    pub fn aslant_sliders(&self) -> Bitboard {
        self.aslant & !self.other
    }

    /// Both sides' rooks and queens.
    #[inline(always)]
    #[must_use]
    pub fn straight_sliders(&self) -> Bitboard {
        self.straight & !self.other
    }

    /// The square behind the enemy's pawn that can be captured en passant, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn en_passant(&self) -> Bitboard {
        (self.aslant & self.straight & self.other).up()
    }

    /// The piece on a square.
    #[must_use]
    pub fn kind_on(&self, square: Square) -> Option<Kind> {
        let set = Bitboard::of(square);
        let bit = |word: Bitboard, value: u8| if word.meets(set) { value } else { 0 };
        match bit(self.aslant, 1) | bit(self.straight, 2) | bit(self.other, 4) {
            0 => None,
            1 => Some(Kind::Bishop),
            2 => Some(Kind::Rook),
            3 => Some(Kind::Queen),
            4 => Some(Kind::Knight),
            5 => Some(Kind::King),
            _ => Some(Kind::Pawn),
        }
    }

    /// The position after a legal move, seen by the other side.
    #[inline]
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        let (from, to) = (Bitboard::of(played.from()), Bitboard::of(played.to()));
        let is_pawns = self.pawns().meets(from);
        let passed = self.aslant & self.straight & self.other;
        let victim = match is_pawns && to == passed.up() {
            true => passed,
            false => Bitboard::EMPTY,
        };
        let stays = !(from | to | victim);
        // A pawn that was not captured en passant at once becomes an ordinary pawn.
        let mut after = Self {
            own: (self.own & stays) | to,
            aslant: self.aslant & stays & !passed,
            straight: self.straight & stays,
            other: self.other & stays,
        };
        if let Some(kind) = played.promotion() {
            after.add(to, kind);
        } else {
            let moved = |word: Bitboard| match word.meets(from) {
                true => to,
                false => Bitboard::EMPTY,
            };
            after.aslant |= moved(self.aslant);
            after.straight |= moved(self.straight);
            after.other |= moved(self.other);
            let is_double = is_pawns && from.up().up() == to;
            if is_double && to.beside().meets(self.enemy() & self.pawns()) {
                after.aslant |= to;
            }
        }
        after.turned()
    }

    /// The same board, seen by the other side.
    #[inline(always)]
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            own: self.enemy().flip(),
            aslant: self.aslant.flip(),
            straight: self.straight.flip(),
            other: self.other.flip(),
        }
    }
}

/// The target squares of a pawn's first single step.
pub const THIRD: Bitboard = Bitboard::rank(Rank::THIRD);
/// The rank on which pawns promote.
pub const LAST: Bitboard = Bitboard::rank(Rank::LAST);
