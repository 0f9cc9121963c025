//! What people see: a position with colours and a move number.
//!
//! A [`Setup`] is what a FEN says, unchecked; a [`Diagram`] holds a legal [`Position`]. The step
//! between them is [`Setup::diagram`], and every reason to refuse is an [`IllegalSetup`].

use thiserror::Error;

use super::moves::Move;
use super::position::{Position, Side};
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::fen;

/// A position as a FEN gives it: nothing is checked yet but that no two men share a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// White's kings.
    pub white_kings: Bitboard,
    /// Black's kings.
    pub black_kings: Bitboard,
    /// White's pawns.
    pub white: Bitboard,
    /// Black's pawns.
    pub black: Bitboard,
    /// Who is to move.
    pub turn: Colour,
    /// The square that a double step has just passed.
    pub en_passant: Option<Square>,
    /// The number of the move.
    pub move_number: u32,
}

/// Why a setup is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum IllegalSetup {
    /// Each side has one king.
    #[error("{colour} has {found} kings, expected one")]
    Kings {
        /// Whose.
        colour: Colour,
        /// How many there are.
        found: u32,
    },
    /// Kings never stand side by side.
    #[error("the kings on {white} and {black} stand side by side")]
    KingsTouch {
        /// White's.
        white: Square,
        /// Black's.
        black: Square,
    },
    /// Pawns stand on ranks 2 to 7.
    #[error("a pawn on {0}: pawns stand on ranks 2 to 7")]
    PawnOnLastRank(Square),
    /// A king that could be taken.
    #[error("{0}'s king is attacked, but {1} is to move")]
    InCheck(Colour, Colour),
    /// The en passant square cannot be one.
    #[error(
        "en passant on {square} is impossible: {reason}; expected '-' or a square that a pawn has just passed by a double step"
    )]
    EnPassant {
        /// The square.
        square: Square,
        /// Why not.
        reason: &'static str,
    },
}

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// The first reason why it is none.
    pub fn diagram(&self) -> Result<Diagram, IllegalSetup> {
        let king = |colour, kings: Bitboard| match (kings.lowest(), kings.count()) {
            (Some(square), 1) => Ok(square),
            (_, found) => Err(IllegalSetup::Kings { colour, found }),
        };
        let white_king = king(Colour::White, self.white_kings)?;
        let black_king = king(Colour::Black, self.black_kings)?;
        if white_king.distance(black_king) < 2 {
            return Err(IllegalSetup::KingsTouch {
                white: white_king,
                black: black_king,
            });
        }
        let outside = Bitboard::rank(Rank::FIRST) | Bitboard::rank(Rank::EIGHTH);
        if let Some(square) = ((self.white | self.black) & outside).lowest() {
            return Err(IllegalSetup::PawnOnLastRank(square));
        }
        if let Some(square) = self.en_passant {
            self.check_en_passant(square)?;
        }
        let side = |king: Square, pawns: Bitboard| Side {
            king: king.seen_by(self.turn),
            pawns: match self.turn {
                Colour::White => pawns,
                Colour::Black => pawns.flip(),
            },
            queens: Bitboard::EMPTY,
        };
        let (white, black) = (side(white_king, self.white), side(black_king, self.black));
        let (own, enemy) = match self.turn {
            Colour::White => (white, black),
            Colour::Black => (black, white),
        };
        let passed = self.en_passant.map(|square| square.seen_by(self.turn));
        let passed = passed.map_or(Bitboard::EMPTY, Bitboard::of);
        let position = Position::new(self.turn, own, enemy, passed);
        if !position.is_legal() {
            return Err(IllegalSetup::InCheck(self.turn.opponent(), self.turn));
        }
        Ok(Diagram {
            position,
            move_number: self.move_number,
        })
    }

    fn check_en_passant(&self, square: Square) -> Result<(), IllegalSetup> {
        let victims = match self.turn {
            Colour::White => self.black,
            Colour::Black => self.white,
        };
        let occupied = self.white | self.black | self.white_kings | self.black_kings;
        match fen::en_passant_problem(square, self.turn, victims, occupied) {
            Some(reason) => Err(IllegalSetup::EnPassant { square, reason }),
            None => Ok(()),
        }
    }
}

/// A legal position with all that its FEN says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position, seen by the side to move.
    pub position: Position,
    /// The number of the move, from 1 to [`LAST_MOVE_NUMBER`](fen::LAST_MOVE_NUMBER).
    pub move_number: u32,
}

impl Diagram {
    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.position.turn()
    }

    /// After a legal move.
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        Self {
            position: self.position.play(played),
            move_number: fen::next_move_number(self.move_number, self.turn()),
        }
    }

    /// What a side has, as White sees the board.
    #[must_use]
    pub fn side(&self, colour: Colour) -> Side {
        let side = match colour == self.turn() {
            true => self.position.own(),
            false => self.position.enemy(),
        };
        side.seen_by(self.turn())
    }

    /// The square of a legal capture en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let square = self.position.en_passant().lowest()?;
        Some(square.seen_by(self.turn()))
    }
}
