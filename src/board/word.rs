//! Operations that need a set of 64 squares to be one word: turning the board and filling files, by
//! a few operations on all eight bytes at once.
//!
//! Turning the board takes a byte swap, a mirror image takes three exchanges of neighbouring blocks
//! (Warren, *Hacker's Delight*; Chess Programming Wiki, *Flipping, Mirroring and Rotating*).

use super::Bitboard;

impl Bitboard {
    /// The dark squares, such as a1.
    pub const DARK: Self = Self::from_bits(0xaa55_aa55_aa55_aa55);

    /// The set of these bits: bit 0 is a1, bit 7 is h1, bit 63 is h8.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self([bits])
    }

    /// The bits of the set.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0[0]
    }

    /// These squares and those above them, as far as the squares are `open`: each step doubles the
    /// distance.
    #[inline(always)]
    #[must_use]
    pub const fn fill_up_through(self, open: Self) -> Self {
        let (mut set, mut open) = (self.bits(), open.bits());
        set |= open & set << 8;
        open &= open << 8;
        set |= open & set << 16;
        open &= open << 16;
        set |= open & set << 32;
        Self([set])
    }

    /// The set from the other player's point of view: rank 1 and rank 8 change places.
    #[inline(always)]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self([self.bits().swap_bytes()])
    }

    /// The set in a mirror that swaps left and right.
    ///
    /// Three exchanges reverse each byte: neighbours, pairs, halves.
    #[inline(always)]
    #[must_use]
    pub const fn mirror(self) -> Self {
        const K1: u64 = 0x5555_5555_5555_5555;
        const K2: u64 = 0x3333_3333_3333_3333;
        const K4: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let mut set = self.bits();
        set = set >> 1 & K1 | (set & K1) << 1;
        set = set >> 2 & K2 | (set & K2) << 2;
        set = set >> 4 & K4 | (set & K4) << 4;
        Self([set])
    }

    /// Ranks and files exchanged: byte *f* of the result is file *f*, its bit *r* rank *r*.
    ///
    /// Three exchanges again, of blocks of one, two and four squares across the diagonal.
    #[inline(always)]
    #[must_use]
    pub const fn transposed(self) -> Self {
        const K1: u64 = 0x00aa_00aa_00aa_00aa;
        const K2: u64 = 0x0000_cccc_0000_cccc;
        const K4: u64 = 0x0000_0000_f0f0_f0f0;
        let mut set = self.bits();
        let ones = (set ^ set >> 7) & K1;
        set ^= ones ^ ones << 7;
        let twos = (set ^ set >> 14) & K2;
        set ^= twos ^ twos << 14;
        let fours = (set ^ set >> 28) & K4;
        Self([set ^ fours ^ fours << 28])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn turned_boards_agree_square_by_square() {
        for square in Square::all() {
            let set = Bitboard::of(square);
            let (file, rank) = (square.file().index(), square.rank().index());
            assert_eq!(set.bits(), 1 << square.index());
            assert_eq!(set.mirror(), Bitboard::of(square.mirror()));
            assert_eq!(set.flip(), Bitboard::of(square.flip()));
            assert_eq!(set.transposed().bits(), 1 << (8 * file + rank));
        }
    }

    #[test]
    fn fills_end_where_the_way_is_closed() {
        let from = Bitboard::from_bits(1 << 12);
        let open = !Bitboard::from_bits(1 << 44);
        assert_eq!(from.fill_up_through(!Bitboard::EMPTY), from.fill_up());
        assert_eq!(
            from.fill_up_through(open).bits(),
            1 << 12 | 1 << 20 | 1 << 28 | 1 << 36
        );
    }
}
