//! Which lines are searched deeper than others, and which not at all.
//!
//! Four kinds of line are *extended* by a ply, as long as the line is not twice as long as the search is
//! deep:
//!
//! - a passer on its way, as the game itself says ([`Game::extends`]);
//! - every move where there are two or fewer: who can hardly choose is on the way into zugzwang,
//!   which decides these games, and such lines are cheap;
//! - every answer to a check, for the same reason;
//! - a move that [alone](super::singular) holds a position.
//!
//! Guesses leave out what will hardly matter. (The [null move](super::passing) is one more, for games that
//! offer it; a side to move that would rather pass is what most games here are about.)
//!
//! - *Reverse futility*: near the leaves, a position that is far better than beta will not fall back
//!   below it. Its evaluation is taken for its value.
//! - *Late-move reductions* (Romstad): a quiet move that comes late in the order is searched less
//!   deeply, and again at full depth if it turns out better than alpha.
//! - *Futility* (Schaeffer 1986), if the game says that it may: near the leaves, of a position that is far
//!   worse than alpha, quiet moves but the first are left out.
//!
//! How much of all that a game can bear is its [`Selectivity`](crate::game::selectivity::Selectivity).
//!
//! Neither can harm a proof: what is left out counts as a guess, and what a shallower search proves
//! is no less proved. A search for a win in so many moves prunes nothing.

use super::Depth;
use super::window::Window;
use crate::game::Game;
use crate::game::value::Value;

/// So few moves are hardly a choice.
const FEW: usize = 2;

/// Whether all moves of a position with so many of them are followed one ply deeper.
#[inline]
pub(super) const fn is_forced(moves: usize) -> bool {
    moves <= FEW
}

/// Whether a position is so much better than beta that a search of this depth is not worth its
/// while. One that gets better from move to move needs a margin for one ply less.
#[inline]
pub(super) fn reverse_futility<G: Game>(
    evaluation: Value,
    window: Window,
    depth: Depth,
    improving: bool,
) -> bool {
    let plies = i32::from(depth.plies()) - i32::from(improving);
    depth.plies() <= G::SELECTIVITY.futile_plies
        && window.alpha.is_guess()
        && window.beta.is_guess()
        && evaluation.offset(-G::SELECTIVITY.futility_margin * plies) >= window.beta
}

/// The deepest search in which quiet moves are left out.
const HOPELESS: Depth = Depth::new(4);
/// What a quiet move may win at most, and with each ply that follows, in hundredths of a pawn.
const HOPE: i32 = 60;
const HOPE_A_PLY: i32 = 100;

/// Whether a position is so much worse than alpha that no quiet move will change that in a search of this
/// depth.
#[inline]
pub(super) fn is_hopeless<G: Game>(evaluation: Value, window: Window, depth: Depth) -> bool {
    let hope = HOPE + HOPE_A_PLY * i32::from(depth.plies());
    G::SELECTIVITY.quiet_moves_change_little
        && depth <= HOPELESS
        && window.alpha.is_guess()
        && evaluation.offset(hope) <= window.alpha
}

/// How deep to search a position that was never seen before, if it is one: without a move to begin
/// with, a deep search is wasted, and the next iteration will have one (internal iterative
/// reduction; Schröder).
#[inline]
pub(super) fn internal_iterative_reduction(depth: Depth, is_new: bool) -> Depth {
    match is_new && depth >= Depth::new(4) {
        true => depth.plus(-1),
        false => depth,
    }
}

/// By how much a late quiet move is searched less deeply: the deeper and the later, the more; all of it
/// divided by what the game says.
#[inline]
pub(super) fn reduction<G: Game>(depth: Depth, index: usize) -> i16 {
    if depth < Depth::new(3) || index < 3 {
        return 0;
    }
    let lateness = (usize::BITS - index.leading_zeros()) as i16;
    let height = 16 - (depth.plies() as u16).leading_zeros() as i16;
    (lateness * height / G::SELECTIVITY.reduction_divisor).min(depth.plies() - 2)
}
