//! Where kings and pieces stand in a structure: sets of 64 positions that differ by the defender's king only.
//!
//! ```text
//! place of a set = attacker's king + 64 · (attacker's piece + 64 · defender's piece)
//! ```
//!
//! A side without a piece counts as one square. Bit by bit a set says something of the defender's king on each
//! square, so that one operation treats 64 positions.

use std::sync::LazyLock;

use crate::board::{Bitboard, Square};
use crate::games::pieces::Kind;

use super::structure::{Side, Structure};

/// Where all but the defender's king stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The attacker's king.
    pub king: Square,
    /// The attacker's piece.
    pub attacker: Option<Square>,
    /// The defender's piece.
    pub defender: Option<Square>,
}

impl Placement {
    /// Where its set stands.
    #[inline]
    #[must_use]
    pub fn place(&self) -> usize {
        let index = |square: Option<Square>| square.map_or(0, Square::index);
        let attacker_squares = self.attacker.map_or(1, |_| 64);
        self.king.index() + 64 * (index(self.attacker) + attacker_squares * index(self.defender))
    }
}

/// Two squares on a line, by both.
#[derive(Clone, Copy, Default)]
struct Line {
    between: Bitboard,
    /// The squares behind the second one, seen from the first.
    behind: Bitboard,
}

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

/// The squares strictly between two on a line; none if they are on no line.
#[inline]
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    LINES[from.index()][to.index()].between
}

/// The squares behind one on a line from another; none if they are on no line.
#[inline]
#[must_use]
pub fn behind(from: Square, one: Square) -> Bitboard {
    LINES[from.index()][one.index()].behind
}

/// What a piece attacks while only `open` squares let it through.
#[inline]
#[must_use]
pub fn attacks(kind: Kind, from: Square, open: Bitboard) -> Bitboard {
    let set = Bitboard::of(from);
    match kind {
        Kind::Knight => set.knight_attacks(),
        Kind::Bishop => set.bishop_attacks(open),
        Kind::Rook => set.rook_attacks(open),
        Kind::Queen => set.queen_attacks(open),
        Kind::King => set.neighbours(),
        Kind::Pawn => Bitboard::EMPTY,
    }
}

/// A structure, and what its sets are made from.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The structure.
    pub structure: Structure,
    pawns: Bitboard,
    /// What the attacker's pawns attack.
    attacked: Bitboard,
    /// What the defender's pawns attack.
    defended: Bitboard,
    /// How many squares each side's piece may stand on; 1 without a piece.
    attacker_squares: usize,
    defender_squares: usize,
    /// What each side's piece attacks from each square, through all but pawns.
    reach: [Reach; 2],
}

/// By the square of a piece.
type Reach = Option<Box<[Bitboard; 64]>>;

impl Frame {
    /// The frame of a structure, in which the attacker's piece and the defender's stand on these squares only.
    #[must_use]
    pub fn new(structure: Structure, [own, theirs]: [Bitboard; 2]) -> Self {
        let open = !structure.pawns();
        let reach = |kind: Option<Kind>, from: Bitboard| {
            let kind = kind?;
            let mut all = Box::new([Bitboard::EMPTY; 64]);
            for square in from {
                all[square.index()] = attacks(kind, square, open);
            }
            Some(all)
        };
        let squares = |piece: Option<Kind>| if piece.is_some() { 64 } else { 1 };
        Self {
            structure,
            pawns: structure.pawns(),
            attacked: structure.attackers.up().beside(),
            defended: structure.defenders.down().beside(),
            attacker_squares: squares(structure.attacker),
            defender_squares: squares(structure.defender),
            reach: [
                reach(structure.attacker, own),
                reach(structure.defender, theirs),
            ],
        }
    }

    /// How many sets there are with each side to move.
    #[must_use]
    pub const fn size(&self) -> usize {
        64 * self.attacker_squares * self.defender_squares
    }

    /// The placement of a set.
    #[inline]
    #[must_use]
    pub fn placement(&self, place: usize) -> Placement {
        let rest = place >> 6;
        let (attacker, defender) = (rest % self.attacker_squares, rest / self.attacker_squares);
        Placement {
            king: Square::at(place & 63),
            attacker: self.structure.attacker.map(|_| Square::at(attacker)),
            defender: self.structure.defender.map(|_| Square::at(defender)),
        }
    }

    /// What stands there without the defender's king; `None` where two stand on one square.
    #[inline]
    #[must_use]
    pub fn occupied(&self, placement: &Placement) -> Option<Bitboard> {
        let mut occupied = self.pawns;
        let mut is_possible = true;
        let mut put = |square: Square| {
            is_possible &= !occupied.contains(square);
            occupied |= Bitboard::of(square);
        };
        put(placement.king);
        if let Some(square) = placement.attacker {
            put(square);
        }
        if let Some(square) = placement.defender {
            put(square);
        }
        is_possible.then_some(occupied)
    }

    /// What a side's piece attacks, whether the defender's king stands in between or not.
    #[inline]
    #[must_use]
    pub fn reach(&self, side: Side, at: &Placement) -> Bitboard {
        let (own, other) = match side {
            Side::Attacker => (at.attacker, at.defender),
            Side::Defender => (at.defender, at.attacker),
        };
        let (Some(reach), Some(from)) = (&self.reach[side as usize], own) else {
            return Bitboard::EMPTY;
        };
        let hidden = other.map_or(Bitboard::EMPTY, |one| behind(from, one));
        reach[from.index()] & !(hidden | behind(from, at.king))
    }

    /// What the attacker's pawns and his piece attack.
    #[inline]
    #[must_use]
    pub fn attacked(&self, at: &Placement) -> Bitboard {
        self.attacked | self.reach(Side::Attacker, at)
    }

    /// The legal positions with the attacker to move, and with the defender to move.
    #[inline]
    #[must_use]
    pub fn legal(&self, at: &Placement) -> [Bitboard; 2] {
        let Some(occupied) = self.occupied(at) else {
            return [Bitboard::EMPTY; 2];
        };
        let free = !(occupied | Bitboard::of(at.king).neighbours());
        let mut unchecked = free;
        if self.defended.contains(at.king) {
            unchecked = Bitboard::EMPTY;
        } else if let Some(square) = at.defender
            && self.reach(Side::Defender, at).contains(at.king)
        {
            // Only the defender's king can stand in between.
            unchecked &= between(square, at.king);
        }
        [free & !self.attacked(at), unchecked]
    }
}
