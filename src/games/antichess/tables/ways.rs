//! Moves backwards: from which placements of the same men, with one side to move, one step leads into
//! a set.
//!
//! Only moves that stay within a table are asked for here. Captures, promotions and double steps beside
//! an enemy's pawn (after which he must capture en passant) lead elsewhere; they are told in `leaving`.
//! Without pawns and captures every way can be gone back. A pawn's way is gone forward: where does it
//! step to, and is that in the set?
//!
//! The ways of the pair's men are listed by square. The lone man stands on 64 squares at once: what bars
//! a way of the pair are squares that he must not stand on.

use super::material::Material;
use super::placement::Side;
use super::sets::{Couple, Set, word};
use crate::board::{Bitboard, Rank, Square};
use crate::games::antichess::Kind;

/// A way of a man of the pair, from the square that it is listed under.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: Square,
    /// The squares in between, where nobody may stand.
    between: Bitboard,
    /// Where the lone man may not stand: in between, or where he would have to capture en passant.
    barred: Bitboard,
}

/// Where one man of the pair can go, from each square.
type WaysOfMan = Vec<Vec<Way>>;

/// The ways of all men of a material.
#[derive(Debug)]
pub struct Ways {
    material: Material,
    first: WaysOfMan,
    second: WaysOfMan,
}

/// Where a man alone on the board attacks, but for squares behind those that are not open.
#[inline(always)]
fn attacks(kind: Kind, from: Bitboard, open: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => from.up().beside(),
        Kind::Knight => from.knight_attacks(),
        Kind::Bishop => from.bishop_attacks(open),
        Kind::Rook => from.rook_attacks(open),
        Kind::Queen => from.queen_attacks(open),
        Kind::King => from.neighbours(),
    }
}

const LAST: Bitboard = Bitboard::rank(Rank::EIGHTH);

/// Where a pawn of the pair comes to by a double step.
pub fn double_step(from: Square) -> Option<Square> {
    (from.rank() == Rank::SECOND).then(|| from.up(2))
}

/// Where the enemy's pawn may stand that captures en passant one that came to this square.
pub fn capturers(to: Square) -> Bitboard {
    Bitboard::of(to).beside()
}

/// The ways of a man of the pair.
fn ways_of_man(kind: Kind, lone: Kind) -> WaysOfMan {
    let all = Bitboard::ALL.into_iter();
    if kind != Kind::Pawn {
        return all.map(|from| ways_from(kind, from)).collect();
    }
    let none = Bitboard::EMPTY;
    let steps = all.map(|from| {
        let one = (Bitboard::of(from).up() & !LAST).lowest();
        let one = one.map(|to| Way {
            to,
            between: none,
            barred: none,
        });
        let two = double_step(from).map(|to| {
            let between = Bitboard::of(from.up(1));
            let barred = match lone {
                Kind::Pawn => between | capturers(to),
                _ => between,
            };
            Way {
                to,
                between,
                barred,
            }
        });
        one.into_iter().chain(two).collect()
    });
    steps.collect()
}

/// The ways of a man who is no pawn.
fn ways_from(kind: Kind, from: Square) -> Vec<Way> {
    let here = Bitboard::of(from);
    let targets = attacks(kind, here, Bitboard::ALL);
    let way = |to| {
        // What is attacked no more if `to` is not open, seen from either end, lies between.
        let there = Bitboard::of(to);
        let is_near = matches!(kind, Kind::Knight | Kind::King);
        let between = targets
            .into_iter()
            .filter(|other| !is_near && *other != to)
            .filter(|other| !attacks(kind, here, !Bitboard::of(*other)).meets(there))
            .collect();
        Way {
            to,
            between,
            barred: between,
        }
    };
    targets.into_iter().map(way).collect()
}

impl Ways {
    /// Those of a material.
    pub fn new(material: Material) -> Self {
        let of = |kind| ways_of_man(kind, material.lone());
        Self {
            material,
            first: of(material.first()),
            second: material.second().map(of).unwrap_or_default(),
        }
    }

    /// The squares of the lone man where that side can capture: where the first and the second of the
    /// pair capture him, or where he captures the first and the second.
    pub fn captures(&self, turn: Side, couple: &Couple) -> [Bitboard; 2] {
        let men = couple.men();
        let by = |kind: Kind, square: Bitboard| attacks(kind, square, !men) & !men;
        let (first, second) = (Bitboard::of(couple.first), couple.second());
        match (turn, self.material.second()) {
            // He attacks from where a man like him would be attacked from there, pawns too: they look
            // the other way.
            (Side::Lone, _) => [first, second].map(|square| by(self.material.lone(), square)),
            (Side::Pair, Some(kind)) => [by(self.material.first(), first), by(kind, second)],
            (Side::Pair, None) => [by(self.material.first(), first), Bitboard::EMPTY],
        }
    }

    /// The squares of the lone man from where a step of that side leads into a set. Where something can
    /// be captured steps are not legal, and two men on one square no placement: that is left to who
    /// asks.
    #[inline]
    pub fn before(&self, turn: Side, set: &Set, couple: &Couple) -> Bitboard {
        match turn {
            Side::Pair => self.before_pairs(set, couple),
            Side::Lone => self.before_lone(set.at(couple.word), couple),
        }
    }

    #[inline]
    fn before_pairs(&self, set: &Set, couple: &Couple) -> Bitboard {
        // No set has two men on one square, so the way's end need not be looked at.
        let mut before = Bitboard::EMPTY;
        let second = couple.second();
        for way in &self.first[couple.first.index()] {
            if !way.between.meets(second) {
                before |= set.at(word(way.to, couple.second)) & !way.barred;
            }
        }
        if let Some(square) = couple.second {
            for way in &self.second[square.index()] {
                if !way.between.contains(couple.first) {
                    before |= set.at(word(couple.first, Some(way.to))) & !way.barred;
                }
            }
        }
        before
    }

    #[inline]
    fn before_lone(&self, targets: Bitboard, couple: &Couple) -> Bitboard {
        if targets.is_empty() {
            return targets;
        }
        let open = !couple.men();
        if self.material.lone() != Kind::Pawn {
            return attacks(self.material.lone(), targets, open) & open;
        }
        const FIRST: Bitboard = Bitboard::rank(Rank::FIRST);
        const FIFTH: Bitboard = Bitboard::rank(Rank::FIFTH);
        let single = (targets & !FIRST).up();
        let double = (targets & FIFTH & !self.pawns(couple).beside()).up() & open;
        single | double.up()
    }

    /// The pair's pawns.
    pub fn pawns(&self, couple: &Couple) -> Bitboard {
        let mut pawns = Bitboard::EMPTY;
        if self.material.first() == Kind::Pawn {
            pawns |= Bitboard::of(couple.first);
        }
        if self.material.second() == Some(Kind::Pawn) {
            pawns |= couple.second();
        }
        pawns
    }
}
