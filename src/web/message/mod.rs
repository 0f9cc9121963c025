//! The messages between page and server: requests and answers, as types for JSON.
//!
//! A message is an object with a `type`; each request has an `id`, a number that its answers
//! repeat. Unknown fields are rejected: a mistyped name must not be mistaken for a missing field.
//!
//! Read in this order: [`Request`], [`Position`] (part of most requests), then [`Answer`] and its
//! parts.

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
    /// The error in a sentence.
    pub message: String,
    /// The field that causes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// The index of the invalid move in a list, from 0; or the line of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

impl Wrong {
    /// An error in a field.
    pub fn field(field: &'static str, message: impl ToString) -> Self {
        Self {
            field: Some(field),
            ..Self::plain(message)
        }
    }

    /// An error in one place of a field.
    pub fn place(field: &'static str, at: usize, message: impl ToString) -> Self {
        Self {
            at: Some(at),
            ..Self::field(field, message)
        }
    }

    /// An error that does not belong to one field.
    pub fn plain(message: impl ToString) -> Self {
        Self {
            message: message.to_string(),
            field: None,
            at: None,
        }
    }
}

/// The word for an outcome, for the side to move or the side that makes a move.
#[must_use]
pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    }
}
