//! *Singular moves*: a move that alone holds a position (Anantharaman, Campbell and Hsu 1988).
//!
//! If one move is much better than all others, everything depends on it, and no other move makes up
//! for an error in its value. So it is extended by one ply. Singularity is tested as in Stockfish:
//! the table has a good move and its value; all *other* moves are searched at half the depth with a
//! zero window somewhat below that value. If none reaches it, the move is singular.
//!
//! If one of them does, at least two moves are nearly as good as the table value. If even this
//! lower value is above beta, the position most likely is, too, and is not searched further
//! (*multi-cut*; Björnsson and Marsland 1999). That is a guess: the answer is never proved.
//!
//! A search without one of the moves does not give the value of the position. It stores nothing in
//! the table and takes no answer from it, and the rules for pruned moves do the rest: unless
//! another move fails high, nothing is proved. An evaluation or a null move far above beta may still
//! answer it, although neither tries another move: to forbid that gained nothing in 1 600 games.

use super::Depth;
use super::pvs::Node;
use super::table::{Bound, Entry};
use super::window::{Found, Window};
use super::worker::Worker;
use crate::game::{Game, MoveCode};

/// The test does not pay at a lower depth.
const SHALLOWEST: Depth = Depth::new(6);
/// The table entry must come from a search at most this many plies shallower.
const STALE: i16 = 3;
/// The margin by which the others must be worse, in centipawns for each ply of depth.
const MARGIN: i32 = 2;

/// The result of searching the moves other than the table move.
pub(super) enum Remembered {
    /// The move was not tested, or another move is nearly as good.
    Plain,
    /// No other move comes near the table move.
    Singular,
    /// Another move is above beta, too.
    NotAlone(Found),
}

impl<G: Game> Worker<'_, G> {
    /// Searches the other moves of a node with this table entry.
    pub(super) fn search_others(
        &mut self,
        node: &Node<G>,
        entry: &Entry,
        may_cut: bool,
    ) -> Remembered {
        let worth = entry.found.value;
        let is_known_to_be_good = entry.best != MoveCode::NONE
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth.plus(-STALE)
            && worth.is_guess();
        let is_asked = G::SELECTIVITY.extends_singular_moves
            && node.ply > 0
            && node.depth >= SHALLOWEST
            && !node.in_check;
        if !is_asked || !is_known_to_be_good || self.limits.mate.is_some() {
            return Remembered::Plain;
        }
        let beta = worth.offset(-MARGIN * i32::from(node.depth.plies()));
        let window = Window {
            alpha: beta.just_below(),
            beta,
        };
        let half = Depth::new((node.depth.plies() as u64 - 1) / 2);
        self.excluded = entry.best;
        let found = self.pvs::<false>(node.position, window, half, node.ply);
        self.excluded = MoveCode::NONE;
        let cuts = may_cut && beta >= node.window.beta && node.window.beta.is_guess();
        if self.stopped {
            Remembered::Plain
        } else if found.value < beta {
            Remembered::Singular
        } else if cuts {
            Remembered::NotAlone(Found::guess(beta))
        } else {
            Remembered::Plain
        }
    }
}
