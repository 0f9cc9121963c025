//! Which squares are attacked, and which of its men the side to move may not move freely.
//!
//! A move is first made for its man alone. It can be illegal only if the king stands in check, or if it
//! changes what stands on the way of an attacker: if a man leaves such a way (pins; a cannon's second man
//! between), or enters it (a cannon needs somebody to jump over). [`Danger`] says where that is; only such
//! moves are looked at one by one.

use super::man::Kind;
use super::position::Position;
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};

impl Position {
    /// Whether the side to move stands in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        let enemy = self.turn().opponent();
        self.is_attacked(self.king(self.turn()), enemy, self.men(), self.enemy())
    }

    /// Whether the side that is not to move stands in check, which no legal move leaves.
    #[must_use]
    pub fn is_opponent_in_check(&self) -> bool {
        let king = self.king(self.turn().opponent());
        self.is_attacked(king, self.turn(), self.men(), self.own())
    }

    /// Whether a man on a square could be captured by one of these men of a side, with so many squares
    /// occupied. En passant is not asked.
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

    /// The men of a side who leap or step to a square, pawns among them, and perhaps some of the other
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

    /// What the king of the side to move has to fear.
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

/// What the king of the side to move has to fear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// Who gives check.
    pub checkers: Bitboard,
    /// Own men who may open a way to the king when they leave.
    pub leaving: Bitboard,
    /// Squares on which somebody would be jumped over.
    pub entering: Bitboard,
    /// Where those who give check can be captured or stopped. (With several of them it takes more than one
    /// of these squares, so each such move has to be looked at.)
    answers: Bitboard,
    /// Whom the cannons that give check jump over; he may go anywhere.
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

    /// Where a man other than the king may go, his own way of moving aside; some of it only if the king is
    /// safe then.
    #[inline(always)]
    #[must_use]
    pub fn targets(&self, from: Square) -> Bitboard {
        match self.checkers.is_empty() || self.screen.contains(from) {
            true => Bitboard::ALL,
            false => self.answers,
        }
    }

    /// Of these squares, those where it has to be looked whether the king is safe when somebody has come
    /// there from such a square.
    #[inline(always)]
    #[must_use]
    pub fn doubtful(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.checkers.any() || self.leaving.contains(from) {
            true => to,
            false => to & self.entering,
        }
    }
}
