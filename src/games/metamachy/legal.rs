//! The legal moves in batches: a piece and all squares it may go to, or all pawns that make the same step.
//!
//! Code that only counts moves, or asks whether there is one, then needs no list (the idea of cozy-chess's
//! `generate_moves`).

use std::ops::ControlFlow;

use super::checks::Danger;
use super::man::Kind;
use super::moves::{Move, MoveList};
use super::position::{FORWARD, Position, last_rank};
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};

/// Legal moves of one piece, or of several pawns that make the same step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Batch {
    /// A piece, and where it may go.
    Man {
        /// Its kind.
        kind: Kind,
        /// Its square.
        from: Square,
        /// Its target squares.
        to: Bitboard,
    },
    /// The targets of pawns that all make the same step.
    Pawns {
        /// Their target squares.
        to: Bitboard,
        /// The difference between the numbers of a target square and its origin square.
        step: isize,
    },
}

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Forcing,
}

impl Position {
    /// All legal moves.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> MoveList {
        self.list(Wanted::All)
    }

    /// All legal captures and promotions.
    #[inline]
    #[must_use]
    pub fn forcing_moves(&self) -> MoveList {
        self.list(Wanted::Forcing)
    }

    fn list(&self, wanted: Wanted) -> MoveList {
        let mut moves = MoveList::new();
        let last = last_rank(self.turn());
        let mut add = |one: Move| match one.kind().promotes() && last.contains(one.to()) {
            false => moves.push(one),
            true => moves.extend((0..Kind::PROMOTIONS.len()).map(|number| one.promoting(number))),
        };
        let _ = self.each_batch(wanted, &mut |batch| {
            match batch {
                Batch::Man { kind, from, to } => {
                    to.into_iter().for_each(|to| add(Move::new(kind, from, to)));
                }
                Batch::Pawns { to, step } => {
                    for to in to {
                        let from = Square::at(to.index().wrapping_add_signed(-step));
                        add(Move::new(Kind::Pawn, from, to));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether there is a legal move.
    #[inline]
    #[must_use]
    pub fn has_move(&self) -> bool {
        self.each_batch(Wanted::All, &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The number of legal moves.
    #[inline]
    #[must_use]
    pub fn count_moves(&self) -> u32 {
        let last = last_rank(self.turn());
        let mut count = 0;
        let _ = self.each_batch(Wanted::All, &mut |batch| {
            let (to, promotes) = match batch {
                Batch::Man { kind, to, .. } => (to, kind.promotes()),
                Batch::Pawns { to, .. } => (to, true),
            };
            count += to.count();
            if promotes && to.meets(last) {
                // Each of these stands for three promotions.
                count += 2 * (to & last).count();
            }
            ControlFlow::Continue(())
        });
        count
    }

    /// Calls `visit` with all legal moves that are wanted, until `visit` breaks. No batch is empty.
    #[inline]
    pub fn each_batch(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let danger = self.danger();
        self.each_pawn_batch(wanted, &danger, visit)?;
        self.each_man_batch(wanted, &danger, visit)?;
        let king = self.king(self.turn());
        let to = self.king_moves(wanted, &danger);
        tell(Kind::King, king, to, visit)
    }

    /// Moves of all pieces but pawns and the king.
    #[inline]
    fn each_man_batch(
        &self,
        wanted: Wanted,
        danger: &Danger,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (own, enemy, men) = (self.own(), self.enemy(), self.men());
        let to = match wanted {
            Wanted::All => !own,
            Wanted::Forcing => enemy,
        };
        self.each_of(Kind::Knight, danger, visit, |from| {
            from.knight_attacks() & to
        })?;
        self.each_of(Kind::Camel, danger, visit, |from| from.camel_attacks() & to)?;
        self.each_of(Kind::Elephant, danger, visit, |from| {
            from.elephant_attacks() & to
        })?;
        self.each_of(Kind::Lion, danger, visit, |from| from.lion_attacks() & to)?;
        self.each_of(Kind::Bishop, danger, visit, |from| {
            from.bishop_attacks(men) & to
        })?;
        self.each_of(Kind::Rook, danger, visit, |from| {
            from.rook_attacks(men) & to
        })?;
        self.each_of(Kind::Queen, danger, visit, |from| {
            (from.rook_attacks(men) | from.bishop_attacks(men)) & to
        })?;
        self.each_of(Kind::Eagle, danger, visit, |from| {
            from.eagle_attacks(men) & to
        })?;
        self.each_of(Kind::Cannon, danger, visit, |from| {
            let captures = from.cannon_attacks(men) & enemy;
            match wanted {
                Wanted::All => captures | (from.rook_attacks(men) & !men),
                Wanted::Forcing => captures,
            }
        })?;
        let last = last_rank(self.turn());
        self.each_of(Kind::Prince, danger, visit, |from| {
            let ahead = self.forward(Bitboard::of(from)) & !men;
            let all = (from.neighbours() & !own) | (self.forward(ahead) & !men);
            match wanted {
                Wanted::All => all,
                Wanted::Forcing => all & (enemy | last),
            }
        })
    }

    /// Moves of the pieces of a kind that can reach the given squares.
    #[inline(always)]
    fn each_of(
        &self,
        kind: Kind,
        danger: &Danger,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
        reach: impl Fn(Square) -> Bitboard,
    ) -> ControlFlow<()> {
        for from in self.of(kind) & self.own() {
            let to = reach(from) & danger.targets(from);
            tell(kind, from, self.safe(danger, from, to), visit)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn each_pawn_batch(
        &self,
        wanted: Wanted,
        danger: &Danger,
        visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pawns = self.of(Kind::Pawn) & self.own();
        let open = !self.men();
        let single = self.forward(pawns) & open;
        let double = self.forward(single) & open;
        let to = match wanted {
            Wanted::All => Bitboard::ALL,
            Wanted::Forcing => last_rank(self.turn()),
        };
        let ahead = self.forward(pawns);
        let up = match self.turn() {
            Colour::White => FORWARD as isize,
            Colour::Black => -(FORWARD as isize),
        };
        for (to, step) in [
            (single & to, up),
            (double & to, 2 * up),
            (ahead.left() & self.enemy(), up - 1),
            (ahead.right() & self.enemy(), up + 1),
        ] {
            let to = self.safe_pawns(danger, to, step);
            if to.any() {
                visit(Batch::Pawns { to, step })?;
            }
        }
        if let Some(passed) = self.en_passant() {
            let to = Bitboard::of(passed);
            for from in passed.pawn_attacks(self.turn().opponent()) & pawns {
                if self.may_capture_en_passant(from) {
                    tell(Kind::Pawn, from, to, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The targets of the king: its steps and its leap.
    #[inline]
    fn king_moves(&self, wanted: Wanted, danger: &Danger) -> Bitboard {
        let king = self.king(self.turn());
        let to = match wanted {
            Wanted::All => !self.own(),
            Wanted::Forcing => self.enemy(),
        };
        let mut safe = Bitboard::EMPTY;
        for to in king.neighbours() & to {
            if !self.is_threatened(to) {
                safe |= Bitboard::of(to);
            }
        }
        let may_leap = self.may_leap(self.turn()) && danger.checkers.is_empty();
        if may_leap && wanted == Wanted::All {
            for to in king.at_two_steps() & !self.men() {
                if self.may_leap_to(king, to) {
                    safe |= Bitboard::of(to);
                }
            }
        }
        safe
    }

    /// Whether the king could be captured on a square if it replaced the piece there and left its own square.
    #[inline]
    fn is_threatened(&self, square: Square) -> bool {
        let (here, there) = (Bitboard::of(self.king(self.turn())), Bitboard::of(square));
        let occupied = (self.men() & !here) | there;
        let enemy = self.turn().opponent();
        self.is_attacked(square, enemy, occupied, self.enemy() & !there)
    }

    /// Whether the king may leap to an empty square two away. It must be safe there and half-way. A knight's
    /// leap passes two squares, by a straight and by a diagonal step; one safe square is enough.
    fn may_leap_to(&self, king: Square, to: Square) -> bool {
        let files = to.file().index() as i32 - king.file().index() as i32;
        let ranks = to.rank().index() as i32 - king.rank().index() as i32;
        let ways = [
            king.offset(files / 2, ranks / 2),
            king.offset(files.signum(), ranks.signum()),
        ];
        let is_free = |passed: &Square| !self.is_threatened(*passed);
        ways.iter().flatten().any(is_free) && !self.is_threatened(to)
    }

    /// Of these squares, those that a piece may go to without leaving its king in check.
    #[inline(always)]
    fn safe(&self, danger: &Danger, from: Square, to: Bitboard) -> Bitboard {
        let doubtful = danger.doubtful(from, to);
        match doubtful.is_empty() {
            true => to,
            false => to ^ self.unsafe_among(doubtful, |_| from),
        }
    }

    /// Of these squares, those to which pawns may make this step without leaving their king in check.
    #[inline(always)]
    fn safe_pawns(&self, danger: &Danger, to: Bitboard, step: isize) -> Bitboard {
        let from = |to: Square| Square::at(to.index().wrapping_add_signed(-step));
        let is_free =
            danger.checkers.is_empty() && danger.leaving.is_empty() && danger.entering.is_empty();
        if is_free || to.is_empty() {
            return to;
        }
        let mut allowed = Bitboard::EMPTY;
        let mut doubtful = Bitboard::EMPTY;
        for one in to {
            let (origin, set) = (from(one), Bitboard::of(one));
            allowed |= set & danger.targets(origin);
            doubtful |= danger.doubtful(origin, set);
        }
        allowed & !self.unsafe_among(doubtful & allowed, from)
    }

    /// Of these squares, those that a piece cannot go to without leaving its king in check.
    fn unsafe_among(&self, squares: Bitboard, from: impl Fn(Square) -> Square) -> Bitboard {
        let (king, enemy) = (self.king(self.turn()), self.turn().opponent());
        let is_unsafe = |to: &Square| {
            let there = Bitboard::of(*to);
            let occupied = (self.men() & !Bitboard::of(from(*to))) | there;
            self.is_attacked(king, enemy, occupied, self.enemy() & !there)
        };
        squares.into_iter().filter(is_unsafe).collect()
    }

    /// Whether a pawn that attacks the passed square may capture en passant there.
    pub(super) fn may_capture_en_passant(&self, from: Square) -> bool {
        let (Some(to), Some(victim)) = (self.en_passant(), self.passed_man()) else {
            return false;
        };
        let (king, enemy) = (self.king(self.turn()), self.turn().opponent());
        let gone = Bitboard::of(from) | Bitboard::of(victim);
        let occupied = (self.men() & !gone) | Bitboard::of(to);
        !self.is_attacked(king, enemy, occupied, self.enemy() & !gone)
    }

    /// These squares moved one rank forward for the side to move.
    #[inline(always)]
    fn forward(&self, set: Bitboard) -> Bitboard {
        match self.turn() {
            Colour::White => set.up(),
            Colour::Black => set.down(),
        }
    }
}

/// Reports the moves of a piece, if it has any.
#[inline(always)]
fn tell(
    kind: Kind,
    from: Square,
    to: Bitboard,
    visit: &mut impl FnMut(Batch) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match to.any() {
        true => visit(Batch::Man { kind, from, to }),
        false => ControlFlow::Continue(()),
    }
}
