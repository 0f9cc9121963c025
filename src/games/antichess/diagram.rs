//! What people see: a position with colours, the count of quiet plies and a move number.
//!
//! A [`Setup`] is what a FEN says, unchecked; a [`Diagram`] holds a legal [`Position`]. The step
//! between them is [`Setup::diagram`], and every reason to refuse is an [`IllegalSetup`]. There are few:
//! any men may stand anywhere, pawns on the first and last ranks among them, as in composed positions.

use thiserror::Error;

use super::man::Kind;
use super::moves::Move;
use super::position::{MOST_MEN, Position};
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::game::fen;
use crate::game::picture::{Man, Picture};

/// A position as a FEN gives it: nothing is checked yet but that no two men share a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Every man.
    pub men: Vec<(Square, Colour, Kind)>,
    /// Who is to move.
    pub turn: Colour,
    /// The square that a double step has just passed.
    pub en_passant: Option<Square>,
    /// How many plies without capture or pawn move were made.
    pub quiet_plies: u16,
    /// The number of the move.
    pub move_number: u32,
}

/// Why a setup is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum IllegalSetup {
    /// More men than a side begins with.
    #[error("{colour} has {found} men, expected at most {MOST_MEN}")]
    TooMany {
        /// Whose.
        colour: Colour,
        /// How many there are.
        found: u32,
    },
    /// Who has no man is to move, and has won.
    #[error(
        "{0} has no man, but {other} is to move; expected a man of {0}'s, or {0} to move (who has won then)",
        other = .0.opponent()
    )]
    NoMan(Colour),
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
        for colour in [Colour::White, Colour::Black] {
            let found = self.men_of(colour).count();
            if found > MOST_MEN {
                return Err(IllegalSetup::TooMany { colour, found });
            }
        }
        let waiting = self.turn.opponent();
        if self.men_of(waiting).is_empty() {
            return Err(IllegalSetup::NoMan(waiting));
        }
        let mut position = Position::EMPTY;
        for (square, colour, kind) in &self.men {
            position.put(square.seen_by(self.turn), *kind, *colour == self.turn);
        }
        if let Some(square) = self.en_passant {
            self.check_en_passant(square)?;
            position.mark_en_passant(square.seen_by(self.turn).down(1));
        }
        Ok(Diagram {
            position,
            turn: self.turn,
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
        })
    }

    fn check_en_passant(&self, square: Square) -> Result<(), IllegalSetup> {
        let is_victim =
            |(_, colour, kind): &&(_, _, _)| *colour != self.turn && *kind == Kind::Pawn;
        let victims = squares(self.men.iter().filter(is_victim));
        let occupied = squares(self.men.iter());
        match fen::en_passant_problem(square, self.turn, victims, occupied) {
            Some(reason) => Err(IllegalSetup::EnPassant { square, reason }),
            None => Ok(()),
        }
    }

    fn men_of(&self, side: Colour) -> Bitboard {
        squares(self.men.iter().filter(|(_, colour, _)| *colour == side))
    }
}

/// Where they stand.
fn squares<'m>(men: impl Iterator<Item = &'m (Square, Colour, Kind)>) -> Bitboard {
    men.fold(Bitboard::EMPTY, |all, (square, ..)| {
        all | Bitboard::of(*square)
    })
}

/// A legal position with all that its FEN says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position, seen by the side to move.
    pub position: Position,
    /// Who is to move.
    pub turn: Colour,
    /// How many plies without capture or pawn move were made.
    pub quiet_plies: u16,
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
            quiet_plies: match played.is_irreversible(&self.position) {
                true => 0,
                false => self.quiet_plies.saturating_add(1),
            },
            move_number: fen::next_move_number(self.move_number, self.turn),
        }
    }

    /// Who stands on a square.
    #[must_use]
    pub fn man(&self, square: Square) -> Option<(Colour, Kind)> {
        let seen = square.seen_by(self.turn);
        let kind = self.position.kind_on(seen)?;
        let colour = match self.position.own().contains(seen) {
            true => self.turn,
            false => self.turn.opponent(),
        };
        Some((colour, kind))
    }

    /// The square of a legal capture en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let square = self.position.en_passant().lowest()?;
        Some(square.seen_by(self.turn))
    }

    /// What stands where.
    #[must_use]
    pub fn picture(&self) -> Picture {
        Picture::new(File::all().len(), Rank::all().len(), |place| {
            let file = File::all().nth(place.file)?;
            let (colour, kind) = self.man(Square::new(file, Rank::all().nth(place.rank)?))?;
            Some(Man {
                colour,
                letter: letter(colour, kind),
                figure: figure(colour, kind),
            })
        })
    }
}

/// The letter of a man, small for Black's.
#[must_use]
pub const fn letter(colour: Colour, kind: Kind) -> char {
    match colour {
        Colour::White => kind.letter(),
        Colour::Black => kind.letter().to_ascii_lowercase(),
    }
}

const fn figure(colour: Colour, kind: Kind) -> &'static str {
    match (colour, kind) {
        (Colour::White, Kind::King) => "\u{2654}",
        (Colour::White, Kind::Queen) => "\u{2655}",
        (Colour::White, Kind::Rook) => "\u{2656}",
        (Colour::White, Kind::Bishop) => "\u{2657}",
        (Colour::White, Kind::Knight) => "\u{2658}",
        (Colour::White, Kind::Pawn) => "\u{2659}",
        (Colour::Black, Kind::King) => "\u{265a}",
        (Colour::Black, Kind::Queen) => "\u{265b}",
        (Colour::Black, Kind::Rook) => "\u{265c}",
        (Colour::Black, Kind::Bishop) => "\u{265d}",
        (Colour::Black, Kind::Knight) => "\u{265e}",
        // The mark behind the pawn asks for a letter, not for a little picture.
        (Colour::Black, Kind::Pawn) => "\u{265f}\u{fe0e}",
    }
}
