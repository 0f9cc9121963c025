//! The squares that pieces attack on the board of 64 squares, by shifts alone: no tables.
//!
//! A king attacks the eight neighbours of its square, a knight eight other squares. The attack of a
//! slider runs in four or eight directions until it is blocked; each direction is filled by
//! doubling steps ("Kogge-Stone"; see the Chess Programming Wiki, *Kogge-Stone Algorithm*). All
//! operations work on whole sets at once.

use super::Bitboard;

/// The squares where a step to the right can end.
const NOT_A: u64 = !Bitboard::A_FILE;
/// The squares where a step to the left can end.
const NOT_H: u64 = !Bitboard::LAST_FILE;

impl Bitboard {
    /// The neighbours of these squares in all eight directions: the squares to which kings on them
    /// may go.
    #[inline(always)]
    #[must_use]
    pub fn neighbours(self) -> Self {
        let row = self | self.beside();
        row.up() | row.down() | self.beside()
    }

    /// The squares to which knights on these squares may go.
    #[inline(always)]
    #[must_use]
    pub fn knight_attacks(self) -> Self {
        let near = self.beside();
        let far = self.left().left() | self.right().right();
        near.up().up() | near.down().down() | far.up() | far.down()
    }

    /// The squares that rooks on these squares attack if only `open` squares let them through: on
    /// each line up to and including the first square that is not open.
    #[inline]
    #[must_use]
    pub fn rook_attacks(self, open: Self) -> Self {
        let (set, open) = (self.bits(), open.bits());
        Self::from_bits(
            ray::<8>(set, open, !0)
                | ray::<-8>(set, open, !0)
                | ray::<1>(set, open, NOT_A)
                | ray::<-1>(set, open, NOT_H),
        )
    }

    /// The squares that bishops on these squares attack if only `open` squares let them through.
    #[inline]
    #[must_use]
    pub fn bishop_attacks(self, open: Self) -> Self {
        let (set, open) = (self.bits(), open.bits());
        Self::from_bits(
            ray::<9>(set, open, NOT_A)
                | ray::<-7>(set, open, NOT_A)
                | ray::<7>(set, open, NOT_H)
                | ray::<-9>(set, open, NOT_H),
        )
    }

    /// The squares that queens on these squares attack if only `open` squares let them through.
    #[must_use]
    pub fn queen_attacks(self, open: Self) -> Self {
        self.rook_attacks(open) | self.bishop_attacks(open)
    }
}

/// The attack along one direction; `landing` are the squares on which a step can end without
/// crossing the board's edge.
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
    use crate::board::leaps::{DIAGONAL, KNIGHT, STRAIGHT, images, reached};
    use crate::board::{Square, walked};

    #[test]
    fn pieces_reach_what_they_walk_to() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100 {
            word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23);
            // Mostly open boards, so that long rays occur too.
            let open = Bitboard::from_bits(word | word.rotate_left(11) | word.rotate_left(29));
            for square in Square::all() {
                let set = Bitboard::of(square);
                let along = |step| walked(square, &images(step), open);
                assert_eq!(set.rook_attacks(open), along(STRAIGHT));
                assert_eq!(set.bishop_attacks(open), along(DIAGONAL));
                assert_eq!(set.queen_attacks(open), along(STRAIGHT) | along(DIAGONAL));
            }
        }
        for square in Square::all() {
            let set = Bitboard::of(square);
            assert_eq!(set.neighbours(), reached(square, &[STRAIGHT, DIAGONAL]));
            assert_eq!(set.knight_attacks(), reached(square, &[KNIGHT]));
        }
    }
}
