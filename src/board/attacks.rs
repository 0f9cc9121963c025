//! What men attack, by shifts alone: no tables.
//!
//! A king reaches the eight neighbours of its square, a knight eight others. A slider's attack runs in
//! four or eight directions until something stands in the way; each direction is filled by doubling
//! steps ("Kogge-Stone"; see the Chess Programming Wiki, *Kogge-Stone Algorithm*). All of it works for
//! whole sets at once.

use super::{Bitboard, Square};

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;
/// Where a step to the right can end, and one to the left.
const NOT_A: u64 = !A_FILE;
const NOT_H: u64 = !H_FILE;

impl Bitboard {
    /// The neighbours of these squares in all eight directions: where kings on them may go.
    #[inline(always)]
    #[must_use]
    pub const fn neighbours(self) -> Self {
        let row = Self(self.0 | self.beside().0);
        Self(row.up().0 | row.down().0 | self.beside().0)
    }

    /// Where knights on these squares may go.
    #[inline(always)]
    #[must_use]
    pub const fn knight_attacks(self) -> Self {
        let near = self.beside();
        let far = Self(self.left().left().0 | self.right().right().0);
        Self(near.up().up().0 | near.down().down().0 | far.up().0 | far.down().0)
    }

    /// What rooks on these squares attack when only `open` squares let them through: up to the first
    /// square on each line that is not open, and that one too.
    #[inline]
    #[must_use]
    pub const fn rook_attacks(self, open: Self) -> Self {
        let (set, open) = (self.0, open.0);
        Self(
            ray::<8>(set, open, !0)
                | ray::<-8>(set, open, !0)
                | ray::<1>(set, open, NOT_A)
                | ray::<-1>(set, open, NOT_H),
        )
    }

    /// The same for bishops.
    #[inline]
    #[must_use]
    pub const fn bishop_attacks(self, open: Self) -> Self {
        let (set, open) = (self.0, open.0);
        Self(
            ray::<9>(set, open, NOT_A)
                | ray::<-7>(set, open, NOT_A)
                | ray::<7>(set, open, NOT_H)
                | ray::<-9>(set, open, NOT_H),
        )
    }

    /// The same for queens.
    #[must_use]
    pub const fn queen_attacks(self, open: Self) -> Self {
        Self(self.rook_attacks(open).0 | self.bishop_attacks(open).0)
    }
}

impl Square {
    /// How many king's moves it is to another square on an empty board.
    #[must_use]
    pub fn distance(self, other: Self) -> usize {
        let files = self.file().index().abs_diff(other.file().index());
        let ranks = self.rank().index().abs_diff(other.rank().index());
        files.max(ranks)
    }
}

/// The attack along one direction; `landing` are the squares that a step can end on without having
/// crossed the board's edge.
#[inline(always)]
const fn ray<const STEP: i32>(set: u64, open: u64, landing: u64) -> u64 {
    const fn shift(set: u64, by: i32) -> u64 {
        match by {
            0.. => set << by,
            _ => set >> -by,
        }
    }
    let (mut filled, mut through) = (set, open & landing);
    filled |= through & shift(filled, STEP);
    through &= shift(through, STEP);
    filled |= through & shift(filled, 2 * STEP);
    through &= shift(through, 2 * STEP);
    filled |= through & shift(filled, 4 * STEP);
    shift(filled, STEP) & landing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{File, Rank};

    /// All squares that are reached from one by steps of (files, ranks), until one is not open.
    fn walked(from: Square, step: (i32, i32), open: Bitboard, most: i32) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for number in 1..=most {
            let file = from.file().index() as i32 + number * step.0;
            let rank = from.rank().index() as i32 + number * step.1;
            let (Ok(file), Ok(rank)) = (usize::try_from(file), usize::try_from(rank)) else {
                break;
            };
            let (Some(file), Some(rank)) = (File::all().nth(file), Rank::all().nth(rank)) else {
                break;
            };
            let square = Square::new(file, rank);
            reached |= Bitboard::of(square);
            if !open.contains(square) {
                break;
            }
        }
        reached
    }

    /// What is walked to in these directions.
    fn in_directions(steps: &[(i32, i32)], from: Square, open: Bitboard, most: i32) -> Bitboard {
        steps.iter().fold(Bitboard::EMPTY, |set, step| {
            set | walked(from, *step, open, most)
        })
    }

    const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const LEAPS: [(i32, i32); 8] = [
        (1, 2),
        (2, 1),
        (-1, 2),
        (-2, 1),
        (1, -2),
        (2, -1),
        (-1, -2),
        (-2, -1),
    ];

    #[test]
    fn men_reach_what_they_walk_to() {
        let all = [STRAIGHT, ASLANT].concat();
        let mut open = Bitboard(0x9e37_79b9_7f4a_7c15);
        for _ in 0..100 {
            open = Bitboard(open.0.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23));
            // Mostly open, so that long ways are walked too.
            let open = open | Bitboard(open.0.rotate_left(11)) | Bitboard(open.0.rotate_left(29));
            for square in Bitboard::ALL {
                let set = Bitboard::of(square);
                let walked = |steps: &[(i32, i32)], most| in_directions(steps, square, open, most);
                assert_eq!(set.neighbours(), walked(&all, 1));
                assert_eq!(set.knight_attacks(), walked(&LEAPS, 1));
                assert_eq!(set.rook_attacks(open), walked(&STRAIGHT, 7));
                assert_eq!(set.bishop_attacks(open), walked(&ASLANT, 7));
                assert_eq!(set.queen_attacks(open), walked(&all, 7));
            }
        }
    }
}
