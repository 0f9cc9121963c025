//! The squares of kings and pieces in a structure: sets of 64 positions that differ only in the defender's
//! king.
//!
//! ```text
//! place of a set:   row of the attacker's king   second piece: 6 bits   first piece: 6 bits
//! ```
//!
//! A missing piece takes no bits. Each bit of a set stands for one square of the defender's king, so one
//! operation handles 64 positions. With pawns, each square is a row of its own. Without, the board is turned
//! until the attacker's king stands in one of ten [rows](Symmetry).

use std::ops::Range;

use crate::board::between::{behind, between};
use crate::board::{Bitboard, Square};
use crate::games::pieces::symmetry::{Fold, Symmetry, Turning};

use super::structure::{Pair, Slot, Structure};
use crate::solve::proof_numbers::Role;

/// The squares of everything but the defender's king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The attacker's king.
    pub king: Square,
    /// The pieces.
    pub pieces: Pair<Square>,
}

impl Placement {
    /// The index of its set on the board turned by this fold of the attacker's king.
    #[inline]
    #[must_use]
    pub fn place(&self, fold: Fold) -> usize {
        let pieces = self.pieces.iter().rev().flatten();
        pieces.fold(fold.row.into(), |place, square| {
            place << 6 | fold.turning.square(*square).index()
        })
    }

    /// The same placement on a board that is turned so that the attacker's king represents its row, and how.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> (Self, Turning) {
        let Fold { turning, .. } = symmetry.fold(self.king);
        let turned = Self {
            king: turning.square(self.king),
            pieces: self
                .pieces
                .map(|piece| piece.map(|one| turning.square(one))),
        };
        (turned, turning)
    }
}

/// The index of the same set with a piece elsewhere.
#[inline]
#[must_use]
pub const fn with_piece(place: usize, slot: Slot, square: Square) -> usize {
    let shift = 6 * slot;
    place & !(63 << shift) | square.index() << shift
}

/// A structure, and the data to compute its sets.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The structure.
    pub structure: Structure,
    /// Which boards share a set.
    pub symmetry: Symmetry,
    pawns: Bitboard,
    /// The squares that the attacker's pawns attack.
    attacked: Bitboard,
    /// The squares that the defender's pawns attack.
    defended: Bitboard,
    /// The squares that each piece attacks from each square, through all but pawns.
    reach: [Reach; 2],
    /// The slots of each side's pieces.
    slots: [(Slot, Slot); 2],
}

/// A set for each square of a piece.
type Reach = Option<Box<[Bitboard; 64]>>;

impl Frame {
    /// The frame of a structure, in which the pieces stand on these squares only.
    #[must_use]
    pub fn new(structure: Structure, squares: [Bitboard; 2]) -> Self {
        let open = !structure.pawns();
        let reach = |slot: Slot| {
            let piece = structure.pieces[slot]?;
            let mut all = Box::new([Bitboard::EMPTY; 64]);
            for square in squares[slot] {
                all[square.index()] = piece.kind.attacks(Bitboard::of(square), open);
            }
            Some(all)
        };
        Self {
            structure,
            symmetry: structure.symmetry(),
            pawns: structure.pawns(),
            attacked: structure.attackers.up().beside(),
            defended: structure.defenders.down().beside(),
            reach: [reach(0), reach(1)],
            slots: Role::BOTH.map(|side| {
                let slots = structure.slots(side);
                (slots.start, slots.end)
            }),
        }
    }

    /// The slots of a side's pieces.
    #[inline]
    pub fn slots(&self, side: Role) -> Range<Slot> {
        let (first, end) = self.slots[side as usize];
        first..end
    }

    /// The number of sets for each side to move.
    #[must_use]
    pub fn size(&self) -> usize {
        self.structure.sets()
    }

    /// The squares of the attacker's king that represent their rows.
    #[must_use]
    pub fn kings(&self) -> Bitboard {
        let kept = Square::all().filter(|king| self.symmetry.is_kept(*king));
        kept.fold(Bitboard::EMPTY, |kings, king| kings | Bitboard::of(king))
    }

    /// The placement of a set.
    #[inline]
    #[must_use]
    pub fn placement(&self, place: usize) -> Placement {
        let [first, second] = self.structure.pieces;
        Placement {
            king: self
                .symmetry
                .kept(place >> (6 * self.structure.piece_count())),
            pieces: [
                first.map(|_| Square::at(place & 63)),
                second.map(|_| Square::at(place >> 6 & 63)),
            ],
        }
    }

    /// The occupied squares, without the defender's king; `None` if two pieces share a square.
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
        for square in &placement.pieces {
            if let Some(square) = *square {
                put(square);
            }
        }
        is_possible.then_some(occupied)
    }

    /// The squares that a piece attacks, ignoring the defender's king as a blocker.
    #[inline]
    #[must_use]
    pub fn reach(&self, slot: Slot, at: &Placement) -> Bitboard {
        let (Some(reach), Some(from)) = (&self.reach[slot], at.pieces[slot]) else {
            return Bitboard::EMPTY;
        };
        let other = at.pieces[1 - slot];
        let hidden = other.map_or(Bitboard::EMPTY, |one| behind(from, one));
        reach[from.index()] & !(hidden | behind(from, at.king))
    }

    /// The squares that the attacker's pawns and pieces attack.
    #[inline]
    #[must_use]
    pub fn attacked(&self, at: &Placement) -> Bitboard {
        let slots = self.slots(Role::Attacker);
        slots.fold(self.attacked, |all, slot| all | self.reach(slot, at))
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
        }
        for slot in self.slots(Role::Defender) {
            if let Some(square) = at.pieces[slot]
                && self.reach(slot, at).contains(at.king)
            {
                // Only the defender's king can stand in between.
                unchecked &= between(square, at.king);
            }
        }
        [free & !self.attacked(at), unchecked]
    }
}
