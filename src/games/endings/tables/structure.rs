//! Structures: what stands on a board besides the kings, as tables see it.
//!
//! The two sides are the *attacker*, which wants to win and whose pawns go up, and the *defender*. A
//! structure has the squares of their pawns, and the kinds of their pieces, wherever these are. Moves of
//! kings and pieces to empty squares stay within it. Every other move, an [`Exit`], leads to a structure with
//! fewer pieces or further advanced pawns, so structures form a graph without cycles.

use std::ops::Range;

use crate::board::{Bitboard, Rank, Square};
use crate::games::endings::rules::PROMOTIONS;
use crate::games::pieces::symmetry::Symmetry;
use crate::games::pieces::{Kind, Position};
use crate::solve::proof_numbers::Role;

/// A piece on any square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its side.
    pub side: Role,
    /// Its kind.
    pub kind: Kind,
}

/// A value for each piece. There are at most two pieces, in order.
pub type Pair<T> = [Option<T>; 2];

/// The index of a piece.
pub type Slot = usize;

/// Inserts a value into a pair at a slot.
#[inline]
#[must_use]
pub const fn inserted<T: Copy>([first, _]: Pair<T>, slot: Slot, one: T) -> Pair<T> {
    match slot {
        0 => [Some(one), first],
        _ => [first, Some(one)],
    }
}

/// Removes the value of a slot from a pair.
#[inline]
#[must_use]
pub const fn removed<T: Copy>([first, second]: Pair<T>, slot: Slot) -> Pair<T> {
    match slot {
        0 => [second, None],
        _ => [first, None],
    }
}

/// Everything on the board but the kings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Structure {
    /// The attacker's pawns, which go up.
    pub attackers: Bitboard,
    /// The defender's pawns, which go down.
    pub defenders: Bitboard,
    /// The pieces in their order: the attacker's before the defender's, and those of a side by their kinds.
    pub pieces: Pair<Piece>,
}

/// What moves when a structure is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// The king.
    King,
    /// The piece in that slot.
    Piece(Slot),
    /// A pawn.
    Pawn,
    /// A pawn that promotes to a piece, which gets that slot.
    Promoted(Kind, Slot),
}

/// A kind of move that leaves a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The moving side.
    pub side: Role,
    /// What moves.
    pub mover: Mover,
    /// The target square; `None` if a king or piece captures a piece, wherever that stands.
    pub to: Option<Square>,
    /// The captured piece.
    pub takes: Option<Slot>,
    /// The square that a double step passes.
    pub passed: Option<Square>,
    /// The structure afterwards; `None` if there are more pieces than it can hold.
    pub after: Option<Structure>,
    /// The structures after the captures en passant that a double step allows.
    pub en_passant: [Option<Structure>; 2],
}

