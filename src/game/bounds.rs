//! A question about a position, and bounds on its value.

use crate::game::Outcome;

/// A question: can the side to move get at least this outcome?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// At least a draw.
    Draw,
    /// A win.
    Win,
}

impl Goal {
    /// Both goals: together they give the value.
    pub const BOTH: [Self; 2] = [Self::Win, Self::Draw];

    /// The goal with which the opponent prevents this one.
    #[inline]
    #[must_use]
    pub const fn opponents(self) -> Self {
        match self {
            Self::Draw => Self::Win,
            Self::Win => Self::Draw,
        }
    }

    /// The worst outcome that meets the goal.
    #[inline]
    #[must_use]
    pub const fn least(self) -> Outcome {
        match self {
            Self::Draw => Outcome::Draw,
            Self::Win => Outcome::Win,
        }
    }

    /// The best outcome that misses the goal.
    #[inline]
    #[must_use]
    pub const fn best_miss(self) -> Outcome {
        match self {
            Self::Draw => Outcome::Loss,
            Self::Win => Outcome::Draw,
        }
    }

    /// Whether an outcome meets the goal.
    #[inline]
    #[must_use]
    pub fn is_met_by(self, outcome: Outcome) -> bool {
        outcome >= self.least()
    }
}

/// The proved bounds on a position's value for the side to move, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    least: Outcome,
    most: Outcome,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        least: Outcome::Loss,
        most: Outcome::Win,
    };

    /// The bounds from these outcomes, which must be in order.
    #[inline]
    #[must_use]
    pub fn new(least: Outcome, most: Outcome) -> Self {
        debug_assert!(least <= most);
        Self { least, most }
    }

    /// An exact value.
    #[inline]
    #[must_use]
    pub const fn exactly(outcome: Outcome) -> Self {
        Self {
            least: outcome,
            most: outcome,
        }
    }

    /// The value, if it is known.
    #[inline]
    #[must_use]
    pub fn exact(self) -> Option<Outcome> {
        (self.least == self.most).then_some(self.least)
    }

    /// The worst possible outcome.
    #[must_use]
    pub const fn least(self) -> Outcome {
        self.least
    }

    /// The best possible outcome.
    #[must_use]
    pub const fn most(self) -> Outcome {
        self.most
    }

    /// Whether the goal is met, if known.
    #[inline]
    #[must_use]
    pub fn answer(self, goal: Goal) -> Option<bool> {
        if goal.is_met_by(self.least) {
            Some(true)
        } else if !goal.is_met_by(self.most) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether it is known for each of these goals whether it is met.
    #[inline]
    #[must_use]
    pub fn answers(self, goals: &[Goal]) -> bool {
        goals.iter().all(|goal| self.answer(*goal).is_some())
    }

    /// The bounds after also learning the answer to a question.
    #[inline]
    #[must_use]
    pub fn learn(self, goal: Goal, met: bool) -> Self {
        if met {
            Self {
                least: self.least.max(goal.least()),
                ..self
            }
        } else {
            Self {
                most: self.most.min(goal.best_miss()),
                ..self
            }
        }
    }

    /// The bounds that follow from both pairs of bounds.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    /// The bounds where a draw on the board may stop the win of either side.
    #[must_use]
    pub fn without_wins(self) -> Self {
        Self {
            least: self.least.min(Outcome::Draw),
            most: self.most.max(Outcome::Draw),
        }
    }

    /// The bounds of a position from those of its moves (for the side that makes them); unknown if
    /// there are no moves.
    #[must_use]
    pub fn best_of_moves(moves: impl Iterator<Item = Self>) -> Self {
        let best = |one: Self, other: Self| Self {
            least: one.least.max(other.least),
            most: one.most.max(other.most),
        };
        moves.reduce(best).unwrap_or(Self::UNKNOWN)
    }

    /// The same bounds from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            least: self.most.reversed(),
            most: self.least.reversed(),
        }
    }
}

/// A move and its proved bounds, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub played: M,
    /// Its bounds for the side that makes it.
    pub bounds: Bounds,
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    #[test]
    fn a_goal_is_met_exactly_when_the_opponent_misses_his() {
        for goal in [Goal::Draw, Goal::Win] {
            for outcome in OUTCOMES {
                let theirs = goal.opponents().is_met_by(outcome.reversed());
                assert_ne!(goal.is_met_by(outcome), theirs, "{goal:?} {outcome:?}");
            }
        }
    }

    #[test]
    fn two_answers_make_a_value() {
        for outcome in OUTCOMES {
            let mut known = Bounds::UNKNOWN;
            for goal in [Goal::Draw, Goal::Win] {
                assert_eq!(Bounds::UNKNOWN.answer(goal), None);
                known = known.learn(goal, goal.is_met_by(outcome));
                assert_eq!(known.answer(goal), Some(goal.is_met_by(outcome)));
            }
            assert_eq!(known, Bounds::exactly(outcome));
            assert_eq!(known.exact(), Some(outcome));
            assert_eq!(known.reversed().exact(), Some(outcome.reversed()));
        }
    }
}
