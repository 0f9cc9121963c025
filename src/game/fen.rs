//! Positions as text: Forsyth-Edwards notation for all games, read strictly, and written.
//!
//! ```text
//! 8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1
//! placement                                   | | | | move number
//!                          side to move ('w'|'b') | | quiet plies (without meaning in many games)
//!                     castling, or another right: '-' en passant square or '-'
//! ```
//!
//! Two to six fields are read. The size of the board, the pieces and the values of the third field
//! come from a game's [`Notation`]; the game itself checks whether the position is legal. On boards
//! of ten files or more, a run of digits is one number of empty squares: `12`, never `1` and `2`.
//! The en passant square is written only where a capture is possible. Every error names the field,
//! its content, and what would be right.

use thiserror::Error;

use super::picture::{Coord, Man, Picture};
use super::san::Notation;
use super::setup::{IllegalSetup, Setup};
use crate::board::Colour;
use crate::quote::{counted, short};

/// The highest move number in a FEN. Later moves keep this number.
pub const LAST_MOVE_NUMBER: u32 = 65_535;

/// The values of the third field, besides `-`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rights {
    /// No other values: there is no castling.
    None,
    /// The letters of other games; they are accepted, but have no meaning here.
    Idle,
    /// The field may have one of these values.
    Of {
        /// The name of the field, such as `castling`.
        name: &'static str,
        /// The allowed values.
        all: &'static [&'static str],
    },
}

impl Rights {
    const fn name(self) -> &'static str {
        match self {
            Self::None | Self::Idle => "castling",
            Self::Of { name, .. } => name,
        }
    }

    /// Whether a value is allowed.
    fn allow(self, found: &str) -> bool {
        let is_idle = |letter| matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h');
        match self {
            Self::None => false,
            Self::Idle => found.chars().all(is_idle),
            Self::Of { all, .. } => all.contains(&found),
        }
    }

    fn expected(self) -> String {
        match self {
            Self::None => "'-'".into(),
            Self::Idle => "'-' (or letters such as 'KQkq', which have no effect here)".into(),
            Self::Of { all, .. } => match all.split_last() {
                None => "'-'".into(),
                Some((last, others)) => {
                    let others: String = others.iter().map(|one| format!(", '{one}'")).collect();
                    format!("'-'{others} or '{last}'")
                }
            },
        }
    }
}

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FenError {
    /// The number of fields is not two to six.
    #[error(
        "a FEN has 2 to 6 fields (placement, side to move, {third}, en passant, two numbers), but this has {found}"
    )]
    FieldCount {
        /// The meaning of the third field.
        third: &'static str,
        /// How many fields there are.
        found: usize,
    },
    /// Too few ranks or too many.
    #[error("field 1 (placement): expected {expected} ranks with '/' between them, found {found}")]
    RankCount {
        /// How many ranks the board has.
        expected: usize,
        /// How many ranks the FEN has.
        found: usize,
    },
    /// A character that is neither a piece of the game nor part of a valid number.
    #[error("field 1 (placement), rank {rank}: found '{}', expected {expected}", short(.found))]
    Placement {
        /// The number of the rank, from 1.
        rank: usize,
        /// What was found.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A rank with more or fewer files than the board, or an unsupported width.
    #[error("field 1 (placement), rank {rank}: {}, expected {expected}", counted(.found, "file"))]
    Width {
        /// The number of the rank, from 1.
        rank: usize,
        /// How many files it has.
        found: usize,
        /// What would be right.
        expected: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("field 2 (side to move): found '{}', expected 'w' or 'b'", short(.0))]
    SideToMove(String),
    /// An invalid third field.
    #[error("field 3 ({name}): found '{}', expected {expected}", short(.found))]
    Rights {
        /// The name of the field.
        name: &'static str,
        /// The text of the field.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The en passant field is not a square of this board.
    #[error("field 4 (en passant): found '{}', expected '-' or a square such as 'e6'", short(.0))]
    EnPassant(String),
    /// One of the last two fields is not a number.
    #[error(
        "field {field} ({name}): found '{}', expected a number from 0 to {LAST_MOVE_NUMBER}",
        short(.found)
    )]
    Number {
        /// The number of the field: 5 or 6.
        field: usize,
        /// What the field means.
        name: &'static str,
        /// The text of the field.
        found: String,
    },
    /// The FEN can be read, but the position breaks the rules.
    #[error("illegal position: {0}")]
    Illegal(#[from] IllegalSetup),
}

