//! The pruning and reduction parameters of a game for the [`search`](crate::search).
//!
//! How reliable an evaluation is a few plies before the leaves, and how much a late quiet move can
//! still change, differ from game to game. None of this can affect a proof: a pruned result counts
//! as a guess. The parameters were tuned by games at a fixed number of nodes per move.

/// What a search may prune in a game, and how much it may reduce the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// The number of plies before the leaves at which the evaluation may replace a search (*reverse
    /// futility*).
    pub futile_plies: i16,
    /// The margin for each of these plies, in centipawns.
    pub futility_margin: i32,
    /// The smaller this is, the greater the reduction of late quiet moves. It may be small where
    /// move ordering is good, or where lines are long because many replies are forced.
    pub reduction_divisor: i16,
    /// Whether quiet moves rarely change much, so that near the leaves they can be skipped where
    /// the position is far below the window (*futility*).
    pub quiet_moves_change_little: bool,
    /// Whether quiet moves late in the order can be skipped near the leaves (*late-move pruning*).
    /// This pays where a position has dozens of moves.
    pub prunes_late_moves: bool,
    /// Whether it pays to detect a move that alone holds a position, and to extend it.
    pub extends_singular_moves: bool,
}

impl Selectivity {
    /// Cautious values, for a game about which nothing else is known.
    pub const USUAL: Self = Self {
        futile_plies: 6,
        futility_margin: 60,
        reduction_divisor: 4,
        quiet_moves_change_little: false,
        prunes_late_moves: false,
        extends_singular_moves: false,
    };
}
