//! Proving alongside the search: the [solver's search](crate::solve::proof_search) for the current
//! position, or another prover that the game provides.
//!
//! A search with an evaluation plays well long before it knows the truth; a search for a proof has
//! no result until it has the exact one. So each iteration is followed by a spell of proving, for a
//! share of what the search has spent so far. The exact table keeps what is proved, so each spell
//! continues where the last one ended.
//!
//! The questions are asked in this order, each about the root, a move there or a reply to it, in
//! the move order of the search:
//!
//! 1. Does some move win? If the search finds that unlikely: does some move at least draw?
//! 2. Once the outcome is settled: which other moves keep it?
//! 3. If it is a draw: which replies to the drawing moves lose? The opponent should have many of
//!    them.

use super::root_moves::{RootMove, together};
use super::worker::Worker;
use crate::game::bounds::Goal;
use crate::game::value::Value;
use crate::game::{Game, Outcome};
use crate::solve::proof_source::{ProofSource, Spell};

/// The prover alongside a search, and its share of the work.
pub struct Proving<'a, G: Game> {
    /// The prover, and what is proved so far.
    pub proofs: &'a ProofSource<G>,
    /// The number of positions searched for proofs per node of the search.
    pub share: f64,
}

/// A shorter spell is not worth the descent to where the last one ended.
const LEAST_SPELL: u64 = 200;

/// A prover whose steps are not cut short begins when the search has done this part of its longest
/// step. Otherwise one step may take all the time, and the move is chosen by a few hundred nodes.
const PART_OF_STEP: u64 = 8;

/// A question about a move at the root.
enum RootQuestion<P> {
    /// Whether the opponent meets this goal after a move.
    Move(usize, P, Goal),
    /// Whether the mover wins after a move and this reply.
    Reply(P),
    /// Whether the mover meets this goal.
    Root(Goal),
}

