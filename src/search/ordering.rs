//! Which move to try first: most of alpha-beta's power lies here.
//!
//! In this order: the move the table remembers; captures, since they leave a smaller game, then
//! by advancement (both from the game's first notes); *killers*, the quiet moves that refuted a
//! sibling; then the other quiet moves by *history*, how often they were good elsewhere (Schaeffer
//! 1983), and by advancement.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::MAX_PLY;
use crate::game::{MAX_MOVES, MoveCode, MoveList};

/// Moves, taken best first. They are scored only when the first one was not good enough.
pub struct Ordered<M> {
    moves: MoveList<M>,
    /// Their scores, once they are needed.
    scores: ArrayVec<i32, MAX_MOVES>,
    taken: usize,
    /// Whether the first move comes before all others, whatever its score.
    knows_first: bool,
}

/// What the search has learned about moves.
#[derive(Clone, Debug)]
pub struct Memory {
    killers: Box<[[MoveCode; 2]]>,
    history: Box<[i32; MoveCode::COUNT]>,
}

const KILLER: i32 = 5_000;
const NOISY: i32 = 5_000;
const HISTORY_MOST: i32 = 3_000;

impl Default for Memory {
    fn default() -> Self {
        Self {
            killers: vec![[MoveCode::NONE; 2]; MAX_PLY].into_boxed_slice(),
            history: Box::new([0; MoveCode::COUNT]),
        }
    }
}

impl Memory {
    /// A quiet move refuted the position at `ply`; `tried` before it did not.
    pub fn reward(&mut self, refuting: MoveCode, tried: &[MoveCode], ply: usize, depth: i16) {
        let killers = &mut self.killers[ply];
        if killers[0] != refuting {
            *killers = [refuting, killers[0]];
        }
        let bonus = (i32::from(depth) * i32::from(depth)).min(400);
        self.learn(refuting, bonus);
        for other in tried {
            self.learn(*other, -bonus);
        }
    }

    /// Moves the history towards ±[`HISTORY_MOST`], the slower the nearer it is.
    fn learn(&mut self, code: MoveCode, bonus: i32) {
        let history = &mut self.history[code.index()];
        *history += bonus - *history * bonus.abs() / HISTORY_MOST;
    }

    /// How good a move looks at `ply`.
    pub fn score(&self, code: MoveCode, urgency: i32, ply: usize) -> i32 {
        if urgency >= NOISY {
            return urgency;
        }
        let killer = match self.killers[ply].iter().position(|one| *one == code) {
            Some(place) => KILLER - place as i32 * 100,
            None => 0,
        };
        killer + urgency + self.history[code.index()]
    }
}

impl<M: Copy> Ordered<M> {
    /// The moves of a position, the one that is `first` before all others.
    #[inline(always)]
    pub fn new(mut moves: MoveList<M>, first: impl Fn(M) -> bool) -> Self {
        let place = moves.iter().position(|one| first(*one));
        if let Some(place) = place {
            moves.swap(0, place);
        }
        Self {
            moves,
            scores: ArrayVec::new(),
            taken: 0,
            knows_first: place.is_some(),
        }
    }

    /// How many moves there are, taken or not.
    #[inline]
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// The best move left (a step of selection sort: most nodes end after one or two).
    #[inline(always)]
    pub fn next(&mut self, score: impl Fn(M) -> i32) -> Option<M> {
        if self.scores.is_empty() {
            if self.knows_first && self.taken == 0 {
                self.taken = 1;
                return self.moves.first().copied();
            }
            self.scores.extend(self.moves.iter().map(|one| score(*one)));
        }
        // The earliest of equals, so that the order never depends on chance.
        let rest = self.scores.iter().enumerate().skip(self.taken);
        let (best, _) = rest.max_by_key(|(index, score)| (**score, Reverse(*index)))?;
        self.scores.swap(self.taken, best);
        self.moves.swap(self.taken, best);
        self.taken += 1;
        self.moves.get(self.taken - 1).copied()
    }
}

/// Whether a move of this urgency is noisy: never reduced, never a killer.
#[inline]
#[must_use]
pub const fn is_noisy(urgency: i32) -> bool {
    urgency >= NOISY
}
