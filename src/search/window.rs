//! What a node is asked and what it answers.
//!
//! # The contract
//! A node is asked for its value within a window (alpha, beta) and answers with a bound:
//!
//! ```text
//! found <= alpha          the true value is at most found     (fail low)
//! alpha < found < beta    the true value is found             (exact)
//! found >= beta           the true value is at least found    (fail high)
//! ```
//!
//! "True" means: for the depth searched, unless the answer is marked *proved*; then it is a fact
//! about the position alone, whatever was played before it. A fail high is proved if the reply that
//! caused it is; a fail low or an exact value only if every move's answer is.
//!
//! A win or a loss in so many plies is a fact even if it is not marked, where the table's keys
//! are whole positions: it is made of ends of games and facts, and only how quick it is may be a
//! guess. Where keys are hashes, the table may have taken one position for another: then what is
//! not marked is no proof, whatever it says.

use std::ops::Neg;

use crate::game::value::Value;
use crate::game::{Outcome, Proof};

/// What a node answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value, as the contract above says.
    pub value: Value,
    /// Whether it rests on nothing but ends of games and facts.
    pub proved: bool,
}

impl Found {
    /// No answer yet: below every value, and nothing that a node could answer.
    pub const NOTHING: Self = Self {
        value: Value::from_number(-Value::INFINITE.number()),
        proved: false,
    };

    /// A value that rests on an evaluation, or on the moves that led to the position.
    #[inline]
    #[must_use]
    pub const fn guess(value: Value) -> Self {
        Self {
            value,
            proved: false,
        }
    }

    /// A value that is a fact.
    #[inline]
    #[must_use]
    pub const fn proved(value: Value) -> Self {
        Self {
            value,
            proved: true,
        }
    }
}

impl Neg for Found {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

/// The values that a node is asked to tell apart.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    pub(super) const FULL: Self = Self {
        alpha: Value::from_number(-Value::INFINITE.number()),
        beta: Value::INFINITE,
    };

    /// As the opponent sees it.
    pub(super) fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The window that only asks: better than alpha? (A *scout*, or *zero window*.)
    pub(super) fn scout(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: Value::from_number(self.alpha.number() + 1),
        }
    }
}

/// What a proof means for a node: an answer, or limits to it.
pub(super) enum Settled {
    Answer(Found),
    AtLeast(Value),
    AtMost(Value),
}

/// A proof that is not known to be the shortest leaves room for a quicker win.
pub(super) fn settle(proof: Proof, ply: usize, window: Window) -> Settled {
    let plies = proof.plies.saturating_add(ply as u16);
    let answer = |value| Settled::Answer(Found::proved(value));
    match proof.outcome {
        Outcome::Draw => answer(Value::DRAW),
        Outcome::Win => {
            let value = Value::win_in(plies);
            if proof.shortest || value >= window.beta {
                answer(value)
            } else {
                Settled::AtLeast(value)
            }
        }
        Outcome::Loss => {
            let value = Value::loss_in(plies);
            if proof.shortest || value <= window.alpha {
                answer(value)
            } else {
                Settled::AtMost(value)
            }
        }
    }
}
