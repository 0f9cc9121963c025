//! The order in which the solver tries moves: the apparent chances of the opponent in the position after a
//! move.
//!
//! It affects only speed: a solver finds the same result with any order of moves, but after more or fewer
//! positions. In these games the number of replies left counts most, then how far the pawns are advanced and
//! which of them have an open path. Whether the opponent wants a win or a draw makes a difference, so there
//! are two sets of weights. They were found by a random walk that minimised the sum of the logarithms of the
//! positions needed by `peasants` on four files, `pawngame` on six files and three positions on five files.
//! Those numbers jump with small changes in the weights, so no small weight means much by itself.
//!
//! With many pawns left, a wrong first move costs most, and the [network](super::network) sees more than
//! these terms. There its evaluation is added ([`goal_score`](crate::game::Game::goal_score) of the game).
//! Both together are better than either: the network knows which side stands better, the terms which line is
//! short.

use multiversion::multiversion;

use super::position::Position;
use super::pscore::terms::{half_open, passers};
use crate::board::Bitboard;
use crate::game::bounds::Goal;

/// The number of terms.
pub const NUMBER_OF_TERMS: usize = 16;

/// The terms and their weights, for a side to move that wants a win, and one that wants a draw. "Own" is the
/// side to move. An "open" pawn has no enemy in front of it on its file; "foremost" is the rank of the
/// foremost open pawn.
const TUNED: [(&str, [i32; 2]); NUMBER_OF_TERMS] = [
    ("replies", [84, 84]),
    ("own", [80, 40]),
    ("enemy", [56, 120]),
    // Ranks gained, all pawns together.
    ("own_advance", [64, 132]),
    ("enemy_advance", [-52, -96]),
    ("own_open", [32, 28]),
    ("enemy_open", [12, -136]),
    ("own_foremost", [76, 156]),
    ("enemy_foremost", [-28, -80]),
    ("own_passed", [68, 288]),
    ("enemy_passed", [-208, -36]),
    ("own_threatened", [32, 48]),
    // Steps to squares that the enemy does not attack.
    ("own_safe", [4, 4]),
    // Pawns directly in front of an enemy's.
    ("blocked", [-12, -4]),
    ("own_protected", [36, 100]),
    ("enemy_protected", [20, 20]),
];

/// The weights of the terms, each for a side to move that wants a win, and one that wants a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalWeights(pub [[i32; 2]; NUMBER_OF_TERMS]);

impl Default for GoalWeights {
    fn default() -> Self {
        Self::BUILT_IN
    }
}

impl GoalWeights {
    /// The tuned weights.
    pub const BUILT_IN: Self = {
        let mut pairs = [[0; 2]; NUMBER_OF_TERMS];
        let mut at = 0;
        while at < NUMBER_OF_TERMS {
            pairs[at] = TUNED[at].1;
            at += 1;
        }
        Self(pairs)
    };

    /// Each term with its weights for a win and for a draw.
    #[must_use]
    pub fn list(&self) -> [(&'static str, [i32; 2]); NUMBER_OF_TERMS] {
        std::array::from_fn(|at| (TUNED[at].0, self.0[at]))
    }
}

/// The weighted sum of all terms.
///
/// Counting bits is most of the work, so a build for any processor checks once whether the processor has an
/// instruction for it.
#[multiversion(targets("x86_64+popcnt+bmi1+bmi2", "x86_64+popcnt"))]
pub(super) fn goal_score(position: &Position, goal: Goal, weights: &GoalWeights) -> i32 {
    let after = match goal {
        Goal::Win => 0,
        Goal::Draw => 1,
    };
    let terms = terms(position).into_iter().zip(&weights.0);
    terms.map(|(count, pair)| count * pair[after]).sum()
}

/// The counts, in the order of [`TUNED`].
#[inline(always)]
fn terms(position: &Position) -> [i32; NUMBER_OF_TERMS] {
    // Each side's own direction: its pawns go up.
    let (own, enemy) = (position.own(), position.enemy());
    let (turned, enemy_turned) = (enemy.flip(), own.flip());
    let before_enemy = enemy.down().fill_down();
    let before_own = enemy_turned.down().fill_down();
    let own_open = half_open(own, before_enemy);
    let enemy_open = half_open(turned, before_own);
    let count = |pawns: Bitboard| pawns.count() as i32;
    let attacked = enemy.down().beside();
    [
        position.move_sets().count() as i32,
        count(own),
        count(enemy),
        advance(own),
        advance(turned),
        count(own_open),
        count(enemy_open),
        foremost(own_open),
        foremost(enemy_open),
        count(passers(own_open, before_enemy)),
        count(passers(enemy_open, before_own)),
        count(attacked & own),
        count(own.up() & !(own | enemy | attacked)),
        count(own.up() & enemy),
        protected(own),
        protected(turned),
    ]
}

/// The ranks that the pawns have gained from the first, all together. The binary digits of the ranks are
/// added up digit by digit.
#[inline(always)]
fn advance(pawns: Bitboard) -> i32 {
    const ONES: u64 = 0xff00_ff00_ff00_ff00;
    const TWOS: u64 = 0xffff_0000_ffff_0000;
    const FOURS: u64 = 0xffff_ffff_0000_0000;
    let count = |ranks: u64| Bitboard::from_bits(pawns.bits() & ranks).count() as i32;
    count(ONES) + 2 * count(TWOS) + 4 * count(FOURS)
}

/// The rank of the foremost pawn, from 0; also 0 if there is none.
#[inline(always)]
fn foremost(pawns: Bitboard) -> i32 {
    (pawns.bits() | 1).ilog2() as i32 / 8
}

/// The number of pawns that another one protects.
#[inline(always)]
fn protected(pawns: Bitboard) -> i32 {
    (pawns.up().beside() & pawns).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn of(fen: &str) -> i32 {
        let diagram: Diagram = fen.parse().unwrap();
        goal_score(&diagram.position, Goal::Win, &GoalWeights::default())
    }

    #[test]
    fn advance_adds_up_ranks() {
        for (pawns, gained) in [(0, 0), (0xff, 0), (0x0101_0101_0101_0101, 28), (1 << 63, 7)] {
            assert_eq!(advance(Bitboard::from_bits(pawns)), gained);
        }
    }

    #[test]
    fn neither_side_nor_colour_matters() {
        let white = of("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        assert_eq!(white, of("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b"));
        assert_eq!(white, of("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w"));
    }

    #[test]
    fn fewer_replies_and_further_advanced_pawns_come_first() {
        // The side to move is blocked in the first position, but not in the second.
        assert!(of("8/8/8/8/p7/P7/7p/8 w") < of("8/8/8/8/p7/7P/7p/8 w"));
        // The opponent's free pawn is further advanced.
        assert!(of("8/8/8/P7/7p/8/8/8 w") < of("8/8/7p/P7/8/8/8/8 w"));
    }
}
