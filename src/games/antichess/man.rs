//! The six kinds of men, each of which only wants to be taken.
//!
//! The king is one of them: he may be captured, promoted to, and there may be several or none.

/// What kind of man one is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Goes straight ahead, captures aslant, and becomes something else on the last rank.
    Pawn,
    /// Leaps.
    Knight,
    /// Goes aslant.
    Bishop,
    /// Goes straight.
    Rook,
    /// Goes both ways.
    Queen,
    /// Takes one step, and need not be guarded.
    King,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// What a pawn may become.
    pub const PROMOTIONS: [Self; 5] = [
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::King,
    ];

    /// Its number, from 0 for a pawn to 5 for a king.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter, as White's men are written.
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

    /// The kind of that letter, of either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let is_it = |kind: &Self| kind.letter().eq_ignore_ascii_case(&letter);
        Self::ALL.into_iter().find(is_it)
    }
}
