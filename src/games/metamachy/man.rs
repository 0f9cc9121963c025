//! The twelve kinds of pieces.
//!
//! They are those of chess, and six that Cazaux took from elsewhere: the elephant and the camel of old games,
//! the cannon of Chinese chess, the prince (a king that may be captured), the lion, and the eagle, which is
//! the gryphon of Alfonso's *Grande Acedrex* (1283).

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Moves one or two squares straight ahead, from anywhere; captures diagonally.
    Pawn,
    /// Leaps one square along a line and three along the other.
    Camel,
    /// Leaps as in chess.
    Knight,
    /// Leaps one or two squares diagonally.
    Elephant,
    /// Moves one step like a king, or two squares straight ahead.
    Prince,
    /// Moves like a rook, and captures the first piece beyond exactly one piece.
    Cannon,
    /// Moves on diagonals.
    Bishop,
    /// Moves on ranks and files.
    Rook,
    /// Leaps to any square within two king's steps.
    Lion,
    /// Moves one step diagonally, and then straight away from its origin.
    Eagle,
    /// Moves as a bishop or a rook.
    Queen,
    /// The royal piece.
    King,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 12;

    /// All kinds.
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

    /// The kinds that a pawn or a prince must promote to.
    pub const PROMOTIONS: [Self; 3] = [Self::Queen, Self::Lion, Self::Eagle];

    /// Its number, from 0 for a pawn to 11 for a king.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it promotes on the last rank, and may step two squares ahead.
    #[inline(always)]
    #[must_use]
    pub const fn promotes(self) -> bool {
        matches!(self, Self::Pawn | Self::Prince)
    }

    /// Its letter in upper case, as for a white piece.
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

    /// The kind of a letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let is_it = |kind: &Self| kind.letter().eq_ignore_ascii_case(&letter);
        Self::ALL.into_iter().find(is_it)
    }
}
