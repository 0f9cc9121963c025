//! The terms: what is counted, for the side to move and for the opponent.
//!
//! For the opponent the board is turned, so each term is written once. A term is named after what it counts.
//! Its name in PEASANT is in brackets (Chess Programming Wiki, *Peasant*).

use serde::{Deserialize, Serialize};
use zerocopy::{FromBytes, Immutable, IntoBytes, transmute, transmute_ref};

use crate::board::{Bitboard, Rank, Square};
use crate::games::kings::position::{Position, Side};

/// The terms by name, and how many numbers each has, in the order of the fields of [`Terms`].
pub const TERMS: [(&str, usize); 6] = [
    ("material", 1),
    ("passed", 1),
    ("promotion", 1),
    ("king_distance", 1),
    ("opposition", 1),
    ("unstoppable", 1),
];

/// A number for each term: its count for one side, or its weight.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Debug,
    Serialize,
    Deserialize,
    FromBytes,
    IntoBytes,
    Immutable,
)]
#[serde(deny_unknown_fields)]
#[repr(C)]
pub struct Terms {
    /// Pieces other than the king (MAT).
    pub material: i32,
    /// Passed pawns (PP).
    pub passed: i32,
    /// Moves that the most advanced pawn must take to become a queen; 6 without a pawn (PRO).
    pub promotion: i32,
    /// Steps from the king to the pawns' centre of gravity (K₁).
    pub king_distance: i32,
    /// 1 for the side with the opposition (K₂).
    pub opposition: i32,
    /// Ranks of the passed pawns that the defending king cannot stop (R).
    pub unstoppable: i32,
}

impl Terms {
    /// The numbers, in the order of [`TERMS`].
    #[inline(always)]
    #[must_use]
    pub const fn numbers(&self) -> &[i32; TERMS.len()] {
        transmute_ref!(self)
    }

    /// Terms of these numbers, in the order of [`TERMS`].
    #[must_use]
    pub const fn from_numbers(numbers: [i32; TERMS.len()]) -> Self {
        transmute!(numbers)
    }
}

/// The counts of each term in a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// The side to move.
    pub own: Terms,
    /// The opponent.
    pub enemy: Terms,
}

impl Counts {
    /// Counts all terms in a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let turned = position.passed();
        let centre = centre_of_gravity(position.pawns());
        let turned_centre = centre.map(Square::flip);
        let own = side(position.own(), position.enemy(), centre, true);
        let enemy = side(turned.own(), turned.enemy(), turned_centre, false);
        Self { own, enemy }
    }
}

/// The terms of the side whose pawns go up; `moves` if it is that side's turn.
fn side(own: &Side, enemy: &Side, centre: Option<Square>, moves: bool) -> Terms {
    let passed = own.pawns.passed_against(enemy.pawns);
    let unstoppable = passed
        .into_iter()
        .filter(|pawn| is_unstoppable(*pawn, own, enemy, moves));
    Terms {
        material: (own.pawns | own.queens).count() as i32,
        passed: passed.count() as i32,
        promotion: own.pawns.highest().map_or(6, moves_to_promotion) as i32,
        king_distance: centre.map_or(0, |centre| own.king.distance(centre) as i32),
        opposition: i32::from(!moves && faces(own.king, enemy.king)),
        unstoppable: unstoppable.map(|pawn| pawn.rank().index() as i32).sum(),
    }
}

/// The number of moves that a pawn needs to become a queen. The first may be a double step.
fn moves_to_promotion(pawn: Square) -> usize {
    (7 - pawn.rank().index()).min(5)
}

/// The rule of the square: no piece of its own side is in the passer's way, and the enemy king cannot reach
/// the promotion square in time.
fn is_unstoppable(pawn: Square, own: &Side, enemy: &Side, moves: bool) -> bool {
    let way = Bitboard::of(pawn).up().fill_up();
    let goal = Square::new(pawn.file(), Rank::LAST);
    let plies = moves_to_promotion(pawn) + usize::from(!moves);
    !way.meets(own.men()) && enemy.king.distance(goal) > plies
}

/// The square nearest to the mean of all pawns' squares.
fn centre_of_gravity(pawns: Bitboard) -> Option<Square> {
    let count = pawns.count() as usize;
    if count == 0 {
        return None;
    }
    let (mut files, mut ranks) = (0, 0);
    for pawn in pawns {
        files += pawn.file().index();
        ranks += pawn.rank().index();
    }
    let mean = |sum: usize| (2 * sum + count) / (2 * count);
    Some(Square::at(8 * mean(ranks) + mean(files)))
}

