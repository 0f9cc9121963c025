//! Leaps: where pieces go that nothing between can stop.
//!
//! A leap is named by how far it goes along one line and how far along the other, as problemists do: a
//! knight is a (1, 2)-leaper, a camel a (1, 3)-leaper, and a king's step goes (0, 1) or (1, 1). Each
//! has up to eight images: in all directions, and with files and ranks exchanged.
//!
//! All of it can run at compile time, for tables and constants. So it counts in loops and uses no operators
//! of sets.

use super::bitboard::Bitboard;
use super::square::Square;

/// How far along one line, and how far along the other.
pub(super) type Leap = (i32, i32);

/// One step along a file or a rank.
pub(super) const STRAIGHT: Leap = (0, 1);
/// One step along a diagonal.
pub(super) const DIAGONAL: Leap = (1, 1);
/// A knight's leap.
pub(super) const KNIGHT: Leap = (1, 2);

/// The images of a leap, as steps of (files, ranks); an even one is among them twice.
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
