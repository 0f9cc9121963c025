//! Errors in text that should be PGN, and where they are.

use std::fmt;

use thiserror::Error;

use super::header::MOST_TAGS;
use super::record::{GameResult, MOST_NESTED};
use crate::board::Colour;
use crate::game::playable::MoveError;
use crate::quote::short;

/// Why a game cannot be read, or what part of it was ignored.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The game, from 1.
    pub game: usize,
    /// The number and the side of the next move, if the game had begun.
    pub at: Option<(u32, Colour)>,
    /// What is wrong and what would be right.
    pub problem: Problem,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, game {}", self.line, self.game)?;
        if let Some((number, side)) = self.at {
            write!(f, ", {side}'s move {number}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

/// The text added to errors about a variation that cannot be read.
const KEPT: &str = "; the variation is kept as a comment";

/// What is wrong with text that should be PGN.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum Problem {
    /// A character that has no meaning outside tags and comments.
    #[error("found '{}', expected a move, a comment or a result", short(&.0.to_string()))]
    Letter(char),
    /// A bracket without a valid name.
    #[error(
        "found the tag name '{}', expected letters, digits and '_', as in [White \"Ann\"]",
        short(.0)
    )]
    TagName(String),
    /// A name without a value.
    #[error("the {} tag: expected a value in quotes and then ']', on the same line", short(.0))]
    TagValue(String),
    /// A tag without its opening bracket.
    #[error("the {} tag: expected '[' before it", short(.0))]
    NoBracket(String),
    /// The same tag again, with a different value.
    #[error("the {} tag occurs twice with different values; the last one counts", short(.0))]
    TagTwice(String),
    /// More tags than any game has.
    #[error("more than {MOST_TAGS} tags; the others are ignored")]
    TooManyTags,
    /// An unknown variant, although the user has named the variant.
    #[error("unknown tag value \"{}\" for Variant; using {used}", short(.name))]
    UnknownVariant {
        /// The tag's value.
        name: String,
        /// The variant used instead.
        used: String,
    },
    /// An error in a game of an unknown variant, which is most often the cause.
    #[error("{problem}; the Variant tag says \"{}\", which is unknown", short(.name))]
    InUnknownVariant {
        /// What is wrong.
        problem: Box<Self>,
        /// The tag's value.
        name: String,
    },
    /// A variant that this program does not play.
    #[error("unknown tag value \"{}\" for Variant; expected one of {known}", short(.name))]
    Foreign {
        /// The tag's value.
        name: String,
        /// All variants.
        known: String,
    },
    /// The start of the game is unknown.
    #[error("no FEN tag; {0} has no starting position of its own")]
    NoStart(String),
    /// An invalid FEN.
    #[error("the FEN tag: {0}")]
    Fen(String),
    /// The tag `SetUp` promises a FEN, but there is none.
    #[error("SetUp is 1, but there is no FEN tag")]
    NoFen,
    /// A game that never leaves the prelude of its variant.
    #[error("the game never reaches a position of the variant {0}")]
    NeverEntered(String),
    /// An invalid result.
    #[error("unknown tag value \"{}\" for Result; expected 1-0, 0-1, 1/2-1/2 or *", short(.0))]
    Result(String),
    /// Two results.
    #[error("the moves end with {moves}, but the Result tag says {tag}; the result is unknown")]
    Results {
        /// The result after the moves.
        moves: GameResult,
        /// The result in the tag.
        tag: GameResult,
    },
    /// A comment without its closing brace.
    #[error(
        "a comment begins here and does not end; expected '}}'; the rest is part of the comment"
    )]
    OpenComment,
    /// A variation without its closing parenthesis.
    #[error("a variation begins here and does not end; expected ')'{KEPT}")]
    OpenVariation,
    /// Variations nested too deep.
    #[error("variations nested more than {MOST_NESTED} deep{KEPT}")]
    TooDeep,
    /// A variation without a move before it.
    #[error("a variation without a move before it{KEPT}")]
    NothingToVary,
    /// A problem in a variation.
    #[error("{0}{KEPT}")]
    InVariation(Box<Self>),
    /// A closing parenthesis without its opening one.
    #[error("found ')', but no variation has begun")]
    NoVariation,
    /// An unknown glyph.
    #[error(
        "found the glyph '{}', expected one of ! ? !! ?? !? ?! or $0 to $255",
        short(.0)
    )]
    Glyph(String),
    /// A side passes.
    #[error("'{}' is a null move; expected a legal move", short(.0))]
    NullMove(String),
    /// An invalid move.
    #[error("{0}")]
    Move(#[from] MoveError),
}
