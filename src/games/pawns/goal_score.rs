//! The order in which the solver tries moves: how good the chances of the opponent look in the
//! position that a move leads to.
//!
//! Nothing here is a value: a solver that tries moves in any order finds the same result, after
//! more positions. What counts most, on these games, is how few replies are left, then whose pawns
//! are further on and whose way is open. Whether the opponent is after a win or a draw makes a
//! difference, so there are two sets of weights. They were found by a random walk that kept what
//! made the sum of the logarithms of the positions smaller that `peasants` on four files,
//! `pawngame` on six and three positions on five files take. The counts jump with small changes
//! of the weights, so none of the small ones means much by itself.

use std::fmt;
use std::str::FromStr;

use multiversion::multiversion;
use thiserror::Error;

use super::position::Position;
use super::pscore::terms::{half_open, passers};
use crate::board::Bitboard;
use crate::game::bounds::Goal;
use crate::quote::short;

/// By what the solver orders moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// By all that was found to count.
    #[default]
    Tuned,
    /// By the number of replies alone, to compare with.
    Replies,
}

/// Why a word names no order.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("found '{}', expected {}", short(.0), Order::ALL.map(Order::name).join(" or "))]
pub struct OrderError(String);

/// In a word: `tuned`, `replies`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(word: &str) -> Result<Self, OrderError> {
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.name() == word)
            .ok_or_else(|| OrderError(word.into()))
    }
}

impl Order {
    /// Each of them.
    pub const ALL: [Self; 2] = [Self::Tuned, Self::Replies];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tuned => "tuned",
            Self::Replies => "replies",
        }
    }

    /// How good the chances of the side to move look to the other one, who has just moved, if the
    /// side to move is after that goal.
    #[inline]
    pub(super) fn goal_score(self, position: &Position, goal: Goal) -> i32 {
        match self {
            Self::Tuned => goal_score(position, goal),
            Self::Replies => position.move_sets().count() as i32,
        }
    }
}

/// What counts; "own" is the side to move.
struct GoalWeights {
    replies: i32,
    own: i32,
    enemy: i32,
    /// Ranks gained, all pawns together.
    own_advance: i32,
    enemy_advance: i32,
    /// Pawns with no enemy before them on their file.
    own_open: i32,
    enemy_open: i32,
    /// The rank of the foremost of those.
    own_foremost: i32,
    enemy_foremost: i32,
    own_passed: i32,
    enemy_passed: i32,
    own_threatened: i32,
    /// Steps to where no enemy captures.
    own_safe: i32,
    /// Pawns right before an enemy's.
    own_blocked: i32,
    own_protected: i32,
    enemy_protected: i32,
}

const AFTER_A_WIN: GoalWeights = GoalWeights {
    replies: 21,
    own: 20,
    enemy: 14,
    own_advance: 16,
    enemy_advance: -13,
    own_open: 8,
    enemy_open: 3,
    own_foremost: 19,
    enemy_foremost: -7,
    own_passed: 17,
    enemy_passed: -52,
    own_threatened: 8,
    own_safe: 1,
    own_blocked: -3,
    own_protected: 9,
    enemy_protected: 5,
};

const AFTER_A_DRAW: GoalWeights = GoalWeights {
    replies: 21,
    own: 10,
    enemy: 30,
    own_advance: 33,
    enemy_advance: -24,
    own_open: 7,
    enemy_open: -34,
    own_foremost: 39,
    enemy_foremost: -20,
    own_passed: 72,
    enemy_passed: -9,
    own_threatened: 12,
    own_safe: 1,
    own_blocked: -1,
    own_protected: 25,
    enemy_protected: 5,
};

/// The same by all that counts.
///
/// Counting bits is most of the work, so the plain build looks once for a processor that does it
/// in one instruction.
#[multiversion(targets("x86_64+popcnt+bmi1+bmi2", "x86_64+popcnt"))]
pub(super) fn goal_score(position: &Position, goal: Goal) -> i32 {
    let weights = match goal {
        Goal::Win => &AFTER_A_WIN,
        Goal::Draw => &AFTER_A_DRAW,
    };
    // Each side's own way: its pawns go up.
    let (own, enemy) = (position.own(), position.enemy());
    let (turned, enemy_turned) = (enemy.flip(), own.flip());
    let before_enemy = enemy.down().fill_down();
    let before_own = enemy_turned.down().fill_down();
    let own_open = half_open(own, before_enemy);
    let enemy_open = half_open(turned, before_own);
    let threatened = enemy.down().beside() & own;
    let count = |pawns: Bitboard| pawns.count() as i32;

    weights.replies * position.move_sets().count() as i32
        + weights.own * count(own)
        + weights.enemy * count(enemy)
        + weights.own_advance * advance(own)
        + weights.enemy_advance * advance(turned)
        + weights.own_open * count(own_open)
        + weights.enemy_open * count(enemy_open)
        + weights.own_foremost * foremost(own_open)
        + weights.enemy_foremost * foremost(enemy_open)
        + weights.own_passed * count(passers(own_open, before_enemy))
        + weights.enemy_passed * count(passers(enemy_open, before_own))
        + weights.own_threatened * count(threatened)
        + weights.own_safe * count(own.up() & !(own | enemy) & !enemy.down().beside())
        + weights.own_blocked * count(own.up() & enemy)
        + weights.own_protected * protected(own)
        + weights.enemy_protected * protected(turned)
}

/// The ranks that the pawns have gained from the first, all together: the number of each rank in
/// binary, added up digit by digit.
#[inline(always)]
fn advance(pawns: Bitboard) -> i32 {
    const ONES: u64 = 0xff00_ff00_ff00_ff00;
    const TWOS: u64 = 0xffff_0000_ffff_0000;
    const FOURS: u64 = 0xffff_ffff_0000_0000;
    let count = |ranks: u64| Bitboard(pawns.0 & ranks).count() as i32;
    count(ONES) + 2 * count(TWOS) + 4 * count(FOURS)
}

/// The rank of the foremost pawn, from 0; 0 also if there is none.
#[inline(always)]
fn foremost(pawns: Bitboard) -> i32 {
    (pawns.0 | 1).ilog2() as i32 / 8
}

/// How many pawns another one protects.
#[inline(always)]
fn protected(pawns: Bitboard) -> i32 {
    (pawns.up().beside() & pawns).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn of(fen: &str) -> i32 {
        goal_score(&fen.parse::<Diagram>().unwrap().position, Goal::Win)
    }

    #[test]
    fn orders_are_read_as_they_are_written() {
        for order in Order::ALL {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
        let error = "best".parse::<Order>().unwrap_err().to_string();
        assert_eq!(error, "found 'best', expected tuned or replies");
    }

    #[test]
    fn advance_adds_up_ranks() {
        for (pawns, gained) in [(0, 0), (0xff, 0), (0x0101_0101_0101_0101, 28), (1 << 63, 7)] {
            assert_eq!(advance(Bitboard(pawns)), gained);
        }
    }

    #[test]
    fn neither_side_nor_colour_matters() {
        let white = of("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        assert_eq!(white, of("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b"));
        assert_eq!(white, of("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w"));
    }

    #[test]
    fn fewer_replies_and_pawns_further_on_come_first() {
        // The mover is blocked, or is not.
        assert!(of("8/8/8/8/p7/P7/7p/8 w") < of("8/8/8/8/p7/7P/7p/8 w"));
        // The opponent's free pawn is further on.
        assert!(of("8/8/8/P7/7p/8/8/8 w") < of("8/8/7p/P7/8/8/8/8 w"));
    }
}
