//! What people see: a position, the count of quiet plies and a move number.
//!
//! A [`Setup`] is what a FEN says, unchecked; a [`Diagram`] holds a legal [`Position`]. The step
//! between them is [`Setup::diagram`], and every reason to refuse is an [`IllegalSetup`].

use thiserror::Error;

use super::man::Kind;
use super::moves::Move;
use super::position::{MOST_MEN, Position, last_rank};
use crate::board::Colour;
use crate::board12::{File, Rank, Square};
use crate::game::fen;
use crate::game::picture::{Man, Picture};

/// A position as a FEN gives it: nothing is checked yet but that no two men share a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Every man.
    pub men: Vec<(Square, Colour, Kind)>,
    /// Who is to move.
    pub turn: Colour,
    /// Whose kings have not moved yet.
    pub may_leap: Vec<Colour>,
    /// The square that a double step has just passed.
    pub en_passant: Option<Square>,
    /// How many plies without progress were made.
    pub quiet_plies: u16,
    /// The number of the move.
    pub move_number: u32,
}

/// Why a setup is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum IllegalSetup {
    /// No king, or several.
    #[error("{colour} has {found} kings, expected 1")]
    Kings {
        /// Whose.
        colour: Colour,
        /// How many there are.
        found: usize,
    },
    /// More men than a side begins with.
    #[error("{colour} has {found} men, expected at most {MOST_MEN}")]
    TooMany {
        /// Whose.
        colour: Colour,
        /// How many there are.
        found: usize,
    },
    /// A pawn stands where none can.
    #[error("{colour} has a pawn on {square}, expected pawns on ranks 2 to 11")]
    Pawn {
        /// Whose.
        colour: Colour,
        /// Where.
        square: Square,
    },
    /// A prince stands where he would have become something else.
    #[error(
        "{colour} has a prince on {square}, his last rank, where he becomes a queen, lion or eagle"
    )]
    Prince {
        /// Whose.
        colour: Colour,
        /// Where.
        square: Square,
    },
    /// Who is not to move stands in check.
    #[error("{waiting} is in check, but {mover} is to move", mover = .waiting.opponent())]
    InCheck {
        /// Who is not to move.
        waiting: Colour,
    },
    /// A king who has moved.
    #[error(
        "{colour}'s king on {square} has moved, so it may not leap; expected it on {homes}, or the leap field without '{letter}'",
        homes = homes(*.colour),
        letter = Kind::King.letter_of(*.colour)
    )]
    Leap {
        /// Whose.
        colour: Colour,
        /// Where it stands.
        square: Square,
    },
    /// The en passant square cannot be one.
    #[error(
        "en passant on {square} is impossible: {reason}; expected '-' or a square that a pawn or prince has just passed by a double step"
    )]
    EnPassant {
        /// The square.
        square: Square,
        /// Why not.
        reason: &'static str,
    },
}

/// Where a king begins.
const fn homes(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "f1, g1, f2 or g2",
        Colour::Black => "f12, g12, f11 or g11",
    }
}

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// The first reason why it is none.
    pub fn diagram(&self) -> Result<Diagram, IllegalSetup> {
        let white = self.king(Colour::White)?;
        let black = self.king(Colour::Black)?;
        let mut position = Position::of_kings(white, black, self.turn);
        for (square, colour, kind) in &self.men {
            check_rank(*square, *colour, *kind)?;
            if *kind != Kind::King {
                position.put(*colour, *kind, *square);
            }
        }
        for colour in [Colour::White, Colour::Black] {
            let found = self
                .men
                .iter()
                .filter(|(_, side, _)| *side == colour)
                .count();
            if found > MOST_MEN as usize {
                return Err(IllegalSetup::TooMany { colour, found });
            }
        }
        if position.is_opponent_in_check() {
            let waiting = self.turn.opponent();
            return Err(IllegalSetup::InCheck { waiting });
        }
        for colour in &self.may_leap {
            let square = position.king(*colour);
            if !is_home(square.seen_by(*colour)) {
                let colour = *colour;
                return Err(IllegalSetup::Leap { colour, square });
            }
            position.allow_leap(*colour);
        }
        if let Some(square) = self.en_passant {
            if let Some(reason) = en_passant_problem(square, &position) {
                return Err(IllegalSetup::EnPassant { square, reason });
            }
            position.mark_passed(square);
        }
        Ok(Diagram {
            position,
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
        })
    }

    /// Where a side's one king stands.
    fn king(&self, colour: Colour) -> Result<Square, IllegalSetup> {
        let is_king = |(_, side, kind): &&(Square, _, _)| *side == colour && *kind == Kind::King;
        let kings: Vec<Square> = self
            .men
            .iter()
            .filter(is_king)
            .map(|(one, ..)| *one)
            .collect();
        match kings[..] {
            [king] => Ok(king),
            _ => Err(IllegalSetup::Kings {
                colour,
                found: kings.len(),
            }),
        }
    }
}

