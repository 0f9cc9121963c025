//! The squares attacked from one square: leapers by a table, sliders by their
//! [lines](super::lines).
//!
//! An *eagle* (or gryphon) makes one diagonal step and continues straight, away from its start.
//! These are eight directions, but only four lines: along the file to its right, upward and
//! downward, it reaches the squares that a rook on the adjacent square would, whether that square
//! is empty or not. The same holds for the file to its left and the ranks above and below.
//!
//! A *cannon* captures the first piece beyond exactly one piece.

use super::lines::{JUMPING, SLIDING, along_file, along_rank, aslant, diagonals};
use super::{Bitboard, Square};
use crate::board::Colour;
use crate::board::leaps::{DIAGONAL, KNIGHT, Leap, STRAIGHT, reached};

/// A set for each square.
type Table = [Bitboard; Square::COUNT];

/// The squares that are one of these leaps away from each square.
const fn leaping(leaps: &[Leap]) -> Table {
    let mut sets = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        sets[from] = reached(Square::at(from), leaps);
        from += 1;
    }
    sets
}

static NEIGHBOURS: Table = leaping(&[STRAIGHT, DIAGONAL]);
static AT_TWO_STEPS: Table = leaping(&[(0, 2), KNIGHT, (2, 2)]);
static LIONS: Table = leaping(&[STRAIGHT, DIAGONAL, (0, 2), KNIGHT, (2, 2)]);
static KNIGHTS: Table = leaping(&[KNIGHT]);
static CAMELS: Table = leaping(&[(1, 3)]);
static ELEPHANTS: Table = leaping(&[DIAGONAL, (2, 2)]);
/// The squares on which White's and Black's pawns capture, from each square.
static PAWNS: [Table; 2] = [pawns(1), pawns(-1)];

/// The squares on which a pawn captures: one rank forward, one file to each side.
const fn pawns(forward: i32) -> Table {
    let mut sets = [Bitboard::EMPTY; Square::COUNT];
    let mut number = 0;
    while number < 2 * Square::COUNT {
        let (from, files) = (number / 2, (number % 2) as i32 * 2 - 1);
        if let Some(to) = Square::at(from).offset(files, forward) {
            sets[from] = sets[from].union(Bitboard::of(to));
        }
        number += 1;
    }
    sets
}

impl Square {
    /// The squares one king's step away.
    #[inline(always)]
    #[must_use]
    pub fn neighbours(self) -> Bitboard {
        NEIGHBOURS[self.index()]
    }

    /// The squares exactly two king's steps away.
    #[inline(always)]
    #[must_use]
    pub fn at_two_steps(self) -> Bitboard {
        AT_TWO_STEPS[self.index()]
    }

    /// The squares to which a lion leaps: one or two king's steps.
    #[inline(always)]
    #[must_use]
    pub fn lion_attacks(self) -> Bitboard {
        LIONS[self.index()]
    }

    /// The squares to which a knight leaps.
    #[inline(always)]
    #[must_use]
    pub fn knight_attacks(self) -> Bitboard {
        KNIGHTS[self.index()]
    }

    /// The squares to which a camel leaps: one square along a line, three along the other.
    #[inline(always)]
    #[must_use]
    pub fn camel_attacks(self) -> Bitboard {
        CAMELS[self.index()]
    }

    /// The squares to which an elephant leaps: one or two squares diagonally.
    #[inline(always)]
    #[must_use]
    pub fn elephant_attacks(self) -> Bitboard {
        ELEPHANTS[self.index()]
    }

    /// The squares on which a pawn of that colour captures.
    #[inline(always)]
    #[must_use]
    pub fn pawn_attacks(self, colour: Colour) -> Bitboard {
        match colour {
            Colour::White => PAWNS[0][self.index()],
            Colour::Black => PAWNS[1][self.index()],
        }
    }

    /// Its rank and its file.
    #[inline(always)]
    #[must_use]
    pub fn cross(self) -> Bitboard {
        Bitboard::rank(self.rank()) | Bitboard::file(self.file())
    }

    /// Its two diagonals.
    #[inline(always)]
    #[must_use]
    pub fn diagonals(self) -> Bitboard {
        let [rising, falling] = diagonals(self);
        rising | falling
    }

    /// The squares a rook attacks: up to and including the first piece on each line.
    #[inline(always)]
    #[must_use]
    pub fn rook_attacks(self, occupied: Bitboard) -> Bitboard {
        along_rank(self, occupied, &SLIDING) | along_file(self, occupied, &SLIDING)
    }

    /// The squares a bishop attacks.
    #[inline(always)]
    #[must_use]
    pub fn bishop_attacks(self, occupied: Bitboard) -> Bitboard {
        aslant(self, occupied, &SLIDING)
    }

    /// The squares on which a cannon captures if there is a piece: those beyond exactly one piece.
    #[inline(always)]
    #[must_use]
    pub fn cannon_attacks(self, occupied: Bitboard) -> Bitboard {
        along_rank(self, occupied, &JUMPING) | along_file(self, occupied, &JUMPING)
    }

    /// The squares an eagle attacks.
    #[inline(always)]
    #[must_use]
    pub fn eagle_attacks(self, occupied: Bitboard) -> Bitboard {
        let along_file = |files| match self.offset(files, 0) {
            Some(beside) => along_file(beside, occupied, &SLIDING),
            None => Bitboard::EMPTY,
        };
        let along_rank = |ranks| match self.offset(0, ranks) {
            Some(beside) => along_rank(beside, occupied, &SLIDING),
            None => Bitboard::EMPTY,
        };
        along_file(-1) | along_file(1) | along_rank(-1) | along_rank(1)
    }

