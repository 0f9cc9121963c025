//! A legal position with all fields of its FEN, for any game.
//!
//! Search and solver see only the position. A diagram is displayed as its FEN, which `parse`
//! reads back; moves are read and written here, in the game's [notation](super::san).

use std::fmt;
use std::str::FromStr;

use super::Outcome;
use super::fen::{self, FenError, LAST_MOVE_NUMBER};
use super::picture::{Coord, Picture};
use super::playable::{MoveError, Playable};
use super::san::{Shape, Written};
use super::setup::{IllegalSetup, Setup};
use crate::board::Colour;

/// A legal position with all fields of its FEN.
pub struct Diagram<G: Playable> {
    /// The position, seen by the side to move.
    pub position: G::Position,
    /// The side to move.
    pub turn: Colour,
    /// The width of the board.
    pub files: usize,
    /// The number of plies without progress; 0 in games that do not count them.
    pub quiet_plies: u16,
    /// The number of the move, from 1 to [`LAST_MOVE_NUMBER`]; it grows after Black's move.
    pub move_number: u32,
}

impl<G: Playable> Diagram<G> {
    /// The legal position that a setup describes.
    ///
    /// # Errors
    /// Returns the first rule that it violates.
    pub fn of(setup: &Setup) -> Result<Self, IllegalSetup> {
        Ok(Self {
            position: G::set_up(setup)?,
            turn: setup.turn,
            files: setup.files,
            quiet_plies: match G::MOST_QUIET_PLIES {
                Some(_) => setup.quiet_plies,
                None => 0,
            },
            move_number: setup.move_number,
        })
    }

    /// The diagram after a legal move.
    #[must_use]
    pub fn after(&self, game: &G, played: G::Move) -> Self {
        let counts = G::MOST_QUIET_PLIES.is_some();
        Self {
            position: game.play(&self.position, played),
            turn: self.turn.opponent(),
            files: self.files,
            quiet_plies: match counts && !game.is_irreversible(&self.position, played) {
                true => self.quiet_plies.saturating_add(1),
                false => 0,
            },
            move_number: match self.turn {
                Colour::White => self.move_number,
                Colour::Black => self.move_number.saturating_add(1).min(LAST_MOVE_NUMBER),
            },
        }
    }

    /// The pieces on their squares.
    #[must_use]
    pub fn picture(&self) -> Picture {
        Picture::new(self.files, G::NOTATION.ranks, |coord| {
            G::man_on(self, coord)
        })
    }

    /// The legal moves; none if the game is over.
    pub fn legal_moves(&self, game: &G) -> Vec<G::Move> {
        match game.outcome(&self.position) {
            Some(_) => Vec::new(),
            None => game.moves(&self.position).into_iter().collect(),
        }
    }

    /// A legal move in UCI notation.
    pub fn coordinates(&self, played: G::Move) -> String {
        G::written(self, played).coordinates()
    }

    /// Consecutive legal moves in UCI notation.
    pub fn line(&self, game: &G, moves: &[G::Move]) -> Vec<String> {
        let mut diagram = *self;
        let moves = moves.iter().map(|played| {
            let text = diagram.coordinates(*played);
            diagram = diagram.after(game, *played);
            text
        });
        moves.collect()
    }

    /// A legal move in SAN, with the check or mate sign where the game
    /// [marks](super::san::Notation::marks_checks) them.
    pub fn san(&self, game: &G, played: G::Move) -> String {
        let text = self.unsigned_san(game, played);
        if !G::NOTATION.marks_checks {
            return text;
        }
        let after = game.play(&self.position, played);
        match (game.is_in_check(&after), game.outcome(&after)) {
            (true, Some(Outcome::Loss)) => text + "#",
            (true, _) => text + "+",
            (false, _) => text,
        }
    }

    /// A legal move in SAN without the signs of check and mate.
    pub fn unsigned_san(&self, game: &G, played: G::Move) -> String {
        let written = G::written(self, played);
        let legal = match written.may_be_ambiguous() {
            true => self.legal_moves(game),
            false => Vec::new(),
        };
        let legal = legal.into_iter().map(|one| G::written(self, one));
        written.san(&legal.collect::<Vec<_>>())
    }

    /// Reads a legal move in either notation.
    ///
    /// # Errors
    /// If the text is not a move, or not a legal one.
    pub fn read_move(&self, game: &G, text: &str) -> Result<G::Move, MoveError> {
        let legal = self.legal_moves(game);
        let written: Vec<Written> = legal.iter().map(|one| G::written(self, *one)).collect();
        let shape = Shape::of(text, &G::NOTATION);
        let meant = shape.map_or_else(Vec::new, |shape| shape.among(&written));
        match meant[..] {
            [index] => Ok(legal[index]),
            [] => {
                let names = written.iter().map(Written::coordinates).collect();
                let is_a_move = shape.is_some();
                Err(MoveError::new(
                    text,
                    is_a_move,
                    self,
                    names,
                    G::NOTATION.examples,
                ))
            }
            _ => {
                let short = |index: &usize| self.unsigned_san(game, legal[*index]);
                Err(MoveError::ambiguous(
                    text,
                    self,
                    meant.iter().map(short).collect(),
                ))
            }
        }
    }
}

/// Reads a FEN.
impl<G: Playable> FromStr for Diagram<G> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Ok(Self::of(&fen::read(text, &G::NOTATION)?)?)
    }
}

/// The FEN, six fields. En passant is written only where a capture is possible.
impl<G: Playable> fmt::Display for Diagram<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.letter();
        let passed = G::en_passant(self);
        let passed = passed.map_or_else(|| "-".into(), |coord: Coord| coord.to_string());
        write!(
            f,
            "{} {turn} {} {passed} {} {}",
            fen::placement(&self.picture()),
            G::rights(self),
            self.quiet_plies,
            self.move_number
        )
    }
}

impl<G: Playable> fmt::Debug for Diagram<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Diagram({self})")
    }
}

impl<G: Playable> Clone for Diagram<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for Diagram<G> {}

impl<G: Playable> PartialEq for Diagram<G> {
    fn eq(&self, other: &Self) -> bool {
        let all = |one: &Self| (one.turn, one.files, one.quiet_plies, one.move_number);
        self.position == other.position && all(self) == all(other)
    }
}

impl<G: Playable> Eq for Diagram<G> {}