/// Pawns stand on no last rank, princes not on their own.
fn check_rank(square: Square, colour: Colour, kind: Kind) -> Result<(), IllegalSetup> {
    let is_last = |side| last_rank(side).contains(square);
    match kind {
        Kind::Pawn if is_last(colour) || is_last(colour.opponent()) => {
            Err(IllegalSetup::Pawn { colour, square })
        }
        Kind::Prince if is_last(colour) => Err(IllegalSetup::Prince { colour, square }),
        _ => Ok(()),
    }
}

/// Whether a king begins on a square, as its own side sees it.
pub(super) fn is_home(seen: Square) -> bool {
    matches!(seen.file().index(), 5 | 6) && matches!(seen.rank().index(), 0 | 1)
}

/// Why nobody can just have passed a square by a double step.
fn en_passant_problem(square: Square, position: &Position) -> Option<&'static str> {
    let mover = position.turn().opponent();
    let (Some(origin), Some(landing)) = (square.forward(position.turn()), square.forward(mover))
    else {
        return Some("a double step does not pass the first or the last rank");
    };
    let passers = (position.of(Kind::Pawn) | position.of(Kind::Prince)) & position.enemy();
    if !passers.contains(landing) {
        return Some("no pawn or prince of the opponent's stands one square beyond it");
    }
    let is_taken = position.men().contains(square) || position.men().contains(origin);
    is_taken.then_some("the way of the double step is not empty")
}

/// A legal position with all that its FEN says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// How many plies without a capture, a pawn's move or a promotion were made.
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
            quiet_plies: match played.is_irreversible(&self.position) {
                true => 0,
                false => self.quiet_plies.saturating_add(1),
            },
            move_number: fen::next_move_number(self.move_number, self.position.turn()),
        }
    }

    /// What stands where.
    #[must_use]
    pub fn picture(&self) -> Picture {
        Picture::new(File::all().len(), Rank::all().len(), |place| {
            let file = File::all().nth(place.file)?;
            let square = Square::new(file, Rank::all().nth(place.rank)?);
            let (colour, kind) = self.position.man_on(square)?;
            Some(Man {
                colour,
                letter: kind.letter_of(colour),
                figure: figure(colour, kind),
            })
        })
    }
}

/// A sign for a man. Those that chess does not have are their letters: few fonts have more.
const fn figure(colour: Colour, kind: Kind) -> &'static str {
    let [white, black] = match kind {
        Kind::King => ["\u{2654}", "\u{265a}"],
        Kind::Queen => ["\u{2655}", "\u{265b}"],
        Kind::Rook => ["\u{2656}", "\u{265c}"],
        Kind::Bishop => ["\u{2657}", "\u{265d}"],
        Kind::Knight => ["\u{2658}", "\u{265e}"],
        // The mark behind the pawn asks for a letter, not for a little picture.
        Kind::Pawn => ["\u{2659}", "\u{265f}\u{fe0e}"],
        Kind::Camel => ["M", "m"],
        Kind::Elephant => ["E", "e"],
        Kind::Prince => ["I", "i"],
        Kind::Cannon => ["C", "c"],
        Kind::Lion => ["L", "l"],
        Kind::Eagle => ["G", "g"],
    };
    match colour {
        Colour::White => white,
        Colour::Black => black,
    }
}
