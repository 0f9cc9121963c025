//! What a solver has found: the value of a position, of each of its moves, and a line of play.
//!
//! Everything here is proved, as far as it is known: unknown values are bounds. Moves are text, in
//! coordinates, so that commands and bindings need no game.

use super::line::Line;
use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::game::playable::Playable;
use crate::game::state::State;

/// What is proved about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Its value for the side to move, as far as proved.
    pub bounds: Bounds,
    /// For a win or a loss, the plies to the end with best play, if the solver knows lengths.
    pub plies: Option<u16>,
    /// The values of its moves for the side that makes them, if requested; where lengths are known,
    /// best first.
    pub moves: Vec<SolvedMove>,
}

impl Solution {
    /// The number of unknown values.
    #[must_use]
    pub fn unknown(&self) -> usize {
        let all = self.moves.iter().map(|one| one.bounds);
        let all = all.chain([self.bounds]);
        all.filter(|bounds| bounds.exact().is_none()).count()
    }
}

/// What is proved about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMove {
    /// The move in coordinates.
    pub played: String,
    /// Its value for the side that makes it, as far as proved.
    pub bounds: Bounds,
    /// The number of plies to the end, including this move, if the solver knows lengths.
    pub plies: Option<u16>,
}

/// A line of play in which each side keeps the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedLine {
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// Whether the win takes no more plies than the line: the line ends the game, and the loser
    /// resists longest against this strategy.
    pub is_longest: bool,
}

impl SolvedLine {
    /// A line from a position, as text.
    pub fn new<G: Playable>(state: &State<G>, line: &Line<G::Move>) -> Self {
        Self {
            moves: state.line(&line.moves),
            is_longest: line.is_longest,
        }
    }
}

/// The result of a search for a shortest win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortest {
    /// The moves in coordinates: the winner wins as soon as possible, and the loser delays it.
    Line(Vec<String>),
    /// It was not found. There is certainly no win within this many plies; 0 if nothing is known.
    NoneWithin(u16),
}

/// Sorts moves best first where lengths are known: the quickest win, the draws, unknown values, the
/// slowest loss.
pub(super) fn best_first(moves: &mut [SolvedMove]) {
    if moves.iter().any(|one| one.plies.is_some()) {
        moves.sort_by_key(|one| {
            let plies = one.plies.map_or(i32::MAX, i32::from);
            match one.bounds.exact() {
                Some(Outcome::Win) => (0, plies),
                Some(Outcome::Draw) => (1, 0),
                None => (2, 0),
                Some(Outcome::Loss) => (3, -plies),
            }
        });
    }
}
