//! Where leapers go, by tables: the squares at certain distances, as far as they are on the board.

use super::Bitboard;
use super::square::Square;

/// For each square a set.
pub(super) type Table = [Bitboard; Square::COUNT];

/// The squares at these distances (files and ranks) from each square.
pub(super) const fn table(steps: &[(i32, i32)]) -> Table {
    let mut sets = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut number = 0;
        while number < steps.len() {
            let (files, ranks) = steps[number];
            if let Some(to) = Square::at(from).offset(files, ranks) {
                sets[from] = with(sets[from], to);
            }
            number += 1;
        }
        from += 1;
    }
    sets
}

/// Two steps as one.
pub(super) const fn both<const A: usize, const B: usize, const C: usize>(
    first: &[(i32, i32); A],
    second: &[(i32, i32); B],
) -> [(i32, i32); C] {
    assert!(A + B == C);
    let mut all = [(0, 0); C];
    let mut number = 0;
    while number < C {
        all[number] = match number < A {
            true => first[number],
            false => second[number - A],
        };
        number += 1;
    }
    all
}

/// A set and one square more. (Operators are not for constants.)
pub(super) const fn with(set: Bitboard, square: Square) -> Bitboard {
    let one = Bitboard::of(square);
    Bitboard([
        set.0[0] | one.0[0],
        set.0[1] | one.0[1],
        set.0[2] | one.0[2],
    ])
}

/// One step along a file or a rank.
pub(super) const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// One step aslant.
pub(super) const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// A king's steps.
pub(super) const STEPS: [(i32, i32); 8] = both(&STRAIGHT, &ASLANT);
/// A knight's leaps.
pub(super) const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];
/// A camel's leaps: a knight's, drawn out.
pub(super) const CAMEL: [(i32, i32); 8] = [
    (1, 3),
    (3, 1),
    (-1, 3),
    (-3, 1),
    (1, -3),
    (3, -1),
    (-1, -3),
    (-3, -1),
];
/// Two squares straight ahead, or aslant.
const TWO_STRAIGHT: [(i32, i32); 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];
const TWO_ASLANT: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
/// One or two squares aslant.
pub(super) const ELEPHANT: [(i32, i32); 8] = both(&ASLANT, &TWO_ASLANT);
/// All at a distance of two king's steps.
pub(super) const FAR: [(i32, i32); 16] =
    both(&KNIGHT, &both::<4, 4, 8>(&TWO_STRAIGHT, &TWO_ASLANT));
/// All within two king's steps.
pub(super) const LION: [(i32, i32); 24] = both(&STEPS, &FAR);
