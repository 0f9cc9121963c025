//! What the FENs of all games have in common: their fields, read strictly and written.
//!
//! ```text
//! 8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1
//! placement                                   | | | | move number
//!                          side to move ('w'|'b') | | quiet plies (of no meaning in many games)
//!                               castling, always '-' en passant square or '-'
//! ```
//!
//! Two to six fields are read. What stands on the board is for each game to say, and how large it is, and
//! whether there are letters in the third field that mean something, or may stand there and mean nothing.

use std::fmt;

use thiserror::Error;

use super::picture::Spot;
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::quote::short;

/// The highest number that a FEN gives a move. Moves after it keep it.
pub const LAST_MOVE_NUMBER: u32 = 65_535;

/// The fields of a FEN, of which each can be asked for.
#[derive(Debug)]
pub struct Fields<'f>(Vec<&'f str>);

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FieldError {
    /// Not two to six fields.
    #[error(
        "a FEN has 2 to 6 fields (placement, side to move, castling '-', en passant, two numbers), but this has {0}"
    )]
    FieldCount(usize),
    /// Too few ranks or too many.
    #[error("field 1 (placement): expected {expected} ranks with '/' between them, found {found}")]
    RankCount {
        /// How many the board has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Neither `w` nor `b`.
    #[error("field 2 (side to move): found '{}', expected 'w' or 'b'", short(.0))]
    SideToMove(String),
    /// Nobody castles.
    #[error("field 3 (castling): found '{}', expected '-'", short(.0))]
    Castling(String),
    /// Nobody castles, and these are not even the letters that stand there elsewhere.
    #[error(
        "field 3 (castling): found '{}', expected '-' (or letters such as 'KQkq', which mean nothing here)",
        short(.0)
    )]
    IdleCastling(String),
    /// Not a square of this board.
    #[error("field 4 (en passant): found '{}', expected '-' or a square such as 'e6'", short(.0))]
    EnPassant(String),
    /// Not a number.
    #[error(
        "field {field} ({name}): found '{}', expected a number from 0 to {LAST_MOVE_NUMBER}",
        short(.found)
    )]
    Number {
        /// 5 or 6.
        field: usize,
        /// What the field means.
        name: &'static str,
        /// What stands there.
        found: String,
    },
}

