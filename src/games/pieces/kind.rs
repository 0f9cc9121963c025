//! The six kinds of chess pieces, pawns and kings included.

use crate::board::Bitboard;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Moves straight ahead, captures diagonally, and promotes on the last rank.
    Pawn,
    /// Leaps.
    Knight,
    /// Moves on diagonals.
    Bishop,
    /// Moves on ranks and files.
    Rook,
    /// Moves as a bishop or a rook.
    Queen,
    /// Takes one step. In chess it must not be captured; in antichess it is a piece like any other.
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// Its number, from 0 for a pawn to 5 for a king.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The squares that pieces of this kind attack; squares behind those that are not `open` are hidden.
    /// None for pawns, whose attacks depend on their colour.
    #[inline(always)]
    #[must_use]
    pub fn attacks(self, from: Bitboard, open: Bitboard) -> Bitboard {
        match self {
            Self::Pawn => Bitboard::EMPTY,
            Self::Knight => from.knight_attacks(),
            Self::Bishop => from.bishop_attacks(open),
            Self::Rook => from.rook_attacks(open),
            Self::Queen => from.queen_attacks(open),
            Self::King => from.neighbours(),
        }
    }

    /// Its letter in upper case, as for a white piece.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The kind of a letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let is_it = |kind: &Self| kind.letter().eq_ignore_ascii_case(&letter);
        Self::ALL.into_iter().find(is_it)
    }
}
