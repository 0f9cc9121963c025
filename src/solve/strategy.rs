//! Finding the strategy of a certificate.
//!
//! This is the [walk](super::walk) of a certificate with a function that chooses a move at each
//! position of the proving side. [`strategy`] accepts any such function. The acyclic solver looks
//! for a move after which the opponent misses its goal. If facts or the table already have such
//! moves, it chooses the one whose proof took the least work; otherwise it searches again, because
//! the table may have dropped a result. What facts prove without search is written in moves in the
//! same way, down to the end of the game.
//!
//! In a game with repetition it is not enough that every move keeps a win: the win must come
//! nearer. So each solver of such a game chooses by a measure of its own that falls with each move,
//! and no position repeats. For a draw, any child that keeps it will do.

use std::collections::HashSet;

use super::certificate::{Claim, Strategy, claims};
use super::solver::Solver;
use super::walk::walk_whole;
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome, PackedKey};
use crate::stop::Stop;

/// The strategy given by a choice function, with moves numbered as in a certificate. `None` if it
/// has more than `most` moves, or does not prove the claim.
///
/// `choose` is called at each position of the proving side and returns the number of one of its
/// children, all in canonical form like the position; `None` ends the walk. It also gets the
/// opponent's positions that the strategy already leads to, because leading to them again costs
/// nothing.
pub fn strategy<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    most: usize,
    mut choose: impl FnMut(&G::Position, &[G::Position], &HashSet<G::Position>) -> Option<usize>,
) -> Option<Vec<u8>> {
    let mut moves = Vec::new();
    let mut led_to = HashSet::new();
    let ask = |position: &G::Position, legal: &G::List<G::Move>| {
        if moves.len() >= most {
            return None;
        }
        let children = legal.iter();
        let children = children.map(|played| game.canonical(&game.play(position, *played)));
        let children: Vec<G::Position> = children.collect();
        let number = choose(&game.canonical(position), &children, &led_to)?;
        led_to.insert(*children.get(number)?);
        let byte = u8::try_from(number).ok()?;
        moves.push(byte);
        Some(byte)
    };
    walk_whole(game, root, claim, ask, |_, _| ()).ok()?;
    Some(moves)
}

/// The strategies that prove a value, in the order of a certificate, each found separately.
pub(super) fn strategies(
    value: Outcome,
    find: impl FnMut(Claim) -> Option<Vec<u8>>,
) -> Option<Vec<Strategy>> {
    let found = claims(value).into_iter().map(find);
    found.map(|moves| moves.map(Strategy::whole)).collect()
}

impl<G: Game<Key = PackedKey>> Solver<G> {
    /// The strategies that prove the value of a position, in the order of a certificate. `None` if
    /// `stop` is set, or the position has a different value.
    pub fn strategies(
        &self,
        root: &G::Position,
        value: Outcome,
        stop: &Stop,
    ) -> Option<Vec<Strategy>> {
        self.strategies_within(root, value, usize::MAX, stop)
    }

    /// The same strategies, if none of them has more than `most` moves.
    pub(super) fn strategies_within(
        &self,
        root: &G::Position,
        value: Outcome,
        most: usize,
        stop: &Stop,
    ) -> Option<Vec<Strategy>> {
        strategies(value, |claim| self.strategy(root, claim, most, stop))
    }

    /// The strategy that proves a claim about a position.
    pub(super) fn strategy(
        &self,
        root: &G::Position,
        claim: Claim,
        most: usize,
        stop: &Stop,
    ) -> Option<Vec<u8>> {
        let choose = |_: &G::Position, children: &[G::Position], led_to: &HashSet<G::Position>| {
            self.best(claim.goal, children, led_to, stop)
        };
        strategy(self.game(), root, claim, most, choose)
    }

    /// The index of a child in which the opponent misses its goal: among the known ones, the one
    /// that is easiest to prove, otherwise the first that is found; a child that the strategy
    /// already leads to is preferred. `None` if there is none, or `stop` was set.
    pub(super) fn best(
        &self,
        goal: Goal,
        children: &[G::Position],
        led_to: &HashSet<G::Position>,
        stop: &Stop,
    ) -> Option<usize> {
        let theirs = goal.opponents();
        let known = children.iter().enumerate().filter_map(|(number, child)| {
            let (met, cost) = self.answer_with_cost(child, theirs)?;
            let is_new = !led_to.contains(child);
            (!met).then_some((is_new, cost, number))
        });
        if let Some((_, _, number)) = known.min() {
            return Some(number);
        }
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|number| self.game().goal_score(&children[*number], theirs));
        for number in order {
            if !self.ask(&children[number], theirs, stop)? {
                return Some(number);
            }
        }
        None
    }
}
