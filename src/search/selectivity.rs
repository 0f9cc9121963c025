//! Extensions, reductions and pruning.
//!
//! A line is *extended* by a ply in four cases, unless it is already twice as long as the depth of
//! the search:
//! - a passer on its way, as the game defines it ([`Game::extends`]);
//! - every move of a position with at most two moves: it is close to zugzwang, which decides these
//!   games, and such lines are cheap;
//! - every answer to a check, for the same reason;
//! - a move that [alone](super::singular) holds a position.
//!
//! Guesses prune what hardly matters. (The [null move](super::null_move) is another such guess, for
//! games that allow it; most games here depend on zugzwang.)
//! - *Reverse futility*: near the leaves, a position far above beta will not fall below it. Its
//!   evaluation is taken as its value, where the side to move may stand pat: a compulsory capture
//!   changes too much.
//! - *Late-move reductions* (Romstad): a quiet move late in the order is searched less deeply, and
//!   again at full depth if it turns out better than alpha.
//! - *Futility* (Schaeffer 1986), if the game allows it: near the leaves, quiet moves after the
//!   first are pruned in a position far below alpha.
//! - *Late-move pruning* (move-count pruning; Chess Programming Wiki), if the game allows it: near
//!   the leaves, quiet moves late in the order are not searched at all, except checks.
//! - *Exchanges*, if the game can judge them: near the leaves, a move that loses too much on its
//!   square is pruned, unless it gives check; a capture that loses anything is reduced like a quiet move.
//!
//! The parameters of a game are its [`Selectivity`](crate::game::selectivity::Selectivity).
//!
//! None of this can harm a proof: a pruned result counts as a guess, and what a shallower search
//! proves is no less proved. A search for a win in a given number of moves prunes nothing.

use super::Depth;
use super::window::Window;
use crate::game::Game;
use crate::game::value::Value;

/// With this many moves or fewer, there is hardly a choice.
const FEW: usize = 2;

/// Whether all moves of a position with this many moves are extended.
#[inline]
pub(super) const fn is_forced(moves: usize) -> bool {
    moves <= FEW
}

/// Whether a position is so far above beta that a search of this depth is not worthwhile. An
/// improving position needs the margin of one ply less.
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

/// The deepest search in which quiet moves after the first are pruned.
const FUTILITY_DEPTH: Depth = Depth::new(4);
/// The maximum that a quiet move is expected to gain, and the addition for each ply of depth, in
/// centipawns.
const FUTILITY_MARGIN: i32 = 60;
const FUTILITY_A_PLY: i32 = 100;

/// The deepest search in which late quiet moves are pruned.
const LATE_MOVE_DEPTH: Depth = Depth::new(8);
/// How many moves come early in any case.
const EARLY_MOVES: usize = 4;

/// The number of moves after which quiet ones are pruned in a search of this depth.
#[inline]
pub(super) fn most_moves<G: Game>(
    evaluation: Value,
    window: Window,
    depth: Depth,
    improving: bool,
) -> usize {
    let rules = G::SELECTIVITY;
    let plies = depth.plies();
    let margin = FUTILITY_MARGIN + FUTILITY_A_PLY * i32::from(plies);
    // No quiet move is expected to gain that much.
    if rules.quiet_moves_change_little
        && depth <= FUTILITY_DEPTH
        && evaluation.offset(margin) <= window.alpha
    {
        return 1;
    }
    if rules.prunes_late_moves && depth <= LATE_MOVE_DEPTH {
        let plies = plies as usize;
        return EARLY_MOVES + plies * plies * if improving { 6 } else { 3 } / 10;
    }
    usize::MAX
}

/// The deepest search in which moves that lose an exchange are pruned.
const EXCHANGE_DEPTH: Depth = Depth::new(6);
/// What a quiet move and a tactical one may lose for each ply of depth, in centipawns.
const QUIET_LOSS_A_PLY: i32 = 60;
const TACTICAL_LOSS_A_PLY: i32 = 100;

/// The least result of an exchange, in centipawns, with which a move is searched; `None` if every
/// result is good enough.
#[inline]
pub(super) fn least_exchange(depth: Depth, tactical: bool) -> Option<i32> {
    let loss = match tactical {
        true => TACTICAL_LOSS_A_PLY,
        false => QUIET_LOSS_A_PLY,
    };
    (depth <= EXCHANGE_DEPTH).then(|| -loss * i32::from(depth.plies()))
}

/// The depth for a position that is not in the table: without a good move to try first, a deep search
/// is wasted, and the next iteration will have one (internal iterative reduction; Schröder).
#[inline]
pub(super) fn internal_iterative_reduction(depth: Depth, is_new: bool) -> Depth {
    match is_new && depth >= Depth::new(4) {
        true => depth.plus(-1),
        false => depth,
    }
}

/// The reduction of a late quiet move: it grows with the depth and the move number, and is divided
/// by the game's parameter.
#[inline]
pub(super) fn reduction<G: Game>(depth: Depth, index: usize) -> i16 {
    if depth < Depth::new(3) || index < 3 {
        return 0;
    }
    let lateness = (usize::BITS - index.leading_zeros()) as i16;
    let height = 16 - (depth.plies() as u16).leading_zeros() as i16;
    (lateness * height / G::SELECTIVITY.reduction_divisor).min(depth.plies() - 2)
}
