//! The rule on which exact values depend besides the position, so that they can be stored, shared
//! and proved.
//!
//! Files store the rule as a number, which also identifies the game:
//! [certificates](crate::solve::certificate) and [repertoires](crate::solve::repertoire) use a byte
//! for it; files of values use its name.

/// The rule on which values depend besides the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number in proofs. No two games share one: the pawn games have 0 and 1.
    pub number: u8,
    /// Its name in files of values: `stalemate draw`.
    pub words: &'static str,
    /// The rule in a sentence: `a side without a move draws`.
    pub sentence: &'static str,
}

impl Rule {
    /// The rule of a game about which nothing is proved.
    pub const UNPROVED: Self = Self {
        number: u8::MAX,
        words: "unproved",
        sentence: "nothing is proved about it",
    };
}
