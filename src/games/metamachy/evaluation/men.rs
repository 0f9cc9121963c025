//! The men but pawns: where they stand, where they can go, and what they do to the enemy's king.
//!
//! *Mobility* counts the squares that a man attacks, less those where his own men stand and those that
//! enemy pawns attack (Slater 1950 found that it tells who wins; it has been in most programs since).
//! *King attack* counts the men that attack the enemy king's square or one beside it, since several
//! together do more than each alone; and how many of these squares they hit. *Shelter* is a king's own
//! pawns before him. All of these are those of chess programs, e.g. of Crafty and Stockfish as the Chess
//! Programming Wiki tells of them, with the men of this game.
//!
//! A pawn that attacks a man has a term of its own: he must go, wherever else something is at stake.

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

/// The kinds that are no pawns and no kings.
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

/// Tells all of it; how much the men fill the board.
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

/// Where a man attacks, or goes if he does not attack where he goes.
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

/// The pawns before a king and beside these, on the next three ranks.
#[inline(always)]
fn shelter(king: Square, pawns: Bitboard, side: Colour, tally: &mut impl Tally) {
    let mut front = Bitboard::of(king);
    front |= front.beside();
    for distance in 0..SHELTER {
        front = forward(front, side);
        tally.count(side, SHELTER_AT + distance, (front & pawns).count() as i32);
    }
}
