//! The moves at the root, and what is known about each: by search, and by proof.
//!
//! The search gives a move a value and a line. A move may also have proved bounds: from the search
//! itself, from the [prover alongside it](super::proving), or from the book of solved first moves.
//! Proofs take precedence over guesses:
//!
//! - a move that cannot be better than another one, because the other is proved to be at least as
//!   good, need not be searched;
//! - among moves proved to draw, the one with the largest share of losing replies is played: the
//!   opponent has the most ways to go wrong.

use super::window::{Found, Window};
use super::worker::Line;
use crate::game::Outcome;
use crate::game::bounds::{Bounds, Goal};
use crate::game::value::Value;

/// A move at the root, and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) played: M,
    /// What the search has found.
    pub(super) found: Found,
    pub(super) line: Line<M>,
    /// Proved bounds, for the side that makes the move.
    pub(super) known: Bounds,
    /// An upper bound if the move was shown to lose, even in a search that only found it worse than
    /// others: the game is over within that many plies. Otherwise a bound above every value.
    pub(super) at_most: Value,
    /// Whether the earlier moves make it a draw on the board. If so, proofs do not count: they are
    /// about the position alone, without the earlier moves.
    pub(super) drawn: bool,
    /// If the opponent is proved to lose after it: a number that falls with each move of the winner,
    /// if known ([`Height`](crate::solve::proof_source::Height)).
    pub(super) height: Option<u16>,
    /// The share of losing replies in thousandths, if known: how easily the opponent goes wrong.
    pub(super) pitfalls: Option<u32>,
}

impl<M: Copy> RootMove<M> {
    pub(super) fn new(played: M, known: Bounds) -> Self {
        Self {
            played,
            found: Found::NOTHING,
            line: [played].into_iter().collect(),
            known,
            at_most: Value::INFINITE,
            drawn: false,
            height: None,
            pitfalls: None,
        }
    }

    /// The search's value, clamped to the proved bounds.
    pub(super) fn value(&self) -> Value {
        self.held_within_proofs(self.found.value)
    }

    /// A value of the move, clamped to the proved bounds.
    pub(super) fn held_within_proofs(&self, value: Value) -> Value {
        let least = match self.known.least() {
            Outcome::Win => Value::WON,
            Outcome::Draw => Value::DRAW,
            Outcome::Loss => Value::loss_in(0),
        };
        let most = match self.known.most() {
            Outcome::Win => Value::INFINITE,
            Outcome::Draw => Value::DRAW,
            Outcome::Loss => Value::LOST,
        };
        value.max(least).min(most)
    }

    /// The outcome with best play after the move, if it is proved.
    pub(super) fn proved(&self) -> Option<Outcome> {
        let is_draw = self.found.proved && self.found.value == Value::DRAW;
        self.known.exact().or(is_draw.then_some(Outcome::Draw))
    }

    /// Learns what a search of the move within a window proves. A value not above alpha is only an
    /// upper bound, one not below beta only a lower bound.
    ///
    /// If the table has `whole_keys`, a win or loss in a known number of plies is always a fact.
    /// Otherwise it is only the search's result, unless it is marked as proved.
    pub(super) fn learn(&mut self, found: Found, window: Window, whole_keys: bool) {
        let Found { value, proved } = found;
        let known = &mut self.known;
        let is_fact = proved || (whole_keys && value.plies_to_end().is_some());
        if !is_fact {
            return;
        }
        if value > window.alpha {
            if value >= Value::WON {
                *known = known.learn(Goal::Win, true);
            } else if value >= Value::DRAW {
                *known = known.learn(Goal::Draw, true);
            }
        }
        if value < window.beta {
            if value <= Value::LOST {
                *known = known.learn(Goal::Draw, false);
                self.at_most = self.at_most.min(value);
            } else if value <= Value::DRAW {
                *known = known.learn(Goal::Win, false);
            }
        }
    }

