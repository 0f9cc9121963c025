//! The result of a capture when both sides go on capturing on its square (static exchange evaluation).
//!
//! Each side captures with its cheapest piece, or stops when that is better for it. The possible captures are
//! recomputed after each capture, without the pieces that have left their squares. So a rook behind a rook
//! joins in, an eagle's path opens, and a cannon gains or loses its screen. Pins and checks are ignored. The
//! king captures only where it cannot be recaptured.

use super::man::Kind;
use super::moves::Move;
use super::position::{Position, last_rank};
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};

/// The value of each kind of piece in an exchange, in the order of [`Kind::ALL`]: Jocly's numbers. A king is
/// never captured.
const WORTH: [i32; Kind::COUNT] = [100, 200, 250, 250, 300, 350, 350, 500, 750, 800, 900, 0];

/// The value of a piece in an exchange.
#[inline(always)]
#[must_use]
pub(super) const fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

impl Position {
    /// Whether a legal move wins at least this much, in centipawns, if both sides go on capturing on its
    /// target square as long as that pays.
    #[must_use]
    pub fn wins_exchange(&self, played: Move, at_least: i32) -> bool {
        let mut occupied = self.men() ^ Bitboard::of(played.from());
        let mut won = 0;
        if let Some(victim) = self.victim(played) {
            won += self.kind_on(victim).map_or(0, worth);
            occupied ^= Bitboard::of(victim);
        }
        let mut there = played.kind();
        if let Some(kind) = played.promotion() {
            won += worth(kind) - worth(there);
            there = kind;
        }
        // The side that has just moved is content if this is not below 0.
        let mut margin = won - at_least;
        if margin < 0 {
            return false;
        }
        let cannot_be_promoted = !last_rank(self.turn().opponent()).contains(played.to());
        if margin >= worth(there) && there != Kind::King && cannot_be_promoted {
            return true;
        }
        let to = played.to();
        occupied |= Bitboard::of(to);
        let mut side = self.turn().opponent();
        loop {
            // Now this side is not content, unless it captures.
            margin = -margin - 1;
            let Some((kind, from)) = self.cheapest(to, side, occupied) else {
                break;
            };
            if kind == Kind::King && self.cheapest(to, side.opponent(), occupied).is_some() {
                break;
            }
            margin += worth(there);
            there = kind;
            if kind.promotes() && last_rank(side).contains(to) {
                margin += worth(Kind::Queen) - worth(kind);
                there = Kind::Queen;
            }
            if margin < 0 {
                break;
            }
            occupied ^= Bitboard::of(from);
            side = side.opponent();
        }
        side != self.turn()
    }

    /// The cheapest piece of a side that can capture on a square, among those still there.
    fn cheapest(&self, to: Square, side: Colour, occupied: Bitboard) -> Option<(Kind, Square)> {
        let men = self.side(side) & occupied & !Bitboard::of(to);
        Kind::ALL.into_iter().find_map(|kind| {
            let men = self.of(kind) & men;
            if men.is_empty() {
                return None;
            }
            let reach = match kind {
                Kind::Pawn => to.pawn_attacks(side.opponent()),
                Kind::Camel => to.camel_attacks(),
                Kind::Knight => to.knight_attacks(),
                Kind::Elephant => to.elephant_attacks(),
                Kind::Prince | Kind::King => to.neighbours(),
                Kind::Lion => to.lion_attacks(),
                Kind::Cannon if men.meets(to.cross()) => to.cannon_attacks(occupied),
                Kind::Rook if men.meets(to.cross()) => to.rook_attacks(occupied),
                Kind::Bishop if men.meets(to.diagonals()) => to.bishop_attacks(occupied),
                Kind::Queen => to.rook_attacks(occupied) | to.bishop_attacks(occupied),
                Kind::Eagle => {
                    let reaches = |from: &Square| {
                        let way = from.eagle_way(to);
                        way.is_some_and(|way| !way.meets(occupied))
                    };
                    return men.into_iter().find(reaches).map(|from| (kind, from));
                }
                Kind::Cannon | Kind::Rook | Kind::Bishop => return None,
            };
            let from = (men & reach).into_iter().next()?;
            Some((kind, from))
        })
    }
}
