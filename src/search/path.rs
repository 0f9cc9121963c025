//! The path to the current node: draws that depend on it, and its effect on wins.
//!
//! Where positions can repeat, the search keeps those on its path from the root, and before them
//! those of the game ([`History`]), back to the last irreversible move.
//!
//! - A position on the path after the root counts as a draw when it occurs again: what was not good
//!   enough the first time will not be the second time. One that was on the board before (the root
//!   is one) counts as a draw at its third occurrence, as in the rules.
//! - If the game has such a rule, it is drawn after a number of plies without progress, unless the
//!   last of them ends it.
//!
//! Only positions an even number of plies apart are compared, and never by key, because mirror
//! images share keys. Such a draw is a guess about the position, never proved, and neither is
//! anything that depends on it.
//!
//! # Wins
//! A win in a known number of plies is a fact about the position alone. If every move reduces the
//! distance to the end, no position occurs twice. So on the board the win is stopped by a third
//! occurrence only if some position other than the root occurred twice before; and by the count of
//! plies without progress only if that runs out first. Where either is possible, a win from the
//! table or from a fact does not count, and the search must find one that gets through. Near the
//! end of the count no other table value counts either, because it was found with more plies left; nor do wins
//! that a prover has found for the position alone.
//!
//! None of this is compiled for games that do not need it.

use super::{Depth, MAX_PLY};
use crate::game::history::{occurrences, past_matters};
use crate::game::value::Value;
use crate::game::{Game, History};

/// The positions of the game and of the search, up to the current node.
pub(super) struct Path<G: Game> {
    /// The positions before the root, oldest first; then the root, and one position for each ply.
    positions: Vec<G::Position>,
    /// How many plies without progress led to each of them.
    quiet: Vec<u16>,
    /// The index of the root.
    root: usize,
    /// Whether a position other than the root occurred twice before it.
    stood_twice: bool,
}

/// A search may look this many plies beyond its depth for the end of the count. Where extensions lead further, the
/// count does not matter: nothing proved rests on it.
const MARGIN: u16 = 8;

/// With fewer plies left until the count runs out, the search decides whether a win gets through.
const PLIES_FOR_A_WIN: Depth = Depth::new(32);

impl<G: Game> Path<G> {
    const IS_KEPT: bool = past_matters::<G>();

    /// The path to a root.
    pub(super) fn new(root: &G::Position, history: &History<G::Position>) -> Self {
        if !Self::IS_KEPT {
            return Self {
                positions: Vec::new(),
                quiet: Vec::new(),
                root: 0,
                stood_twice: false,
            };
        }
        let before = &history.positions;
        let stood_twice = before
            .iter()
            .enumerate()
            .any(|(index, one)| one != root && occurrences(&before[..index], one) > 0);
        let mut positions = before.clone();
        positions.resize(before.len() + MAX_PLY + 1, *root);
        let counts = (0..positions.len()).map(|plies| u16::try_from(plies).unwrap_or(u16::MAX));
        Self {
            quiet: counts
                .map(|plies| plies.saturating_add(history.quiet_plies))
                .collect(),
            root: before.len(),
            positions,
            stood_twice: G::CAN_REPEAT && stood_twice,
        }
    }

    /// Records a position `ply` plies below the root, reached by a move that may be irreversible.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        ply: usize,
        position: &G::Position,
        is_irreversible: impl FnOnce() -> bool,
    ) {
        if Self::IS_KEPT {
            let at = self.root + ply;
            self.positions[at] = *position;
            self.quiet[at] = match is_irreversible() {
                true => 0,
                false => self.quiet[at - 1].saturating_add(1),
            };
        }
    }

    /// Whether the path to the position at `ply` makes it a draw.
    #[inline(always)]
    pub(super) fn is_draw(&self, game: &G, ply: usize) -> bool {
        Self::IS_KEPT && (self.is_repetition(ply) || self.is_counted_out(game, ply))
    }

    fn is_repetition(&self, ply: usize) -> bool {
        let at = self.root + ply;
        let reach = at.min(self.quiet[at].into());
        let mut before_root = 0;
        let earlier = (2..=reach).step_by(2).map(|back| at - back);
        G::CAN_REPEAT
            && earlier
                .filter(|one| self.positions[*one] == self.positions[at])
                .any(|one| {
                    before_root += 1;
                    one > self.root || before_root == 2
                })
    }

    fn is_counted_out(&self, game: &G, ply: usize) -> bool {
        let at = self.root + ply;
        G::MOST_QUIET_PLIES.is_some_and(|most| self.quiet[at] >= most)
            && game.outcome(&self.positions[at]).is_none()
    }

    /// Whether a win of either side that takes at most this many more plies gets through from the
    /// position at `ply`: neither a repetition nor the count can stop it.
    #[inline(always)]
    pub(super) fn lets_finish(&self, ply: usize, plies: u16) -> bool {
        if !Self::IS_KEPT || plies == 0 {
            return true;
        }
        let quiet = self.quiet[self.root + ply];
        let in_time = |most| quiet.saturating_add(plies) <= most;
        // After an irreversible move earlier positions no longer matter.
        let may_repeat = self.stood_twice && usize::from(quiet) >= ply && plies > 1;
        !may_repeat && G::MOST_QUIET_PLIES.is_none_or(in_time)
    }

    /// Whether the count may run out before a win gets through that is proved for the position at the root alone.
    pub(super) fn may_stop_wins(&self) -> bool {
        Self::IS_KEPT && self.is_near_end(0, PLIES_FOR_A_WIN)
    }

    /// Whether a table value may be used for the position at `ply`, in a search of that depth.
    #[inline(always)]
    pub(super) fn lets_in(&self, value: Value, depth: Depth, ply: usize) -> bool {
        !Self::IS_KEPT
            || match value.plies_to_end() {
                Some(plies) => self.lets_finish(ply, plies.saturating_sub(ply as u16)),
                None => !self.is_near_end(ply, depth),
            }
    }

    /// Whether the count may run out during a search of that depth from the position at `ply`.
    fn is_near_end(&self, ply: usize, depth: Depth) -> bool {
        G::MOST_QUIET_PLIES.is_some_and(|most| {
            let depth = depth.plies().max(0) as u16;
            self.quiet[self.root + ply].saturating_add(depth + MARGIN) >= most
        })
    }
}
