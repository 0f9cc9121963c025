//! Finding the strategy that a certificate holds.
//!
//! The walk of [`certificate`](super::certificate), with the solver to ask: at each position of the
//! proving side, a move after which the opponent misses his goal. Where facts or the table already
//! know such a move, it is the one whose proof took the least; else the solver searches again, for
//! the table may have lost what it once knew. What facts know without search is spelled out in
//! moves in the same way, down to the end of the game.

use std::collections::HashSet;

use super::certificate::{Claim, claims, in_order};
use super::solver::Solver;
use crate::game::bounds::Goal;
use crate::game::{Outcome, Solvable};
use crate::stop::Stop;

impl<G: Solvable> Solver<G> {
    /// The strategies that prove the value of a position, as a certificate orders them. `None` if
    /// `stop` is said, or the value is another.
    pub fn strategies(
        &self,
        root: &G::Position,
        value: Outcome,
        stop: &Stop,
    ) -> Option<Vec<Vec<u8>>> {
        self.strategies_within(root, value, usize::MAX, stop)
    }

    /// The same, or `None` if one of them has more than `most` moves.
    pub(super) fn strategies_within(
        &self,
        root: &G::Position,
        value: Outcome,
        most: usize,
        stop: &Stop,
    ) -> Option<Vec<Vec<u8>>> {
        let claims = claims(value).into_iter();
        claims
            .map(|claim| self.strategy(root, claim, most, stop))
            .collect()
    }

    fn strategy(
        &self,
        root: &G::Position,
        claim: Claim,
        most: usize,
        stop: &Stop,
    ) -> Option<Vec<u8>> {
        let mut walk = Walk {
            solver: self,
            goal: claim.goal,
            most,
            stop,
            moves: Vec::new(),
            seen: HashSet::new(),
            led_to: HashSet::new(),
        };
        let root = self.game().canonical(root);
        match claim.by_mover {
            true => walk.proving_side(root)?,
            false => walk.opponent(root)?,
        }
        Some(walk.moves)
    }

    /// The number of a child in which the opponent misses his goal: the one that is easiest to
    /// prove, if some are known, else the first that is found; one that the strategy leads to
    /// already is taken before others. `None` if there is none, or `stop` was said.
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

struct Walk<'a, G: Solvable> {
    solver: &'a Solver<G>,
    goal: Goal,
    /// How many moves it may have.
    most: usize,
    stop: &'a Stop,
    moves: Vec<u8>,
    seen: HashSet<G::Position>,
    /// Positions of the opponent's that the strategy leads to: to do so once more costs nothing.
    led_to: HashSet<G::Position>,
}

impl<G: Solvable> Walk<'_, G> {
    fn proving_side(&mut self, position: G::Position) -> Option<()> {
        let game = self.solver.game();
        if game.outcome(&position).is_some() || !self.seen.insert(position) {
            return Some(());
        }
        if self.moves.len() >= self.most {
            return None;
        }
        let children: Vec<G::Position> = in_order(game, &position)
            .into_iter()
            .map(|played| game.canonical(&game.play(&position, played)))
            .collect();
        let number = self
            .solver
            .best(self.goal, &children, &self.led_to, self.stop)?;
        self.moves.push(number as u8);
        self.opponent(children[number])
    }

    fn opponent(&mut self, position: G::Position) -> Option<()> {
        let game = self.solver.game();
        if game.outcome(&position).is_some() || !self.led_to.insert(position) {
            return Some(());
        }
        in_order(game, &position)
            .into_iter()
            .try_for_each(|reply| self.proving_side(game.canonical(&game.play(&position, reply))))
    }
}
