//! What page and server say to each other: requests and answers, as types that JSON is read into and
//! made of.
//!
//! A message is an object with a `type`; each request has an `id`, a number that its answers repeat.
//! What is not said here is refused: a word that is mistyped must not be taken for one that is missing.
//!
//! Read: [`Request`], [`Position`] (which most requests carry), then [`Answer`] and what it is made of.

mod answer;
mod game;
mod request;

pub use answer::{
    Answer, Choice, Current, Done, Finish, Gamelet, Hello, KingSquare, Line, Look, Mark, Most,
    Move, Numbering, Piece, Proof, Score, Sides, Squares, Step, Term, Variant, View,
};
pub use game::{Game, Node};
pub use request::{Limits, Position, Request, Think};

use serde::Serialize;

use crate::game::Outcome;

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Wrong {
    /// In a sentence.
    pub message: String,
    /// Which field is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// Which move of a list is wrong, from 0; or which line of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

impl Wrong {
    /// A field is to blame.
    pub fn field(field: &'static str, message: impl ToString) -> Self {
        Self {
            field: Some(field),
            ..Self::plain(message)
        }
    }

    /// A field is to blame, in one place.
    pub fn place(field: &'static str, at: usize, message: impl ToString) -> Self {
        Self {
            at: Some(at),
            ..Self::field(field, message)
        }
    }

    /// Nothing in the request is to blame alone.
    pub fn plain(message: impl ToString) -> Self {
        Self {
            message: message.to_string(),
            field: None,
            at: None,
        }
    }
}

/// An outcome, for the side to move or the one that makes a move.
#[must_use]
pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    }
}
