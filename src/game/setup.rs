//! The content of a FEN before it is checked: pieces on squares, the side to move, and the rest.
//!
//! A [`Setup`] is what is read; a [`Diagram`](super::diagram::Diagram) is a legal position. The
//! game converts the former into the latter
//! ([`Playable::set_up`](super::playable::Playable::set_up)), and every reason to reject it is an
//! [`IllegalSetup`]. Checks that several games share are here.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::picture::{Coord, Man};
use crate::board::{Bitboard, Colour, Square};

/// A position as given by a FEN: nothing is checked yet except that no two pieces share a square of
/// the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The width of the board.
    pub files: usize,
    /// All pieces.
    pub men: Vec<(Coord, Man)>,
    /// The side to move.
    pub turn: Colour,
    /// The castling rights, or other rights of a king; empty for none.
    pub rights: String,
    /// The square that a double step has just passed over.
    pub en_passant: Option<Coord>,
    /// The number of plies without progress.
    pub quiet_plies: u16,
    /// The number of the move, from 1.
    pub move_number: u32,
}

/// Why a setup is not a legal position.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum IllegalSetup {
    /// A side does not have exactly one king.
    #[error("{colour} has {found} kings, expected one")]
    Kings {
        /// The side.
        colour: Colour,
        /// How many kings it has.
        found: usize,
    },
    /// The kings are adjacent.
    #[error("the kings on {0} and {1} are adjacent")]
    KingsTouch(Coord, Coord),
    /// A king could be captured.
    #[error("{waiting} is in check, but {mover} is to move", waiting = .0, mover = .0.opponent())]
    InCheck(Colour),
    /// More pieces than a side begins with.
    #[error("{colour} has {found} pieces, expected at most {most}")]
    TooMany {
        /// The side.
        colour: Colour,
        /// How many pieces it has.
        found: usize,
        /// How many pieces it may have.
        most: usize,
    },
    /// A pawn on an impossible rank.
    #[error("{colour} has a pawn on {square}, but pawns stand on ranks {} to {}", ranks.start() + 1, ranks.end() + 1)]
    Pawn {
        /// The side.
        colour: Colour,
        /// Its square.
        square: Coord,
        /// The possible ranks, counted from 0.
        ranks: RangeInclusive<usize>,
    },
    /// An impossible en passant square.
    #[error(
        "en passant on {square} is impossible: {reason}; \
         expected '-' or a square that a {stepper} has just passed over in a double step"
    )]
    EnPassant {
        /// The square.
        square: Coord,
        /// Why it is impossible.
        reason: String,
        /// The piece that makes double steps.
        stepper: &'static str,
    },
    /// The position breaks a rule of one particular game.
    #[error("{0}")]
    Other(String),
}

/// The pieces that can make a double step in a game, and so be captured en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DoubleSteps {
    /// The letters of these pieces.
    pub men: &'static str,
    /// The name of these pieces: `pawn`.
    pub name: &'static str,
    /// The rank that double steps pass over, counted from 0 and from the capturer's point of view;
    /// `None` if they can begin anywhere.
    pub rank: Option<usize>,
}

/// The pawns of chess.
pub const PAWNS_OF_CHESS: DoubleSteps = DoubleSteps {
    men: "P",
    name: "pawn",
    rank: Some(5),
};

impl Setup {
    /// An empty board of this width, at the beginning of a game.
    #[must_use]
    pub const fn new(files: usize, turn: Colour) -> Self {
        Self {
            files,
            men: Vec::new(),
            turn,
            rights: String::new(),
            en_passant: None,
            quiet_plies: 0,
            move_number: 1,
        }
    }

    /// Adds a side's pieces with that letter on these squares.
    #[must_use]
    pub fn with<S: Into<Coord>>(
        mut self,
        colour: Colour,
        letter: char,
        squares: impl IntoIterator<Item = S>,
    ) -> Self {
        let man = Man::new(colour, letter);
        let men = squares.into_iter().map(|square| (square.into(), man));
        self.men.extend(men);
        self
    }

    /// The squares of a side's pieces with that letter.
    pub fn of(&self, colour: Colour, letter: char) -> impl Iterator<Item = Coord> {
        let is_it = move |man: &Man| man.colour == colour && man.kind() == letter;
        let men = self.men.iter().filter(move |(_, man)| is_it(man));
        men.map(|(coord, _)| *coord)
    }

