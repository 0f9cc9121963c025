//! The key of a position: all of it in 128 bits, hashed.
//!
//! ```text
//! 127    120 119    112 111 108 107    102 101     96 95          48 47           0
//! | enemy's |  own     | en     |  enemy's |  own     | enemy's     | own pawns,  |
//! | queens  |  queens  | passant|  king    |  king    | pawns       | ranks 2 to 7|
//! ```
//!
//! Queens stand only on their side's last rank, so no two positions have the same bits, and the hash is a
//! bijection. Only the table, which keeps 76 bits and uses some more as the index, can confuse two positions.

use super::position::Position;
use crate::game::HashKey;

/// The key of a position in which the game is not over.
#[must_use]
pub fn key(position: &Position) -> HashKey {
    let (own, enemy) = (position.own(), position.enemy());
    let passed = position.en_passant().lowest();
    let fields = [
        (own.pawns.bits() >> 8, 48),
        (enemy.pawns.bits() >> 8, 48),
        (own.king.index() as u64, 6),
        (enemy.king.index() as u64, 6),
        (
            passed.map_or(0, |square| 8 | square.file().index() as u64),
            4,
        ),
        (own.queens.bits() >> 56, 8),
        (enemy.queens.bits() & 0xff, 8),
    ];
    let (packed, _) = fields.iter().fold((0, 0), |(packed, at), (bits, width)| {
        (packed | u128::from(*bits) << at, at + width)
    });
    HashKey::new(stirred(packed))
}

/// A bijection in which every bit of the result depends on all bits: multiplications by odd numbers and
/// shifts, each of which can be undone.
const fn stirred(bits: u128) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let bits = bits.wrapping_mul(ODD);
    let bits = (bits ^ bits >> 67).wrapping_mul(ODD);
    bits ^ bits >> 61
}
