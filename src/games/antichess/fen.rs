//! Positions as text: Forsyth-Edwards notation, with all men of chess.
//!
//! ```text
//! rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b - f3 0 3
//! placement                                      | | |  | | move number
//!                             side to move ('w'|'b') |  | quiet plies: without capture or pawn move
//!                                          castling, '-' en passant square or '-'
//! ```
//!
//! Two to six fields are read. Nobody castles here, so the letters that other programs write for it are
//! read and forgotten. The en passant square is written only where a pawn can capture there. Every error
//! names the field, what was found in it and what would be right.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::diagram::{Diagram, IllegalSetup, Setup, letter};
use super::man::Kind;
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::game::fen::{self, FieldError, Fields, Tail};
use crate::quote::short;

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FenError {
    /// A field that is wrong in every game.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Something that is no man of chess and no number.
    #[error(
        "field 1 (placement), rank {rank}: found '{}', expected a man (one of 'KQRBNP', small for Black) or a number of empty squares",
        short(&.found.to_string())
    )]
    Placement {
        /// On which rank.
        rank: Rank,
        /// What was found.
        found: char,
    },
    /// A rank that has not eight squares.
    #[error("field 1 (placement), rank {rank}: {found} files, expected 8")]
    Width {
        /// Which rank.
        rank: Rank,
        /// How many it has.
        found: usize,
    },
    /// The position breaks the rules.
    #[error("illegal position: {0}")]
    Illegal(#[from] IllegalSetup),
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let fields = Fields::of(fen)?;
        Ok(Self {
            men: read_placement(&fields)?,
            turn: fields.turn_without_castling()?,
            en_passant: fields.en_passant(Bitboard::ALL)?,
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
    for (rank, row) in fields.ranks()? {
        let mut found = 0;
        for sign in row.chars() {
            if let '1'..='8' = sign {
                found += sign as usize - '0' as usize;
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
        }
        if found != File::all().len() {
            return Err(FenError::Width { rank, found });
        }
    }
    Ok(men)
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| {
            let (colour, kind) = self.man(square)?;
            Some(letter(colour, kind))
        };
        let tail = Tail {
            turn: self.turn,
            castling: "-",
            en_passant: self.en_passant(),
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
        };
        fen::write(f, File::all().len(), letter, tail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b - f3 0 3",
            "8/8/8/3k4/8/8/8/KK4K1 b - - 99 120",
            "p6P/8/8/8/8/8/8/P6p w - - 0 1",
            // White has won.
            "8/8/8/3k4/8/8/8/8 w - - 0 60",
        ] {
            assert_eq!(fen.parse::<Diagram>().unwrap().to_string(), fen);
        }
    }

    #[test]
    fn what_means_nothing_is_read_and_not_written() {
        for (read, written) in [
            ("8/8/8/3k4/8/8/8/K7 b", "8/8/8/3k4/8/8/8/K7 b - - 0 1"),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9",
                "r3k2r/8/8/8/8/8/8/R3K2R w - - 3 9",
            ),
            (
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 0",
                "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b - - 0 1",
            ),
            // Nobody can capture there.
            (
                "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2",
                "4k3/8/8/4p3/8/8/8/4K3 w - - 0 2",
            ),
        ] {
            assert_eq!(read.parse::<Diagram>().unwrap().to_string(), written);
        }
    }
}
