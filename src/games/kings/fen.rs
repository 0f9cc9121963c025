//! Positions as text: Forsyth-Edwards notation, with kings and pawns only.
//!
//! ```text
//! 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1
//! placement                     | | | | move number
//!           side to move ('w'|'b') | | quiet plies (of no meaning here)
//!            castling, always '-'    en passant square or '-'
//! ```
//!
//! Two to six fields are read. Queens are written, for whoever looks at a game that is nearly over, but
//! not read: how they came there belongs to the game. Every error names the field, what was found in
//! it and what would be right.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::diagram::{Diagram, IllegalSetup, Setup};
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::game::fen::{self, FieldError, Fields, Tail};
use crate::quote::short;

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FenError {
    /// A field that is wrong in every game.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Something that is no king, pawn or number.
    #[error(
        "field 1 (placement), rank {rank}: found '{}', expected 'K', 'k', 'P', 'p' or a number of empty squares{}",
        short(&.found.to_string()), about_queens(*.found)
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

/// Why a queen is not read.
const fn about_queens(found: char) -> &'static str {
    match found {
        'Q' | 'q' => " (a queen is made in the game: give the position before it, and the move)",
        _ => "",
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let fields = Fields::of(fen)?;
        let [white_kings, black_kings, white, black] = read_placement(&fields)?;
        let turn = fields.turn()?;
        let en_passant = fields.en_passant(Bitboard::ALL)?;
        let move_number = fields.move_number()?;
        Ok(Self {
            white_kings,
            black_kings,
            white,
            black,
            turn,
            en_passant,
            move_number,
        })
    }
}

impl FromStr for Diagram {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Ok(fen.parse::<Setup>()?.diagram()?)
    }
}

/// White's kings, Black's, White's pawns, Black's.
fn read_placement(fields: &Fields<'_>) -> Result<[Bitboard; 4], FenError> {
    let mut men = [Bitboard::EMPTY; 4];
    for (rank, row) in fields.ranks()? {
        let mut found = 0;
        for letter in row.chars() {
            let kind = "KkPp".find(letter);
            match (kind, letter) {
                (Some(kind), _) => {
                    let square = File::all().nth(found).map(|file| Square::new(file, rank));
                    men[kind] |= square.map_or(Bitboard::EMPTY, Bitboard::of);
                    found += 1;
                }
                (None, '1'..='8') => found += letter as usize - '0' as usize,
                _ => {
                    let found = letter;
                    return Err(FenError::Placement { rank, found });
                }
            }
        }
        if found != 8 {
            return Err(FenError::Width { rank, found });
        }
    }
    Ok(men)
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| self.letter(square);
        let tail = Tail {
            turn: self.turn(),
            castling: "-",
            en_passant: self.en_passant(),
            quiet_plies: 0,
            move_number: self.move_number,
        };
        fen::write(f, File::all().len(), letter, tail)
    }
}

impl Diagram {
    /// The letter of the man on a square, small for Black's.
    #[must_use]
    pub fn letter(&self, square: Square) -> Option<char> {
        [
            (Colour::White, ['K', 'P', 'Q']),
            (Colour::Black, ['k', 'p', 'q']),
        ]
        .into_iter()
        .find_map(|(colour, [king, pawn, queen])| {
            let side = self.side(colour);
            if side.king == square {
                Some(king)
            } else if side.pawns.contains(square) {
                Some(pawn)
            } else {
                side.queens.contains(square).then_some(queen)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_round_trip() {
        for fen in [
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
            "8/8/8/pP6/6K1/2k5/8/8 w - a6 0 1",
            "8/6K1/8/k7/1Pp5/5p2/8/8 b - b3 0 7",
        ] {
            assert_eq!(fen.parse::<Diagram>().unwrap().to_string(), fen);
        }
        let short = "4k3/8/8/8/8/8/8/4K3 b".parse::<Diagram>().unwrap();
        assert_eq!(short.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
        // Nobody can capture there; the capture would leave a check.
        for useless in [
            "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1",
            "4k3/8/8/1K1pP3/2p5/8/8/8 w - d6 0 1",
        ] {
            let fen = useless.parse::<Diagram>().unwrap().to_string();
            assert_eq!(fen.contains(" - - "), !useless.contains("d6"), "{fen}");
        }
    }

    #[test]
    fn each_error_names_its_field() {
        let cases = [
            ("", "2 to 6 fields"),
            (
                "8/8/8/8/8/8/8 w",
                "expected 8 ranks with '/' between them, found 7",
            ),
            (
                "8/8/8/8/8/r7/8/8 w",
                "rank 3: found 'r', expected 'K', 'k', 'P', 'p'",
            ),
            ("Q7/8/8/8/8/8/8/8 w", "rank 8: found 'Q'"),
            ("Q7/8/8/8/8/8/8/8 w", "a queen is made in the game"),
            ("8/8/7/8/8/8/8/8 w", "rank 6: 7 files, expected 8"),
            ("8/8/8/8/8/8/8/4K3 w", "Black has 0 kings, expected one"),
            ("k7/8/8/8/8/8/8/K3K3 w", "White has 2 kings, expected one"),
            (
                "8/8/8/8/8/8/k7/1K6 w",
                "the kings on b1 and a2 stand side by side",
            ),
            (
                "k6P/8/8/8/8/8/8/K7 w",
                "a pawn on h8: pawns stand on ranks 2 to 7",
            ),
            (
                "k7/1P6/8/8/8/8/8/K7 w",
                "Black's king is attacked, but White is to move",
            ),
            ("k7/8/8/8/8/8/8/K7 x", "field 2 (side to move)"),
            ("k7/8/8/8/8/8/8/K7 w KQ", "field 3 (castling)"),
            (
                "k7/8/8/8/8/8/8/K7 w - e9",
                "field 4 (en passant): found 'e9'",
            ),
            (
                "k7/8/8/8/8/8/8/K7 w - e6",
                "no pawn of the opponent's stands in front of it",
            ),
            (
                "k7/8/4K3/4p3/8/8/8/8 w - e6",
                "the way of the double step is not empty",
            ),
            ("k7/8/8/8/8/8/8/K7 w - - x", "field 5 (quiet plies)"),
            ("k7/8/8/8/8/8/8/K7 w - - 0 -1", "field 6 (move number)"),
        ];
        for (fen, expected) in cases {
            let message = fen.parse::<Diagram>().unwrap_err().to_string();
            assert!(message.contains(expected), "{fen}: {message}");
        }
    }
}
