//! Features of a position for user interfaces: passed pawns, dead files, gamelets.
//!
//! Each game defines which of these it has, and what they mean. A user interface gets only squares,
//! files, and short texts.

use super::picture::Coord;
use crate::board::Colour;

/// The features of a position; `None` for those that the game does not have. White's come first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Features {
    /// Pawns with no enemy pawn in front of them on their own file or beside it.
    pub passed_pawns: Option<[Vec<Coord>; 2]>,
    /// Files, by letter, on which no pawn of a side can ever reach the last rank.
    pub dead_files: Option<[Vec<char>; 2]>,
}

impl Features {
    /// Features that consist only of the passed pawns of each side.
    pub fn of_passed_pawns<S>(of: impl Fn(Colour) -> S) -> Self
    where
        S: IntoIterator<Item: Into<Coord>>,
    {
        let coords = |side| of(side).into_iter().map(Into::into).collect();
        Self {
            passed_pawns: Some([Colour::White, Colour::Black].map(coords)),
            ..Self::default()
        }
    }
}

/// A part of the board that never interacts with another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownGamelet {
    /// Its files, by their letters.
    pub files: Vec<char>,
    /// The squares of its pawns.
    pub pawns: Vec<Coord>,
    /// Its value on its own, as a text table.
    pub table: String,
}
