//! Which squares are attacked, and which pieces the side to move may not move freely.
//!
//! Moves are first generated for each piece on its own. A move can be illegal only if the king is in check,
//! or if it changes what stands on the path of an attacker: a piece leaves such a path (pins; the second
//! piece in front of a cannon) or enters it (a cannon needs a piece to jump over). [`Danger`] records where
//! that can happen. Only such moves are tested one by one.

use super::man::Kind;
use super::moves::Move;
use super::position::Position;
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};

impl Position {
    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        let enemy = self.turn().opponent();
        self.is_attacked(self.king(self.turn()), enemy, self.men(), self.enemy())
    }

    /// Whether the side that is not to move is in check. No legal move allows that.
    #[must_use]
    pub fn is_opponent_in_check(&self) -> bool {
        let king = self.king(self.turn().opponent());
        self.is_attacked(king, self.turn(), self.men(), self.own())
    }

    /// Whether a legal move attacks the enemy king with the piece that moves.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, played: Move) -> bool {
        let (from, to) = (played.from(), played.to());
        let king = self.king(self.turn().opponent());
        let occupied = (self.men() ^ Bitboard::of(from)) | Bitboard::of(to);
        let straight = || king.cross().contains(to) && king.rook_attacks(occupied).contains(to);
        let aslant = || king.diagonals().contains(to) && king.bishop_attacks(occupied).contains(to);
        match played.promotion().unwrap_or(played.kind()) {
            Kind::Pawn => king.pawn_attacks(self.turn().opponent()).contains(to),
            Kind::Camel => king.camel_attacks().contains(to),
            Kind::Knight => king.knight_attacks().contains(to),
            Kind::Elephant => king.elephant_attacks().contains(to),
            Kind::Prince => king.neighbours().contains(to),
            Kind::Lion => king.lion_attacks().contains(to),
            Kind::Cannon => king.cross().contains(to) && king.cannon_attacks(occupied).contains(to),
            Kind::Rook => straight(),
            Kind::Bishop => aslant(),
            Kind::Queen => straight() || aslant(),
            Kind::Eagle => to.eagle_way(king).is_some_and(|way| !way.meets(occupied)),
            Kind::King => false,
        }
    }

    /// Whether `men` of one side attack a square while the `occupied` squares block lines. En passant is
    /// ignored.
    #[inline]
    #[must_use]
    pub fn is_attacked(
        &self,
        square: Square,
        by: Colour,
        occupied: Bitboard,
        men: Bitboard,
    ) -> bool {
        if (self.leapers_to(square, by) & men).any() {
            return true;
        }
        let queens = self.of(Kind::Queen);
        let straight = (queens | self.of(Kind::Rook)) & men;
        let cannons = self.of(Kind::Cannon) & men;
        let cross = square.cross();
        if straight.meets(cross) && square.rook_attacks(occupied).meets(straight) {
            return true;
        }
        if cannons.meets(cross) && square.cannon_attacks(occupied).meets(cannons) {
            return true;
        }
        let aslant = (queens | self.of(Kind::Bishop)) & men;
        if aslant.meets(square.diagonals()) && square.bishop_attacks(occupied).meets(aslant) {
            return true;
        }
        let mut eagles = (self.of(Kind::Eagle) & men).into_iter();
        eagles.any(|from| {
            let way = from.eagle_way(square);
            way.is_some_and(|way| !way.meets(occupied))
        })
    }

    /// The pieces of a side that leap or step to a square, pawns included, and perhaps some of the other
    /// side's.
    #[inline(always)]
    fn leapers_to(&self, square: Square, by: Colour) -> Bitboard {
        (square.knight_attacks() & self.of(Kind::Knight))
            | (square.camel_attacks() & self.of(Kind::Camel))
            | (square.elephant_attacks() & self.of(Kind::Elephant))
            | (square.lion_attacks() & self.of(Kind::Lion))
            | (square.neighbours() & (self.of(Kind::Prince) | self.of(Kind::King)))
            | (square.pawn_attacks(by.opponent()) & self.of(Kind::Pawn))
    }

    /// The threats to the king of the side to move.
    #[inline]
    #[must_use]
    pub fn danger(&self) -> Danger {
        let king = self.king(self.turn());
        let (own, enemy, men) = (self.own(), self.enemy(), self.men());
        let leapers = self.leapers_to(king, self.turn().opponent()) & enemy;
        let mut danger = Danger {
            checkers: leapers,
            leaving: Bitboard::EMPTY,
            entering: Bitboard::EMPTY,
            answers: leapers,
            screen: Bitboard::EMPTY,
        };
        let queens = self.of(Kind::Queen);
        let cross = king.cross();
        let sliders = (cross & (queens | self.of(Kind::Rook)))
            | (king.diagonals() & (queens | self.of(Kind::Bishop)));
        for from in sliders & enemy {
            danger.add_slider(from, king.between(from), own, men);
        }
        for from in self.of(Kind::Eagle) & enemy {
            if let Some(way) = from.eagle_way(king) {
                danger.add_slider(from, way, own, men);
            }
        }
        for from in cross & self.of(Kind::Cannon) & enemy {
            let way = king.between(from);
            let met = way & men;
            match met.count() {
                0 => danger.entering |= way,
                1 => {
                    danger.add_checker(from, way);
                    danger.screen |= met;
                }
                2 => danger.leaving |= met & own,
                _ => {}
            }
        }
        danger
    }
}

/// The threats to the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Pieces of the side to move that may open a line to the king when they leave their squares.
    pub leaving: Bitboard,
    /// Squares on which a piece would become a screen for an enemy cannon.
    pub entering: Bitboard,
    /// The squares on which a checking piece can be captured or blocked. (With several checks one such square
    /// is not enough, so each such move has to be tested.)
    answers: Bitboard,
    /// The screens of the cannons that give check; they may go anywhere.
    screen: Bitboard,
}

impl Danger {
    fn add_checker(&mut self, from: Square, way: Bitboard) {
        self.checkers |= Bitboard::of(from);
        self.answers |= way | Bitboard::of(from);
    }

    #[inline(always)]
    fn add_slider(&mut self, from: Square, way: Bitboard, own: Bitboard, men: Bitboard) {
        let met = way & men;
        if met.is_empty() {
            self.add_checker(from, way);
        } else if !met.is_several() {
            self.leaving |= met & own;
        }
    }

    /// The squares that a piece other than the king may go to, whatever its own way of moving. For some of
    /// them the king's safety must still be tested.
    #[inline(always)]
    #[must_use]
    pub fn targets(&self, from: Square) -> Bitboard {
        match self.checkers.is_empty() || self.screen.contains(from) {
            true => Bitboard::ALL,
            false => self.answers,
        }
    }

    /// Of these squares, those for which the king's safety has to be tested after a move from `from`.
    #[inline(always)]
    #[must_use]
    pub fn doubtful(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.checkers.any() || self.leaving.contains(from) {
            true => to,
            false => to & self.entering,
        }
    }
}
