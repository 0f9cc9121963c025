//! Moves that lead out of a table: captures, promotions, and double steps after which a pawn must be captured
//! en passant. Their values are known from other tables.
//!
//! **Captures** are compulsory, so where there is one, only captures count. Which pieces a piece of the frame
//! can capture is the same for all squares of the last piece, except the squares between them. A side without
//! pieces has won: capturing its last piece is a loss in one ply.
//!
//! **Promotions and double steps** are only some of a position's moves. A position with a right to capture en
//! passant is in no table, but its moves lead to tables. Such positions are rare, so they are set up and
//! their moves are generated one by one.
//!
//! A capture or a promotion changes the order of the remaining pieces, in the same way for all placements.
//! That order is computed once. After that, only the squares are put in that order.

use arrayvec::ArrayVec;

use super::MOST_MEN;
use super::material::{Material, MaterialSide, promotions};
use super::placement::{Squares, index};
use super::reading::worth_by_moves;
use super::sets::{Frame, Layout};
use super::table::Table;
use super::ways::{Ways, ahead, attacks, capturers, rank};
use crate::board::between::between;
use crate::board::{Bitboard, Rank, Square};
use crate::games::antichess::moves;
use crate::games::pieces::Kind;
use crate::games::pieces::symmetry::Symmetry;
use crate::solve::tiers::{Unmade, Worth};

/// The moves of one side that leave the table of a material.
pub struct Leaving<'s, 't, K> {
    pub layout: &'s Layout,
    pub ways: &'s Ways,
    /// The tables of other materials.
    known: &'s K,
    turn: MaterialSide,
    captures: Vec<(usize, Leave<'t>)>,
    promotions: Vec<Leave<'t>>,
}

/// What is left after a piece captures another one or promotes.
struct Leave<'t> {
    mover: usize,
    /// What is left if the piece keeps its kind.
    stays: Option<After<'t>>,
    /// What is left for each promotion, if the piece is a pawn that promotes.
    becomes: Vec<After<'t>>,
}

/// The remaining pieces.
enum After<'t> {
    /// The opponent has no pieces left, and has won.
    NoEnemy,
    /// The pieces of another table.
    Others {
        table: &'t Table,
        symmetry: Symmetry,
        /// The side to move, as that table names it.
        turn: MaterialSide,
        /// Whether the two sides have changed roles: the many have become the few.
        is_turned: bool,
        /// For each place in that table's order, the index of the piece here.
        order: ArrayVec<usize, MOST_MEN>,
    },
}

/// The values of the best moves of one sort, by the square of the last piece.
pub struct Worths {
    /// The squares with such a move.
    pub squares: Bitboard,
    best: [Worth; 64],
}

impl Worths {
    const NONE: Self = Self {
        squares: Bitboard::EMPTY,
        best: [Worth::DRAW; 64],
    };

    #[inline]
    fn add(&mut self, square: Square, worth: Worth) {
        let best = &mut self.best[square.index()];
        *best = match self.squares.contains(square) {
            true => worth.max(*best),
            false => worth,
        };
        self.squares |= Bitboard::of(square);
    }

    /// Calls `visit` with the squares of each value.
    pub fn for_each(&self, mut visit: impl FnMut(Bitboard, Worth)) {
        let mut left = self.squares;
        while let Some(square) = left.lowest() {
            let worth = self.best[square.index()];
            let same = left.into_iter();
            let same: Bitboard = same
                .filter(|square| self.best[square.index()] == worth)
                .collect();
            visit(same, worth);
            left &= !same;
        }
    }
}

impl After<'_> {
    /// The value for the side that has moved.
    #[inline]
    fn worth(&self, squares: &Squares) -> Worth {
        let worth = match self {
            Self::NoEnemy => Worth::WON,
            Self::Others {
                table,
                symmetry,
                turn,
                is_turned,
                order,
            } => {
                let seen = |man: &usize| match is_turned {
                    false => squares[*man],
                    true => squares[*man].flip(),
                };
                let mut there = *squares;
                for (place, man) in there.iter_mut().zip(order) {
                    *place = seen(man);
                }
                table.at(index(*symmetry, *turn, &there[..order.len()]))
            }
        };
        worth.a_ply_earlier()
    }
}

impl<'t> Leave<'t> {
    /// What is left after such a move; `None` if a table is missing.
    fn new(
        layout: &Layout,
        known: &impl Fn(Material) -> Option<&'t Table>,
        mover: usize,
        gone: Option<usize>,
    ) -> Option<Self> {
        let material = layout.material;
        let side = material.side(mover);
        let after = |kind: Kind| {
            let Some(after) = material.after(mover, kind, gone) else {
                return Some(After::NoEnemy);
            };
            Some(After::Others {
                table: known(after.material)?,
                symmetry: after.material.symmetry(),
                turn: match after.is_turned {
                    false => side.other(),
                    true => side,
                },
                is_turned: after.is_turned,
                order: after.men,
            })
        };
        let kind = material.kind(mover);
        let becomes: Option<Vec<_>> = promotions(kind).map(after).collect();
        Some(Self {
            mover,
            stays: match gone {
                Some(_) => Some(after(kind)?),
                None => None,
            },
            becomes: becomes?,
        })
    }

    /// The value of a move to that square.
    #[inline]
    fn worth(&self, turn: MaterialSide, mut squares: Squares, to: Square) -> Worth {
        squares[self.mover] = to;
        let arrives = !self.becomes.is_empty() && rank(turn, Rank::LAST).contains(to);
        let after = match arrives {
            true => &self.becomes[..],
            false => self.stays.as_slice(),
        };
        let worths = after.iter().map(|after| after.worth(&squares));
        worths.max().unwrap_or(Worth::LOST)
    }
}

