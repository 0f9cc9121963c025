//! The order in which the solver tries moves: how good the chances of the opponent look in the
//! position that a move leads to.
//!
//! Nothing here is a value: a solver that tries moves in any order finds the same result, after
//! more positions. What counts most, on these games, is how few replies are left, then whose pawns
//! are further on and whose way is open. The weights were found by a random walk that kept what
//! made the sum of the logarithms of the positions smaller that `peasants` on four files and
//! `pawngame` on five take; terms that made no difference on six and seven files were then left
//! out.

use multiversion::multiversion;

use super::position::Position;
use super::pscore::terms::half_open;
use crate::board::Bitboard;

/// By what the solver orders moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub enum Order {
    /// By all that was found to count.
    #[default]
    Tuned,
    /// By the number of replies alone, to compare with.
    Replies,
}

impl Order {
    /// How good the chances of the side to move look to the other one, who has just moved.
    #[inline]
    pub(super) fn prospects(self, position: &Position) -> i32 {
        match self {
            Self::Tuned => prospects(position),
            Self::Replies => position.move_sets().count() as i32,
        }
    }
}

/// How good the chances of the side to move look to the other one, who has just moved.
///
/// Counting bits is most of the work, so the plain build looks once for a processor that does it
/// in one instruction.
#[multiversion(targets("x86_64+popcnt+bmi1+bmi2", "x86_64+popcnt"))]
pub(super) fn prospects(position: &Position) -> i32 {
    // Each side's own way: its pawns go up.
    let (own, foe) = (position.own(), position.enemy());
    let (turned, foe_turned) = (foe.flip(), own.flip());
    let open = half_open(own, foe.down().fill_down());
    let foe_open = half_open(turned, foe_turned.down().fill_down());
    let threatened = foe.down().beside() & own;

    21 * position.move_sets().count() as i32
        + 18 * own.count() as i32
        + 13 * foe.count() as i32
        + 8 * advance(own)
        - 24 * advance(turned)
        + 9 * open.count() as i32
        + 6 * foremost(open)
        - 20 * foremost(foe_open)
        + 13 * threatened.count() as i32
        + 4 * protected(own)
        + 5 * protected(turned)
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
    use crate::pawns::Diagram;

    fn of(fen: &str) -> i32 {
        prospects(&fen.parse::<Diagram>().unwrap().position)
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
