//! The pieces other than pawns: their squares, their mobility, and their attack on the enemy king.
//!
//! *Mobility* counts the squares that a piece attacks, except those with pieces of its own side and those
//! attacked by enemy pawns. (Slater found in 1950 that it predicts the winner; most programs since then use
//! it.) *King attack* counts the pieces that attack the enemy king's square or one beside it, since several
//! together do more than each alone, and how many of these squares they hit. *Shelter* counts a king's own
//! pawns in front of it. All of these come from chess programs such as Crafty and Stockfish, as described in
//! the Chess Programming Wiki, applied to the pieces of this game.
//!
//! A piece attacked by a pawn has a term of its own: it must move, whatever else is at stake.

use super::pawns::{Pawns, attacks, forward};
use super::phase::SHARES;
use super::terms::{ATTACKERS, SHELTER, Tally, first};
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};
use crate::games::metamachy::man::Kind;
use crate::games::metamachy::position::Position;

const MOBILITY: usize = first("mobility");
const KING_ATTACKERS: usize = first("king_attackers");
const KING_HITS: usize = first("king_hits");
const SHELTER_AT: usize = first("shelter");
const PAWN_THREAT: usize = first("pawn_threat");

/// All kinds except pawn and king.
const OFFICERS: [Kind; Kind::COUNT - 2] = [
    Kind::Camel,
    Kind::Knight,
    Kind::Elephant,
    Kind::Prince,
    Kind::Cannon,
    Kind::Bishop,
    Kind::Rook,
    Kind::Lion,
    Kind::Eagle,
    Kind::Queen,
];

/// Reports all of these counts to the tally. Returns how much the pieces fill the board.
#[inline]
pub fn count(position: &Position, pawns: &Pawns, tally: &mut impl Tally) -> i32 {
    let men = position.men();
    let pawn_attacks =
        [Colour::White, Colour::Black].map(|side| attacks(pawns[side as usize], side));
    let mut filled = 0;
    for side in [Colour::White, Colour::Black] {
        let (own, enemy) = (position.side(side), position.side(side.opponent()));
        let enemy_king = position.king(side.opponent());
        let near_king = enemy_king.neighbours() | Bitboard::of(enemy_king);
        let open = !(own | pawn_attacks[side.opponent() as usize]);
        let (mut attackers, mut hits) = (0, 0);
        for kind in OFFICERS {
            for from in position.of(kind) & own {
                filled += SHARES[kind.index()];
                tally.man(side, kind, from);
                let attacked = reach(kind, from, men, enemy);
                let moves = attacked & open;
                tally.count(side, MOBILITY + kind.index() - 1, moves.count() as i32);
                if attacked.meets(near_king) {
                    attackers += 1;
                    hits += (attacked & near_king).count();
                }
            }
        }
        tally.count(side, KING_ATTACKERS + attackers.min(ATTACKERS - 1), 1);
        tally.count(side, KING_HITS, hits as i32);
        let officers = enemy & !pawns[side.opponent() as usize] & !Bitboard::of(enemy_king);
        let threatened = officers & pawn_attacks[side as usize];
        tally.count(side, PAWN_THREAT, threatened.count() as i32);
        let king = position.king(side);
        tally.man(side, Kind::King, king);
        shelter(king, pawns[side as usize], side, tally);
    }
    filled
}

/// The squares that a piece attacks, or for a cannon, those it can move to.
#[inline(always)]
fn reach(kind: Kind, from: Square, men: Bitboard, enemy: Bitboard) -> Bitboard {
    match kind {
        Kind::Camel => from.camel_attacks(),
        Kind::Knight => from.knight_attacks(),
        Kind::Elephant => from.elephant_attacks(),
        Kind::Prince | Kind::King | Kind::Pawn => from.neighbours(),
        Kind::Cannon => (from.cannon_attacks(men) & enemy) | (from.rook_attacks(men) & !men),
        Kind::Bishop => from.bishop_attacks(men),
        Kind::Rook => from.rook_attacks(men),
        Kind::Lion => from.lion_attacks(),
        Kind::Eagle => from.eagle_attacks(men),
        Kind::Queen => from.rook_attacks(men) | from.bishop_attacks(men),
    }
}

/// The pawns in front of a king and on the files beside it, on the next three ranks.
#[inline(always)]
fn shelter(king: Square, pawns: Bitboard, side: Colour, tally: &mut impl Tally) {
    let mut front = Bitboard::of(king);
    front |= front.beside();
    for distance in 0..SHELTER {
        front = forward(front, side);
        tally.count(side, SHELTER_AT + distance, (front & pawns).count() as i32);
    }
}