/// Reads a FEN.
///
/// # Errors
/// Returns the first invalid field.
pub fn read(fen: &str, notation: &Notation) -> Result<Setup, FenError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let found = fields.len();
    if !(2..=6).contains(&found) {
        let third = notation.rights.name();
        return Err(FenError::FieldCount { third, found });
    }
    let field = |number: usize| fields.get(number - 1).copied().filter(|text| *text != "-");
    let (files, men) = read_placement(fields[0], notation)?;
    let turn = match fields[1] {
        "w" => Colour::White,
        "b" => Colour::Black,
        other => return Err(FenError::SideToMove(other.into())),
    };
    let rights = field(3).unwrap_or_default();
    if !rights.is_empty() && !notation.rights.allow(rights) {
        return Err(FenError::Rights {
            name: notation.rights.name(),
            found: rights.into(),
            expected: notation.rights.expected(),
        });
    }
    let is_on_board = |coord: &Coord| coord.file < files && coord.rank < notation.ranks;
    let en_passant = field(4).map(|name| {
        let coord = Coord::parse(name).filter(is_on_board);
        coord.ok_or_else(|| FenError::EnPassant(name.into()))
    });
    let number = |number: usize, name, least: u32| match fields.get(number - 1) {
        None => Ok(least),
        // A sign would be accepted by `parse`.
        Some(text) => match text.parse::<u32>() {
            Ok(count) if count <= LAST_MOVE_NUMBER && !text.starts_with('+') => {
                Ok(count.max(least))
            }
            _ => Err(FenError::Number {
                field: number,
                name,
                found: (*text).into(),
            }),
        },
    };
    Ok(Setup {
        files,
        men,
        turn,
        rights: rights.into(),
        en_passant: en_passant.transpose()?,
        quiet_plies: u16::try_from(number(5, "quiet plies", 0)?).unwrap_or(u16::MAX),
        move_number: number(6, "move number", 1)?,
    })
}

/// Reads the first field: the width of the board, and every piece on it.
fn read_placement(
    field: &str,
    notation: &Notation,
) -> Result<(usize, Vec<(Coord, Man)>), FenError> {
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != notation.ranks {
        let (expected, found) = (notation.ranks, rows.len());
        return Err(FenError::RankCount { expected, found });
    }
    let mut men = Vec::new();
    let mut width = match notation.is_narrowed {
        true => None,
        false => Some(notation.files),
    };
    for (rank, row) in (0..notation.ranks).rev().zip(rows) {
        let (mut file, mut rest) = (0, row);
        while let Some(letter) = rest.chars().next() {
            let (sign, behind) = rest.split_at(length_of_sign(rest, letter, notation));
            rest = behind;
            if let Some(gap) = gap(sign, notation) {
                file += gap;
                continue;
            }
            if !notation.men.contains(letter.to_ascii_uppercase()) {
                return Err(FenError::Placement {
                    rank: rank + 1,
                    found: sign.into(),
                    expected: expected_on_rank(sign, notation),
                });
            }
            // A piece beyond the board is only counted; the rank is rejected later.
            if file < notation.files {
                men.push((Coord { file, rank }, Man::of_letter(letter)));
            }
            file += 1;
        }
        let is_board = (1..=notation.files).contains(&file);
        let expected = match width {
            Some(width) if file == width => None,
            Some(width) if is_board && notation.is_narrowed => {
                Some(format!("{width} as on rank {}", notation.ranks))
            }
            Some(width) if !notation.is_narrowed => Some(width.to_string()),
            None if is_board => None,
            _ => Some(format!("1 to {}", notation.files)),
        };
        if let Some(expected) = expected {
            return Err(FenError::Width {
                rank: rank + 1,
                found: file,
                expected,
            });
        }
        width = Some(file);
    }
    Ok((width.unwrap_or(notation.files), men))
}

/// The length of the first token of a row: a piece, or a number of empty squares.
fn length_of_sign(row: &str, first: char, notation: &Notation) -> usize {
    let digits = row.find(|letter: char| !letter.is_ascii_digit());
    match digits.unwrap_or(row.len()) {
        0 => first.len_utf8(),
        digits if notation.files > 9 => digits,
        _ => 1,
    }
}

/// Reads a number of empty squares without leading zeros.
fn gap(sign: &str, notation: &Notation) -> Option<usize> {
    let count = sign.parse().ok().filter(|_| !sign.starts_with('0'));
    count.filter(|count| (1..=notation.files).contains(count))
}

fn expected_on_rank(found: &str, notation: &Notation) -> String {
    let (men, most) = (notation.men, notation.files);
    let number = format!("a number of empty squares from 1 to {most}");
    if found.starts_with(|first: char| first.is_ascii_digit()) {
        return number;
    }
    let men = match men.chars().count() {
        1..=2 => {
            let both = men.chars().flat_map(|man| [man, man.to_ascii_lowercase()]);
            let both: Vec<String> = both.map(|man| format!("'{man}'")).collect();
            both.join(", ")
        }
        _ => format!("a piece (one of '{men}', lower case for Black)"),
    };
    let hint = notation
        .unread
        .filter(|(man, _)| found.eq_ignore_ascii_case(man));
    let hint = hint.map(|(_, hint)| format!(" ({hint})"));
    format!("{men} or {number}{}", hint.unwrap_or_default())
}

/// The first field of a FEN.
#[must_use]
pub fn placement(picture: &Picture) -> String {
    let rows = (0..picture.ranks()).rev().map(|rank| {
        let letter = |file| picture.at(Coord { file, rank }).map(|man| man.letter);
        row_text((0..picture.files()).map(letter))
    });
    rows.collect::<Vec<_>>().join("/")
}

/// The FEN without a side's piece on a square (White's letters are capitals); `None` if there is no
/// such piece.
#[must_use]
pub fn without(fen: &str, side: Colour, square: Coord) -> Option<String> {
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

/// The FEN of the mirror image (left and right swapped).
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
        && let Some(Coord { file, rank }) = Coord::parse(passed)
        && let Some(file) = (files.checked_sub(1)).and_then(|last| last.checked_sub(file))
    {
        *passed = Coord { file, rank }.to_string();
    }
    fields.join(" ")
}

/// The squares of a row, with the letters of their pieces.
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

/// The row of a FEN with these letters on its squares; empty squares are counted.
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