impl<'f> Fields<'f> {
    /// The fields of a FEN.
    ///
    /// # Errors
    /// If they are too few or too many.
    pub fn of(fen: &'f str) -> Result<Self, FieldError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        match fields.len() {
            2..=6 => Ok(Self(fields)),
            count => Err(FieldError::FieldCount(count)),
        }
    }

    /// The ranks of the placement, the eighth first.
    ///
    /// # Errors
    /// If there are not eight.
    pub fn ranks(&self) -> Result<impl Iterator<Item = (Rank, &'f str)> + use<'f>, FieldError> {
        Ok(Rank::all().rev().zip(self.rows(Rank::all().len())?))
    }

    /// The ranks of a placement on so many, the last first.
    ///
    /// # Errors
    /// If there are more or fewer.
    pub fn rows(&self, expected: usize) -> Result<Vec<&'f str>, FieldError> {
        let rows: Vec<&str> = self.0[0].split('/').collect();
        match rows.len() {
            found if found == expected => Ok(rows),
            found => Err(FieldError::RankCount { expected, found }),
        }
    }

    /// The side to move; looks whether nobody castles, too.
    ///
    /// # Errors
    /// If it is none, or somebody does.
    pub fn turn(&self) -> Result<Colour, FieldError> {
        let turn = self.side_to_move()?;
        match self.castling() {
            None => Ok(turn),
            Some(castling) => Err(FieldError::Castling(castling.into())),
        }
    }

    /// The side to move, where other programs let kings castle: their letters, or those of the rooks'
    /// files, mean nothing.
    ///
    /// # Errors
    /// If it is none, or something else stands in the place of the letters.
    pub fn turn_without_castling(&self) -> Result<Colour, FieldError> {
        let turn = self.side_to_move()?;
        let is_idle = |letter| matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h');
        match self.castling() {
            Some(castling) if !castling.chars().all(is_idle) => {
                Err(FieldError::IdleCastling(castling.into()))
            }
            _ => Ok(turn),
        }
    }

    /// The side to move.
    ///
    /// # Errors
    /// If it is none.
    pub fn side_to_move(&self) -> Result<Colour, FieldError> {
        match self.0[1] {
            "w" => Ok(Colour::White),
            "b" => Ok(Colour::Black),
            other => Err(FieldError::SideToMove(other.into())),
        }
    }

    /// What stands in the field for castling, or for what a king may do instead, if it is not `-`.
    #[must_use]
    pub fn castling(&self) -> Option<&'f str> {
        self.0.get(2).copied().filter(|castling| *castling != "-")
    }

    /// The en passant square, on a board of these squares.
    ///
    /// # Errors
    /// If it is none.
    pub fn en_passant(&self, board: Bitboard) -> Result<Option<Square>, FieldError> {
        self.passed(|name| Square::parse(name).filter(|square| board.contains(*square)))
    }

    /// The en passant square, read by a game with squares of its own.
    ///
    /// # Errors
    /// If it is none.
    pub fn passed<S>(&self, parse: impl Fn(&str) -> Option<S>) -> Result<Option<S>, FieldError> {
        let Some(name) = self.0.get(3).filter(|name| **name != "-") else {
            return Ok(None);
        };
        match parse(name) {
            None => Err(FieldError::EnPassant((*name).into())),
            square => Ok(square),
        }
    }

    /// How many plies without progress were made, in games that count them; 0 if it is not said.
    ///
    /// # Errors
    /// If it is no number.
    pub fn quiet_plies(&self) -> Result<u16, FieldError> {
        let plies = self.number(5, "quiet plies")?.unwrap_or(0);
        Ok(u16::try_from(plies).unwrap_or(u16::MAX))
    }

    /// The number of the move, at least 1; looks whether the quiet plies are a number, too.
    ///
    /// # Errors
    /// If one of them is none.
    pub fn move_number(&self) -> Result<u32, FieldError> {
        self.number(5, "quiet plies")?;
        Ok(self.number(6, "move number")?.unwrap_or(1).max(1))
    }

    fn number(&self, field: usize, name: &'static str) -> Result<Option<u32>, FieldError> {
        let Some(text) = self.0.get(field - 1) else {
            return Ok(None);
        };
        let number = text.parse().ok();
        match number.filter(|number| *number <= LAST_MOVE_NUMBER) {
            None => Err(FieldError::Number {
                field,
                name,
                found: (*text).into(),
            }),
            number => Ok(number),
        }
    }
}

/// The number of the next move, when that side has moved.
#[must_use]
pub fn next_move_number(number: u32, turn: Colour) -> u32 {
    match turn {
        Colour::White => number,
        Colour::Black => number.saturating_add(1).min(LAST_MOVE_NUMBER),
    }
}

/// Why nothing can be captured en passant on a square, where these are the pawns of the side that is
/// not to move, and these all men: its pawn must stand one rank beyond, and the two squares that it
/// came over must be empty.
#[must_use]
pub fn en_passant_problem(
    square: Square,
    turn: Colour,
    victims: Bitboard,
    occupied: Bitboard,
) -> Option<&'static str> {
    let seen = square.seen_by(turn);
    if seen.rank() != Rank::SIXTH {
        return Some("it is not on the rank that the opponent's double steps pass");
    }
    if !victims.contains(seen.down(1).seen_by(turn)) {
        return Some("no pawn of the opponent's stands in front of it");
    }
    let is_taken = occupied.contains(square) || occupied.contains(seen.up(1).seen_by(turn));
    is_taken.then_some("the way of the double step is not empty")
}

/// What a FEN says behind the placement, on a board of such squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tail<S = Square> {
    /// Who is to move.
    pub turn: Colour,
    /// Who may castle, or what a king may do instead; `-` if nobody may.
    pub castling: &'static str,
    /// The square of a legal capture en passant.
    pub en_passant: Option<S>,
    /// How many plies without progress were made; 0 in games that do not count them.
    pub quiet_plies: u16,
    /// The number of the move.
    pub move_number: u32,
}

