//! The twelve kinds of men.
//!
//! Those of chess, and six that Cazaux took from elsewhere: the elephant and the camel of old games, the
//! cannon of Chinese chess, the prince (a king who may be taken), the lion, and the eagle, which is the
//! gryphon of Alfonso's *Grande Acedrex* (1283).

use crate::board::Colour;

/// What kind of man one is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One or two squares straight ahead, from anywhere; captures aslant.
    Pawn,
    /// Leaps one square along a line and three along the other.
    Camel,
    /// Leaps as in chess.
    Knight,
    /// Leaps one or two squares aslant.
    Elephant,
    /// A king's step, or two squares straight ahead.
    Prince,
    /// Goes straight, and captures the first man beyond exactly one man.
    Cannon,
    /// Goes aslant.
    Bishop,
    /// Goes straight.
    Rook,
    /// Leaps to any square within two king's steps.
    Lion,
    /// A step aslant, and then straight away from where it came.
    Eagle,
    /// Goes straight and aslant.
    Queen,
    /// The one who must not be lost.
    King,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 12;

    /// Every kind.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Camel,
        Self::Knight,
        Self::Elephant,
        Self::Prince,
        Self::Cannon,
        Self::Bishop,
        Self::Rook,
        Self::Lion,
        Self::Eagle,
        Self::Queen,
        Self::King,
    ];

    /// What a pawn or a prince must become.
    pub const PROMOTIONS: [Self; 3] = [Self::Queen, Self::Lion, Self::Eagle];

    /// Its number, from 0 for a pawn to 11 for a king.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it becomes something else on the last rank, and may step two squares ahead.
    #[inline(always)]
    #[must_use]
    pub const fn promotes(self) -> bool {
        matches!(self, Self::Pawn | Self::Prince)
    }

    /// Its letter, as White's men are written.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Camel => 'M',
            Self::Knight => 'N',
            Self::Elephant => 'E',
            Self::Prince => 'I',
            Self::Cannon => 'C',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Lion => 'L',
            Self::Eagle => 'G',
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

    /// The letter of a man of that colour, small for Black's.
    #[must_use]
    pub const fn letter_of(self, colour: Colour) -> char {
        match colour {
            Colour::White => self.letter(),
            Colour::Black => self.letter().to_ascii_lowercase(),
        }
    }
}
