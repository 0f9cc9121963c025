//! What can be seen in a position without a search, for whoever draws a board: passed pawns, dead
//! files, gamelets.
//!
//! Each game says which of these it has, and what they are here. Somebody who draws them needs to know no more
//! than that: squares, files, and a few words.

use super::picture::Coord;
use crate::board::Colour;

/// What is to be seen; `None` of what the game does not have. Of two sides, White's comes first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Features {
    /// Pawns that no enemy pawn can stop or take on their way.
    pub passed_pawns: Option<[Vec<Coord>; 2]>,
    /// Files, by their letters, with pawns of a side none of which can ever get to the last rank there.
    pub dead_files: Option<[Vec<char>; 2]>,
    /// The parts of the board that can never meet.
    pub gamelets: Option<Vec<ShownGamelet>>,
}

impl Features {
    /// The passed pawns of each side, and nothing else.
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

/// A part of the board that never meets another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownGamelet {
    /// Its files, by their letters.
    pub files: Vec<char>,
    /// Where its pawns stand.
    pub pawns: Vec<Coord>,
    /// What it is worth by itself, as a table of text.
    pub table: String,
}
