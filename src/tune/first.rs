//! The first pscore, set by hand before anything was tuned: a score to be better than.
//!
//! It knew pawns, passers by rank and whether they are protected, dead files, pawns with no enemy
//! before them on their file, moves, and the right to move.

use crate::board::Bitboard;
use crate::games::pawns::Position;
use crate::games::pawns::pscore::terms::{by_rank, dead_files, half_open, mobility, passers};

const PASSER: [i32; 6] = [60, 80, 120, 180, 280, 400];
const PROTECTED: [i32; 6] = [10, 20, 40, 70, 100, 100];
const TEMPO: i32 = 6;

/// The score for the side to move, in hundredths of a pawn.
#[must_use]
pub fn score(position: &Position) -> i32 {
    let (own, enemy) = (position.own(), position.enemy());
    side(own, enemy) - side(enemy.flip(), own.flip()) + TEMPO
}

fn side(own: Bitboard, enemy: Bitboard) -> i32 {
    let before_enemy = enemy.down().fill_down();
    let open = half_open(own, before_enemy);
    let passed = passers(open, before_enemy);
    let weigh = |weights: [i32; 6], pawns: Bitboard| -> i32 {
        let pairs = weights.into_iter().zip(by_rank(pawns));
        pairs.map(|(weight, count)| weight * count).sum()
    };
    let files = dead_files(own, enemy, open).count_files() as i32;
    weigh(PASSER, passed) + weigh(PROTECTED, passed & own.up().beside()) - 12 * files
        + 40 * own.count() as i32
        + 20 * open.count() as i32
        + 4 * mobility(own, enemy)
}