impl<G: Game> Worker<'_, G> {
    /// Runs the prover for a while, if the count cannot stop what it proves. `moves` are all the moves to choose from.
    pub(super) fn prove_beside(&mut self, root: &G::Position, moves: &mut [RootMove<G::Move>]) {
        let mut left = match self.path.may_stop_wins() {
            true => 0,
            false => self.spell(together(moves).exact()),
        };
        while left > 0
            && !self.deadline.is_over()
            && let Some(question) = self.next_question(root, moves)
            && let Some(proofs) = self.proofs
        {
            let (position, goal) = match &question {
                RootQuestion::Move(_, child, goal) => (child, *goal),
                RootQuestion::Reply(position) => (position, Goal::Win),
                RootQuestion::Root(goal) => (root, *goal),
            };
            let deadline = self.deadline;
            let spell = Spell {
                most: left,
                gives_up: &|| deadline.is_over(),
                is_parallel: self.abdada.is_some(),
            };
            let (answer, spent) = (proofs.ask)(self.game, position, goal, &spell);
            // A prover that computes whole tables may spend more than it was given.
            left = left.saturating_sub(spent);
            self.nodes += spent;
            self.proving_nodes += spent;
            let Some(met) = answer else {
                break;
            };
            match question {
                RootQuestion::Move(index, _, goal) => {
                    let known = &mut moves[index].known;
                    *known = known.learn(goal.opponents(), !met);
                }
                RootQuestion::Reply(_) => {}
                // The prover now knows the moves that show the answer.
                RootQuestion::Root(_) => {
                    self.look_up(root, moves);
                    if together(moves).exact().is_none() {
                        break;
                    }
                }
            }
        }
        if together(moves).exact() == Some(Outcome::Win) {
            self.measure_wins(root, moves);
        }
        self.publish_nodes();
    }

    /// Finds the heights of the moves that are proved to win.
    fn measure_wins(&self, root: &G::Position, moves: &mut [RootMove<G::Move>]) {
        let Some(proofs) = self.proofs else {
            return;
        };
        let wins = |one: &&mut RootMove<G::Move>| one.known.least() == Outcome::Win && !one.drawn;
        for one in moves.iter_mut().filter(wins) {
            if one.height.is_none() {
                let child = self.game.play(root, one.played);
                one.height = (proofs.height)(self.game, &child, &|| self.deadline.is_over());
            }
        }
    }

    /// The number of positions that may be searched for proofs now, given the proved outcome. Only
    /// proofs can choose among drawing moves.
    fn spell(&self, outcome: Option<Outcome>) -> u64 {
        let nodes = self.total_nodes();
        let overrun = self.proofs.map_or(0, |proofs| proofs.overrun);
        let left = |most: Option<u64>| {
            most.map_or(u64::MAX, |most| {
                most.saturating_sub(nodes.saturating_add(overrun))
            })
        };
        if let (Some(Outcome::Draw), Some(end)) = (outcome, self.settled_at) {
            return end.saturating_sub(nodes).min(left(self.limits.nodes));
        }
        let due = ((self.nodes - self.proving_nodes) as f64 * self.share) as u64;
        let spell = due.saturating_sub(self.proving_nodes);
        if spell < LEAST_SPELL.max(overrun / PART_OF_STEP) {
            0
        } else {
            spell.min(left(self.most_nodes))
        }
    }

    /// Looks up the proved bounds of the moves at the root.
    pub(super) fn look_up(&self, root: &G::Position, moves: &mut [RootMove<G::Move>]) {
        let Some(proofs) = self.proofs else {
            return;
        };
        let may_stop_wins = self.path.may_stop_wins();
        for one in moves.iter_mut().filter(|one| !one.drawn) {
            let child = self.game.play(root, one.played);
            let proved = (proofs.known)(self.game, &child).reversed();
            one.known = one.known.and(match may_stop_wins {
                true => proved.without_wins(),
                false => proved,
            });
        }
    }

    fn next_question(
        &self,
        root: &G::Position,
        moves: &mut [RootMove<G::Move>],
    ) -> Option<RootQuestion<G::Position>> {
        let bounds = together(moves);
        let goal = match bounds.exact() {
            Some(Outcome::Loss) => return None,
            Some(Outcome::Draw) => Goal::Draw,
            Some(Outcome::Win) => Goal::Win,
            None if bounds.answer(Goal::Draw).is_some() => Goal::Win,
            None if bounds.answer(Goal::Win).is_some() => Goal::Draw,
            None if moves[0].value() >= Value::DRAW => Goal::Win,
            None => Goal::Draw,
        };
        let chooses = self.proofs.is_some_and(|proofs| proofs.chooses_moves);
        if chooses && bounds.exact().is_none() {
            return Some(RootQuestion::Root(goal));
        }
        let is_open = |one: &RootMove<G::Move>| !one.drawn && one.known.answer(goal).is_none();
        if let Some(index) = moves.iter().position(is_open) {
            let child = self.game.play(root, moves[index].played);
            return Some(RootQuestion::Move(index, child, goal.opponents()));
        }
        let draws = |one: &RootMove<G::Move>| one.known.exact() == Some(Outcome::Draw);
        if bounds.exact() != Some(Outcome::Draw)
            || moves.iter().filter(|one| draws(one)).count() < 2
        {
            return None;
        }
        let unclear = moves
            .iter_mut()
            .filter(|one| draws(one) && one.pitfalls.is_none());
        for one in unclear {
            match self.pitfalls(&self.game.play(root, one.played)) {
                Ok(share) => one.pitfalls = Some(share),
                Err(position) => return Some(RootQuestion::Reply(position)),
            }
        }
        None
    }

    /// The share of losing moves, in thousandths; or, as the error, the position after a move about
    /// which that is not known yet.
    fn pitfalls(&self, position: &G::Position) -> Result<u32, G::Position> {
        let (mut losing, mut all) = (0, 0);
        if self.game.outcome(position).is_some() {
            return Ok(0);
        }
        for reply in self.game.moves(position) {
            let child = self.game.play(position, reply);
            let known = self.proofs.map(|proofs| (proofs.known)(self.game, &child));
            match known.and_then(|known| known.answer(Goal::Win)) {
                Some(wins) => losing += u32::from(wins),
                None => return Err(child),
            }
            all += 1;
        }
        Ok(losing * 1_000 / all)
    }
}
