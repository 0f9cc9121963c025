//! Checking a puzzle: all its claims are proved again.

use thiserror::Error;

use super::line::{Line, Step};
use super::proving::{Prover, Unproved};
use super::themes;
use super::{Puzzle, Unplayable};
use crate::engine::Variant;
use crate::game::Outcome;
use crate::game::bounds::Goal;
use crate::game::state::GameState;

/// What is wrong with a puzzle.
#[derive(Error, Debug)]
pub enum Wrong {
    /// The puzzle cannot be played.
    #[error("{0}")]
    Unplayable(#[from] Unplayable),
    /// The position is lost.
    #[error("after {after} the player loses; expected a win or a draw")]
    Lost {
        /// The opponent's first move.
        after: String,
    },
    /// Several moves keep the value.
    #[error("move {number}: {first} and {second} both keep the {value}; expected one move")]
    Several {
        /// The number of the move in the line, from 1.
        number: usize,
        /// One of the moves.
        first: String,
        /// Another one.
        second: String,
        /// The value.
        value: Outcome,
    },
    /// The move of the solution is not the unique one.
    #[error("move {number}: {found} does not keep the {value}; {only} does")]
    Other {
        /// The number of the move in the line, from 1.
        number: usize,
        /// The move of the puzzle.
        found: String,
        /// The unique move.
        only: String,
        /// The value.
        value: Outcome,
    },
    /// A reply by the opponent does not keep the value.
    #[error("move {number}: after {found} the player gets more than a draw")]
    Reply {
        /// The number of the move in the line, from 1.
        number: usize,
        /// The reply.
        found: String,
    },
    /// A claimed theme is absent.
    #[error("theme {0}: not found in the line")]
    Theme(String),
}

/// The result of checking.
#[derive(Debug)]
pub enum Verdict {
    /// All claims are proved; the position has this value.
    Right(Outcome),
    /// A claim is false.
    Wrong(Wrong),
    /// The proof takes too much work.
    Unproved,
}

/// Checks a puzzle.
///
/// # Errors
/// If the run is halted, or a position cannot be searched.
pub fn check(
    puzzle: &Puzzle,
    variant: &dyn Variant,
    prover: &Prover<'_>,
) -> Result<Verdict, Unproved> {
    match judge(puzzle, variant, prover) {
        Ok(value) => Ok(Verdict::Right(value)),
        Err(Flaw::Wrong(wrong)) => Ok(Verdict::Wrong(wrong)),
        Err(Flaw::Unproved(Unproved::TooMuch)) => Ok(Verdict::Unproved),
        Err(Flaw::Unproved(why)) => Err(why),
    }
}

enum Flaw {
    Wrong(Wrong),
    Unproved(Unproved),
}

impl From<Unproved> for Flaw {
    fn from(why: Unproved) -> Self {
        Self::Unproved(why)
    }
}

impl<E: Into<Wrong>> From<E> for Flaw {
    fn from(wrong: E) -> Self {
        Self::Wrong(wrong.into())
    }
}

fn judge(puzzle: &Puzzle, variant: &dyn Variant, prover: &Prover<'_>) -> Result<Outcome, Flaw> {
    let positions = puzzle.positions(variant)?;
    let question = &*positions[1];
    let lost = || Wrong::Lost {
        after: puzzle.moves[0].clone(),
    };
    if question.finish().is_some() {
        return Err(lost().into());
    }
    let value = prover.value(question)?;
    if value == Outcome::Loss {
        return Err(lost().into());
    }
    let mut steps: Vec<Step> = Vec::new();
    for (index, played) in puzzle.moves.iter().enumerate().skip(1) {
        let before = &*positions[index];
        match index % 2 {
            1 => steps.push(solvers(before, played, index + 1, value, prover)?),
            _ => {
                // In a won position, every reply loses. In a drawn one, a losing reply is wrong.
                let after = &*positions[index + 1];
                if value == Outcome::Draw && prover.meets(after, Goal::Win)? {
                    let (number, found) = (index + 1, played.clone());
                    return Err(Wrong::Reply { number, found }.into());
                }
                if let Some(last) = steps.last_mut() {
                    last.reply = before.read(played).ok();
                }
            }
        }
    }
    let line = Line { value, steps };
    let found = themes::find(&line, variant, prover)?;
    // Only claimed themes are checked: others may have taken too much work when the puzzle was
    // made.
    let mut claimed = puzzle.themes.iter().filter(|theme| themes::is_known(theme));
    match claimed.find(|theme| !found.proved.contains(theme)) {
        Some(theme) if found.possible.contains(theme) => Err(Unproved::TooMuch.into()),
        Some(theme) => Err(Wrong::Theme(theme.clone()).into()),
        None => Ok(value),
    }
}

/// Checks a move of the player, which must be the unique one.
fn solvers(
    before: &dyn GameState,
    played: &str,
    number: usize,
    value: Outcome,
    prover: &Prover<'_>,
) -> Result<Step, Flaw> {
    let keepers = prover.keepers(before, value)?;
    let Some(only) = keepers.only() else {
        let [first, second] = [keepers.moves().first(), keepers.moves().last()]
            .map(|one| one.map_or_else(String::new, |one| one.coordinates.clone()));
        return Err(Wrong::Several {
            number,
            first,
            second,
            value,
        }
        .into());
    };
    if !keepers.includes(played) {
        return Err(Wrong::Other {
            number,
            found: played.into(),
            only: only.coordinates.clone(),
            value,
        }
        .into());
    }
    let step = Step::new(before.boxed(), played, keepers);
    Ok(step.map_err(|problem| Unplayable::Move { number, problem })?)
}