impl<S: fmt::Display> fmt::Display for Tail<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        write!(f, "{turn} {} ", self.castling)?;
        match &self.en_passant {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.quiet_plies, self.move_number)
    }
}

/// The FEN without the man of a side on a square, White's letters being capitals; `None` if none stands
/// there.
#[must_use]
pub fn without(fen: &str, side: Colour, square: Spot) -> Option<String> {
    let (placement, rest) = fen.split_once(' ')?;
    let rows: Vec<&str> = placement.split('/').collect();
    let row = rows.len().checked_sub(square.rank + 1)?;
    let mut squares = squares_of(rows[row]);
    let is_own = |letter: char| match side {
        Colour::White => letter.is_uppercase(),
        Colour::Black => letter.is_lowercase(),
    };
    let man = squares.get_mut(square.file)?;
    man.take().filter(|letter| is_own(*letter))?;
    let mut rows: Vec<String> = rows.into_iter().map(Into::into).collect();
    rows[row] = row_text(squares.into_iter());
    Some(format!("{} {rest}", rows.join("/")))
}

/// The FEN of the image in a mirror that swaps left and right.
#[must_use]
pub fn mirrored(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split_whitespace().map(Into::into).collect();
    let Some(placement) = fields.first_mut() else {
        return String::new();
    };
    let rows: Vec<Vec<Option<char>>> = placement.split('/').map(squares_of).collect();
    let files = rows.first().map_or(0, Vec::len);
    let rows = rows.into_iter().map(|row| row_text(row.into_iter().rev()));
    *placement = rows.collect::<Vec<_>>().join("/");
    if let Some(passed) = fields.get_mut(3)
        && let Some(Spot { file, rank }) = Spot::parse(passed)
        && let Some(file) = (files.checked_sub(1)).and_then(|last| last.checked_sub(file))
    {
        *passed = Spot { file, rank }.to_string();
    }
    fields.join(" ")
}

/// The squares of a row, with the letters of those who stand there.
fn squares_of(row: &str) -> Vec<Option<char>> {
    let mut squares = Vec::new();
    let mut letters = row;
    while let Some(letter) = letters.chars().next() {
        let digits = letters.len()
            - letters
                .trim_start_matches(|one: char| one.is_ascii_digit())
                .len();
        match letters[..digits].parse::<u8>() {
            Ok(gap) => squares.extend((0..gap).map(|_| None)),
            Err(_) => squares.push(Some(letter)),
        }
        letters = &letters[digits.max(letter.len_utf8())..];
    }
    squares
}

/// Who stands on the squares of a row, the empty ones counted.
fn row_text(letters: impl Iterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut gap = 0;
    let close = |text: &mut String, gap: &mut u32| {
        if *gap > 0 {
            text.push_str(&gap.to_string());
        }
        *gap = 0;
    };
    for letter in letters {
        match letter {
            None => gap += 1,
            Some(letter) => {
                close(&mut text, &mut gap);
                text.push(letter);
            }
        }
    }
    close(&mut text, &mut gap);
    text
}

/// Writes a FEN of so many files on eight ranks: `letter` says who stands on a square.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    f: &mut fmt::Formatter<'_>,
    files: usize,
    letter: impl Fn(Square) -> Option<char>,
    tail: Tail,
) -> fmt::Result {
    let row = |rank| {
        let squares = File::all()
            .take(files)
            .map(move |file| Square::new(file, rank));
        squares.map(&letter)
    };
    write_ranks(f, Rank::all().rev().map(row), tail)
}

/// Writes a FEN of any board: who stands on each square of its ranks, the last rank first.
///
/// # Errors
/// If it cannot be written.
pub fn write_ranks<R: Iterator<Item = Option<char>>>(
    f: &mut fmt::Formatter<'_>,
    ranks: impl Iterator<Item = R>,
    tail: Tail<impl fmt::Display>,
) -> fmt::Result {
    for (number, rank) in ranks.enumerate() {
        if number > 0 {
            f.write_str("/")?;
        }
        f.write_str(&row_text(rank))?;
    }
    write!(f, " {tail}")
}