/// Whether the kings face each other with an odd number of squares between them: on a file, a rank, a
/// diagonal, or at the corners of a rectangle. Then the side that is not to move has the opposition.
fn faces(one: Square, other: Square) -> bool {
    let is_even = |one: usize, other: usize| one.abs_diff(other).is_multiple_of(2);
    is_even(one.file().index(), other.file().index())
        && is_even(one.rank().index(), other.rank().index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kings::Diagram;

    fn counts(fen: &str) -> Counts {
        Counts::of(&fen.parse::<Diagram>().unwrap().position)
    }

    /// One term of both sides, the side to move first.
    fn of(term: fn(&Terms) -> i32, fen: &str) -> (i32, i32) {
        let counts = counts(fen);
        (term(&counts.own), term(&counts.enemy))
    }

    #[test]
    fn the_names_are_those_of_the_fields() {
        let text = toml::to_string(&Terms::default()).unwrap();
        let fields = text.lines().map(|line| line.split_once(" = ").unwrap().0);
        assert!(fields.eq(TERMS.map(|(name, _)| name)), "{text}");
    }

    #[test]
    fn material_is_all_men_but_the_kings() {
        assert_eq!(of(|one| one.material, "8/pp2k3/8/8/8/8/4K1P1/8 w"), (1, 2));
    }

    #[test]
    fn a_pawn_is_passed_with_no_enemy_before_it_or_beside_its_way() {
        let cases = [
            ("4k3/8/8/8/1p4P1/8/1P6/4K3 w", (1, 0)),
            ("4k3/8/p7/8/1P6/8/7p/4K3 w", (0, 1)),
            ("4k3/8/8/p7/1P6/8/8/4K3 w", (0, 0)),
            ("4k3/8/8/1P6/p7/8/8/4K3 w", (1, 1)),
        ];
        for (fen, expected) in cases {
            assert_eq!(of(|one| one.passed, fen), expected, "{fen}");
        }
    }

    #[test]
    fn promotion_counts_the_moves_of_the_foremost_pawn() {
        let cases = [
            ("4k3/8/8/8/8/8/P7/4K3 w", (5, 6)),
            ("4k3/5p2/P7/8/8/8/P7/4K3 w", (2, 5)),
            ("4k3/8/8/8/8/P5p1/8/4K3 b", (2, 5)),
        ];
        for (fen, expected) in cases {
            assert_eq!(of(|one| one.promotion, fen), expected, "{fen}");
        }
    }

    #[test]
    fn kings_are_drawn_to_the_centre_of_gravity() {
        // The mean of a4 and e6 is c5.
        let fen = "8/8/4P3/8/p6k/8/8/2K5 w";
        assert_eq!(of(|one| one.king_distance, fen), (4, 5));
        assert_eq!(of(|one| one.king_distance, "8/8/8/k7/8/8/8/7K w"), (0, 0));
    }

    #[test]
    fn the_side_that_is_not_to_move_has_the_opposition() {
        let cases = [
            ("8/8/8/4k3/8/4K3/4P3/8 w", (0, 1)),
            ("4k3/8/8/8/8/8/4P3/4K3 w", (0, 0)),
            ("8/4k3/8/8/8/4P3/8/2K5 b", (0, 1)),
            ("8/4k3/8/8/8/4P3/8/3K4 b", (0, 0)),
        ];
        for (fen, expected) in cases {
            assert_eq!(of(|one| one.opposition, fen), expected, "{fen}");
        }
    }

    #[test]
    fn the_rule_of_the_square_tells_what_is_unstoppable() {
        let cases = [
            // The king steps into the square, or is too late.
            ("8/8/8/8/P4k2/8/8/7K b", (0, 0)),
            ("8/8/8/8/P4k2/8/8/7K w", (3, 0)),
            // A double step gains a move.
            ("8/8/8/6k1/8/8/P7/7K b", (0, 0)),
            ("8/8/8/6k1/8/8/P7/7K w", (1, 0)),
            // The pawn's own king stands in the way.
            ("K7/8/8/8/P6k/8/8/8 w", (0, 0)),
        ];
        for (fen, expected) in cases {
            assert_eq!(of(|one| one.unstoppable, fen), expected, "{fen}");
        }
    }
}
