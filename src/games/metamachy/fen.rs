//! Positions as text: Forsyth-Edwards notation on twelve ranks.
//!
//! ```text
//! cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1
//! placement                                                                               | |  | | |
//! side to move ('w'|'b') -----------------------------------------------------------------+ |  | | |
//! whose king has not moved and may leap: '-', 'K', 'k' or 'Kk' -----------------------------+  | | |
//! the square that can be captured on en passant, or '-' ---------------------------------------+ | |
//! plies without a capture, a pawn's move or a promotion -----------------------------------------+ |
//! number of the move ------------------------------------------------------------------------------+
//! ```
//!
//! Two to six fields are read. A run of digits is one number of empty squares: `12`, never `1` and `2`.
//! The en passant square is the one that was passed, and written only where a pawn can legally capture
//! there. Every error names the field, what was found in it and what would be right.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::diagram::{Diagram, IllegalSetup, Setup};
use super::man::Kind;
use crate::board::Colour;
use crate::board12::{File, Rank, Square};
use crate::game::fen::{self, FieldError, Fields, Tail};
use crate::quote::short;

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FenError {
    /// A field that is wrong in every game.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Not two to six fields.
    #[error(
        "a FEN has 2 to 6 fields (placement, side to move, kings that may leap, en passant, two numbers), but this has {0}"
    )]
    FieldCount(usize),
    /// Something that is no man of the game and no number.
    #[error(
        "field 1 (placement), rank {rank}: found '{}', expected a man (one of 'KQGLRBCINEMP', small for Black) or a number of empty squares",
        short(&.found.to_string())
    )]
    Placement {
        /// On which rank.
        rank: Rank,
        /// What was found.
        found: char,
    },
    /// A number that cannot stand for empty squares.
    #[error(
        "field 1 (placement), rank {rank}: found '{}', expected a number of empty squares from 1 to 12, without zeros before it",
        short(.found)
    )]
    Gap {
        /// On which rank.
        rank: Rank,
        /// What was found.
        found: String,
    },
    /// A rank that has not twelve squares.
    #[error("field 1 (placement), rank {rank}: {found} files, expected 12")]
    Width {
        /// Which rank.
        rank: Rank,
        /// How many it has.
        found: usize,
    },
    /// Not who may leap.
    #[error(
        "field 3 (kings that may leap): found '{}', expected '-', 'K', 'k' or 'Kk'",
        short(.0)
    )]
    Leap(String),
    /// The position breaks the rules.
    #[error("illegal position: {0}")]
    Illegal(#[from] IllegalSetup),
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let fields = Fields::of(fen).map_err(|problem| match problem {
            FieldError::FieldCount(found) => FenError::FieldCount(found),
            other => other.into(),
        })?;
        Ok(Self {
            men: read_placement(&fields)?,
            turn: fields.side_to_move()?,
            may_leap: match fields.castling() {
                None => vec![],
                Some("K") => vec![Colour::White],
                Some("k") => vec![Colour::Black],
                Some("Kk") => vec![Colour::White, Colour::Black],
                Some(other) => return Err(FenError::Leap(other.into())),
            },
            en_passant: fields.passed(Square::parse)?,
            quiet_plies: fields.quiet_plies()?,
            move_number: fields.move_number()?,
        })
    }
}

impl FromStr for Diagram {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Ok(fen.parse::<Setup>()?.diagram()?)
    }
}

fn read_placement(fields: &Fields<'_>) -> Result<Vec<(Square, Colour, Kind)>, FenError> {
    let mut men = Vec::new();
    let rows = fields.rows(Rank::all().len())?;
    for (rank, row) in Rank::all().rev().zip(rows) {
        let (mut found, mut rest) = (0, row);
        while let Some(sign) = rest.chars().next() {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit());
            let (number, behind) = rest.split_at(digits.unwrap_or(rest.len()));
            if !number.is_empty() {
                found += gap(rank, number)?;
                rest = behind;
                continue;
            }
            let kind = Kind::from_letter(sign);
            let kind = kind.ok_or(FenError::Placement { rank, found: sign })?;
            let colour = match sign.is_uppercase() {
                true => Colour::White,
                false => Colour::Black,
            };
            // One that stands beyond the board is counted, and the rank refused for it.
            let file = File::all().nth(found);
            men.extend(file.map(|file| (Square::new(file, rank), colour, kind)));
            found += 1;
            rest = &rest[sign.len_utf8()..];
        }
        if found != File::all().len() {
            return Err(FenError::Width { rank, found });
        }
    }
    Ok(men)
}

/// A number of empty squares.
fn gap(rank: Rank, number: &str) -> Result<usize, FenError> {
    let count = number.parse().ok().filter(|_| !number.starts_with('0'));
    count
        .filter(|count| *count <= File::all().len())
        .ok_or_else(|| FenError::Gap {
            rank,
            found: number.into(),
        })
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        let letter = |square| {
            let (colour, kind) = position.man_on(square)?;
            Some(kind.letter_of(colour))
        };
        let row = |rank| File::all().map(move |file| letter(Square::new(file, rank)));
        let may_leap = [Colour::White, Colour::Black].map(|side| position.may_leap(side));
        let tail = Tail {
            turn: position.turn(),
            castling: match may_leap {
                [false, false] => "-",
                [true, false] => "K",
                [false, true] => "k",
                [true, true] => "Kk",
            },
            en_passant: position.en_passant(),
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
        };
        fen::write_ranks(f, Rank::all().rev().map(row), tail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_round_trip() {
        for fen in [
            "cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1",
            "3k8/12/12/12/12/3pPp6/12/12/12/7N4/12/K2R8 b - e6 0 1",
            "6k5/12/12/12/11p/12/12/P11/12/12/5K6/12 b k - 99 120",
        ] {
            assert_eq!(fen.parse::<Diagram>().unwrap().to_string(), fen);
        }
    }

    #[test]
    fn what_means_nothing_is_read_and_not_written() {
        for (read, written) in [
            (
                "k11/12/12/12/12/12/12/12/12/12/12/11K b",
                "k11/12/12/12/12/12/12/12/12/12/12/11K b - - 0 1",
            ),
            // Nobody can capture there.
            (
                "3k8/12/12/12/12/4P7/12/12/12/7N4/12/K2R8 b - e6 0 0",
                "3k8/12/12/12/12/4P7/12/12/12/7N4/12/K2R8 b - - 0 1",
            ),
        ] {
            assert_eq!(read.parse::<Diagram>().unwrap().to_string(), written);
        }
    }
}
