//! Moves that leave a structure, and their values in the tables of other structures.

use super::placement::{Frame, Placement};
use super::question::{Answer, Bound, TableQuestion};
use super::structure::{Exit, Mover, Structure, inserted, removed};
use super::table::Table;
use crate::board::between::between;
use crate::board::{Bitboard, Square};
use crate::games::endings::rules;
use crate::games::pieces::symmetry::Symmetry;
use crate::games::pieces::{Kind, Position};
use crate::solve::proof_numbers::Role;
use crate::solve::tiers::Unmade;

/// An exit, and what is known about it.
#[derive(Debug)]
pub struct Door<'t> {
    /// The exit.
    pub exit: Exit,
    /// The frame after it; `None` if there are more pieces than a structure holds.
    frame: Option<Frame>,
    /// The table after it; `None` if it is left out or the move is forbidden.
    table: Option<&'t Table>,
    /// Whether the question forbids the moving side to make this move.
    pub is_forbidden: bool,
    /// The captures en passant that the move allows.
    en_passant: Vec<(Frame, &'t Table)>,
    /// Whether a position without a table counts as won for the attacker.
    left_out_is_won: bool,
}

/// A door's move at one placement.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The squares of the defender's king before the move.
    pub from: Bitboard,
    /// The square of the defender's king after the move, if the king moves.
    king: Option<Square>,
    after: Placement,
}

impl Way {
    /// Maps squares of the defender's king after the move to those before it.
    #[inline]
    #[must_use]
    pub fn back(&self, after: Bitboard) -> Bitboard {
        match self.king {
            None => after & self.from,
            Some(king) if after.contains(king) => self.from,
            Some(_) => Bitboard::EMPTY,
        }
    }
}

/// Positions after a move.
#[derive(Clone, Copy, Debug)]
pub struct Led {
    /// The positions in which the move was legal. (With too many pieces after it, some may be illegal. They
    /// count for the side that the bound favours anyway.)
    pub legal: Bitboard,
    /// The positions that the attacker wins.
    pub won: Bitboard,
}

impl<'t> Door<'t> {
    /// The doors of a question's structure.
    ///
    /// # Errors
    /// If a table is missing.
    pub fn all(
        question: TableQuestion,
        known: &impl Fn(TableQuestion) -> Option<&'t Table>,
    ) -> Result<Vec<Self>, Unmade> {
        let mut exits = Vec::new();
        question.structure.for_each_exit(|exit| exits.push(exit));
        let doors = exits.into_iter();
        doors.map(|exit| Self::new(question, exit, known)).collect()
    }

    fn new(
        question: TableQuestion,
        exit: Exit,
        known: &impl Fn(TableQuestion) -> Option<&'t Table>,
    ) -> Result<Self, Unmade> {
        let answer = question.after(&exit);
        let told = |question| known(question).ok_or(Unmade::Missing);
        // A piece that has just been promoted stands on one square.
        let mut squares = [Bitboard::ALL; 2];
        if let (Mover::Promoted(_, slot), Some(to)) = (exit.mover, exit.to) {
            squares[slot] = Bitboard::of(to);
        }
        let framed = |structure| Frame::new(structure, squares);
        let mut en_passant = Vec::new();
        let table = match answer {
            Answer::Told(next) => {
                for structure in exit.en_passant.into_iter().flatten() {
                    en_passant.push((framed(structure), told(question.about(structure))?));
                }
                Some(told(next)?)
            }
            Answer::NotWon | Answer::LeftOut | Answer::Forbidden => None,
        };
        Ok(Self {
            frame: exit.after.map(framed),
            table,
            is_forbidden: answer == Answer::Forbidden,
            en_passant,
            left_out_is_won: question.bound == Bound::Upper && answer != Answer::NotWon,
            exit,
        })
    }

    /// Whether its move can decide anything.
    #[must_use]
    pub const fn counts(&self) -> bool {
        match self.exit.side {
            Role::Attacker => !self.is_forbidden && (self.table.is_some() || self.left_out_is_won),
            // Any move prevents a stalemate.
            Role::Defender => true,
        }
    }

    /// The positions that a move leads to.
    #[inline]
    #[must_use]
    pub fn lead(&self, way: &Way) -> Led {
        let left_out = |legal| Led {
            legal,
            won: match self.left_out_is_won {
                true => legal,
                false => Bitboard::EMPTY,
            },
        };
        let Some(frame) = &self.frame else {
            return left_out(Bitboard::ALL);
        };
        let turn = self.exit.side.other();
        let legal = frame.legal(&way.after)[turn as usize];
        match self.table {
            None => left_out(legal),
            Some(table) => {
                let fold = frame.symmetry.fold(way.after.king);
                let won = table.won(turn, way.after.place(fold));
                let won = fold.turning.back(won);
                let won = match self.en_passant.is_empty() {
                    true => won,
                    false => self.with_en_passant(frame, way, Led { legal, won }),
                };
                Led { legal, won }
            }
        }
    }

