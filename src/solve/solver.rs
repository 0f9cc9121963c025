//! Values of positions: the two questions, asked by all threads together.
//!
//! "Can the side to move win?" and "can it at least draw?" make a value of three. What one answers
//! stays in the table for the other, and for every position asked later.

use std::sync::atomic::{AtomicBool, Ordering};

use super::prover::{Prover, Shared};
use super::table::{Effort, ExactTable};
use crate::game::Solvable;
use crate::game::bounds::{Bounds, Goal, MoveValue};
use crate::stop::Stop;

/// Solves positions of one game.
pub struct Solver<G: Solvable> {
    game: G,
    shared: Shared,
    threads: usize,
}

/// The searches go as deep as a game is long, each level with a list of children.
const STACK: usize = 64 << 20;

impl<G: Solvable> Solver<G> {
    /// A solver with a table of at most so many MiB and so many threads (at least one). `None` if
    /// there is not so much memory.
    #[must_use]
    pub fn new(game: G, mebibytes: u64, threads: usize) -> Option<Self> {
        Some(Self {
            game,
            shared: Shared::new(mebibytes)?,
            threads: threads.max(1),
        })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How many positions have been searched: those whose moves were generated.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.shared.positions.load(Ordering::Relaxed) + self.game.own_searches()
    }

    /// The exact table.
    #[must_use]
    pub const fn table(&self) -> &ExactTable {
        &self.shared.table
    }

    /// What is known of a position without a search.
    #[must_use]
    pub fn known(&self, position: &G::Position) -> Bounds {
        Prover::new(&self.game, &self.shared, false, &|| true).known(position)
    }

    /// The answer to a question that is known without a search, with what it takes to spell it out
    /// in moves: the effort of the search, or the length of what a fact proves.
    pub(super) fn answer_with_cost(
        &self,
        position: &G::Position,
        goal: Goal,
    ) -> Option<(bool, (Effort, u16))> {
        if let Some(proof) = self.game.prove(position) {
            let cost = (Effort::from_number(0), proof.plies);
            return Some((goal.is_met_by(proof.outcome), cost));
        }
        let table = &self.shared.table;
        let place = table.place(self.game.value_key(position));
        let (bounds, effort) = table.probe_with_effort(place);
        let proved = bounds.answer(goal).map(|met| (met, (effort, u16::MAX)));
        proved.or_else(|| {
            let answer = self.game.answer(position, goal);
            answer.map(|met| (met, (Effort::from_number(0), u16::MAX)))
        })
    }

    /// Whether the side to move meets the goal; `None` if `stop` was said before that was clear.
    pub fn ask(&self, position: &G::Position, goal: Goal, stop: &Stop) -> Option<bool> {
        if let Some(answer) = self.known(position).answer(goal) {
            return Some(answer);
        }
        let answered = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let search = || {
                let has_company = self.threads > 1;
                let gives_up = || stop.is_stopped() || answered.load(Ordering::Relaxed);
                let mut prover = Prover::new(&self.game, &self.shared, has_company, &gives_up);
                let answer = prover.ask(position, goal, u64::MAX);
                if answer.is_some() {
                    answered.store(true, Ordering::Relaxed);
                }
                answer
            };
            let threads: Vec<_> = (0..self.threads)
                .filter_map(|_| {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, search).ok()
                })
                .collect();
            let answers = threads
                .into_iter()
                .map(|thread| thread.join().ok().flatten());
            answers.fold(None, Option::or)
        })
    }

    /// The value of a position, as far as it is proved when `stop` is said.
    pub fn value(&self, position: &G::Position, stop: &Stop) -> Bounds {
        let mut bounds = self.known(position);
        for goal in [Goal::Win, Goal::Draw] {
            if bounds.answer(goal).is_none()
                && let Some(met) = self.ask(position, goal, stop)
            {
                bounds = bounds.learn(goal, met);
            }
        }
        bounds
    }

    /// The value of every move of a position, in the order of [`Game::moves`](crate::game::Game::moves); calls `observe`
    /// with each as soon as it is settled.
    pub fn move_values(
        &self,
        position: &G::Position,
        stop: &Stop,
        mut observe: impl FnMut(MoveValue<G::Move>),
    ) -> Vec<MoveValue<G::Move>> {
        if self.game.outcome(position).is_some() {
            return Vec::new();
        }
        let moves = self.game.moves(position).into_iter();
        moves
            .map(|played| {
                let child = self.game.play(position, played);
                let bounds = self.value(&child, stop).reversed();
                let one = MoveValue { played, bounds };
                if bounds.exact().is_some() {
                    observe(one);
                }
                one
            })
            .collect()
    }
}
