//! Strategies that prove the values.
//!
//! # Wins
//! The [table](crate::solve::number_table) has a height for each proved win, and each proof leads
//! to lower heights. But it drops results, and a position that is proved once more may get a greater
//! height, by a way through positions whose own proof leads back to it: a strategy of both would
//! repeat. So the solver's table is not changed here. What it lacks is proved in a second table,
//! which uses nothing of the first, and a position that is proved there is continued there. In both
//! tables, a move must reach a lower height. So a game goes down in the first table, perhaps crosses
//! to the second, and goes down there.
//!
//! Proofs that are added during a walk can change the choice at positions it has passed. So it
//! begins again, until it adds none.
//!
//! # Draws
//! Any move to a position that the opponent does not win will do. To keep the set small, a move is
//! chosen after which the opponent leads to the fewest new positions.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashSet;

use super::CyclicSolver;
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome};
use crate::solve::certificate::{Claim, Strategy};
use crate::solve::dfpn::ProofNumberSearch;
use crate::solve::number_table::NumberTable;
use crate::solve::proof_numbers::{Question, Role};
use crate::solve::strategy::{strategies, strategy};
use crate::stop::Stop;

/// The second table takes one part in this many of the solver's memory.
const SECOND_TABLE: u64 = 8;
/// The maximum number of walks: if the last one still adds proofs, the second table is too small.
const MOST_WALKS: usize = 1_000;
/// How often a search may deny a win that is proved, because of repetitions, before its proof is given up. Each
/// begins with another of equal children.
const MOST_TRIES: usize = 8;

impl<G: Game<Position: Into<[u64; 4]>>> CyclicSolver<G> {
    /// The strategies that prove the value of a position, in the order of a certificate. `None` if
    /// `stop` is set, or if the results that they need are not known.
    pub fn strategies(
        &self,
        root: &G::Position,
        value: Outcome,
        stop: &Stop,
    ) -> Option<Vec<Strategy>> {
        strategies(value, |claim| self.strategy(root, claim, stop))
    }

    /// One of these strategies.
    pub(super) fn strategy(
        &self,
        root: &G::Position,
        claim: Claim,
        stop: &Stop,
    ) -> Option<Vec<u8>> {
        match claim.goal {
            Goal::Win => self.win(root, claim, stop),
            Goal::Draw => self.draw(root, claim, stop),
        }
    }

    fn win(&self, root: &G::Position, claim: Claim, stop: &Stop) -> Option<Vec<u8>> {
        let mebibytes = (self.memory >> 20) / SECOND_TABLE;
        let mut second: Option<NumberTable> = None;
        for _ in 0..MOST_WALKS {
            let mut has_added = false;
            let choose = |position: &G::Position, children: &[G::Position], led_to: &HashSet<_>| {
                if stop.is_stopped() {
                    return None;
                }
                let lower = |table: &NumberTable| self.lower(table, position, children, led_to);
                let known = second.as_ref().and_then(lower);
                if let Some(number) = known.or_else(|| lower(&self.table)) {
                    return Some(number);
                }
                let mut table = match second.take() {
                    Some(table) => table,
                    None => NumberTable::new(mebibytes.max(1)).ok()?,
                };
                self.prove_again(&mut table, position, stop);
                let number = lower(second.insert(table))?;
                has_added = true;
                Some(number)
            };
            let found = strategy(&self.game, root, claim, usize::MAX, choose);
            if !has_added {
                return found;
            }
        }
        None
    }

    /// Among the children with less height in a table than the position, the lowest; among equal
    /// ones, one that the strategy leads to already.
    fn lower(
        &self,
        table: &NumberTable,
        position: &G::Position,
        children: &[G::Position],
        led_to: &HashSet<G::Position>,
    ) -> Option<usize> {
        let own = self.height_in(table, position, Role::Attacker)?;
        let heights = children.iter().enumerate().filter_map(|(number, child)| {
            let height = self.height_in(table, child, Role::Defender)?;
            Some((height, !led_to.contains(child), number))
        });
        let (height, _, number) = heights.min()?;
        (height < own).then_some(number)
    }

    /// The height of a position in a table, if the attacker wins.
    fn height_in(&self, table: &NumberTable, position: &G::Position, role: Role) -> Option<u16> {
        match self.game.prove(position) {
            Some(proof) => role.is_won_by(proof.outcome).then_some(proof.plies),
            None => table.win(&Question::about(*position, role)),
        }
    }

    /// Proves a win in this table, or tries to.
    fn prove_again(&self, table: &mut NumberTable, position: &G::Position, stop: &Stop) {
        let gives_up = || stop.stop_if_after(self.positions.load(Ordering::Relaxed));
        for turn in 0..MOST_TRIES {
            let mut search =
                ProofNumberSearch::new(&self.game, table, &self.positions, turn, &gives_up);
            if search.ask(position, Role::Attacker, u64::MAX) != Some(false) {
                return;
            }
            // That depends on the path on which it was found.
            table.forget_open();
        }
    }

    fn draw(&self, root: &G::Position, claim: Claim, stop: &Stop) -> Option<Vec<u8>> {
        let mut seen = FxHashSet::default();
        let choose = |position: &G::Position, children: &[G::Position], led_to: &HashSet<_>| {
            seen.insert(*position);
            match stop.is_stopped() {
                true => None,
                false => self.keep_draw(children, led_to, &seen),
            }
        };
        strategy(&self.game, root, claim, usize::MAX, choose)
    }

    /// The index of the child after which the opponent, who must not win, leads to the fewest
    /// positions that are not `seen` yet.
    fn keep_draw(
        &self,
        children: &[G::Position],
        led_to: &HashSet<G::Position>,
        seen: &FxHashSet<G::Position>,
    ) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for (number, child) in children.iter().enumerate() {
            if self.answer(child, Role::Attacker, &|| false) != Some(false) {
                continue;
            }
            if led_to.contains(child) || self.game.outcome(child).is_some() {
                return Some(number);
            }
            let replies = self.game.moves(child).into_iter();
            let is_new =
                |reply: &G::Position| !seen.contains(reply) && self.game.outcome(reply).is_none();
            let new = replies
                .map(|reply| self.game.play(child, reply))
                .filter(is_new);
            let new = new.count();
            if best.is_none_or(|(_, least)| new < least) {
                best = Some((number, new));
            }
        }
        best.map(|(number, _)| number)
    }
}
