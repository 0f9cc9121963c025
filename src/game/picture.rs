//! A position for display: which piece is on which square of a board of any size.
//!
//! Displays (text, colours, a web page) need only this, so they do not depend on the game.

use std::fmt;

use crate::board::{Colour, File, Rank, Square, twelve};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Its side.
    pub colour: Colour,
    /// Its letter in FEN, a capital for White.
    pub letter: char,
}

impl Man {
    /// A side's piece of a kind, given by its capital letter.
    #[must_use]
    pub const fn new(colour: Colour, kind: char) -> Self {
        let letter = match colour {
            Colour::White => kind,
            Colour::Black => kind.to_ascii_lowercase(),
        };
        Self { colour, letter }
    }

    /// The piece with this FEN letter.
    #[must_use]
    pub const fn of_letter(letter: char) -> Self {
        let colour = match letter.is_ascii_uppercase() {
            true => Colour::White,
            false => Colour::Black,
        };
        Self { colour, letter }
    }

    /// The capital letter of its kind.
    #[must_use]
    pub const fn kind(&self) -> char {
        self.letter.to_ascii_uppercase()
    }

    /// A Unicode symbol of the piece, in its colour. Pieces that chess does not have are shown as
    /// letters: few fonts have symbols for them.
    #[must_use]
    pub fn figure(&self) -> String {
        let Some(kind) = "KQRBNP".find(self.kind()) else {
            return self.letter.into();
        };
        let signs = match self.colour {
            Colour::White => "\u{2654}\u{2655}\u{2656}\u{2657}\u{2658}\u{2659}",
            Colour::Black => "\u{265a}\u{265b}\u{265c}\u{265d}\u{265e}\u{265f}",
        };
        let sign = signs.chars().nth(kind);
        // The variation selector after the black pawn asks for a text symbol, not an emoji.
        let mark = (self.letter == 'p').then_some('\u{fe0e}');
        sign.into_iter().chain(mark).collect()
    }
}

/// A square, given by two numbers from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coord {
    /// The number of its file, counted from the a-file.
    pub file: usize,
    /// The number of its rank, counted from the first rank.
    pub rank: usize,
}

impl Coord {
    /// Reads a square of a board of any size: a letter and the number of a rank, from 1.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let number = &text[1..];
        let is_number = number.starts_with(|first| ('1'..='9').contains(&first));
        let rank = number.parse::<u8>().ok().filter(|_| is_number)?;
        Some(Self {
            file: usize::from(letter as u8 - b'a'),
            rank: usize::from(rank) - 1,
        })
    }

    /// The square, on boards of 64 squares.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        let rank = Rank::all().nth(self.rank)?;
        Some(Square::new(File::all().nth(self.file)?, rank))
    }

    /// The letter of its file.
    #[must_use]
    pub fn file_name(self) -> char {
        Picture::file_name(self.file)
    }
}

impl From<Square> for Coord {
    fn from(square: Square) -> Self {
        Self {
            file: square.file().index(),
            rank: square.rank().index(),
        }
    }
}

impl From<twelve::Square> for Coord {
    fn from(square: twelve::Square) -> Self {
        Self {
            file: square.file().index(),
            rank: square.rank().index(),
        }
    }
}

/// Its name, such as `a12`.
impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Picture::file_name(self.file), self.rank + 1)
    }
}

/// The pieces on their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    files: usize,
    ranks: usize,
    /// What is on each square, rank by rank from a1.
    men: Vec<Option<Man>>,
}

impl Picture {
    /// A board of this size; `man` gives the piece on each square.
    pub fn new(files: usize, ranks: usize, man: impl Fn(Coord) -> Option<Man>) -> Self {
        Self {
            files,
            ranks,
            men: squares(files, ranks).map(man).collect(),
        }
    }

    /// All squares, rank by rank from a1.
    pub fn squares(&self) -> impl Iterator<Item = Coord> + use<> {
        squares(self.files, self.ranks)
    }

    /// All pieces on the board, in the same order.
    pub fn men(&self) -> impl Iterator<Item = (Coord, Man)> + '_ {
        let men = self.squares().zip(&self.men);
        men.filter_map(|(square, man)| Some((square, (*man)?)))
    }

    /// The number of files.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.files
    }

    /// The number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> usize {
        self.ranks
    }

    /// The piece on a square.
    #[must_use]
    pub fn at(&self, place: Coord) -> Option<Man> {
        self.men
            .get(place.rank * self.files + place.file)
            .copied()
            .flatten()
    }

    /// The letter of a file.
    #[must_use]
    pub fn file_name(file: usize) -> char {
        u8::try_from(file)
            .ok()
            .and_then(|file| b'a'.checked_add(file))
            .map_or('?', char::from)
    }

    /// The number of a rank, padded to the width of the last one.
    #[must_use]
    pub fn rank_name(&self, rank: usize) -> String {
        let width = self.ranks.to_string().len();
        format!("{:>width$}", rank + 1)
    }

    /// The board as text, the last rank first: letters for pieces, `.` for empty squares.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            text += &format!("{} |", self.rank_name(rank));
            for file in 0..self.files {
                text.push(' ');
                text.push(self.at(Coord { file, rank }).map_or('.', |man| man.letter));
            }
            text.push('\n');
        }
        text += &" ".repeat(self.rank_name(0).len() + 2);
        for file in 0..self.files {
            text.push(' ');
            text.push(Self::file_name(file));
        }
        text.push('\n');
        text
    }
}

/// The squares of a board of this size, rank by rank from a1.
fn squares(files: usize, ranks: usize) -> impl Iterator<Item = Coord> {
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| Coord { file, rank }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_any_size_is_drawn() {
        let king = Man::new(Colour::White, 'K');
        let here = Coord { file: 1, rank: 9 };
        let picture = Picture::new(3, 10, |place| (place == here).then_some(king));
        let text = picture.draw();
        assert!(text.starts_with("10 | . K .\n 9 | . . .\n"), "{text}");
        assert!(text.ends_with(" 1 | . . .\n     a b c\n"), "{text}");
        assert_eq!(picture.at(here), Some(king));
        assert_eq!(picture.at(Coord { file: 1, rank: 10 }), None);
    }

    #[test]
    fn men_have_figures() {
        for (letter, figure) in [
            ('K', "\u{2654}"),
            ('n', "\u{265e}"),
            ('p', "\u{265f}\u{fe0e}"),
            ('m', "m"),
        ] {
            assert_eq!(Man::of_letter(letter).figure(), figure);
        }
    }

    #[test]
    fn squares_have_names() {
        let square = Coord { file: 11, rank: 9 };
        assert_eq!(square.to_string(), "l10");
        assert_eq!(Coord::parse("l10"), Some(square));
        for text in [
            "", "l", "l0", "10", "L10", "é4", "l1000", "a-1", "a+1", "a01",
        ] {
            assert_eq!(Coord::parse(text), None, "{text}");
        }
    }
}
