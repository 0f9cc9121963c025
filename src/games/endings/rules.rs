//! The rules of chess without castling: legal moves, check, and how a game ends.
//!
//! A move is legal if it leaves its own king unattacked. Only a few moves must be tested: those of the first
//! friendly piece on a line from the king, which may be pinned; captures en passant, which take two pawns off
//! a line at once; and in check all moves. No other move can open a line to the king. The king itself may go
//! where the enemy does not attack once the king is off the board, because a slider's attack goes on behind
//! it.
//!
//! The game ends by mate, by stalemate, and where no series of legal moves can mate (a dead position): kings
//! with at most one knight, or with bishops on squares of one colour only.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Colour, Square};
use crate::game::Outcome;
use crate::game::finish::{Cause, Finish};
use crate::games::pieces::position::{LAST, THIRD};
use crate::games::pieces::{Kind, Move, Position};

/// An upper bound on the number of moves. A side has a king and at most nine pawns and pieces together. Nine
/// queens have at most 27 moves each, the king eight; a pawn in the place of a queen has at most twelve.
pub const MAX_MOVES: usize = 9 * 27 + 8;

/// The moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The kinds that a pawn may promote to.
pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// The maximum number of pawns of a side.
pub const MOST_PAWNS: u32 = 8;
/// The maximum number of pawns and pieces of a side, without the king: one piece, and eight pawns, promoted
/// or not.
pub const MOST_PIECES: u32 = MOST_PAWNS + 1;

/// The squares that the enemy attacks while only `open` squares let its pieces through.
#[inline]
#[must_use]
pub fn attacked(position: &Position, open: Bitboard) -> Bitboard {
    let enemy = position.enemy();
    (enemy & position.pawns()).down().beside() | position.attacks_of(enemy, open)
}

/// The king of the side to move.
#[inline]
fn own_king(position: &Position) -> Bitboard {
    position.own() & position.of(Kind::King)
}

/// Returns true if the king of the side to move is attacked.
#[inline]
#[must_use]
pub fn is_in_check(position: &Position) -> bool {
    attacked(position, !position.men()).meets(own_king(position))
}

/// Returns true if the king of the side that moves is not attacked after a move.
fn is_safe(position: &Position, played: Move) -> bool {
    !is_in_check(&position.play(played).turned())
}

/// Calls `visit` with each legal move until `visit` returns true. Returns whether it did.
#[inline]
pub fn any_move(position: &Position, mut visit: impl FnMut(Move) -> bool) -> bool {
    let (own, open, king) = (position.own(), !position.men(), own_king(position));
    let Some(home) = king.lowest() else {
        return false;
    };
    let attacked = attacked(position, open | king);
    for to in king.neighbours() & !own & !attacked {
        if visit(Move::new(home, to)) {
            return true;
        }
    }
    let is_in_check = attacked.meets(king);
    let on_lines = king.queen_attacks(open) & own;
    let is_legal = |played: Move, takes_two: bool| {
        let must_look = is_in_check || takes_two || on_lines.contains(played.from());
        !must_look || is_safe(position, played)
    };
    let pawns = own & position.pawns();
    for from in own & !pawns & !king {
        for to in position.attacks(from, open) & !own {
            let played = Move::new(from, to);
            if is_legal(played, false) && visit(played) {
                return true;
            }
        }
    }
    let single = pawns.up() & open;
    let [left, right] = [pawns.up().left(), pawns.up().right()];
    let (enemy, passed) = (position.enemy(), position.en_passant());
    let sets = [
        (single, 8, false),
        ((single & THIRD).up() & open, 16, false),
        (left & enemy, 7, false),
        (right & enemy, 9, false),
        (left & passed, 7, true),
        (right & passed, 9, true),
    ];
    for (set, back, takes_two) in sets {
        for to in set {
            let played = Move::new(Square::at(to.index() - back), to);
            if !is_legal(played, takes_two) {
                continue;
            }
            let stops = match LAST.contains(to) {
                false => visit(played),
                true => PROMOTIONS.iter().any(|kind| visit(played.promoting(*kind))),
            };
            if stops {
                return true;
            }
        }
    }
    false
}

/// All legal moves.
#[must_use]
pub fn moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    any_move(position, |played| {
        moves.push(played);
        false
    });
    moves
}

/// Returns true if there is a legal move.
#[must_use]
pub fn has_move(position: &Position) -> bool {
    any_move(position, |_| true)
}

/// The position after a legal move, seen by the other side.
#[inline]
#[must_use]
pub fn play(position: &Position, played: Move) -> Position {
    let mut after = position.play(played);
    keep_legal_en_passant(&mut after);
    after
}

/// Removes an en passant square where no legal move captures: only a legal capture makes it a different
/// position (FIDE, 9.2.3.1).
pub fn keep_legal_en_passant(position: &mut Position) {
    let passed = position.en_passant();
    let Some(to) = passed.lowest() else {
        return;
    };
    let captors = position.own() & position.pawns() & passed.down().beside();
    let is_legal = |from| is_safe(position, Move::new(from, to));
    if !captors.into_iter().any(is_legal) {
        position.forget_en_passant();
    }
}

/// Returns true if no series of legal moves can mate.
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let pieces = position.men() & !position.of(Kind::King);
    if pieces.count() < 2 {
        return pieces & (position.of(Kind::Knight) | position.of(Kind::Bishop)) == pieces;
    }
    let is_of_one_colour =
        (pieces & Bitboard::DARK).is_empty() || (pieces & !Bitboard::DARK).is_empty();
    position.of(Kind::Bishop) == pieces && is_of_one_colour
}

/// The outcome for the side to move, if it has no move. (A dead position still has moves, and lines of play
/// go on, as in other programs.)
#[must_use]
pub fn outcome(position: &Position) -> Option<Outcome> {
    match has_move(position) {
        true => None,
        false if is_in_check(position) => Some(Outcome::Loss),
        false => Some(Outcome::Draw),
    }
}

/// How the game has finished, as text; `mover` is the side to move.
#[must_use]
pub fn finish(position: &Position, mover: Colour) -> Option<Finish> {
    let dead = || is_dead(position).then_some(Outcome::Draw);
    let over = outcome(position);
    let outcome = over.or_else(dead)?;
    let (cause, told) = match over {
        Some(Outcome::Loss) => (Cause::Checkmate, format!("{mover}'s king is mated")),
        Some(_) => (Cause::NoMove, format!("{mover} has no move")),
        None => {
            let told = "neither side has enough material to mate";
            (Cause::Material, told.into())
        }
    };
    Some(Finish::of(outcome, mover, cause, told))
}