impl<'s, 't, K: Fn(Material) -> Option<&'t Table>> Leaving<'s, 't, K> {
    /// The moves of a side.
    ///
    /// # Errors
    /// If a table is missing.
    pub fn new(
        layout: &'s Layout,
        ways: &'s Ways,
        known: &'s K,
        turn: MaterialSide,
    ) -> Result<Self, Unmade> {
        let material = layout.material;
        let mut leaving = Self {
            layout,
            ways,
            known,
            turn,
            captures: Vec::new(),
            promotions: Vec::new(),
        };
        for mover in material.men_of(turn) {
            let leave = |gone| Leave::new(layout, known, mover, gone).ok_or(Unmade::Missing);
            for victim in material.men_of(turn.other()) {
                leaving.captures.push((victim, leave(Some(victim))?));
            }
            if material.kind(mover) == Kind::Pawn {
                leaving.promotions.push(leave(None)?);
            }
        }
        Ok(leaving)
    }

    /// The squares of all pieces, with the last one on the given square.
    #[inline]
    fn squares(&self, frame: &Frame, last: Square) -> Squares {
        let mut squares = frame.squares;
        squares[self.layout.material.last()] = last;
        squares
    }

    /// The values of captures.
    pub fn captures(&self, frame: &Frame) -> Worths {
        let (material, open) = (self.layout.material, !frame.men);
        let last = material.last();
        let mut worths = Worths::NONE;
        for (victim, leave) in &self.captures {
            let (mover, victim) = (leave.mover, *victim);
            let kind = material.kind(mover);
            let squares = frame.squares;
            if mover == last {
                // The last piece can capture from the squares that the same piece (for a pawn, a pawn of the
                // other side) would attack from the victim's square.
                let to = squares[victim];
                let from = attacks(kind, self.turn.other(), Bitboard::of(to), open) & open;
                let mut worth = None;
                for square in from {
                    // The origin square does not matter.
                    worths.add(
                        square,
                        *worth.get_or_insert_with(|| leave.worth(self.turn, squares, to)),
                    );
                }
                continue;
            }
            let from = squares[mover];
            let targets = attacks(kind, self.turn, Bitboard::of(from), open) & !Bitboard::of(from);
            if victim == last {
                for to in targets & open {
                    worths.add(to, leave.worth(self.turn, squares, to));
                }
            } else if targets.contains(squares[victim]) {
                let to = squares[victim];
                for square in open & !between_for(kind, from, to) {
                    worths.add(
                        square,
                        leave.worth(self.turn, self.squares(frame, square), to),
                    );
                }
            }
        }
        worths
    }

    /// The values of promotions, and of double steps that can be answered en passant, with the last piece on
    /// these squares, where nothing can be captured.
    ///
    /// # Errors
    /// If a table is missing.
    pub fn others(&self, frame: &Frame, quiet: Bitboard) -> Result<Worths, Unmade> {
        let last = self.layout.material.last();
        let mut worths = Worths::NONE;
        for leave in &self.promotions {
            let step = |from: Square| {
                let to = ahead(self.turn, Bitboard::of(from)) & !frame.men;
                (to & rank(self.turn, Rank::LAST)).lowest()
            };
            if leave.mover == last {
                for square in quiet & rank(self.turn, Rank::SEVENTH) {
                    if let Some(to) = step(square) {
                        worths.add(square, leave.worth(self.turn, frame.squares, to));
                    }
                }
            } else if let Some(to) = step(frame.squares[leave.mover]) {
                for square in quiet & !Bitboard::of(to) {
                    worths.add(
                        square,
                        leave.worth(self.turn, self.squares(frame, square), to),
                    );
                }
            }
        }
        for square in quiet & self.double_steps(frame) {
            let placement = self.layout.placement(self.turn, frame, square);
            let position = placement.position();
            for played in moves::moves(&position) {
                let after = position.play(played);
                if after.en_passant().any() {
                    let worth = worth_by_moves(&after, self.known).ok_or(Unmade::Missing)?;
                    worths.add(square, worth.a_ply_earlier());
                }
            }
        }
        Ok(worths)
    }

    /// The squares of the last piece for which there may be a double step that can be answered en passant.
    /// For other squares there is none.
    fn double_steps(&self, frame: &Frame) -> Bitboard {
        let (material, turn) = (self.layout.material, self.turn);
        let last_is_pawn = material.kind(material.last()) == Kind::Pawn;
        let (own, enemy) = (
            self.ways.pawns(turn, frame),
            self.ways.pawns(turn.other(), frame),
        );
        let second = rank(turn, Rank::SECOND);
        let landing = |pawns: Bitboard| capturers(ahead(turn, ahead(turn, pawns & second)));
        if landing(own).meets(enemy) {
            return Bitboard::ALL;
        }
        match turn {
            _ if !last_is_pawn => Bitboard::EMPTY,
            MaterialSide::Many => landing(own),
            MaterialSide::Few => second & capturers(enemy).up().up(),
        }
    }
}

/// The squares on which another piece would block a piece.
#[inline]
fn between_for(kind: Kind, from: Square, to: Square) -> Bitboard {
    match kind {
        Kind::Pawn | Kind::Knight | Kind::King => Bitboard::EMPTY,
        _ => between(from, to),
    }
}