    /// The squares between this one and another one on the same rank, file or diagonal.
    #[inline]
    #[must_use]
    pub fn between(self, other: Self) -> Bitboard {
        let (here, there) = (Bitboard::of(self), Bitboard::of(other));
        if self.cross().meets(there) {
            if self.rank() == other.rank() {
                return along_rank(self, there, &SLIDING) & along_rank(other, here, &SLIDING);
            }
            return along_file(self, there, &SLIDING) & along_file(other, here, &SLIDING);
        }
        let [rising, falling] = diagonals(self);
        let line = match rising.meets(there) {
            true => rising,
            false => falling,
        };
        aslant(self, there, &SLIDING) & aslant(other, here, &SLIDING) & line
    }

    /// The squares that an eagle here passes on its way to another one; `None` if it never gets there.
    #[inline]
    #[must_use]
    pub fn eagle_way(self, other: Self) -> Option<Bitboard> {
        let files = other.file().index() as i32 - self.file().index() as i32;
        let ranks = other.rank().index() as i32 - self.rank().index() as i32;
        // The adjacent square from which a rook would move along the same line.
        let beside = match (files.abs(), ranks.abs()) {
            (0, _) | (_, 0) => None,
            (1, _) => self.offset(files, 0),
            (_, 1) => self.offset(0, ranks),
            _ => None,
        };
        Some(beside?.between(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::leaps::images;
    use crate::board::walked;

    /// The squares reached by repeating a step of (files, ranks) up to the edge.
    fn way(from: Square, (files, ranks): (i32, i32)) -> impl Iterator<Item = Square> {
        (1..).map_while(move |number| from.offset(number * files, number * ranks))
    }

    fn eagle(from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in images(DIAGONAL) {
            let Some(corner) = from.offset(files, ranks) else {
                continue;
            };
            reached |= Bitboard::of(corner);
            if !occupied.contains(corner) {
                reached |= walked(corner, &[(files, 0), (0, ranks)], !occupied);
            }
        }
        reached
    }

    /// Many boards, mostly open, so that long rays occur too.
    fn boards() -> impl Iterator<Item = Bitboard> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut word = move || {
            state = state.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23) + 1;
            state
        };
        let mut sparse = move || word() & word() & word() & 0xffff_ffff_ffff;
        (0..60).map(move |_| Bitboard::from_words([sparse(), sparse(), sparse()]))
    }

    #[test]
    fn pieces_reach_what_they_walk_to() {
        for occupied in boards() {
            for from in Square::all() {
                let along = |step| walked(from, &images(step), !occupied);
                assert_eq!(from.rook_attacks(occupied), along(STRAIGHT), "{from}");
                assert_eq!(from.bishop_attacks(occupied), along(DIAGONAL), "{from}");
                let eagle = eagle(from, occupied);
                assert_eq!(from.eagle_attacks(occupied), eagle, "{from}");
                let second = |step| {
                    let pieces = way(from, step).filter(|one| occupied.contains(*one));
                    pieces.skip(1).take(1)
                };
                let found = from.cannon_attacks(occupied) & occupied;
                let met = images(STRAIGHT).into_iter().flat_map(second).collect();
                assert_eq!(found, met, "{from}");
            }
        }
    }

    #[test]
    fn ways_are_what_is_walked() {
        for from in Square::all() {
            for step in [images(STRAIGHT), images(DIAGONAL)].concat() {
                let mut passed = Bitboard::EMPTY;
                for to in way(from, step) {
                    assert_eq!(from.between(to), passed, "{from}{to}");
                    passed |= Bitboard::of(to);
                }
            }
            for to in Square::all() {
                let is_reached = eagle(from, Bitboard::EMPTY).contains(to);
                let way = from.eagle_way(to);
                assert_eq!(way.is_some(), is_reached, "{from}{to}");
                let Some(way) = way else { continue };
                assert!(eagle(from, Bitboard::of(to)).contains(to));
                for passed in Square::all() {
                    let is_closed = !eagle(from, Bitboard::of(passed)).contains(to);
                    assert_eq!(way.contains(passed), is_closed, "{from}{to} by {passed}");
                }
            }
        }
    }

    #[test]
    fn leapers_go_so_far() {
        for from in Square::all() {
            for to in Square::all() {
                let files = from.file().index().abs_diff(to.file().index());
                let ranks = from.rank().index().abs_diff(to.rank().index());
                let (near, far) = (files.min(ranks), files.max(ranks));
                assert_eq!(from.neighbours().contains(to), far == 1);
                assert_eq!(from.at_two_steps().contains(to), far == 2);
                assert_eq!(from.lion_attacks().contains(to), far == 1 || far == 2);
                assert_eq!(from.knight_attacks().contains(to), (near, far) == (1, 2));
                assert_eq!(from.camel_attacks().contains(to), (near, far) == (1, 3));
                let is_elephants = near == far && (far == 1 || far == 2);
                assert_eq!(from.elephant_attacks().contains(to), is_elephants);
                let is_above = to.rank() > from.rank() && (near, far) == (1, 1);
                assert_eq!(from.pawn_attacks(Colour::White).contains(to), is_above);
                assert_eq!(to.pawn_attacks(Colour::Black).contains(from), is_above);
            }
        }
    }
}
