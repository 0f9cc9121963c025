//! How much a search may leave out in a game: what [`search`](crate::search) asks of one.
//!
//! How far an evaluation can be trusted some plies before the leaves, and how much a quiet move late in the
//! order can still change, differs from game to game. Nothing of this can harm a proof: what is left out
//! counts as a guess. It is found by games, at a fixed number of nodes a move.

/// What a search may leave out in a game, and how much less deeply it may look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// So many plies before the leaves at most the evaluation may stand for a search (*reverse futility*).
    pub futile_plies: i16,
    /// What a position may lose with each ply until then, in hundredths of a pawn.
    pub futility_margin: i32,
    /// The smaller, the less deeply the search looks at late quiet moves. Where the order says much about
    /// moves, or lines are long because many replies are forced, little is lost by that.
    pub reduction_divisor: i16,
    /// Whether a quiet move seldom changes much, so that near the leaves none need be looked at where the
    /// position is far worse than asked (*futility*).
    pub quiet_moves_change_little: bool,
    /// Whether it pays to find out if a move alone holds a position, and to follow it more deeply.
    pub extends_singular_moves: bool,
}

impl Selectivity {
    /// Careful, for a game of which nothing else is known.
    pub const USUAL: Self = Self {
        futile_plies: 6,
        futility_margin: 60,
        reduction_divisor: 4,
        quiet_moves_change_little: false,
        extends_singular_moves: false,
    };
}
