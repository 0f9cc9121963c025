//! What people see: a position with colours, a width and a move number.
//!
//! A [`Setup`] is what a FEN says, unchecked; a [`Diagram`] holds a legal [`Position`]. The step
//! between them is [`Setup::diagram`], and every reason to refuse is an [`IllegalSetup`].

use std::fmt;

use thiserror::Error;

use super::moves::Move;
use super::position::Position;
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::game::fen;

/// How many files the board has: 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Files(u8);

impl Files {
    /// The full board.
    pub const EIGHT: Self = Self(8);

    /// A board of `count` files; `None` unless 1 to 8.
    #[must_use]
    pub const fn new(count: usize) -> Option<Self> {
        if count >= 1 && count <= 8 {
            Some(Self(count as u8))
        } else {
            None
        }
    }

    /// How many they are.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// The files themselves, from the a-file.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = File> + ExactSizeIterator {
        File::all().take(self.count())
    }

    /// The squares of such a board.
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        Bitboard::leftmost_files(self.count())
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A placement of pawns that has been read but not yet checked against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// White's pawns.
    pub white: Bitboard,
    /// Black's pawns.
    pub black: Bitboard,
    /// Who is to move.
    pub turn: Colour,
    /// The square behind a pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// The width of the board.
    pub files: Files,
    /// The number of the move, from 1; it grows after Black's move.
    pub move_number: u32,
}

/// Why a placement of pawns is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum IllegalSetup {
    /// Pawns start on their second rank and never go back.
    #[error("{colour} has a pawn on {square}, its own first rank, where no pawn can ever stand")]
    OnOwnFirstRank {
        /// Whose pawn it is.
        colour: Colour,
        /// Where it stands.
        square: Square,
    },
    /// The game is over when the first of them arrives.
    #[error(
        "both sides have a pawn on their last rank ({white} and {black}), but the game ends with the first"
    )]
    BothOnLastRank {
        /// White's pawn on rank 8.
        white: Square,
        /// Black's pawn on rank 1.
        black: Square,
    },
    /// No double step can have passed that square.
    #[error(
        "en passant on {square} is impossible: {reason}; expected '-' or a square that a pawn has just passed by a double step"
    )]
    EnPassant {
        /// The square named.
        square: Square,
        /// What contradicts it.
        reason: &'static str,
    },
}

impl Setup {
    /// The legal position this describes.
    ///
    /// # Errors
    /// The first rule that it breaks, as an [`IllegalSetup`].
    pub fn diagram(&self) -> Result<Diagram, IllegalSetup> {
        let first = Bitboard::rank(Rank::FIRST);
        let last = Bitboard::rank(Rank::EIGHTH);
        for (colour, pawns, home) in [
            (Colour::White, self.white, first),
            (Colour::Black, self.black, last),
        ] {
            if let Some(square) = (pawns & home).lowest() {
                return Err(IllegalSetup::OnOwnFirstRank { colour, square });
            }
        }
        if let (Some(white), Some(black)) =
            ((self.white & last).lowest(), (self.black & first).lowest())
        {
            return Err(IllegalSetup::BothOnLastRank { white, black });
        }
        if let Some(square) = self.en_passant {
            self.check_en_passant(square)?;
        }
        let (own, enemy) = match self.turn {
            Colour::White => (self.white, self.black),
            Colour::Black => (self.black.flip(), self.white.flip()),
        };
        let en_passant = self.en_passant.map(|square| square.seen_by(self.turn));
        Ok(Diagram {
            position: Position::new(own, enemy, en_passant),
            turn: self.turn,
            files: self.files,
            move_number: self.move_number,
        })
    }

    /// The pawn that has just made a double step stands one rank beyond `square`, and the two
    /// squares it came over are empty.
    fn check_en_passant(&self, square: Square) -> Result<(), IllegalSetup> {
        let victims = match self.turn {
            Colour::White => self.black,
            Colour::Black => self.white,
        };
        let occupied = self.white | self.black;
        match fen::en_passant_problem(square, self.turn, victims, occupied) {
            Some(reason) => Err(IllegalSetup::EnPassant { square, reason }),
            None => Ok(()),
        }
    }
}

/// A legal position with what people need to see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position, seen by the side to move.
    pub position: Position,
    /// Who is to move.
    pub turn: Colour,
    /// The width of the board.
    pub files: Files,
    /// The number of the move, from 1 to [`LAST_MOVE_NUMBER`](fen::LAST_MOVE_NUMBER).
    pub move_number: u32,
}

impl Diagram {
    /// After a legal move.
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        Self {
            position: self.position.play(played),
            turn: self.turn.opponent(),
            files: self.files,
            move_number: fen::next_move_number(self.move_number, self.turn),
        }
    }

    /// The pawns of one side, as White sees the board.
    #[must_use]
    pub fn pawns(&self, colour: Colour) -> Bitboard {
        let pawns = if colour == self.turn {
            self.position.own()
        } else {
            self.position.enemy()
        };
        match self.turn {
            Colour::White => pawns,
            Colour::Black => pawns.flip(),
        }
    }

    /// The square of a capture en passant, as White sees the board.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let square = self.position.en_passant().lowest()?;
        Some(square.seen_by(self.turn))
    }
}
