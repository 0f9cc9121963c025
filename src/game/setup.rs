//! What a FEN says before anybody has asked whether it can be: men on squares, who is to move, and the rest.
//!
//! A [`Setup`] is what is read; a [`Diagram`](super::diagram::Diagram) is a legal position. The step between
//! them is the game's ([`Playable::set_up`](super::playable::Playable::set_up)), and every reason to refuse is an
//! [`IllegalSetup`]. What several games ask of a setup is here.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::picture::{Coord, Man};
use crate::board::{Bitboard, Colour, Square};

/// A position as a FEN gives it: nothing is checked yet but that no two men share a square of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The width of the board.
    pub files: usize,
    /// Every man.
    pub men: Vec<(Coord, Man)>,
    /// Who is to move.
    pub turn: Colour,
    /// Who may castle, or what a king may do instead; nothing if nobody may.
    pub rights: String,
    /// The square that a double step has just passed.
    pub en_passant: Option<Coord>,
    /// How many plies without progress were made.
    pub quiet_plies: u16,
    /// The number of the move, from 1.
    pub move_number: u32,
}

/// Why a setup is no legal position.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum IllegalSetup {
    /// Each side has one king.
    #[error("{colour} has {found} kings, expected one")]
    Kings {
        /// Whose.
        colour: Colour,
        /// How many there are.
        found: usize,
    },
    /// Kings never stand side by side.
    #[error("the kings on {0} and {1} stand side by side")]
    KingsTouch(Coord, Coord),
    /// A king that could be taken.
    #[error("{waiting} is in check, but {mover} is to move", waiting = .0, mover = .0.opponent())]
    InCheck(Colour),
    /// More men than a side begins with.
    #[error("{colour} has {found} pieces, expected at most {most}")]
    TooMany {
        /// Whose.
        colour: Colour,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A pawn on a rank where none can be.
    #[error("{colour} has a pawn on {square}, but pawns stand on ranks {} to {}", ranks.start() + 1, ranks.end() + 1)]
    Pawn {
        /// Whose.
        colour: Colour,
        /// Where.
        square: Coord,
        /// Where pawns stand, ranks from 0.
        ranks: RangeInclusive<usize>,
    },
    /// The en passant square cannot be one.
    #[error(
        "en passant on {square} is impossible: {reason}; expected '-' or a square that a {stepper} has just passed by a double step"
    )]
    EnPassant {
        /// The square.
        square: Coord,
        /// Why not.
        reason: String,
        /// Who steps twice.
        stepper: &'static str,
    },
    /// What only one game asks for.
    #[error("{0}")]
    Other(String),
}

/// Who may make a double step in a game, and so be taken en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DoubleSteps {
    /// The letters of these men.
    pub men: &'static str,
    /// What they are called: `pawn`.
    pub name: &'static str,
    /// The one rank, from 0 and as whoever takes sees it, that their double steps pass; `None` if they step so
    /// from anywhere.
    pub rank: Option<usize>,
}

/// The pawns of chess.
pub const PAWNS_OF_CHESS: DoubleSteps = DoubleSteps {
    men: "P",
    name: "pawn",
    rank: Some(5),
};

impl Setup {
    /// An empty board of that width, where a game begins.
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

    /// With a side's men of that letter on more squares.
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

    /// Where a side's men of that letter stand.
    pub fn of(&self, colour: Colour, letter: char) -> impl Iterator<Item = Coord> {
        let is_it = move |man: &Man| man.colour == colour && man.kind() == letter;
        let men = self.men.iter().filter(move |(_, man)| is_it(man));
        men.map(|(coord, _)| *coord)
    }

    /// The same as a set, on boards of 64 squares.
    #[must_use]
    pub fn squares(&self, colour: Colour, letter: char) -> Bitboard {
        let squares = self.of(colour, letter).filter_map(Coord::square);
        squares.fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square))
    }

    /// The square that a double step has just passed, on boards of 64 squares.
    #[must_use]
    pub fn passed(&self) -> Option<Square> {
        self.en_passant.and_then(Coord::square)
    }

    /// The square of a side's one king.
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

    /// The squares of White's king and of Black's, where each side has one and they do not stand side by side.
    ///
    /// # Errors
    /// If a side has none or several, or they do.
    pub fn kings(&self) -> Result<[Coord; 2], IllegalSetup> {
        let kings = [self.king(Colour::White)?, self.king(Colour::Black)?];
        let [white, black] = kings;
        let is_beside = |one: usize, other: usize| one.abs_diff(other) < 2;
        match is_beside(white.file, black.file) && is_beside(white.rank, black.rank) {
            true => Err(IllegalSetup::KingsTouch(white, black)),
            false => Ok(kings),
        }
    }

    /// Looks whether no side has more men than that.
    ///
    /// # Errors
    /// If one has.
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

    /// Looks whether all pawns stand on these ranks, counted from 0.
    ///
    /// # Errors
    /// The first that does not.
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

    /// Looks whether somebody can just have passed the en passant square, if there is one: he stands one rank
    /// beyond it, and the two squares that he came over are empty.
    ///
    /// # Errors
    /// What contradicts it.
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
            return wrong("it is not on a rank that the opponent's double steps pass".into());
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
            return wrong(format!("no {name} of the opponent's stands in front of it"));
        }
        match at(square.rank).or(at(origin)) {
            None => Ok(()),
            Some(_) => wrong("the way of the double step is not empty".into()),
        }
    }
}