    /// Whether it loses, by proof or by search.
    pub(super) fn is_lost(&self) -> bool {
        self.known.most() == Outcome::Loss || self.is_searched_to_lose()
    }

    /// Whether it loses by search, though perhaps in an unknown number of plies.
    pub(super) fn is_searched_to_lose(&self) -> bool {
        self.found != Found::NOTHING && self.found.value <= Value::LOST
    }
}

/// Whether all moves are proved to have the same outcome: then the guesses decide.
pub(super) fn come_to_the_same<M>(moves: &[RootMove<M>]) -> bool {
    let known = moves.first().map_or(Bounds::UNKNOWN, |one| one.known);
    known.exact().is_some() && moves.iter().all(|one| one.known == known)
}

/// The bounds of a position in which any of these moves may be chosen.
pub(super) fn together<M>(moves: &[RootMove<M>]) -> Bounds {
    Bounds::best_of_moves(moves.iter().map(|one| one.known))
}

/// Puts the moves that need not be searched at the end, and returns how many are left.
pub(super) fn put_away_the_worse<M: Copy>(moves: &mut [RootMove<M>]) -> usize {
    let settled = together(moves).exact();
    let bounds: Vec<Bounds> = moves.iter().map(|one| one.known).collect();
    // If the best of them loses by search, others are not better merely because they lack a proof.
    let all_lose = moves.first().is_some_and(RootMove::is_searched_to_lose);
    let is_worse = |one: &RootMove<M>| {
        let most = one.known.most();
        // A draw cannot be improved, but a quicker win can be found.
        let may_not_draw = settled == Some(Outcome::Draw) && one.known.least() < Outcome::Draw;
        let beats = |other: &Bounds| other.least() >= most && other.most() > most;
        may_not_draw || (!all_lose && bounds.iter().any(beats))
    };
    moves.sort_by_key(is_worse);
    moves.partition_point(|one| !is_worse(one))
}

/// Puts the move to be played first, if that is settled by proof; `moves` are all the moves to
/// choose from. A win found by search stays first, because its length is known; otherwise the
/// winning move with the least distance to the end is played.
pub(super) fn put_best_first<M: Copy>(moves: &mut [RootMove<M>]) {
    let Some(outcome) = together(moves).exact() else {
        return;
    };
    let wins = |one: &&RootMove<M>| one.known.least() == Outcome::Win;
    let has_length = moves
        .iter()
        .find(wins)
        .is_some_and(|one| one.found.value.is_win());
    let rank = |one: &RootMove<M>| match outcome {
        Outcome::Win if !wins(&one) => 0,
        Outcome::Win if has_length => 1,
        Outcome::Win => 1 + i32::from(u16::MAX) - i32::from(one.height.unwrap_or(u16::MAX)),
        Outcome::Draw if one.known.least() == Outcome::Draw => {
            1 + one.pitfalls.map_or(0, |share| share as i32)
        }
        Outcome::Draw | Outcome::Loss => 0,
    };
    // Among equal moves, the first: the one that the search prefers.
    let best = (0..moves.len())
        .rev()
        .max_by_key(|index| rank(&moves[*index]));
    if let Some(best) = best {
        moves[..=best].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With hash keys, some moves are proved to lose and others lose only by search; the one that
    /// loses most slowly stays first.
    #[test]
    fn a_lack_of_proof_is_no_hope_where_all_moves_lose() {
        let slowest = RootMove {
            found: Found::guess(Value::loss_in(8)),
            ..RootMove::new(1, Bounds::exactly(Outcome::Loss))
        };
        let mut moves = [slowest, RootMove::new(2, Bounds::UNKNOWN)];
        assert_eq!(put_away_the_worse(&mut moves), 2);
        assert_eq!(moves[0].played, 1);
        // As long as the search does not find the loss itself, other moves may be better.
        moves[0].found = Found::guess(Value::guess(-90));
        assert_eq!(put_away_the_worse(&mut moves), 1);
        assert_eq!(moves[0].played, 2);
    }
}
