//! Which move to try first: most of alpha-beta's power lies here.
//!
//! In this order: the move the table remembers; captures, since they leave a smaller game, then
//! by advancement (both from the game's first notes); *killers*, the quiet moves that refuted a
//! sibling; then the other quiet moves by *history*, how often they were good elsewhere (Schaeffer
//! 1983), and by advancement.

use arrayvec::ArrayVec;

use super::MAX_PLY;
use crate::game::{Game, MAX_MOVES, MoveCode, MoveList};

/// Moves with their scores, taken best first.
pub struct Ordered<M> {
    moves: ArrayVec<(i32, M), MAX_MOVES>,
    next: usize,
}

/// What the search has learned about moves.
#[derive(Clone, Debug)]
pub struct Memory {
    killers: Box<[[MoveCode; 2]]>,
    history: Box<[i32; MoveCode::COUNT]>,
}

const TABLE_MOVE: i32 = 1_000_000;
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

    fn score(&self, code: MoveCode, urgency: i32, ply: usize) -> i32 {
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

impl<M: Copy + Eq> Ordered<M> {
    /// The moves of a position, with `first` before all others.
    #[inline]
    pub fn new<G: Game<Move = M>>(
        game: &G,
        position: &G::Position,
        moves: MoveList<M>,
        first: Option<M>,
        memory: &Memory,
        ply: usize,
    ) -> Self {
        let score = |played: M| {
            if first == Some(played) {
                return TABLE_MOVE;
            }
            let code = game.code(played, false);
            memory.score(code, game.urgency(position, played), ply)
        };
        Self {
            moves: moves.into_iter().map(|one| (score(one), one)).collect(),
            next: 0,
        }
    }

    /// The moves by urgency alone.
    #[inline]
    pub fn by_urgency<G: Game<Move = M>>(
        game: &G,
        position: &G::Position,
        moves: MoveList<M>,
    ) -> Self {
        let scored = moves
            .into_iter()
            .map(|one| (game.urgency(position, one), one));
        Self {
            moves: scored.collect(),
            next: 0,
        }
    }
}

impl<M: Copy> Iterator for Ordered<M> {
    type Item = M;

    /// The best move left (a step of selection sort: most nodes end after one or two).
    #[inline]
    fn next(&mut self) -> Option<M> {
        let rest = self.moves.get_mut(self.next..)?;
        // The earliest of equals, so that the order never depends on chance.
        let (best, _) = rest
            .iter()
            .enumerate()
            .max_by_key(|(index, (score, _))| (*score, std::cmp::Reverse(*index)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}

/// Whether a move of this urgency is noisy: never reduced, never a killer.
#[inline]
#[must_use]
pub const fn is_noisy(urgency: i32) -> bool {
    urgency >= NOISY
}