    /// The positions that the attacker wins where the pawn of a double step can be captured at once. The
    /// table has the positions without that right.
    fn with_en_passant(&self, frame: &Frame, way: &Way, led: Led) -> Bitboard {
        let capturer = self.exit.side.other();
        let after_captures = self.en_passant.iter().map(|(frame, table)| {
            let next = self.exit.side;
            let legal = frame.legal(&way.after)[next as usize] & led.legal & way.from;
            // There is a pawn: the capturer.
            let fold = Symmetry::Identity.fold(way.after.king);
            let won = table.won(next, way.after.place(fold));
            (legal, legal & won)
        });
        let mut won = led.won;
        match capturer {
            Role::Attacker => after_captures.for_each(|(_, good)| won |= good),
            Role::Defender => {
                let (mut captures, mut saves) = (Bitboard::EMPTY, Bitboard::EMPTY);
                for (legal, lost) in after_captures {
                    captures |= legal;
                    saves |= legal & !lost;
                }
                // A capture may be the only move, and so prevent a stalemate.
                for king in captures & !won {
                    let position = position(&frame.structure, &way.after, king, capturer);
                    if !rules::has_move(&position) && !rules::is_in_check(&position) {
                        won |= Bitboard::of(king);
                    }
                }
                won &= !saves;
            }
        }
        won
    }

    /// Calls `visit` with each placement of the frame where the door's move may be possible, and the move
    /// there.
    pub fn for_each_way(&self, frame: &Frame, mut visit: impl FnMut(Placement, Way)) {
        let exit = &self.exit;
        let structure = &frame.structure;
        let pawns = structure.pawns();
        let mut kings = frame.kings() & !pawns;
        let mut pieces = structure.pieces.map(|piece| piece.map(|_| !pawns));
        let mut from = Bitboard::ALL;
        if let Some(to) = exit.to {
            match exit.mover {
                Mover::Pawn | Mover::Promoted(..) => {
                    let empty =
                        exit.passed.map_or(Bitboard::EMPTY, Bitboard::of) | Bitboard::of(to);
                    from = !empty;
                    kings &= !empty;
                    pieces = pieces.map(|piece| piece.map(|squares| squares & !empty));
                }
                // A line is clear in both directions.
                Mover::Piece(slot) => {
                    let piece = structure.pieces[slot];
                    pieces[slot] =
                        piece.map(|one| one.kind.attacks(Bitboard::of(to), !pawns) & !pawns);
                }
                Mover::King => {}
            }
            if let Some(slot) = exit.takes {
                pieces[slot] = Some(Bitboard::of(to));
            }
        }
        for_each(pieces[1], |second| {
            for_each(pieces[0], |first| {
                let at = Placement {
                    king: Square::at(0),
                    pieces: [first, second],
                };
                let Some(to) = exit.to.or_else(|| at.pieces[exit.takes?]) else {
                    return;
                };
                let around = Bitboard::of(to).neighbours();
                let is_kings = |side| exit.mover == Mover::King && exit.side == side;
                let from = match is_kings(Role::Defender) {
                    true => around,
                    false => from,
                };
                let kings = match is_kings(Role::Attacker) {
                    true => kings & around,
                    false => kings,
                };
                for king in kings {
                    let at = Placement { king, ..at };
                    if let Some(way) = self.way(frame, at, to, from) {
                        visit(at, way);
                    }
                }
            });
        });
    }

    /// The move at a placement, unless a piece does not reach the target.
    #[inline]
    fn way(&self, frame: &Frame, at: Placement, to: Square, from: Bitboard) -> Option<Way> {
        let exit = &self.exit;
        let mut after = at;
        let (mut from, mut king) = (from, None);
        match (exit.mover, exit.side) {
            (Mover::King, Role::Attacker) => after.king = to,
            (Mover::King, Role::Defender) => king = Some(to),
            (Mover::Piece(slot), _) => {
                if !frame.reach(slot, &at).contains(to) {
                    return None;
                }
                from &= !between(at.pieces[slot]?, to);
                after.pieces[slot] = Some(to);
            }
            (Mover::Pawn | Mover::Promoted(..), _) => {}
        }
        if let Some(slot) = exit.takes {
            after.pieces = removed(after.pieces, slot);
        }
        if let Mover::Promoted(_, slot) = exit.mover {
            after.pieces = inserted(after.pieces, slot, to);
        }
        Some(Way { from, king, after })
    }
}

/// Calls `visit` with each square of a set, or, if there is no set, once without a square.
fn for_each(squares: Option<Bitboard>, mut visit: impl FnMut(Option<Square>)) {
    match squares {
        None => visit(None),
        Some(squares) => squares.into_iter().for_each(|one| visit(Some(one))),
    }
}

/// A position of a structure, with that side to move.
#[must_use]
pub fn position(structure: &Structure, at: &Placement, king: Square, turn: Role) -> Position {
    let mut position = Position::EMPTY;
    let mut put = |side: Role, square: Square, kind: Kind| {
        let square = match turn {
            Role::Attacker => square,
            Role::Defender => square.flip(),
        };
        position.put(square, kind, side == turn);
    };
    for square in structure.attackers {
        put(Role::Attacker, square, Kind::Pawn);
    }
    for square in structure.defenders {
        put(Role::Defender, square, Kind::Pawn);
    }
    put(Role::Attacker, at.king, Kind::King);
    put(Role::Defender, king, Kind::King);
    for (piece, square) in structure.pieces.into_iter().zip(at.pieces) {
        if let (Some(piece), Some(square)) = (piece, square) {
            put(piece.side, square, piece.kind);
        }
    }
    position
}
