//! Positions as text: Forsyth-Edwards notation, with pawns only and 1 to 8 files.
//!
//! ```text
//! 8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1
//! placement                                   | | | | move number
//!                          side to move ('w'|'b') | | quiet plies (of no meaning here)
//!                               castling, always '-' en passant square or '-'
//! ```
//!
//! Two to six fields are read; the width of the board is the width of its ranks. Every error
//! names the field, what was found in it and what would be right.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::diagram::{Diagram, Files, IllegalSetup, Setup};
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::game::fen::{self, FieldError, Fields, Tail};
use crate::quote::short;

/// Why a FEN cannot be read, or what it describes cannot be.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FenError {
    /// A field that is wrong in every game.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A rank that cannot be read.
    #[error(
        "field 1 (placement), rank {rank}: found '{}', expected 'P', 'p' or a number of empty squares",
        short(&.found.to_string())
    )]
    Placement {
        /// The rank's number, 8 first.
        rank: Rank,
        /// The character that cannot stand there.
        found: char,
    },
    /// A rank wider or narrower than the first one, or no board at all.
    #[error("field 1 (placement), rank {rank}: {found} files, expected {expected}")]
    Width {
        /// The rank's number.
        rank: Rank,
        /// How many files it has.
        found: usize,
        /// What it should have had.
        expected: String,
    },
    /// It can be read, but breaks the rules.
    #[error("illegal position: {0}")]
    Illegal(#[from] IllegalSetup),
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let fields = Fields::of(fen)?;
        let (white, black, files) = read_placement(&fields)?;
        let turn = fields.turn()?;
        let en_passant = fields.en_passant(files.squares())?;
        let move_number = fields.move_number()?;
        Ok(Self {
            white,
            black,
            turn,
            en_passant,
            files,
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

/// Reads the first field: White's pawns, Black's pawns, the width.
fn read_placement(fields: &Fields<'_>) -> Result<(Bitboard, Bitboard, Files), FenError> {
    let (mut white, mut black) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut width = None;
    for (rank, row) in fields.ranks()? {
        let mut found = 0;
        for letter in row.chars() {
            let square = File::all().nth(found).map(|file| Square::new(file, rank));
            match letter {
                'P' => white |= square.map_or(Bitboard::EMPTY, Bitboard::of),
                'p' => black |= square.map_or(Bitboard::EMPTY, Bitboard::of),
                '1'..='8' => found += letter as usize - '1' as usize,
                _ => {
                    return Err(FenError::Placement {
                        rank,
                        found: letter,
                    });
                }
            }
            found += 1;
        }
        let files = Files::new(found).ok_or_else(|| FenError::Width {
            rank,
            found,
            expected: "1 to 8".into(),
        })?;
        if *width.get_or_insert(files) != files {
            let expected = width.map_or(0, Files::count);
            return Err(FenError::Width {
                rank,
                found,
                expected: format!("{expected} as on rank 8"),
            });
        }
    }
    Ok((white, black, width.unwrap_or(Files::EIGHT)))
}

/// The FEN of the position, six fields. En passant is written only where a capture is possible.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (white, black) = (self.pawns(Colour::White), self.pawns(Colour::Black));
        let letter = |square| match (white.contains(square), black.contains(square)) {
            (true, _) => Some('P'),
            (_, true) => Some('p'),
            _ => None,
        };
        let (files, en_passant) = (self.files.count(), self.en_passant());
        let tail = Tail {
            turn: self.turn,
            castling: "-",
            en_passant,
            quiet_plies: 0,
            move_number: self.move_number,
        };
        fen::write(f, files, letter, tail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::read_move;

    const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";

    #[test]
    fn the_start_survives_a_round_trip() {
        assert_eq!(START.parse::<Diagram>().unwrap().to_string(), START);
        let short = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w";
        assert_eq!(short.parse::<Diagram>().unwrap().to_string(), START);
        let narrow = "3/ppp/3/3/3/3/PPP/3 b - - 0 7";
        assert_eq!(narrow.parse::<Diagram>().unwrap().to_string(), narrow);
    }

    /// A square that nobody can capture on is accepted and dropped; a possible one is kept.
    #[test]
    fn en_passant_is_kept_only_where_it_matters() {
        let useless = "8/8/8/4p3/8/8/P7/8 w - e6 0 1".parse::<Diagram>().unwrap();
        assert_eq!(useless.to_string(), "8/8/8/4p3/8/8/P7/8 w - - 0 1");
        let real = "8/8/8/3Pp3/8/8/P7/8 w - e6 0 1";
        assert_eq!(real.parse::<Diagram>().unwrap().to_string(), real);
        let black = "8/8/8/8/3Pp3/8/8/8 b - d3 0 1";
        assert_eq!(black.parse::<Diagram>().unwrap().to_string(), black);
    }

    /// What is written can be read again, however many moves have been played.
    #[test]
    fn the_last_move_number_stays() {
        let last = "8/p7/8/8/8/8/P7/8 b - - 0 65535";
        let diagram = last.parse::<Diagram>().unwrap();
        let played = read_move(&diagram, "a6").unwrap();
        let after = "8/8/p7/8/8/8/P7/8 w - - 0 65535";
        assert_eq!(diagram.play(played).to_string(), after);
    }

    /// Every way to be wrong is told by field, by what was found and by what was expected.
    #[test]
    fn each_error_names_its_field() {
        let cases = [
            ("", "2 to 6 fields"),
            ("8/8/8/8/8/8/8/8", "but this has 1"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 x", "but this has 7"),
            (
                "8/8/8/8/8/8/8 w",
                "expected 8 ranks with '/' between them, found 7",
            ),
            ("8/8/8/8/8/k7/8/8 w", "rank 3: found 'k', expected 'P', 'p'"),
            ("8/8/8/8/8/9/8/8 w", "rank 3: found '9'"),
            ("8/8/8/8/8/0/8/8 w", "rank 3: found '0'"),
            (
                "8/8/7/8/8/8/8/8 w",
                "rank 6: 7 files, expected 8 as on rank 8",
            ),
            ("8/8/8P/8/8/8/8/8 w", "rank 6: 9 files, expected 1 to 8"),
            ("8/8//8/8/8/8/8 w", "rank 6: 0 files, expected 1 to 8"),
            (
                "8/8/8/8/8/8/P7/8 x",
                "field 2 (side to move): found 'x', expected 'w' or 'b'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w KQ",
                "field 3 (castling): found 'KQ', expected '-'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w \u{1b}",
                "field 3 (castling): found '\\u{1b}', expected '-'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w - e9",
                "field 4 (en passant): found 'e9'",
            ),
            (
                "3/3/3/3/3/3/P2/3 w - e6",
                "field 4 (en passant): found 'e6'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w - - x",
                "field 5 (quiet plies): found 'x'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w - - 0 -1",
                "field 6 (move number): found '-1'",
            ),
            (
                "8/8/8/8/8/8/8/P7 w",
                "White has a pawn on a1, its own first rank",
            ),
            (
                "p7/8/8/8/8/8/8/8 w",
                "Black has a pawn on a8, its own first rank",
            ),
            (
                "P7/8/8/8/8/8/8/p7 w",
                "both sides have a pawn on their last rank (a8 and a1)",
            ),
            (
                "8/8/8/4p3/8/8/P7/8 w - e5",
                "en passant on e5 is impossible: it is not on the rank",
            ),
            (
                "8/8/8/4p3/8/8/P7/8 w - d6",
                "no pawn of the opponent's stands in front of it",
            ),
            (
                "8/4p3/8/4p3/8/8/P7/8 w - e6",
                "the way of the double step is not empty",
            ),
        ];
        for (fen, expected) in cases {
            let message = fen.parse::<Diagram>().unwrap_err().to_string();
            assert!(message.contains(expected), "{fen}: {message}");
        }
    }
}
