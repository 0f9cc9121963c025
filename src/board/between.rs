//! Lines of the 8×8 board through two squares: the squares between them, and those behind the second one.
//!
//! A piece on a square between two others hides them from each other; that is all the tables of endings need
//! to know about rooks, bishops and queens. Both sets are listed for each pair of squares.

use std::sync::LazyLock;

use super::{Bitboard, Square};

#[derive(Clone, Copy, Default)]
struct Line {
    between: Bitboard,
    behind: Bitboard,
}

/// Indexed by both squares.
static LINES: LazyLock<Box<[[Line; 64]; 64]>> = LazyLock::new(|| {
    let mut all = Box::new([[Line::default(); 64]; 64]);
    for from in Square::all() {
        for (files, ranks) in [
            (0, 1),
            (1, 0),
            (1, 1),
            (1, -1),
            (0, -1),
            (-1, 0),
            (-1, -1),
            (-1, 1),
        ] {
            let mut passed = Bitboard::EMPTY;
            let mut next = from.offset(files, ranks);
            while let Some(to) = next {
                all[from.index()][to.index()].between = passed;
                for one in passed {
                    all[from.index()][one.index()].behind |= Bitboard::of(to);
                }
                passed |= Bitboard::of(to);
                next = to.offset(files, ranks);
            }
        }
    }
    all
});

/// The squares strictly between two squares; none if these share no line.
#[inline]
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    LINES[from.index()][to.index()].between
}

/// The squares behind `one`, seen from another square; none if these share no line.
#[inline]
#[must_use]
pub fn behind(from: Square, one: Square) -> Bitboard {
    LINES[from.index()][one.index()].behind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        Square::parse(text).unwrap()
    }

    fn set(text: &str) -> Bitboard {
        text.split(' ').map(square).collect()
    }

    #[test]
    fn what_is_between_is_on_the_line() {
        assert_eq!(between(square("a1"), square("d4")), set("b2 c3"));
        assert_eq!(between(square("h7"), square("h4")), set("h5 h6"));
        for (one, other) in [("a1", "a2"), ("a1", "b3"), ("c3", "e4"), ("e4", "e4")] {
            assert_eq!(between(square(one), square(other)), Bitboard::EMPTY);
        }
    }

    #[test]
    fn what_is_behind_is_hidden() {
        assert_eq!(behind(square("a1"), square("e5")), set("f6 g7 h8"));
        assert_eq!(behind(square("h7"), square("h3")), set("h2 h1"));
        for (one, other) in [("a1", "h8"), ("a1", "b3"), ("e4", "e4")] {
            assert_eq!(behind(square(one), square(other)), Bitboard::EMPTY);
        }
    }
}
