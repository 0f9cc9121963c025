//! Perft: the number of lines of play of a given length ("performance test", Robert Hyatt).
//!
//! It checks the rules, because the numbers are known, and measures the move generator. The last ply is never
//! played: its moves are counted as bits. Two thirds of the time goes into the positions one ply above the
//! leaves. So a build for any processor checks once, when it first gets there, whether the processor has an
//! instruction to count bits.

use multiversion::multiversion;

use super::position::{FIRST, LAST, Position, SECOND, SEVENTH};

/// When a game counts as over.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Ending {
    /// By the rules: on the last rank, without pawns, or without a move. A game that is over has no
    /// continuation, so it has no leaf below it.
    #[default]
    LastRank,
    /// The convention of the earliest notes on the game: a pawn on the seventh rank ends the game too, and a
    /// game that ended this way counts as one leaf, at any depth.
    SeventhRank,
}

/// The number of lines of `depth` plies from `position`.
///
/// ```
/// use jacquerie::games::pawns::{Diagram, Ending, perft};
/// let start: Diagram = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w".parse().unwrap();
/// assert_eq!(perft(&start.position, 4, Ending::LastRank), 5_368);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32, ending: Ending) -> u64 {
    perft_unless(position, depth, ending, &|| false).unwrap_or_default()
}

/// Like [`perft`], but returns `None` soon after `stopped` returns true.
#[must_use]
pub fn perft_unless(
    position: &Position,
    depth: u32,
    ending: Ending,
    stopped: &dyn Fn() -> bool,
) -> Option<u64> {
    /// A number of plies whose subtree is counted within a fraction of a second.
    const SHORT: u32 = 6;
    let count = match ending {
        Ending::SeventhRank => to_seventh_rank,
        Ending::LastRank => to_last_rank,
    };
    if depth <= SHORT || is_over(position, ending) {
        return Some(count(position, depth));
    }
    if stopped() {
        return None;
    }
    let mut lines = Some(0);
    position.move_sets().for_each_child(position, |child| {
        if let Some(so_far) = lines {
            let more = perft_unless(&child, depth - 1, ending, stopped);
            lines = more.map(|more| so_far + more);
        }
    });
    lines
}

/// Whether a pawn has ended the game by its advance. (Without pawns or without a move there is nothing to
/// count anyway.)
pub(super) fn is_over(position: &Position, ending: Ending) -> bool {
    let (own, enemy) = (position.own(), position.enemy());
    let over = own.meets(LAST) || enemy.meets(FIRST);
    match ending {
        Ending::LastRank => over,
        Ending::SeventhRank => over || own.meets(SEVENTH) || enemy.meets(SECOND),
    }
}

/// Counts lines by the convention [`Ending::LastRank`].
fn to_last_rank(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if is_over(position, Ending::LastRank) => 0,
        _ => below(position, depth),
    }
}

/// Counts the lines of at least one ply from a position with no pawn on a last rank.
fn below(position: &Position, depth: u32) -> u64 {
    match depth {
        1 => u64::from(position.move_sets().count()),
        2 => two_plies(position),
        3 => three_plies(position),
        _ => {
            let mut lines = 0;
            position
                .move_sets()
                .for_each_child(position, |child| lines += below(&child, depth - 1));
            lines
        }
    }
}

#[multiversion(targets("x86_64+popcnt+bmi1+bmi2", "x86_64+popcnt"))]
fn two_plies(position: &Position) -> u64 {
    two_plies_inline(position)
}

#[multiversion(targets("x86_64+popcnt+bmi1+bmi2", "x86_64+popcnt"))]
fn three_plies(position: &Position) -> u64 {
    let mut lines = 0;
    position
        .move_sets()
        .for_each_child(position, |child| lines += two_plies_inline(&child));
    lines
}

#[inline(always)]
fn two_plies_inline(position: &Position) -> u64 {
    let mut lines = 0;
    position.move_sets().for_each_child(position, |child| {
        lines += u64::from(child.move_sets().count());
    });
    lines
}

/// Counts lines by the convention [`Ending::SeventhRank`].
fn to_seventh_rank(position: &Position, depth: u32) -> u64 {
    if depth == 0 || is_over(position, Ending::SeventhRank) {
        return 1;
    }
    let mut lines = 0;
    position.move_sets().for_each_child(position, |child| {
        lines += to_seventh_rank(&child, depth - 1)
    });
    lines
}
