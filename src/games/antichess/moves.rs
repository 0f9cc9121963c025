//! Legal moves: only captures if there are any, otherwise all other moves.
//!
//! Captures are first looked for with all pieces of a kind at once. Only then are the pieces examined one by
//! one.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Square};
use crate::games::pieces::moves::pawn_moves;
use crate::games::pieces::position::{LAST, THIRD};
use crate::games::pieces::{Kind, Move, Position};

/// An upper bound on the number of moves. Sixteen pieces have at most 27 moves each, as queens. A pawn has
/// fewer: at most three steps or captures, two of which may promote to any of five kinds.
pub const MAX_MOVES: usize = 432;

/// The moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The kinds that a pawn may promote to.
pub const PROMOTIONS: [Kind; 5] = [
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::Knight,
    Kind::King,
];

/// Whether the side to move can capture, and so must.
#[inline]
#[must_use]
pub fn must_capture(position: &Position) -> bool {
    position.capture_targets().any()
}

/// All legal moves.
#[inline]
#[must_use]
pub fn moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let targets = position.capture_targets();
    if targets.any() {
        let pawns = position.own() & position.pawns();
        pawn_moves(pawns.up().left() & targets, 7, &PROMOTIONS, &mut moves);
        pawn_moves(pawns.up().right() & targets, 9, &PROMOTIONS, &mut moves);
        // Only a pawn captures en passant.
        men_moves(position, targets & position.men(), &mut moves);
    } else {
        let open = !position.men();
        let single = (position.own() & position.pawns()).up() & open;
        pawn_moves(single, 8, &PROMOTIONS, &mut moves);
        pawn_moves((single & THIRD).up() & open, 16, &PROMOTIONS, &mut moves);
        men_moves(position, open, &mut moves);
    }
    moves
}

/// The promotions that capture nothing; they are legal only if there is nothing to capture.
#[inline]
#[must_use]
pub fn promotions(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let pawns = position.own() & position.pawns();
    let to = pawns.up() & !position.men() & LAST;
    pawn_moves(to, 8, &PROMOTIONS, &mut moves);
    moves
}

/// The number of legal moves.
#[inline]
#[must_use]
pub fn count(position: &Position) -> usize {
    let pawns = position.own() & position.pawns();
    let (open, targets) = (!position.men(), position.capture_targets());
    let (by_pawns, by_men) = match targets.any() {
        true => {
            let captures = [pawns.up().left() & targets, pawns.up().right() & targets];
            (captures, targets & position.men())
        }
        false => {
            let single = pawns.up() & open;
            ([single, (single & THIRD).up() & open], open)
        }
    };
    let of_pawns = by_pawns.into_iter().map(|to| {
        let promotions = (to & LAST).count() as usize;
        to.count() as usize + (PROMOTIONS.len() - 1) * promotions
    });
    let of_men = men_targets(position, by_men).map(|(_, to)| to.count() as usize);
    of_pawns.sum::<usize>() + of_men.sum::<usize>()
}

/// Moves of all pieces but pawns to the given squares.
#[inline]
fn men_moves(position: &Position, targets: Bitboard, moves: &mut MoveList) {
    for (from, to) in men_targets(position, targets) {
        moves.extend(to.into_iter().map(|to| Move::new(from, to)));
    }
}

/// Each piece but the pawns, and those of the given squares that it can move to.
#[inline]
fn men_targets(position: &Position, targets: Bitboard) -> impl Iterator<Item = (Square, Bitboard)> {
    let open = !position.men();
    let men = position.own() & !position.pawns();
    men.into_iter()
        .map(move |from| (from, position.attacks(from, open) & targets))
}

/// Whether there is a legal move.
#[inline]
#[must_use]
pub fn has_move(position: &Position) -> bool {
    let (own, open) = (position.own(), !position.men());
    let pawns = own & position.pawns();
    let kings = own & position.of(Kind::King);
    // A slider that can move at all can move one step.
    let straight = kings | (own & position.straight_sliders());
    let aslant = kings | (own & position.aslant_sliders());
    let knights = own & position.of(Kind::Knight);
    let reached = pawns.up()
        | straight.up()
        | straight.down()
        | straight.beside()
        | aslant.up().beside()
        | aslant.down().beside()
        | knights.knight_attacks();
    reached.meets(open) || must_capture(position)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::games::antichess::Diagram;

    #[test]
    fn as_many_are_counted_as_listed() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        let start = start.parse::<Diagram>().unwrap().position;
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut promotions = 0;
        for _ in 0..200 {
            let mut position = start;
            loop {
                let moves = moves(&position);
                assert_eq!(count(&position), moves.len(), "{position:?}");
                promotions += moves.iter().filter(|one| one.promotion().is_some()).count();
                match moves.choose(&mut random) {
                    Some(played) if position.men().count() > 4 => position = position.play(*played),
                    _ => break,
                }
            }
        }
        assert!(promotions > 100, "{promotions}");
    }
}
