//! Keys, by which tables identify a position, and codes, by which they identify a move.
//!
//! Two equivalent positions share one key: a position and its mirror image, in games that have
//! mirror images. There are two kinds of key:
//!
//! - A [`PackedKey`] is the whole position in at most 80 bits. Equal keys mean equal positions, so
//!   a table entry may be treated as proved, and be used in further proofs.
//! - A [`HashKey`] is 128 bits of a hash, for games whose positions do not fit (Zobrist, *A New
//!   Hashing Method with Application for Game Playing*, 1970). Two positions may have the same
//!   hash: that is rare enough for play, but not a proof.

use std::fmt::Debug;
use std::hash::Hash;

use crate::hash;

/// The key of a position, and the layout of its slot in the transposition table.
pub trait Key: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether equal keys mean equal positions. Otherwise no table entry is a proof.
    const WHOLE: bool;
    /// The number of its bits stored in a slot of the table.
    const TAG_BITS: u32;
    /// The number of bits of a slot for the best move: all move codes fit into them.
    const MOVE_BITS: u32;

    /// The bits stored in the slot, at most [`Self::TAG_BITS`].
    #[must_use]
    fn tag(self) -> u128;

    /// 64 pseudo-random bits. The highest of them choose the bucket: they distinguish keys with the
    /// same tag, if any bits do.
    #[must_use]
    fn spread(self) -> u64;

    /// Whether the position was mirrored to get its canonical form.
    #[must_use]
    fn is_mirrored(self) -> bool {
        false
    }
}

/// A whole position in at most 80 bits, so that two positions are the same for the search if and
/// only if their keys are equal. A position and its mirror image have the same key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedKey {
    bits: u128,
    mirrored: bool,
}

impl PackedKey {
    /// The maximum number of bits in a key.
    pub const BITS: u32 = 80;

    /// The key with these bits (the lowest 80 of `bits`); `mirrored` if the key was taken from the
    /// mirror image of the position.
    #[inline]
    #[must_use]
    pub const fn new(bits: u128, mirrored: bool) -> Self {
        Self {
            bits: bits & ((1 << Self::BITS) - 1),
            mirrored,
        }
    }

    /// The packed position.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// Whether the position was mirrored to get its canonical form.
    #[inline]
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }
}

impl Key for PackedKey {
    const WHOLE: bool = true;
    const TAG_BITS: u32 = Self::BITS;
    const MOVE_BITS: u32 = 12;

    #[inline]
    fn tag(self) -> u128 {
        self.bits
    }

    #[inline]
    fn spread(self) -> u64 {
        hash::mix_key(self.bits)
    }

    #[inline]
    fn is_mirrored(self) -> bool {
        self.mirrored
    }
}

/// A hash of a position in 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HashKey(u128);

impl HashKey {
    /// The number of its bits stored in the table: the lowest ones; the highest choose the bucket.
    pub const TAG_BITS: u32 = 76;

    /// The key with this hash.
    #[inline]
    #[must_use]
    pub const fn new(hash: u128) -> Self {
        Self(hash)
    }

    /// The hash.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }
}

impl Key for HashKey {
    const WHOLE: bool = false;
    const TAG_BITS: u32 = Self::TAG_BITS;
    const MOVE_BITS: u32 = MoveCode::BITS;

    #[inline]
    fn tag(self) -> u128 {
        self.0 & ((1 << Self::TAG_BITS) - 1)
    }

    #[inline]
    fn spread(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

/// A move in at most 18 bits, as stored in the table: 12 bits where the key is a [`PackedKey`]. Two
/// moves of one position never have the same code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveCode(u32);

impl MoveCode {
    /// The maximum number of bits in a code.
    pub const BITS: u32 = 18;
    /// No move: a code that no move has.
    pub const NONE: Self = Self(0);

    /// The code made of the lowest 18 bits of `bits`.
    #[inline]
    #[must_use]
    pub const fn new(bits: u32) -> Self {
        Self(bits & ((1 << Self::BITS) - 1))
    }

    /// Its bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}
