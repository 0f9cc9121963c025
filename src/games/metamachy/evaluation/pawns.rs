//! The pawn structure: passed, protected, isolated and doubled pawns.
//!
//! Passed pawns are found in two passes, as in H. G. Muller's passer-aware Fairy-Max for Metamachy (after T.
//! Kerrigan's TSCP). There the first pass finds each file's rearmost enemy pawn, and the second checks, for
//! each own pawn, whether it still stands in front of that pawn, on its file or on an adjacent one. Here the
//! passes are fills of whole boards:
//!
//! 1. from every enemy pawn forward to the last rank: its path, and the squares beside it, which it attacks
//!    on that path. A pawn on these squares still has that enemy pawn in front;
//! 2. one's own pawns outside these squares are passed.
//!
//! A double step changes nothing here, because the square it passes is open to capture en passant. It does
//! change the distance. So ranks are grouped by the number of two-square steps to the last rank, as in
//! Muller's bonuses. If there are several pawns on a file, only the foremost counts as passed: the others
//! cannot get past it.

use super::terms::{Tally, WAYS, first};
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};
use crate::games::metamachy::man::Kind;

const ISOLATED: usize = first("isolated");
const DOUBLED: usize = first("doubled");
const PROTECTED: usize = first("protected");
const PHALANX: usize = first("phalanx");
const PASSED: usize = first("passed");
const PASSED_PROTECTED: usize = first("passed_protected");

/// The pawns of both sides, White's first.
pub type Pawns = [Bitboard; 2];

/// These squares moved one rank forward for a side's pawns.
#[inline(always)]
pub(super) fn forward(set: Bitboard, side: Colour) -> Bitboard {
    match side {
        Colour::White => set.up(),
        Colour::Black => set.down(),
    }
}

/// These squares and all in front of them.
#[inline(always)]
pub(super) fn fill_forward(set: Bitboard, side: Colour) -> Bitboard {
    match side {
        Colour::White => set.fill_up(),
        Colour::Black => set.fill_down(),
    }
}

/// The squares that pawns attack.
#[inline(always)]
pub(super) fn attacks(pawns: Bitboard, side: Colour) -> Bitboard {
    forward(pawns, side).beside()
}

/// The foremost pawn of each file.
#[inline(always)]
pub(super) fn foremost(pawns: Bitboard, side: Colour) -> Bitboard {
    let back = side.opponent();
    pawns & !fill_forward(forward(pawns, back), back)
}

/// The passed pawns of a side.
#[inline]
#[must_use]
pub fn passed(pawns: &Pawns, side: Colour) -> Bitboard {
    let [own, enemy] = [side, side.opponent()].map(|one| pawns[one as usize]);
    let ways = fill_forward(forward(enemy, side.opponent()), side.opponent());
    foremost(own, side) & !(ways | ways.beside())
}

/// The index of a square among the [`WAYS`] classes of a term, the furthest first.
#[inline(always)]
pub(super) fn way(square: Square, side: Colour) -> usize {
    let left = 11 - square.rank().seen_by(side).index();
    WAYS.saturating_sub(left.div_ceil(2)).min(WAYS - 1)
}

/// Reports the terms of the pawn structure.
pub fn count(pawns: &Pawns, tally: &mut impl Tally) {
    for side in [Colour::White, Colour::Black] {
        let own = pawns[side as usize];
        let protected = attacks(own, side);
        let passed = passed(pawns, side);
        let beside = own.beside();
        for square in own {
            tally.man(side, Kind::Pawn, square);
            let way = way(square, side);
            let is_protected = protected.contains(square);
            if is_protected {
                tally.count(side, PROTECTED + way, 1);
            }
            if beside.contains(square) {
                tally.count(side, PHALANX + way, 1);
            }
            if passed.contains(square) {
                tally.count(side, PASSED + way, 1);
                if is_protected {
                    tally.count(side, PASSED_PROTECTED + way, 1);
                }
            }
        }
        let neighbours = Bitboard::files(beside.on_files());
        tally.count(side, ISOLATED, (own & !neighbours).count() as i32);
        let behind = own & !foremost(own, side);
        tally.count(side, DOUBLED, behind.count() as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::metamachy::evaluation::terms::Counts;
    use crate::games::metamachy::evaluation::tests::random_pawns;

    /// The definition in words: no enemy pawn in front on its own file or a neighbouring one, and no own pawn
    /// in front on its file.
    fn is_passed(pawns: &Pawns, side: Colour, pawn: Square) -> bool {
        let place = |one: Square| {
            let rank = one.rank().seen_by(side).index();
            (one.file().index(), rank)
        };
        let (file, rank) = place(pawn);
        let enemies = pawns[side.opponent() as usize].into_iter().map(place);
        let mut own = pawns[side as usize].into_iter().map(place);
        let is_clear = enemies.fold(true, |is_clear, (other, at)| {
            is_clear && !(other.abs_diff(file) <= 1 && at > rank)
        });
        is_clear && !own.any(|(other, at)| other == file && at > rank)
    }

    #[test]
    fn passed_pawns_are_those_of_the_definition() {
        let mut some = 0;
        for seed in 0..2_000 {
            let pawns = random_pawns(seed);
            for side in [Colour::White, Colour::Black] {
                let found = passed(&pawns, side);
                let own = pawns[side as usize].into_iter();
                let expected: Bitboard = own.filter(|one| is_passed(&pawns, side, *one)).collect();
                assert_eq!(found, expected, "{pawns:?}");
                some += found.count();
            }
        }
        assert!(some > 1_000);
    }

    /// Checks each count by comparing every pawn with every other one.
    #[test]
    fn the_structure_is_that_of_the_definitions() {
        for seed in 0..500 {
            let pawns = random_pawns(seed);
            let mut found = Counts::default();
            count(&pawns, &mut found);
            let mut expected = Counts::default();
            for side in [Colour::White, Colour::Black] {
                let all: Vec<Square> = pawns[side as usize].into_iter().collect();
                let places = all.iter().map(|one| {
                    let (file, rank) = (one.file().index(), one.rank().seen_by(side).index());
                    (file as i32, rank as i32)
                });
                let places: Vec<(i32, i32)> = places.collect();
                for (square, (file, rank)) in all.iter().zip(&places) {
                    let has = |other: &dyn Fn(i32, i32) -> bool| {
                        let mut pairs = places.iter();
                        pairs.any(|(f, r)| other(f - file, r - rank))
                    };
                    let class = [5, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1][*rank as usize];
                    let class = 5 - class;
                    let is_protected = has(&|files, ranks| files.abs() == 1 && ranks == -1);
                    let is_passed = is_passed(&pawns, side, *square);
                    expected.man(side, Kind::Pawn, *square);
                    for (number, holds) in [
                        (ISOLATED, !has(&|files, _| files.abs() == 1)),
                        (DOUBLED, has(&|files, ranks| files == 0 && ranks > 0)),
                        (PROTECTED + class, is_protected),
                        (
                            PHALANX + class,
                            has(&|files, ranks| files.abs() == 1 && ranks == 0),
                        ),
                        (PASSED + class, is_passed),
                        (PASSED_PROTECTED + class, is_passed && is_protected),
                    ] {
                        expected.count(side, number, i32::from(holds));
                    }
                }
            }
            assert_eq!(found, expected, "{pawns:?}");
        }
    }
}
