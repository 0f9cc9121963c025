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

/// At each ply the two quiet moves that last refuted a position there.
#[derive(Clone, Debug)]
pub struct Killers(Box<[[MoveCode; 2]]>);

/// How often quiet moves were good, and how often they were tried in vain.
#[derive(Clone, Debug)]
pub struct QuietHistory(Box<[i32; MoveCode::COUNT]>);

const KILLER: i32 = 5_000;
const TACTICAL: i32 = 5_000;
const HISTORY_MOST: i32 = 3_000;

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[MoveCode::NONE; 2]; MAX_PLY].into_boxed_slice())
    }
}

impl Killers {
    /// A quiet move refuted a position at `ply`.
    pub fn remember(&mut self, refuting: MoveCode, ply: usize) {
        let killers = &mut self.0[ply];
        if killers[0] != refuting {
            *killers = [refuting, killers[0]];
        }
    }

    /// What a quiet move is given for being one of them.
    #[inline]
    fn bonus(&self, code: MoveCode, ply: usize) -> i32 {
        match self.0[ply].iter().position(|one| *one == code) {
            Some(place) => KILLER - place as i32 * 100,
            None => 0,
        }
    }
}

impl Default for QuietHistory {
    fn default() -> Self {
        Self(Box::new([0; MoveCode::COUNT]))
    }
}

impl QuietHistory {
    /// A quiet move refuted a position in a search of that depth; `tried` before it did not.
    pub fn reward(&mut self, refuting: MoveCode, tried: &[MoveCode], depth: i16) {
        let bonus = (i32::from(depth) * i32::from(depth)).min(400);
        self.learn(refuting, bonus);
        for other in tried {
            self.learn(*other, -bonus);
        }
    }

    /// Moves the history towards ±[`HISTORY_MOST`], the slower the nearer it is.
    fn learn(&mut self, code: MoveCode, bonus: i32) {
        let history = &mut self.0[code.index()];
        *history += bonus - *history * bonus.abs() / HISTORY_MOST;
    }
}

/// How good a move looks at `ply`.
#[inline]
pub fn score(
    killers: &Killers,
    history: &QuietHistory,
    code: MoveCode,
    order_score: i32,
    ply: usize,
) -> i32 {
    if is_tactical(order_score) {
        return order_score;
    }
    killers.bonus(code, ply) + order_score + history.0[code.index()]
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

/// Whether a move of this score is tactical: never reduced, never a killer.
#[inline]
#[must_use]
pub const fn is_tactical(order_score: i32) -> bool {
    order_score >= TACTICAL
}