impl Structure {
    /// The structure of a position with the side to move as the attacker, ignoring its right to capture en
    /// passant; `None` if there are more than two pieces.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let pawns = position.pawns();
        let pieces = position.men() & !pawns & !position.of(Kind::King);
        if pieces.count() > 2 {
            return None;
        }
        let mut structure = Self {
            attackers: position.own() & pawns,
            defenders: position.enemy() & pawns,
            pieces: [None; 2],
        };
        for square in pieces {
            let side = match position.own().contains(square) {
                true => Role::Attacker,
                false => Role::Defender,
            };
            let kind = position.kind_on(square)?;
            structure = structure.with(Piece { side, kind })?.0;
        }
        Some(structure)
    }

    /// The structure with one more piece, and the slot that the piece gets; `None` if there already are two.
    fn with(self, piece: Piece) -> Option<(Self, Slot)> {
        let slot = match self.pieces {
            [None, _] => 0,
            [Some(other), None] => usize::from(other < piece),
            [Some(_), Some(_)] => return None,
        };
        let pieces = inserted(self.pieces, slot, piece);
        Some((Self { pieces, ..self }, slot))
    }

    /// The structure without the piece in a slot.
    fn without(self, slot: Slot) -> Self {
        let pieces = removed(self.pieces, slot);
        Self { pieces, ..self }
    }

    /// A unique number below 2¹⁰⁴.
    ///
    /// ```text
    /// who has the pieces: 2   first kind: 3   second kind: 3   attackers: 48   defenders: 48
    /// ```
    #[must_use]
    pub fn number(self) -> u128 {
        let kind = |piece: Piece| 1 + piece.kind.index() as u128;
        let (owners, first, second) = match self.pieces {
            [None, _] => (0, 0, 0),
            [Some(one), None] => match one.side {
                Role::Attacker => (0, kind(one), 0),
                Role::Defender => (0, 0, kind(one)),
            },
            [Some(one), Some(other)] => match (one.side, other.side) {
                (Role::Attacker, Role::Attacker) => (1, kind(one), kind(other)),
                (Role::Defender, _) => (2, kind(one), kind(other)),
                (Role::Attacker, Role::Defender) => (0, kind(one), kind(other)),
            },
        };
        // No pawn stands on the first rank or the last.
        let pawns = |set: Bitboard| u128::from(set.bits() >> 8 & 0xffff_ffff_ffff);
        let pieces = owners << 6 | first << 3 | second;
        pieces << 96 | pawns(self.attackers) << 48 | pawns(self.defenders)
    }

    /// The structure with attacker and defender swapped.
    #[must_use]
    pub fn turned(self) -> Self {
        let turned = self.pieces.map(|piece| {
            piece.map(|piece| Piece {
                side: piece.side.other(),
                ..piece
            })
        });
        let [first, second] = turned;
        Self {
            attackers: self.defenders.flip(),
            defenders: self.attackers.flip(),
            pieces: match self.has_one_each() {
                true => [second, first],
                false => turned,
            },
        }
    }

    /// The slot of a piece after the structure is turned.
    fn slot_turned(self, slot: Slot) -> Slot {
        match self.has_one_each() {
            true => 1 - slot,
            false => slot,
        }
    }

    /// Whether both sides have a piece.
    #[must_use]
    pub fn has_one_each(self) -> bool {
        matches!(self.pieces, [Some(one), Some(other)] if one.side != other.side)
    }

    /// The slots of a side's pieces.
    #[inline]
    #[must_use]
    pub fn slots(self, side: Role) -> Range<Slot> {
        let is_attackers = |piece: &&Piece| piece.side == Role::Attacker;
        let first_of_defender = self.pieces.iter().flatten().filter(is_attackers).count();
        match side {
            Role::Attacker => 0..first_of_defender,
            Role::Defender => first_of_defender..self.piece_count(),
        }
    }

    /// All pawns.
    #[must_use]
    pub fn pawns(self) -> Bitboard {
        self.attackers | self.defenders
    }

    /// How far a side's foremost pawn has advanced: the index of its rank as that side counts ranks.
    #[must_use]
    pub fn foremost(self, side: Role) -> Option<usize> {
        let pawns = match side {
            Role::Attacker => self.attackers,
            Role::Defender => self.defenders.flip(),
        };
        pawns.highest().map(|pawn| pawn.rank().index())
    }

    /// The number of pieces.
    #[must_use]
    pub fn piece_count(self) -> usize {
        self.pieces.iter().flatten().count()
    }

    /// Which boards are equivalent.
    #[must_use]
    pub fn symmetry(self) -> Symmetry {
        match self.pawns().any() {
            true => Symmetry::Identity,
            false => Symmetry::All,
        }
    }

    /// The number of [sets](super::placement) for each side to move.
    #[must_use]
    pub fn sets(self) -> usize {
        self.symmetry().rows() << (6 * self.piece_count())
    }

    /// The number of pieces of a side.
    #[must_use]
    pub fn pieces_of(self, side: Role) -> usize {
        self.slots(side).len()
    }

    /// The number of pawns and pieces of the attacker, and of the defender.
    #[must_use]
    pub fn men(self) -> [u32; 2] {
        let men = |pawns: Bitboard, side| pawns.count() + self.pieces_of(side) as u32;
        [
            men(self.attackers, Role::Attacker),
            men(self.defenders, Role::Defender),
        ]
    }

    /// Whether there may be positions that the attacker wins: a bare king cannot mate.
    #[must_use]
    pub fn can_win(self) -> bool {
        self.attackers.any() || self.pieces_of(Role::Attacker) > 0
    }

    /// A number that falls with each exit.
    #[must_use]
    pub fn steps(self) -> u32 {
        let steps = self.attackers.steps_to_last() + self.defenders.flip().steps_to_last();
        let pawns = self.attackers.count() + self.defenders.count();
        steps + pawns + self.piece_count() as u32
    }

    /// Calls `visit` with every exit.
    pub fn for_each_exit(self, mut visit: impl FnMut(Exit)) {
        self.own_exits(&mut visit);
        let turned = self.turned();
        turned.own_exits(&mut |exit: Exit| visit(turned.exit_turned(exit)));
    }

    /// An exit of this structure seen by the other side.
    fn exit_turned(self, exit: Exit) -> Exit {
        let [left, right] = exit.en_passant;
        let mover = match (exit.mover, exit.after) {
            (Mover::Piece(slot), _) => Mover::Piece(self.slot_turned(slot)),
            (Mover::Promoted(kind, slot), Some(after)) => {
                Mover::Promoted(kind, after.slot_turned(slot))
            }
            (mover, _) => mover,
        };
        Exit {
            side: exit.side.other(),
            mover,
            to: exit.to.map(Square::flip),
            takes: exit.takes.map(|slot| self.slot_turned(slot)),
            passed: exit.passed.map(Square::flip),
            after: exit.after.map(Self::turned),
            en_passant: [left.map(Self::turned), right.map(Self::turned)],
        }
    }

    /// The attacker's exits.
    fn own_exits(self, visit: &mut impl FnMut(Exit)) {
        let exit = Exit {
            side: Role::Attacker,
            mover: Mover::King,
            to: None,
            takes: None,
            passed: None,
            after: None,
            en_passant: [None; 2],
        };
        self.captures(exit, visit);
        for pawn in self.attackers {
            match pawn.rank() {
                Rank::SEVENTH => self.promotions(pawn, exit, visit),
                _ => self.pawn_moves(pawn, exit, visit),
            }
        }
    }

    /// The captures of the attacker's king and pieces.
    fn captures(self, exit: Exit, visit: &mut impl FnMut(Exit)) {
        let mut takes = |exit: Exit| {
            visit(exit);
            for slot in self.slots(Role::Attacker) {
                let mover = Mover::Piece(slot);
                visit(Exit { mover, ..exit });
            }
        };
        for victim in self.defenders {
            let after = Self {
                defenders: self.defenders ^ Bitboard::of(victim),
                ..self
            };
            takes(Exit {
                to: Some(victim),
                after: Some(after),
                ..exit
            });
        }
        for slot in self.slots(Role::Defender) {
            takes(Exit {
                takes: Some(slot),
                after: Some(self.without(slot)),
                ..exit
            });
        }
    }

    /// The moves of an attacker's pawn on the seventh rank.
    fn promotions(self, pawn: Square, exit: Exit, visit: &mut impl FnMut(Exit)) {
        let from = Bitboard::of(pawn);
        let promoted = |kind, base: Self, exit: Exit| {
            let base = Self {
                attackers: base.attackers ^ from,
                ..base
            };
            let side = Role::Attacker;
            let after = base.with(Piece { side, kind });
            let slot = after.map_or(0, |(_, slot)| slot);
            Exit {
                mover: Mover::Promoted(kind, slot),
                after: after.map(|(after, _)| after),
                ..exit
            }
        };
        for kind in PROMOTIONS {
            for to in from.up() {
                let to = Some(to);
                visit(promoted(kind, self, Exit { to, ..exit }));
            }
            // Only pieces can stand on the last rank.
            for slot in self.slots(Role::Defender) {
                for to in from.up().beside() {
                    let taking = Exit {
                        to: Some(to),
                        takes: Some(slot),
                        ..exit
                    };
                    visit(promoted(kind, self.without(slot), taking));
                }
            }
        }
    }

    /// The moves of an attacker's pawn on a lower rank.
    fn pawn_moves(self, pawn: Square, exit: Exit, visit: &mut impl FnMut(Exit)) {
        let from = Bitboard::of(pawn);
        let empty = !self.pawns();
        let moved = |to: Square, base: Self| {
            Some(Self {
                attackers: base.attackers ^ (from | Bitboard::of(to)),
                defenders: base.defenders & !Bitboard::of(to),
                ..base
            })
        };
        let exit = Exit {
            mover: Mover::Pawn,
            ..exit
        };
        let single = from.up() & empty;
        for to in single {
            visit(Exit {
                to: Some(to),
                after: moved(to, self),
                ..exit
            });
        }
        for to in single.up() & empty & Bitboard::rank(Rank::FOURTH) {
            let capturer = |beside: Bitboard| {
                let capturer = beside & self.defenders;
                capturer.any().then(|| Self {
                    attackers: self.attackers ^ from,
                    defenders: self.defenders ^ (capturer | single),
                    ..self
                })
            };
            let double = Bitboard::of(to);
            visit(Exit {
                to: Some(to),
                passed: single.lowest(),
                after: moved(to, self),
                en_passant: [capturer(double.left()), capturer(double.right())],
                ..exit
            });
        }
        for to in from.up().beside() & self.defenders {
            visit(Exit {
                to: Some(to),
                after: moved(to, self),
                ..exit
            });
        }
        for slot in self.slots(Role::Defender) {
            for to in from.up().beside() & empty {
                visit(Exit {
                    to: Some(to),
                    takes: Some(slot),
                    after: moved(to, self.without(slot)),
                    ..exit
                });
            }
        }
    }
}