    /// The same squares as a set, on boards of 64 squares.
    #[must_use]
    pub fn squares(&self, colour: Colour, letter: char) -> Bitboard {
        let squares = self.of(colour, letter).filter_map(Coord::square);
        squares.fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square))
    }

    /// The square that the last double step passed over, on boards of 64 squares.
    #[must_use]
    pub fn passed(&self) -> Option<Square> {
        self.en_passant.and_then(Coord::square)
    }

    /// The square of a side's only king.
    ///
    /// # Errors
    /// If there is none, or there are several.
    pub fn king(&self, colour: Colour) -> Result<Coord, IllegalSetup> {
        let found = self.of(colour, 'K').count();
        match (found, self.of(colour, 'K').next()) {
            (1, Some(king)) => Ok(king),
            _ => Err(IllegalSetup::Kings { colour, found }),
        }
    }

    /// The squares of White's king and of Black's; each side must have one, and they must not be
    /// adjacent.
    ///
    /// # Errors
    /// If a side has none or several, or they are adjacent.
    pub fn kings(&self) -> Result<[Coord; 2], IllegalSetup> {
        let kings = [self.king(Colour::White)?, self.king(Colour::Black)?];
        let [white, black] = kings;
        let is_beside = |one: usize, other: usize| one.abs_diff(other) < 2;
        match is_beside(white.file, black.file) && is_beside(white.rank, black.rank) {
            true => Err(IllegalSetup::KingsTouch(white, black)),
            false => Ok(kings),
        }
    }

    /// Checks that no side has more pieces than this.
    ///
    /// # Errors
    /// If a side has more.
    pub fn check_numbers(&self, most: usize) -> Result<(), IllegalSetup> {
        for colour in [Colour::White, Colour::Black] {
            let found = self.men.iter().filter(|(_, man)| man.colour == colour);
            let found = found.count();
            if found > most {
                return Err(IllegalSetup::TooMany {
                    colour,
                    found,
                    most,
                });
            }
        }
        Ok(())
    }

    /// Checks that all pawns are on these ranks, counted from 0.
    ///
    /// # Errors
    /// Returns the first pawn that is not.
    pub fn check_pawns(&self, ranks: RangeInclusive<usize>) -> Result<(), IllegalSetup> {
        let is_wrong =
            |(coord, man): &&(Coord, Man)| man.kind() == 'P' && !ranks.contains(&coord.rank);
        match self.men.iter().find(is_wrong) {
            None => Ok(()),
            Some((square, man)) => Err(IllegalSetup::Pawn {
                colour: man.colour,
                square: *square,
                ranks,
            }),
        }
    }

    /// Checks that a double step can just have passed over the en passant square, if there is one:
    /// the piece is one rank beyond it, and the two squares that it crossed are empty.
    ///
    /// # Errors
    /// Returns what contradicts the double step.
    pub fn check_en_passant(&self, steps: DoubleSteps, ranks: usize) -> Result<(), IllegalSetup> {
        let Some(square) = self.en_passant else {
            return Ok(());
        };
        let wrong = |reason: String| {
            Err(IllegalSetup::EnPassant {
                square,
                reason,
                stepper: steps.name,
            })
        };
        let seen = match self.turn {
            Colour::White => square.rank,
            Colour::Black => ranks - 1 - square.rank,
        };
        let is_inside = (1..ranks - 1).contains(&seen);
        if !is_inside || steps.rank.is_some_and(|rank| rank != seen) {
            return wrong("it is not on a rank that the opponent's double steps pass over".into());
        }
        let at = |rank| {
            let coord = Coord { rank, ..square };
            let man = self.men.iter().find(|(one, _)| *one == coord);
            man.map(|(_, man)| *man)
        };
        let (origin, landing) = match self.turn {
            Colour::White => (square.rank + 1, square.rank - 1),
            Colour::Black => (square.rank - 1, square.rank + 1),
        };
        let is_stepper = |man: Man| man.colour != self.turn && steps.men.contains(man.kind());
        if !at(landing).is_some_and(is_stepper) {
            let name = steps.name;
            return wrong(format!("no {name} of the opponent is in front of it"));
        }
        match at(square.rank).or(at(origin)) {
            None => Ok(()),
            Some(_) => wrong("the path of the double step is not empty".into()),
        }
    }
}
