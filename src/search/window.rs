//! The search contract of a node: its window and its answer.
//!
//! # The contract
//! A node is searched with a window (alpha, beta) and answers with a bound:
//!
//! ```text
//! found <= alpha          the true value is at most found     (fail low)
//! alpha < found < beta    the true value is found             (exact)
//! found >= beta           the true value is at least found    (fail high)
//! ```
//!
//! "True" means: for the depth searched, unless the answer is marked *proved*; then it is a fact
//! about the position alone, whatever moves led to it. A fail high is proved if the reply that
//! caused it is; a fail low or an exact value only if every move's answer is.
//!
//! A win or a loss in a known number of plies is a fact even if it is not marked, where the table's
//! keys are whole positions: it is derived from final positions and facts, and only its length may
//! be a guess. With hash keys, the table may have confused two positions: then an unmarked value is
//! not a proof.

use std::ops::Neg;

use crate::game::value::Value;
use crate::game::{Outcome, Proof};

/// The answer of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value, by the contract above.
    pub value: Value,
    /// Whether it depends only on final positions and facts.
    pub proved: bool,
}

impl Found {
    /// No answer yet: below every value, and no possible answer of a node.
    pub const NOTHING: Self = Self {
        value: Value::from_number(-Value::INFINITE.number()),
        proved: false,
    };

    /// A value that depends on an evaluation, or on the moves that led to the position.
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

    /// The window as the opponent sees it.
    pub(super) fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The window that only tests whether a value is better than alpha (a *scout*, or *zero
    /// window*).
    pub(super) fn scout(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: Value::from_number(self.alpha.number() + 1),
        }
    }
}

/// The effect of a proof on a node: an answer, or limits on it.
pub(super) enum Settled {
    Answer(Found),
    AtLeast(Value),
    AtMost(Value),
}

/// A proof that may not be the shortest leaves room for a quicker win.
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
