//! A variant as data: where the pawns start, and the result for a side without a move.
//!
//! The games of this family differ in nothing else, so a variant is a few lines of `engine.toml` and no code.
//! A narrower board is the left part of the same start position.

use serde::Deserialize;
use thiserror::Error;

use super::position::{FIRST, LAST, Position};
use super::{Diagram, Files, PawnGame};
use crate::board::{Colour, File};
use crate::game::Outcome;
use crate::game::fen::{self, FenError};
use crate::game::playable::Playable;
use crate::quote::{counted, short};

/// The result for a side that has pawns but no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stalemate {
    /// A draw.
    #[default]
    Draw,
    /// The side has lost.
    Loss,
}

/// A variant of the king-less pawn games.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The start on eight files, as a FEN.
    pub start: String,
    /// The result for a side without a move.
    pub stalemate: Stalemate,
    /// Whether each side lacks one pawn at the start, on files chosen by options.
    #[serde(default)]
    pub gaps: bool,
}

/// The files on which the two sides lack a pawn at the start of a Pawn Race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gaps {
    /// White's gap.
    pub white: File,
    /// Black's gap.
    pub black: File,
}

/// Why a start position cannot be made.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum NoStart {
    /// The variant's own start position cannot be read.
    #[error("the start position: {0}")]
    Fen(#[from] FenError),
    /// The start position does not have eight files; narrower boards are cut from the full one.
    #[error("the start position must have 8 files, found {0}")]
    Narrow(usize),
    /// On some file, a side that is to lack one pawn has none or several.
    #[error("with gaps, each side must have one pawn on each file")]
    Uneven,
    /// A gap beyond the board's edge.
    #[error("the gap {gap} lies outside a board of {}", counted(.files, "file"))]
    GapOutside {
        /// The file named.
        gap: File,
        /// The width of the board.
        files: Files,
    },
}

/// Why a pair of gaps cannot be read.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("found '{}', expected White's file and Black's file, such as 'a h'", short(.0))]
pub struct GapsError(String);

impl std::str::FromStr for Gaps {
    type Err = GapsError;

    /// Reads `a h`, `ah` or `a,h`.
    fn from_str(text: &str) -> Result<Self, GapsError> {
        let letters: Vec<char> = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
            .collect();
        match letters[..] {
            [white, black] => File::from_letter(white).zip(File::from_letter(black)),
            _ => None,
        }
        .map(|(white, black)| Self { white, black })
        .ok_or_else(|| GapsError(text.into()))
    }
}

impl Gaps {
    /// Both gaps on the a-file, which every board has.
    pub const OUTERMOST: Self = Self {
        white: File::A,
        black: File::A,
    };

    /// The gaps in a mirror that swaps left and right, on a board of this many files.
    #[must_use]
    pub fn mirror(self, files: Files) -> Self {
        let image = |file: File| {
            let index = files.count().saturating_sub(1 + file.index());
            files.iter().nth(index).unwrap_or(file)
        };
        Self {
            white: image(self.white),
            black: image(self.black),
        }
    }

    /// All pairs of gaps on a board of this many files.
    pub fn all(files: Files) -> impl Iterator<Item = Self> {
        let pairs = move |white| files.iter().map(move |black| Self { white, black });
        files.iter().flat_map(pairs)
    }
}

impl std::fmt::Display for Gaps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.white, self.black)
    }
}

