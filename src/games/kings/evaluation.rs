//! The evaluation of PEASANT: a guess at who stands better.
//!
//! K. Church gives it as 10·MAT + 5·PP − PRO + K₁ + K₂ + R, in tenths of a pawn. Each term here is
//! named after what it counts, and is the mover's count less the opponent's; the weights stand in
//! `engine.toml`. The square of an unstoppable passer is Newborn's "cannot be stopped by the defending
//! king".

use serde::Deserialize;

use super::position::{Position, Side};
use crate::board::{Bitboard, Rank, Square};
use crate::game::value::Value;

/// What each term is worth, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// MAT: a pawn.
    pub material: i32,
    /// A queen: it is the end of nearly every game.
    pub queen: i32,
    /// PP: a passed pawn.
    pub passed: i32,
    /// PRO: a step that the most advanced pawn must still take.
    pub promotion: i32,
    /// K₁: a king's step to the centre of gravity of all pawns.
    pub king_distance: i32,
    /// K₂: having the opposition.
    pub opposition: i32,
    /// R: a rank of a pawn that is passed and that the king cannot stop.
    pub unstoppable: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            material: 100,
            queen: 900,
            passed: 50,
            promotion: -10,
            king_distance: -5,
            opposition: 3,
            unstoppable: 100,
        }
    }
}

/// What the terms count for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Pawns.
    pub material: i32,
    /// Queens.
    pub queens: i32,
    /// Passed pawns.
    pub passed: i32,
    /// Steps that the most advanced pawn must still take; 6 without a pawn.
    pub promotion: i32,
    /// King's steps to the pawns' centre of gravity.
    pub king_distance: i32,
    /// Ranks of the pawns that are passed and cannot be stopped by the king.
    pub unstoppable: i32,
}

impl Counts {
    /// Of the side to move, which is to move now if `moves`; else it moves after the other.
    fn of(own: &Side, enemy: &Side, centre: Option<Square>, moves: bool) -> Self {
        let stopped = enemy.pawns.down().fill_down();
        let passed = own.pawns & !(stopped | stopped.beside());
        let most_advanced = own.pawns.highest();
        let steps = |square: Square| 7 - square.rank().index();
        let unstoppable = passed.into_iter().filter(|pawn| {
            let goal = Square::new(pawn.file(), Rank::EIGHTH);
            let way = Bitboard::of(*pawn).up().fill_up();
            let is_free = !way.meets(own.pawns | Bitboard::of(own.king));
            // From its first square it takes two ranks at once.
            let plies = steps(*pawn).min(5);
            is_free && enemy.king.distance(goal) > plies + usize::from(!moves)
        });
        Self {
            material: own.pawns.count() as i32,
            queens: own.queens.count() as i32,
            passed: passed.count() as i32,
            promotion: most_advanced.map_or(6, |pawn| steps(pawn) as i32),
            king_distance: centre.map_or(0, |centre| own.king.distance(centre) as i32),
            unstoppable: unstoppable.map(|pawn| pawn.rank().index() as i32).sum(),
        }
    }

    fn total(&self, weights: &Weights) -> i32 {
        self.material * weights.material
            + self.queens * weights.queen
            + self.passed * weights.passed
            + self.promotion * weights.promotion
            + self.king_distance * weights.king_distance
            + self.unstoppable * weights.unstoppable
    }
}

/// What is counted for both sides, the mover's first, and who has the opposition: 1 the mover, −1
/// the other.
#[must_use]
pub fn counts(position: &Position) -> ([Counts; 2], i32) {
    let centre = centre_of_gravity(position.pawns());
    let turned = position.passed();
    let sides = [
        Counts::of(position.own(), position.enemy(), centre, true),
        Counts::of(
            turned.own(),
            turned.enemy(),
            centre.map(Square::flip),
            false,
        ),
    ];
    (sides, opposition(position))
}

/// The evaluation for the side to move, in hundredths of a pawn.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> Value {
    let ([own, enemy], opposition) = counts(position);
    let sum = own.total(weights) - enemy.total(weights) + opposition * weights.opposition;
    Value::guess(sum)
}

/// The square nearest to the mean of all pawns' squares.
fn centre_of_gravity(pawns: Bitboard) -> Option<Square> {
    let count = pawns.count() as usize;
    if count == 0 {
        return None;
    }
    let (mut files, mut ranks) = (0, 0);
    for pawn in pawns {
        files += pawn.file().index();
        ranks += pawn.rank().index();
    }
    let mean = |sum: usize| (2 * sum + count) / (2 * count);
    Some(Square::from_index((8 * mean(ranks) + mean(files)) as u8))
}

/// Kings face each other with an odd number of squares between them, on a file, a rank, a diagonal
/// or at the corners of a rectangle: who is not to move has the opposition.
fn opposition(position: &Position) -> i32 {
    let (own, enemy) = (position.own().king, position.enemy().king);
    let is_even = |one: usize, other: usize| one.abs_diff(other).is_multiple_of(2);
    let faces = is_even(own.file().index(), enemy.file().index())
        && is_even(own.rank().index(), enemy.rank().index());
    -i32::from(faces)
}
