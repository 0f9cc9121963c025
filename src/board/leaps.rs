//! Leaps: moves that no piece in between can block.
//!
//! A leap is named by its distances along the two lines, as in chess problems: a knight is a (1,
//! 2)-leaper, a camel a (1, 3)-leaper, and a king's step is a (0, 1)- or (1, 1)-leap. Each has up
//! to eight images: in all directions, and with files and ranks exchanged.
//!
//! All functions can run at compile time, for tables and constants. So they use counting loops
//! instead of set operators.

use super::bitboard::Bitboard;
use super::square::Square;

/// The distance along one line, and along the other.
pub(super) type Leap = (i32, i32);

/// One step along a file or a rank.
pub(super) const STRAIGHT: Leap = (0, 1);
/// One step along a diagonal.
pub(super) const DIAGONAL: Leap = (1, 1);
/// A knight's leap.
pub(super) const KNIGHT: Leap = (1, 2);

/// The images of a leap, as steps of (files, ranks); a symmetric leap occurs twice.
pub(super) const fn images((one, other): Leap) -> [(i32, i32); 8] {
    [
        (one, other),
        (one, -other),
        (-one, other),
        (-one, -other),
        (other, one),
        (other, -one),
        (-other, one),
        (-other, -one),
    ]
}

/// The squares that are one of these leaps away from a square.
pub(super) const fn reached<const SIDE: usize, const WORDS: usize>(
    from: Square<SIDE>,
    leaps: &[Leap],
) -> Bitboard<SIDE, WORDS> {
    let mut set = Bitboard::EMPTY;
    let mut number = 0;
    while number < 8 * leaps.len() {
        let (files, ranks) = images(leaps[number / 8])[number % 8];
        if let Some(to) = from.offset(files, ranks) {
            set = set.union(Bitboard::of(to));
        }
        number += 1;
    }
    set
}
