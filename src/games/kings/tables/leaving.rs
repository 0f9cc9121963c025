//! The moves that leave a structure: pawn moves, promotions, and captures of pawns by a king. Their values
//! are read from the tables of the structures they lead to.

use std::cell::Cell;

use multiversion::multiversion;

use super::placements::Set;
use super::queening::Promotion;
use super::table::{Placements, Table};
use crate::board::{Bitboard, Colour, Square};
use crate::games::kings::Position;
use crate::games::kings::structure::{Step, Structure};
use crate::solve::tiers::Worth;

/// The value of the best move that leaves the structure, for each placement and each side to move;
/// [`Worth::NONE`] where there is none. Entries of illegal placements have no meaning. `None` if a table is
/// missing.
pub(super) fn best<'t>(
    structure: Structure,
    known: &impl Fn(Structure) -> Option<&'t Table>,
) -> Option<Box<[Placements; 2]>> {
    let mut best = Box::new([[[Worth::NONE; 64]; 64]; 2]);
    let misses = Cell::new(false);
    for turn in [Colour::White, Colour::Black] {
        let mut leaving = Leaving {
            structure: structure.seen_by(turn),
            turn,
            known: &|one| {
                let table = known(one);
                misses.set(misses.get() || table.is_none());
                table
            },
            best: &mut best[turn as usize],
        };
        leaving.pawns_move();
        leaving.king_takes();
    }
    (!misses.get()).then_some(best)
}

/// Placements about which nothing is known.
const UNKNOWN: Placements = [[Worth::NONE; 64]; 64];

struct Leaving<'a, K> {
    /// The structure as the side that moves sees it.
    structure: Structure,
    turn: Colour,
    known: &'a K,
    best: &'a mut Placements,
}

impl<'t, K: Fn(Structure) -> Option<&'t Table>> Leaving<'_, K> {
    /// The placements of a structure, given as the moving side sees it, with that colour to move.
    fn placements(&self, seen: Structure, turn: Colour) -> Placements {
        let table = (self.known)(seen.seen_by(self.turn));
        table.map_or(UNKNOWN, |table| table.placements(turn))
    }

    /// The placements of a structure with the other side to move.
    fn after(&self, seen: Structure) -> Placements {
        self.placements(seen, self.turn.opponent())
    }

    fn pawns_move(&mut self) {
        self.structure.white_steps(|step| match step {
            Step::Plain(to) => improve(self.best, &self.after(to)),
            Step::Double {
                to,
                passed,
                en_passant,
            } => {
                let mut after = self.after(to);
                self.add_en_passant(&mut after, to, en_passant);
                leave_out(&mut after, passed.seen_by(self.turn));
                improve(self.best, &after);
            }
            Step::Promotion(pawn) => self.promote(pawn),
        });
    }

    /// The opponent may answer a double step by capturing en passant. It does so if that is better, and must
    /// if it has no other move.
    fn add_en_passant(
        &self,
        after: &mut Placements,
        to: Structure,
        captures: [Option<Structure>; 2],
    ) {
        if captures == [None, None] {
            return;
        }
        let theirs = self.turn.opponent();
        let stalemates = stalemates(to.seen_by(self.turn), theirs);
        let captures = captures.map(|to| to.map(|to| self.placements(to, self.turn)));
        Set::ALL.for_each(|black, white| {
            let here = &mut after[black][white];
            let captures = captures.iter().flatten();
            let capture = captures
                .map(|table| table[black][white].a_ply_earlier())
                .max();
            let capture = capture.filter(|worth| worth.is_some() && here.is_some());
            if let Some(capture) = capture {
                *here = match stalemates.contains(black, white) {
                    true => capture,
                    false => capture.max(*here),
                };
            }
        });
    }

    fn promote(&mut self, pawn: Square) {
        let (turn, known) = (self.turn, self.known);
        let promotion = Promotion {
            turn,
            own: self.structure.white,
            enemy: self.structure.black,
            pawn,
        };
        let known = |position: &Position| {
            let table = known(Structure::of(position));
            table.map_or(Worth::NONE, |table| table.worth_of(position))
        };
        promotion.for_each(&known, |own, enemy, worth| {
            let [own, enemy] = [own, enemy].map(|king| king.seen_by(turn).index());
            let (white, black) = match turn {
                Colour::White => (own, enemy),
                Colour::Black => (enemy, own),
            };
            let best = &mut self.best[black][white];
            *best = worth.max(*best);
        });
    }

    fn king_takes(&mut self) {
        for victim in self.structure.black {
            let after = self.after(self.structure.without(Bitboard::of(victim)));
            let victim = victim.seen_by(self.turn);
            let before = Bitboard::of(victim).neighbours();
            match self.turn {
                Colour::White => {
                    for (best, after) in self.best.iter_mut().zip(&after) {
                        let worth = after[victim.index()].a_ply_earlier();
                        if worth.is_some() {
                            for king in before {
                                best[king.index()] = worth.max(best[king.index()]);
                            }
                        }
                    }
                }
                Colour::Black => {
                    for king in before {
                        improve_row(&mut self.best[king.index()], &after[victim.index()]);
                    }
                }
            }
        }
    }
}

/// Updates the best values with those of a move to these placements.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
fn improve(best: &mut Placements, after: &Placements) {
    for (best, after) in best.iter_mut().zip(after) {
        improve_row(best, after);
    }
}

#[inline(always)]
fn improve_row(best: &mut [Worth; 64], after: &[Worth; 64]) {
    for (best, after) in best.iter_mut().zip(after) {
        *best = after.a_ply_earlier().max(*best);
    }
}

/// Excludes a square where no king can stand.
fn leave_out(placements: &mut Placements, square: Square) {
    placements[square.index()] = [Worth::NONE; 64];
    for row in placements {
        row[square.index()] = Worth::NONE;
    }
}

/// The placements in which the side to move is stalemated, without a right to capture en passant.
fn stalemates(structure: Structure, turn: Colour) -> Set {
    let own = structure.seen_by(turn);
    let mut can_capture = false;
    let mut free = Bitboard::EMPTY;
    own.white_steps(|step| match step {
        Step::Plain(to) if to.black != own.black => can_capture = true,
        Step::Plain(to) => free |= to.white & !own.white,
        Step::Promotion(pawn) => free |= Bitboard::of(pawn).up(),
        Step::Double { .. } => {}
    });
    if can_capture || free.count() > 2 {
        return Set::EMPTY;
    }
    let attacked = own.black.down().beside();
    Set::of_kings(|white, black| {
        let (king, enemy) = match turn {
            Colour::White => (white, black),
            Colour::Black => (black.flip(), white.flip()),
        };
        let (here, there) = (Bitboard::of(king), Bitboard::of(enemy));
        let targets = here.neighbours() & !(own.white | attacked | there.neighbours());
        targets.is_empty() && !attacked.meets(here) && (free & !(here | there)).is_empty()
    })
}
