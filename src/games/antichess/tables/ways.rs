//! Backward moves: the placements of the same pieces, with one side to move, from which one step leads into a
//! set.
//!
//! Only moves that stay within a table are handled here. Captures, promotions, and double steps that end
//! beside an enemy pawn (which must then capture en passant) lead to other tables; see `leaving`. Moves that
//! capture nothing can be reversed, except those of pawns. A pawn's move is followed forward: where does it
//! step to, and is that in the set?
//!
//! The ways of a frame's pieces are listed by square. The last piece is handled on all 64 squares at once: a
//! square that blocks a way of another piece is a square that the last piece must not be on.

use super::material::{Material, MaterialSide};
use super::sets::{Frame, Set};
use crate::board::between::between;
use crate::board::{Bitboard, Rank, Square};
use crate::games::antichess::Kind;

/// A way that a piece of a frame can take from the square under which it is listed.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: Square,
    /// The squares in between, which must be empty.
    between: Bitboard,
    /// The squares on which there must be no enemy pawn, because it would have to capture en passant.
    shunned: Bitboard,
}

/// A piece of a frame, and where it can go from each square.
#[derive(Debug)]
struct Walker {
    man: usize,
    /// The shift of its square in the number of a word.
    shift: u32,
    ways: Vec<Vec<Way>>,
    /// The squares from which it reaches each square.
    back: Vec<Bitboard>,
}

/// The ways of all pieces of a material.
#[derive(Debug)]
pub struct Ways {
    material: Material,
    /// The pieces of each side that belong to the frame.
    walkers: [Vec<Walker>; 2],
}

/// The squares that a side's pieces attack; squares behind those that are not `open` are hidden.
#[inline(always)]
pub fn attacks(kind: Kind, side: MaterialSide, from: Bitboard, open: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => ahead(side, from).beside(),
        _ => kind.attacks(from, open),
    }
}

/// The squares in front of a side's pawns.
#[inline(always)]
pub fn ahead(side: MaterialSide, from: Bitboard) -> Bitboard {
    match side {
        MaterialSide::Many => from.up(),
        MaterialSide::Few => from.down(),
    }
}

/// A rank as a side sees it.
#[inline(always)]
pub const fn rank(side: MaterialSide, rank: Rank) -> Bitboard {
    match side {
        MaterialSide::Many => Bitboard::rank(rank),
        MaterialSide::Few => Bitboard::rank(rank.flip()),
    }
}

/// The squares from which an enemy pawn could capture en passant a pawn that made a double step to this
/// square.
#[inline(always)]
pub fn capturers(to: Bitboard) -> Bitboard {
    to.beside()
}

/// The ways of a piece from each square.
fn ways_of(kind: Kind, side: MaterialSide) -> Vec<Vec<Way>> {
    let all = Bitboard::ALL.into_iter();
    let ways = all.map(|from| match kind {
        Kind::Pawn => pawn_ways(side, Bitboard::of(from)),
        _ => {
            let is_near = matches!(kind, Kind::Knight | Kind::King);
            let targets = attacks(kind, side, Bitboard::of(from), Bitboard::ALL);
            let way = |to| Way {
                to,
                between: match is_near {
                    true => Bitboard::EMPTY,
                    false => between(from, to),
                },
                shunned: Bitboard::EMPTY,
            };
            targets.into_iter().map(way).collect()
        }
    });
    ways.collect()
}

fn pawn_ways(side: MaterialSide, from: Bitboard) -> Vec<Way> {
    let single = ahead(side, from) & !rank(side, Rank::LAST);
    let double = ahead(side, single) & rank(side, Rank::FOURTH);
    let is_second = from.meets(rank(side, Rank::SECOND));
    let single_way = single.lowest().map(|to| Way {
        to,
        between: Bitboard::EMPTY,
        shunned: Bitboard::EMPTY,
    });
    let double_way = double.lowest().filter(|_| is_second).map(|to| Way {
        to,
        between: single,
        shunned: capturers(double),
    });
    single_way.into_iter().chain(double_way).collect()
}

impl Ways {
    /// The ways of a material.
    pub fn new(material: Material) -> Self {
        let walkers = MaterialSide::BOTH.map(|side| {
            let men = material.men_of(side).filter(|man| *man != material.last());
            let walker = |man| {
                let ways = ways_of(material.kind(man), side);
                let mut back = vec![Bitboard::EMPTY; 64];
                for (from, ways) in Bitboard::ALL.into_iter().zip(&ways) {
                    for way in ways {
                        back[way.to.index()] |= Bitboard::of(from);
                    }
                }
                Walker {
                    man,
                    shift: 6 * (material.last() - 1 - man) as u32,
                    ways,
                    back,
                }
            };
            men.map(walker).collect()
        });
        Self { material, walkers }
    }

    /// The squares of the last piece from which a step of that side leads into a set. The caller excludes
    /// placements where something can be captured (steps are illegal there) and those with two pieces on one
    /// square.
    #[inline]
    pub fn before(&self, turn: MaterialSide, set: &Set, frame: &Frame) -> Bitboard {
        let mut before = match turn {
            MaterialSide::Many => Bitboard::EMPTY,
            MaterialSide::Few => self.before_last(set.at(frame.word), frame),
        };
        let pawns = self.pawns(turn.other(), frame);
        let last_is_shunned = turn == MaterialSide::Many && self.last() == Kind::Pawn;
        for walker in &self.walkers[turn as usize] {
            let from = frame.squares[walker.man];
            let word = frame.word & !(63 << walker.shift);
            for way in &walker.ways[from.index()] {
                // No set has two pieces on one square, so the end of the way need not be checked.
                if way.between.meets(frame.men) || way.shunned.meets(pawns) {
                    continue;
                }
                let barred = match last_is_shunned {
                    true => way.between | way.shunned,
                    false => way.between,
                };
                before |= set.at(word | (way.to.index() as u32) << walker.shift) & !barred;
            }
        }
        before
    }

    /// Calls `visit` with the words from which a step of that side may lead to a word.
    #[inline]
    pub fn words_before(&self, turn: MaterialSide, word: u32, mut visit: impl FnMut(u32)) {
        if turn == MaterialSide::Few {
            visit(word);
        }
        for walker in &self.walkers[turn as usize] {
            let to = word >> walker.shift & 63;
            let others = word & !(63 << walker.shift);
            for from in walker.back[to as usize] {
                visit(others | (from.index() as u32) << walker.shift);
            }
        }
    }

    #[inline]
    fn before_last(&self, targets: Bitboard, frame: &Frame) -> Bitboard {
        if targets.is_empty() {
            return targets;
        }
        let open = !frame.men;
        if self.last() != Kind::Pawn {
            return attacks(self.last(), MaterialSide::Few, targets, open) & open;
        }
        let single = (targets & !rank(MaterialSide::Few, Rank::LAST)).up();
        let shunned = self.pawns(MaterialSide::Many, frame).beside();
        let double = (targets & rank(MaterialSide::Few, Rank::FOURTH) & !shunned).up() & open;
        single | double.up()
    }

    #[inline(always)]
    const fn last(&self) -> Kind {
        self.material.kind(self.material.last())
    }

    /// The pawns of a side that belong to the frame.
    #[inline]
    pub fn pawns(&self, side: MaterialSide, frame: &Frame) -> Bitboard {
        let mut pawns = Bitboard::EMPTY;
        for walker in &self.walkers[side as usize] {
            if self.material.kind(walker.man) == Kind::Pawn {
                pawns |= Bitboard::of(frame.squares[walker.man]);
            }
        }
        pawns
    }
}
