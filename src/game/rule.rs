//! What exact values depend on besides the position, so that they can be kept, passed on and proved.
//!
//! A value depends on the position and on the rule. Files keep the rule by a number, which tells the
//! game as well: [certificates](crate::solve::certificate) and
//! [repertoires](crate::solve::repertoire) have a byte for it, files of values a word.

/// The rule that values depend on besides the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The number that proofs keep. No two games share one: the pawn games have 0 and 1.
    pub number: u8,
    /// In words, which files of values keep: `stalemate draw`.
    pub words: &'static str,
    /// In a sentence: `a side without a move draws`.
    pub sentence: &'static str,
}

impl Rule {
    /// Of a game of which nothing is proved.
    pub const UNPROVED: Self = Self {
        number: u8::MAX,
        words: "unproved",
        sentence: "nothing is proved of it",
    };
}
