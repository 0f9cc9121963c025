//! The key of a position: a random number for each piece on its square, and for everything else that the
//! rules depend on (Zobrist, *A New Hashing Method with Application for Game Playing*, 1970).
//!
//! A move changes only a few of them, so the key is updated incrementally.

use super::man::Kind;
use crate::board::Colour;
use crate::board::twelve::Square;
use crate::hash::mix_words;

/// Each side's pieces of each kind on each square.
static MEN: [[[u128; Square::COUNT]; Kind::COUNT]; 2] = {
    let mut numbers = [[[0; Square::COUNT]; Kind::COUNT]; 2];
    let mut number = 0;
    while number < 2 * Kind::COUNT * Square::COUNT {
        let (man, square) = (number / Square::COUNT, number % Square::COUNT);
        numbers[man / Kind::COUNT][man % Kind::COUNT][square] = random(number);
        number += 1;
    }
    numbers
};

/// The squares where a pawn may capture en passant.
static PASSED: [u128; Square::COUNT] = {
    let mut numbers = [0; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        numbers[square] = random(4_000 + square);
        square += 1;
    }
    numbers
};

/// White's and Black's king may still leap.
const LEAPS: [u128; 2] = [random(4_500), random(4_501)];

/// Black is to move.
pub(super) const BLACK_TO_MOVE: u128 = random(4_502);

/// 128 random-looking bits, different for each number.
const fn random(number: usize) -> u128 {
    let (low, high) = (mix_words(number as u64, 1), mix_words(number as u64, 2));
    low as u128 | (high as u128) << u64::BITS
}

/// The key of a piece on a square.
#[inline(always)]
pub(super) fn of_man(colour: Colour, kind: Kind, square: Square) -> u128 {
    MEN[colour as usize][kind.index()][square.index()]
}

/// The key of a square where a pawn may capture en passant.
#[inline(always)]
pub(super) fn of_passed(square: Square) -> u128 {
    PASSED[square.index()]
}

/// The key of a king that may still leap.
#[inline(always)]
pub(super) const fn of_leap(colour: Colour) -> u128 {
    LEAPS[colour as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// No two numbers are equal, nor are the halves of them that the tables use.
    #[test]
    fn numbers_differ() {
        let men = MEN.iter().flatten().flatten();
        let all: Vec<u128> = men
            .chain(&PASSED)
            .chain(&LEAPS)
            .copied()
            .chain([BLACK_TO_MOVE])
            .collect();
        for half in [|bits: u128| bits as u64, |bits: u128| (bits >> 64) as u64] {
            let halves: HashSet<u64> = all.iter().map(|bits| half(*bits)).collect();
            assert_eq!(halves.len(), all.len());
        }
    }
}
