//! The terms of the pscore: what is counted, for the mover and for the opponent.
//!
//! Each function takes the pawns of one side, going up, and those of the other; for the opponent
//! the board is turned, so no term is written twice.

use crate::board::{Bitboard, Rank};
use crate::pawns::Position;

/// The ranks on which a pawn can stand while the game goes on.
pub const RANKS: usize = 6;

/// What one side's pawns amount to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Side {
    /// Pawns.
    pub pawns: i32,
    /// Passed pawns on ranks 2 to 7.
    pub passers: [i32; RANKS],
    /// Those of them that another pawn protects.
    pub protected: [i32; RANKS],
    /// Files that are dead for this side.
    pub dead_files: i32,
    /// Pawns with no enemy pawn before them on their file.
    pub half_open: i32,
    /// Moves.
    pub mobility: i32,
}

/// What both sides' pawns amount to; the mover's first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// The side to move.
    pub own: Side,
    /// The other side.
    pub enemy: Side,
}

impl Counts {
    /// What the terms count in a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (own, enemy) = (position.own(), position.enemy());
        Self {
            own: Side::of(own, enemy),
            enemy: Side::of(enemy.flip(), own.flip()),
        }
    }
}

impl Side {
    #[inline(always)]
    fn of(own: Bitboard, enemy: Bitboard) -> Self {
        let before_enemy = enemy.down().fill_down();
        let open = half_open(own, before_enemy);
        let passed = passers(open, before_enemy);
        let mut side = Self {
            pawns: own.count() as i32,
            dead_files: dead_files(own, enemy, open),
            half_open: open.count() as i32,
            mobility: mobility(own, enemy),
            ..Self::default()
        };
        if passed.any() {
            side.passers = by_rank(passed);
            side.protected = by_rank(passed & own.up().beside());
        }
        side
    }
}

/// Pawns with no enemy pawn before them on their file.
#[inline(always)]
#[must_use]
pub fn half_open(own: Bitboard, before_enemy: Bitboard) -> Bitboard {
    own & !before_enemy
}

/// Passed pawns: no enemy pawn before them on their own file or beside it. (TSCP finds them in
/// two passes, first the hindmost enemy pawn of each file, then who stands before it; the fill
/// `before_enemy` is the first pass for all files at once.)
#[inline(always)]
#[must_use]
pub fn passers(open: Bitboard, before_enemy: Bitboard) -> Bitboard {
    open & !before_enemy.beside()
}

/// Files that are dead for a side: it has pawns there, an enemy pawn stands before each of them,
/// and no pawn of the side can ever get at an enemy pawn on that file from beside it. So nothing
/// of its own gets through there unless the enemy lets it, by zugzwang.
#[inline(always)]
#[must_use]
pub fn dead_files(own: Bitboard, enemy: Bitboard, open: Bitboard) -> i32 {
    let attackable = own.up().fill_up().beside() & enemy;
    let alive = open | attackable;
    (own.whole_files() & !alive.whole_files()).count_files() as i32
}

/// Moves that a side has or would have: steps, double steps and captures.
#[inline(always)]
#[must_use]
pub fn mobility(own: Bitboard, enemy: Bitboard) -> i32 {
    const THIRD: Bitboard = Bitboard::rank(Rank::THIRD);
    let empty = !(own | enemy);
    let single = own.up() & empty;
    let double = (single & THIRD).up() & empty;
    let left = own.up().left() & enemy;
    let right = own.up().right() & enemy;
    (single.count() + double.count() + left.count() + right.count()) as i32
}

/// How many of the pawns stand on each of the ranks 2 to 7.
#[inline(always)]
fn by_rank(pawns: Bitboard) -> [i32; RANKS] {
    std::array::from_fn(|rank| (pawns.0 >> (8 * (rank + 1)) & 0xff).count_ones() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::Diagram;

    fn count(fen: &str) -> Counts {
        Counts::of(&fen.parse::<Diagram>().unwrap().position)
    }

    /// The notes' opening 1.b4 a5 2.bxa5 bxa5 cannot be played, but its a-file is this.
    #[test]
    fn dead_files() {
        // White's a-pawns face Black's and have no neighbour to help.
        let counts = count("8/p7/p7/P7/P7/8/8/8 w");
        assert_eq!((counts.own.dead_files, counts.enemy.dead_files), (1, 1));
        // A b-pawn can take on a6: alive for White, and so for Black's.
        let counts = count("8/8/p7/P7/8/1P6/8/8 w");
        assert_eq!((counts.own.dead_files, counts.enemy.dead_files), (0, 1));
    }

    #[test]
    fn passers_and_half_open_files() {
        let counts = count("8/8/8/2pP4/2P5/p7/8/8 w");
        // d5 is passed and protected by c4; c4 is blocked; a3 is passed.
        assert_eq!(counts.own.passers, [0, 0, 0, 1, 0, 0]);
        assert_eq!(counts.own.protected, [0, 0, 0, 1, 0, 0]);
        assert_eq!(counts.enemy.passers, [0, 0, 0, 0, 1, 0]);
        assert_eq!(counts.enemy.protected, [0; RANKS]);
        assert_eq!((counts.own.half_open, counts.enemy.half_open), (1, 1));
        assert_eq!((counts.own.mobility, counts.enemy.mobility), (1, 1));
    }
}