impl Rules {
    /// The start position on a board of `files` files, with the gaps where the variant has them.
    ///
    /// # Errors
    /// If the variant's start cannot be read, does not suit gaps, or a gap lies outside the board.
    pub fn start(&self, files: Files, gaps: Gaps) -> Result<Diagram, NoStart> {
        let mut setup = fen::read(&self.start, &PawnGame::NOTATION)?;
        if setup.files != Files::EIGHT.count() {
            return Err(NoStart::Narrow(setup.files));
        }
        let mut gap_of = [None; 2];
        if self.gaps {
            let pawns = |colour, file| {
                let men = setup.men.iter();
                men.filter(|(coord, man)| man.colour == colour && coord.file == file)
                    .count()
            };
            let is_even = |colour| (0..setup.files).all(|file| pawns(colour, file) == 1);
            if ![Colour::White, Colour::Black].into_iter().all(is_even) {
                return Err(NoStart::Uneven);
            }
            for gap in [gaps.white, gaps.black] {
                if gap.index() >= files.count() {
                    return Err(NoStart::GapOutside { gap, files });
                }
            }
            gap_of = [gaps.white, gaps.black].map(|gap| Some(gap.index()));
        }
        setup.files = files.count();
        setup.men.retain(|(coord, man)| {
            coord.file < setup.files && gap_of[man.colour as usize] != Some(coord.file)
        });
        Ok(Diagram::of(&setup).map_err(FenError::from)?)
    }
}

impl Stalemate {
    /// The outcome for the side to move; `None` if the game is not over.
    ///
    /// The three endings in the order of the rules: a pawn on its last rank, no pawn, no move.
    #[must_use]
    pub fn outcome(self, position: &Position) -> Option<Outcome> {
        if position.own().meets(LAST) {
            Some(Outcome::Win)
        } else if position.enemy().meets(FIRST) || position.own().is_empty() {
            Some(Outcome::Loss)
        } else if position.move_sets().is_empty() {
            Some(self.verdict())
        } else {
            None
        }
    }

    /// The result for a side without a move.
    #[must_use]
    pub const fn verdict(self) -> Outcome {
        match self {
            Self::Draw => Outcome::Draw,
            Self::Loss => Outcome::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(gaps: bool) -> Rules {
        Rules {
            start: "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1".into(),
            stalemate: Stalemate::Draw,
            gaps,
        }
    }

    #[test]
    fn gaps_need_one_pawn_on_each_file() {
        for start in [
            "8/2pppp2/8/8/8/8/2PPPP2/8 w",
            "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
        ] {
            let rules = Rules {
                start: start.into(),
                ..rules(true)
            };
            let error = rules.start(Files::EIGHT, Gaps::OUTERMOST).unwrap_err();
            assert_eq!(error, NoStart::Uneven, "{start}");
        }
    }

    #[test]
    fn gaps_leave_a_pawn_out() {
        let start = rules(true)
            .start(Files::EIGHT, "a h".parse().unwrap())
            .unwrap();
        assert_eq!(start.to_string(), "8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1");
        let files = Files::new(3).unwrap();
        let start = rules(true).start(files, "ab".parse().unwrap()).unwrap();
        assert_eq!(start.to_string(), "3/p1p/3/3/3/3/1PP/3 w - - 0 1");
        let error = rules(true)
            .start(files, "h,a".parse().unwrap())
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the gap h lies outside a board of 3 files"
        );
        assert!("i a".parse::<Gaps>().is_err());
        assert!("a".parse::<Gaps>().is_err());
    }

    #[test]
    fn games_end_as_the_rules_say() {
        let cases = [
            ("P7/p7/8/8/8/8/8/8 b", Some(Outcome::Loss)),
            ("P7/p7/8/8/8/8/8/8 w", Some(Outcome::Win)),
            ("8/8/8/8/8/8/p7/8 w", Some(Outcome::Loss)),
            ("8/p7/P7/8/8/8/8/8 w", Some(Outcome::Draw)),
            ("8/p7/P7/8/8/8/7P/8 b", Some(Outcome::Draw)),
            ("8/p7/P7/8/8/8/7P/8 w", None),
            ("8/8/8/8/8/8/8/8 w", Some(Outcome::Loss)),
        ];
        for (fen, outcome) in cases {
            let diagram: Diagram = fen.parse().unwrap();
            assert_eq!(Stalemate::Draw.outcome(&diagram.position), outcome, "{fen}");
        }
    }
}
