//! Move ordering: most of alpha-beta's power depends on it.
//!
//! The order: the table move; *tactical* moves as the game orders them (for pawns, captures,
//! because they leave a smaller game, as the earliest notes on the pawn games say); *killers*, the
//! quiet moves that refuted a sibling; the other quiet moves by *history*, how often they were good
//! elsewhere (Schaeffer 1983), and as the game orders them; and last, the tactical moves that lose
//! something, if the game can detect them.

use super::worker::Worker;
use super::{Depth, MAX_PLY};
use crate::game::{Game, MoveCode};

/// Moves, best first. They are scored only if the first one is not good enough.
pub struct Ordered<G: Game> {
    moves: G::List<G::Move>,
    /// The scores of the moves, once they are needed.
    scores: G::List<i32>,
    taken: usize,
    /// Whether the first move precedes all others, whatever its score.
    knows_first: bool,
}

/// At each ply, the last two quiet moves that refuted a position there.
#[derive(Clone, Debug)]
pub struct Killers(Box<[[MoveCode; 2]]>);

/// The history of quiet moves: how often they were good, and how often they failed, as a number for
/// each [`Game::history_index`].
#[derive(Clone, Debug)]
pub struct QuietHistory(Box<[i32]>);

/// Losing captures are tried after all quiet moves.
const LOSING_LAST: i32 = 1_000_000;
const KILLER: i32 = 5_000;
const HISTORY_MOST: i32 = 3_000;

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[MoveCode::NONE; 2]; MAX_PLY].into_boxed_slice())
    }
}

impl Killers {
    /// Records a quiet move that refuted a position at `ply`.
    pub fn remember(&mut self, refuting: MoveCode, ply: usize) {
        let killers = &mut self.0[ply];
        if killers[0] != refuting {
            *killers = [refuting, killers[0]];
        }
    }

    /// The bonus of a killer move.
    #[inline]
    fn bonus(&self, code: MoveCode, ply: usize) -> i32 {
        match self.0[ply].iter().position(|one| *one == code) {
            Some(place) => KILLER - place as i32 * 100,
            None => 0,
        }
    }
}

impl QuietHistory {
    /// An empty history of this size.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self(vec![0; size].into_boxed_slice())
    }

    /// Records that a quiet move refuted a position in a search of that depth, and that the moves
    /// `tried` before it did not.
    pub fn reward(&mut self, refuting: usize, tried: impl Iterator<Item = usize>, depth: i16) {
        let bonus = (i32::from(depth) * i32::from(depth)).min(400);
        self.learn(refuting, bonus);
        for other in tried {
            self.learn(other, -bonus);
        }
    }

    /// Moves a history score towards ±[`HISTORY_MOST`]; the nearer it is, the more slowly it moves.
    fn learn(&mut self, index: usize, bonus: i32) {
        let history = &mut self.0[index];
        *history += bonus - *history * bonus.abs() / HISTORY_MOST;
    }
}

impl<G: Game> Worker<'_, G> {
    /// The ordering score of a move at `ply`.
    #[inline(always)]
    pub(super) fn score(&self, position: &G::Position, played: G::Move, ply: usize) -> i32 {
        let order_score = self.game.order_score(position, played);
        if self.game.is_tactical(position, played) {
            return match self.game.wins_exchange(position, played, 0) {
                true => order_score,
                false => order_score - LOSING_LAST,
            };
        }
        let killer = self.killers.bonus(self.game.code(played, false), ply);
        let index = self.game.history_index(position, played);
        killer + order_score + self.quiet_history.0[index]
    }

    /// Records that a quiet move refuted a position, and that those `tried` before it did not.
    pub(super) fn learn(
        &mut self,
        position: &G::Position,
        refuting: G::Move,
        tried: &[G::Move],
        depth: Depth,
        ply: usize,
    ) {
        let game = self.game;
        let index = |played| game.history_index(position, played);
        self.killers.remember(game.code(refuting, false), ply);
        let tried = tried.iter().map(|one| index(*one));
        self.quiet_history
            .reward(index(refuting), tried, depth.plies());
    }
}

impl<G: Game> Ordered<G> {
    /// The moves of a position; the one for which `first` is true precedes all others.
    #[inline(always)]
    pub fn new(mut moves: G::List<G::Move>, first: impl Fn(G::Move) -> bool) -> Self {
        let place = moves.iter().position(|one| first(*one));
        if let Some(place) = place {
            moves.swap(0, place);
        }
        Self {
            moves,
            scores: Default::default(),
            taken: 0,
            knows_first: place.is_some(),
        }
    }

    /// The number of moves, taken or not.
    #[inline]
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// The best move left (a step of selection sort: most nodes end after one or two).
    #[inline(always)]
    pub fn next(&mut self, score: impl Fn(G::Move) -> i32) -> Option<G::Move> {
        let left = self.moves.get(self.taken..)?;
        if self.scores.is_empty() {
            // The remembered move comes first, and a single one needs no score.
            if left.len() == 1 || self.knows_first && self.taken == 0 {
                self.taken += 1;
                return left.first().copied();
            }
            let taken = std::iter::repeat_n(i32::MIN, self.taken);
            let scores = taken.chain(left.iter().map(|one| score(*one)));
            self.scores.extend(scores);
        }
        // Among equal moves, the earliest is taken, so that the order is deterministic.
        let scores = self.scores.get(self.taken..)?;
        let (mut best, mut highest) = (0, *scores.first()?);
        for (index, score) in scores.iter().enumerate() {
            if *score > highest {
                (best, highest) = (index, *score);
            }
        }
        let best = self.taken + best;
        self.scores.swap(self.taken, best);
        self.moves.swap(self.taken, best);
        self.taken += 1;
        self.moves.get(self.taken - 1).copied()
    }
}
