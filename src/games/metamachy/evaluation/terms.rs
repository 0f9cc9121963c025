//! The terms: what is counted in a position, and where the counts go.
//!
//! A term is a list of numbers, each a count for one side minus the other. Each number has two weights, one
//! for a full board and one for an empty one, with interpolation in between ([`phase`](super::phase)).
//!
//! Everything is counted in one place and reported to a [`Tally`]. In play, the tally is a sum, which looks
//! up the value of a piece on its square in one step; for `eval` and the tuner it is a list of [`Counts`]. So
//! the displayed and fitted numbers are those that the engine uses.

use crate::board::Colour;
use crate::board::twelve::Square;
use crate::engine::weights;
use crate::game::terms::{Meanings, NETWORK_MEANING};
use crate::games::metamachy::man::Kind;

/// The names of the terms in `engine.toml`, and how many numbers each of them has.
pub const TERMS: [(&str, usize); 31] = [
    ("worth", Kind::COUNT - 1),
    ("pawn", PLACES),
    ("camel", PLACES),
    ("knight", PLACES),
    ("elephant", PLACES),
    ("prince", PLACES),
    ("cannon", PLACES),
    ("bishop", PLACES),
    ("rook", PLACES),
    ("lion", PLACES),
    ("eagle", PLACES),
    ("queen", PLACES),
    ("king", PLACES),
    ("mobility", Kind::COUNT - 2),
    ("king_attackers", ATTACKERS),
    ("king_hits", 1),
    ("shelter", SHELTER),
    ("pawn_threat", 1),
    ("isolated", 1),
    ("doubled", 1),
    ("protected", WAYS),
    ("phalanx", WAYS),
    ("passed", WAYS),
    ("passed_protected", WAYS),
    ("passed_free", WAYS),
    ("passed_blocked", WAYS),
    ("passed_kings", 1),
    ("prince_free", WAYS),
    ("driven", 1),
    ("near", 1),
    ("tempo", 1),
];

/// The meaning of the terms of each kind.
const OF_KIND: &str = "Where the pieces of this kind stand, by rank and by file.";

/// The meaning of each term, for display.
pub const MEANINGS: Meanings = &[
    ("worth", "The pieces, by their kinds."),
    ("pawn", OF_KIND),
    ("camel", OF_KIND),
    ("knight", OF_KIND),
    ("elephant", OF_KIND),
    ("prince", OF_KIND),
    ("cannon", OF_KIND),
    ("bishop", OF_KIND),
    ("rook", OF_KIND),
    ("lion", OF_KIND),
    ("eagle", OF_KIND),
    ("queen", OF_KIND),
    ("king", OF_KIND),
    (
        "mobility",
        "Squares that pieces attack or can move to, except those occupied by the same side or attacked by enemy pawns.",
    ),
    (
        "king_attackers",
        "Pieces that attack the enemy king's square or one next to it.",
    ),
    ("king_hits", "How many of these squares they attack."),
    (
        "shelter",
        "Pawns in front of their king, by their distance.",
    ),
    ("pawn_threat", "Enemy pieces that pawns attack."),
    ("isolated", "Pawns without a neighbour of their own side."),
    (
        "doubled",
        "Pawns with a pawn of the same side in front of them.",
    ),
    (
        "protected",
        "Pawns that a pawn protects, by how far they have advanced.",
    ),
    (
        "phalanx",
        "Pawns with a pawn of the same side beside them, by how far they have advanced.",
    ),
    (
        "passed",
        "The foremost passed pawn on each file, by how far it has advanced.",
    ),
    ("passed_protected", "Passed pawns that a pawn protects."),
    ("passed_free", "Passed pawns with a free path."),
    ("passed_blocked", "Passed pawns that are blocked."),
    (
        "passed_kings",
        "How many steps nearer to a passed pawn its own side's king is than the enemy king.",
    ),
    (
        "prince_free",
        "Princes with a free path on which no pawn can take them.",
    ),
    (
        "driven",
        "Against a bare king: how far it is from the centre.",
    ),
    (
        "near",
        "Against a bare king: how near the other king is to it.",
    ),
    ("tempo", "The right to move."),
    ("rounding", "What rounding the terms has added or removed."),
    NETWORK_MEANING,
];

/// The terms about passed pawns.
pub const OF_PASSERS: [&str; 5] = [
    "passed",
    "passed_protected",
    "passed_free",
    "passed_blocked",
    "passed_kings",
];

/// Twelve ranks, and six files from the edge to the middle.
const PLACES: usize = 18;
/// The number of pieces that attack the king's zone: 0 to 5, or more.
pub const ATTACKERS: usize = 7;
/// Pawns one, two and three ranks in front of the king.
pub const SHELTER: usize = 3;
/// The number of two-square steps to the last rank: 5, 4, 3, 2, 1.
pub const WAYS: usize = 5;

/// The total count of numbers in all terms.
pub const NUMBERS: usize = weights::count(&TERMS);

/// The index of a term's first number.
///
/// The function is evaluated at compile time; compilation fails if there is no such term.
#[must_use]
pub const fn first(name: &str) -> usize {
    let (mut at, mut first) = (0, 0);
    while !is_same(TERMS[at].0, name) {
        first += TERMS[at].1;
        at += 1;
    }
    first
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The place where each kind's ranks and files begin.
const SQUARES: usize = first("pawn");

/// The numbers of a piece on a square, as its own side sees it: its value, its rank and its file. A king has
/// no value, because it is never lost.
pub fn numbers_of(kind: Kind, square: Square) -> impl Iterator<Item = usize> {
    let worth = (kind != Kind::King).then_some(kind.index());
    let (file, first) = (square.file().index(), SQUARES + PLACES * kind.index());
    let places = [
        first + square.rank().index(),
        first + 12 + file.min(11 - file),
    ];
    worth.into_iter().chain(places)
}

/// The receiver of what is counted in a position.
pub trait Tally {
    /// A piece stands on a square.
    fn man(&mut self, side: Colour, kind: Kind, square: Square);

    /// A number occurs `count` times for a side.
    fn count(&mut self, side: Colour, number: usize, count: i32);
}

/// Each side's count for each number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts(pub [[i32; NUMBERS]; 2]);

impl Default for Counts {
    fn default() -> Self {
        Self([[0; NUMBERS]; 2])
    }
}

impl Tally for Counts {
    fn man(&mut self, side: Colour, kind: Kind, square: Square) {
        for number in numbers_of(kind, square.seen_by(side)) {
            self.count(side, number, 1);
        }
    }

    fn count(&mut self, side: Colour, number: usize, count: i32) {
        self.0[side as usize][number] += count;
    }
}
