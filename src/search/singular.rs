//! The move that alone holds a position: *singular moves* (Anantharaman, Campbell and Hsu 1988).
//!
//! Where one move is much better than all others, everything hangs on it, and an error in what was found of it
//! is not made good by another. So it is followed one ply deeper. Whether it is alone is found out as
//! Stockfish does: the table remembers a good move and what it is worth; all *others* are searched
//! half as deep with a zero window a little below that. If none of them gets there, the move is singular.
//!
//! If one does, then two moves at least are nearly as good as the table says. Where that is better than beta,
//! the position is most likely, too, and is searched no more (*multi-cut*; Björnsson and Marsland 1999).
//! That is a guess, and says no more: the answer is never proved.
//!
//! A search without one of the moves does not answer what was asked of the position. It keeps nothing in the
//! table and takes no answer from there, and the rules for moves left out see to the rest: unless another move
//! is too good, nothing is proved.

use super::Depth;
use super::pvs::Node;
use super::table::{Bound, Entry};
use super::window::{Found, Window};
use super::worker::Worker;
use crate::game::{Game, MoveCode};

/// It does not pay in a search that is less deep.
const SHALLOWEST: Depth = Depth::new(6);
/// What the table says must come from a search at most so many plies less deep.
const STALE: i16 = 3;
/// By so much for each ply of depth the others must be worse, in hundredths of a pawn.
const MARGIN: i32 = 2;

/// What the other moves of a position say of the one that the table remembers.
pub(super) enum Remembered {
    /// Nothing was asked, or another is nearly as good.
    Plain,
    /// No other comes near it.
    Singular,
    /// Another is better than beta, too.
    NotAlone(Found),
}

impl<G: Game> Worker<'_, G> {
    /// Searches the other moves of a node of which the table knows that `entry`.
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
