//! The key of a position: its four words, hashed together.
//!
//! Their 256 bits do not fit in a key, so two positions can share one, as with Zobrist keys. The search's
//! table may confuse them, so it proves nothing. Exact code compares the words themselves
//! ([`Position::words`]).

use super::position::Position;
use crate::game::HashKey;

/// The key of a position.
#[inline]
#[must_use]
pub fn key(position: &Position) -> HashKey {
    HashKey::new(stirred(position.words()))
}

/// A hash of 128 bits, each of which depends on all of the words.
#[inline]
#[must_use]
pub const fn stirred([own, aslant, straight, other]: [u64; 4]) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    const OTHER_ODD: u128 = 0xda94_2042_e4dd_58b5_d1b5_4a32_d192_ed03;
    let first = (own as u128 | (aslant as u128) << 64).wrapping_mul(ODD);
    let second = (straight as u128 | (other as u128) << 64).wrapping_mul(OTHER_ODD);
    let bits = first ^ first >> 59 ^ second.rotate_left(37) ^ second >> 71;
    let bits = bits.wrapping_mul(ODD);
    let bits = (bits ^ bits >> 67).wrapping_mul(OTHER_ODD);
    bits ^ bits >> 61
}
