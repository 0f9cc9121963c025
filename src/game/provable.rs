//! What a game must say so that its exact values can be kept, passed on and proved.
//!
//! A value depends on the position and on the rule. Files keep the rule by a number, which tells the
//! game as well: [certificates](crate::solve::certificate) and
//! [repertoires](crate::solve::repertoire) have a byte for it, files of values a word.

use super::playable::Playable;
use crate::board::Colour;

/// The rule that values depend on besides the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The number that proofs keep. No two games share one: the pawn games have 0 and 1.
    pub number: u8,
    /// In words, which files of values keep: `stalemate draw`.
    pub words: &'static str,
    /// In a sentence: `whoever has no move draws`.
    pub sentence: &'static str,
}

/// A game whose values can be kept and proved.
pub trait Provable: Playable {
    /// The rule that values depend on.
    fn rule(&self) -> Rule;

    /// A position that was met in a proof, reached by moves from its root, as a FEN can show it: with that side
    /// to move, and all else that a FEN says, such as the width of the board, as in the root.
    fn shown(root: &Self::Diagram, position: Self::Position, turn: Colour) -> Self::Diagram;
}
