//! What everybody above asks of a solver, whatever it finds its values with.
//!
//! The [prover](super::prover) asks questions and knows no distances; its game is one in which no
//! position comes back. A game in which positions do may have tables of its own: whole sets of
//! positions, valued from the ends of the game backwards, each won or lost one with the exact number
//! of plies that it takes. Both are an [`ExactSolver`], and a command needs no more.
//!
//! Whoever knows values and distances knows what to play. So strategies and lines follow from them,
//! unless the solver has a better way: the winner takes the child with the least distance, and so
//! never comes back; the loser the one with the greatest; and for a draw any child does that keeps
//! it, one that is part of the strategy already before others, so that the set is soon closed.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use thiserror::Error;

use super::certificate::{Claim, Strategy, claims};
use super::checkpoint::CheckpointError;
use super::line::Line;
use super::records;
use super::repertoire::{NoRepertoire, Place};
use super::solver::{NoSearch, Solver};
use super::strategy::strategy;
use crate::game::bounds::{Bounds, Goal, MoveValue};
use crate::game::playable::Playable;
use crate::game::{Outcome, Solvable};
use crate::stop::Stop;

/// Why a solver does not begin: what would be too much, and what would help.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{0}")]
pub struct Refusal(pub String);

/// What a solver can do that not every solver can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// It finds shortest wins.
    pub shortest: bool,
    /// It finds [repertoires](super::repertoire).
    pub repertoires: bool,
    /// It has an order of moves, and its work can be [forecast](super::forecast).
    pub forecasts: bool,
}

/// Solves positions of a game.
pub trait ExactSolver<G: Playable>: Sync {
    /// The game.
    fn game(&self) -> &G;

    /// What it can do that not every solver can.
    fn abilities(&self) -> Abilities {
        Abilities {
            shortest: true,
            repertoires: false,
            forecasts: false,
        }
    }

    /// Whether whatever was asked could be searched.
    ///
    /// # Errors
    /// Why something could not.
    fn check(&self) -> Result<(), NoSearch> {
        Ok(())
    }

    /// How many positions have been searched.
    fn positions(&self) -> u64;

    /// How much of its memory is in use, for the line of progress: `table 12 % full`.
    fn memory(&self) -> String;

    /// Looks how much there is to do for a position, before any work is done; it may say so.
    ///
    /// # Errors
    /// If it is too much. Then nothing else is asked of the position but what is known.
    fn begin(&self, _root: &G::Position, _stop: &Stop) -> Result<(), Refusal> {
        Ok(())
    }

    /// What is known of a position without any work; everything, where the game is over.
    fn known(&self, position: &G::Position) -> Bounds;

    /// After how many plies a position that is won or lost is over with best play, where that is known
    /// exactly; 0 if it is over.
    fn plies(&self, _position: &G::Position) -> Option<u16> {
        None
    }

    /// A number of a position that is won or lost, as far as it is known, which falls with each move of
    /// the winner's strategy, whatever is replied: the plies, or how many they are at most.
    fn height(&self, position: &G::Position) -> Option<u16> {
        self.plies(position)
    }

    /// The value of a position, as far as it is proved when `stop` is said.
    fn value(&self, position: &G::Position, stop: &Stop) -> Bounds;

    /// Whether the side to move meets a goal; `None` if `stop` was said before that was clear.
    fn ask(&self, position: &G::Position, goal: Goal, stop: &Stop) -> Option<bool> {
        self.value(position, stop).answer(goal)
    }

    /// A number that positions share only if they have the same value, where the game has such numbers (it
    /// is no hash), and nothing is known of the position without search.
    fn value_key(&self, _position: &G::Position) -> Option<u128> {
        None
    }

    /// Where the solver has an order: how soon it would try a move to this position, to show that the
    /// side to move there misses a goal; what is lower comes first.
    fn goal_score(&self, _position: &G::Position, _goal: Goal) -> Option<i32> {
        None
    }

    /// Notes down what takes at least so many positions to prove from now on, for
    /// [others](Self::take_lemmas), if the solver can.
    fn note_lemmas(&self, _from: u64) {}

    /// Takes away what was noted down, as [`Self::learn_lemmas`] reads it.
    fn take_lemmas(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over what another solver of the same game, in the same program, has noted down; whether it could be
    /// read.
    fn learn_lemmas(&self, _lemmas: &[u8]) -> bool {
        true
    }

    /// The value of every move of a position; calls `observe` with each as soon as it is settled.
    fn move_values(
        &self,
        position: &G::Position,
        stop: &Stop,
        observe: &mut dyn FnMut(MoveValue<G::Move>),
    ) -> Vec<MoveValue<G::Move>> {
        let game = self.game();
        if game.outcome(position).is_some() {
            return Vec::new();
        }
        let moves = game.moves(position).into_iter();
        let valued = moves.map(|played| {
            let child = game.play(position, played);
            let bounds = self.value(&child, stop).reversed();
            let one = MoveValue { played, bounds };
            if bounds.exact().is_some() {
                observe(one);
            }
            one
        });
        valued.collect()
    }

    /// The strategies that prove the value of a position, as a certificate orders them. `None` if
    /// `stop` is said, or not everything is known that they need.
    fn strategies(&self, root: &G::Position, value: Outcome, stop: &Stop) -> Option<Vec<Strategy>> {
        let claims = claims(value).into_iter();
        claims
            .map(|claim| self.strategy(root, claim, stop).map(Strategy::whole))
            .collect()
    }

    /// The strategy that proves a claim about a position, as a certificate orders its moves. `None` if `stop` is
    /// said, the claim is false, or not everything is known that it needs.
    fn strategy(&self, root: &G::Position, claim: Claim, stop: &Stop) -> Option<Vec<u8>> {
        let choose =
            |_: &G::Position, children: &[G::Position], led_to: &HashSet<G::Position>| match stop
                .is_stopped()
            {
                true => None,
                false => choose(self, claim.goal, children, led_to),
            };
        strategy(self.game(), root, claim, usize::MAX, choose)
    }

    /// A line from a position that is won or lost, in which both play as well as can be. `None` if
    /// `stop` is said, or not everything is known that it needs.
    fn line(&self, root: &G::Position, value: Outcome, stop: &Stop) -> Option<Line<G::Move>> {
        let game = self.game();
        let (mut position, mut value) = (*root, value);
        let mut moves = Vec::new();
        for left in (0..self.plies(root)?).rev() {
            // One ply less is the least that a winner can leave, and the most that a loser can.
            let keeps = |child: &G::Position| {
                self.known(child).exact() == Some(value.reversed())
                    && self.plies(child) == Some(left)
            };
            let mut legal = game.moves(&position).into_iter();
            let played = legal.find(|played| keeps(&game.play(&position, *played)))?;
            if stop.is_stopped() {
                return None;
            }
            moves.push(played);
            position = game.play(&position, played);
            value = value.reversed();
        }
        let is_longest = true;
        Some(Line { moves, is_longest })
    }

    /// The shortest win of a position that is won or lost: a line in which the winner wins as soon as he
    /// can and the other side puts it off. Or within how many plies there certainly is no win, as far as
    /// that is known when `stop` is said.
    ///
    /// # Errors
    /// That number; 0 if nothing is known.
    fn shortest(
        &self,
        root: &G::Position,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Vec<G::Move>, u16> {
        match self.plies(root) {
            Some(_) => self.line(root, value, stop).map(|line| line.moves).ok_or(0),
            None => Err(0),
        }
    }

    /// The entries of the [repertoire](super::repertoire) for a position, for its mover and its opponent; calls
    /// `reached` before each.
    ///
    /// # Errors
    /// If `stop` is said, a move cannot be written, or the solver finds none.
    fn repertoire(
        &self,
        _root: &G::Position,
        _plies: u8,
        _stop: &Stop,
        _reached: &mut dyn FnMut(Place),
    ) -> Result<[Vec<u8>; 2], NoRepertoire> {
        Err(NoRepertoire::Unknown)
    }

    /// Writes what is proved into a [checkpoint](super::checkpoint).
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()>;

    /// Reads what was proved in the run before.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError>;
}

/// The number of the child that whoever knows values and distances leads to.
pub(super) fn choose<G: Playable>(
    solver: &(impl ExactSolver<G> + ?Sized),
    goal: Goal,
    children: &[G::Position],
    led_to: &HashSet<G::Position>,
) -> Option<usize> {
    let numbers = 0..children.len();
    // The opponent must miss his goal.
    let mut good = numbers
        .filter(|number| solver.known(&children[*number]).answer(goal.opponents()) == Some(false));
    let is_part = |number: &usize| led_to.contains(&children[*number]);
    match goal {
        Goal::Win => good.min_by_key(|number| {
            let height = solver.height(&children[*number]);
            (height.unwrap_or(u16::MAX), !is_part(number))
        }),
        Goal::Draw => {
            let first = good.next()?;
            match is_part(&first) {
                true => Some(first),
                false => good.find(is_part).or(Some(first)),
            }
        }
    }
}

impl<G: Solvable + Playable> ExactSolver<G> for Solver<G> {
    fn game(&self) -> &G {
        self.game()
    }

    fn check(&self) -> Result<(), NoSearch> {
        self.check()
    }

    fn positions(&self) -> u64 {
        self.positions()
    }

    fn memory(&self) -> String {
        format!("table {} % full", self.table().thousandths_used() / 10)
    }

    fn known(&self, position: &G::Position) -> Bounds {
        self.known(position)
    }

    fn value(&self, position: &G::Position, stop: &Stop) -> Bounds {
        self.value(position, stop)
    }

    fn ask(&self, position: &G::Position, goal: Goal, stop: &Stop) -> Option<bool> {
        self.ask(position, goal, stop)
    }

    fn value_key(&self, position: &G::Position) -> Option<u128> {
        // What facts settle need not fit into a key.
        let is_open = self.game().prove(position).is_none();
        is_open.then(|| self.game().value_key(position).bits())
    }

    fn goal_score(&self, position: &G::Position, goal: Goal) -> Option<i32> {
        Some(self.game().goal_score(position, goal))
    }

    fn note_lemmas(&self, from: u64) {
        self.note_lemmas(from);
    }

    fn take_lemmas(&self) -> Vec<u8> {
        self.take_lemmas()
    }

    fn learn_lemmas(&self, lemmas: &[u8]) -> bool {
        self.learn_lemmas(lemmas)
    }

    fn move_values(
        &self,
        position: &G::Position,
        stop: &Stop,
        observe: &mut dyn FnMut(MoveValue<G::Move>),
    ) -> Vec<MoveValue<G::Move>> {
        self.move_values(position, stop, observe)
    }

    fn strategy(&self, root: &G::Position, claim: Claim, stop: &Stop) -> Option<Vec<u8>> {
        self.strategy(root, claim, usize::MAX, stop)
    }

    fn line(&self, root: &G::Position, value: Outcome, stop: &Stop) -> Option<Line<G::Move>> {
        self.line(root, value, stop)
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            shortest: false,
            repertoires: true,
            forecasts: true,
        }
    }

    fn repertoire(
        &self,
        root: &G::Position,
        plies: u8,
        stop: &Stop,
        reached: &mut dyn FnMut(Place),
    ) -> Result<[Vec<u8>; 2], NoRepertoire> {
        self.repertoire(root, plies, stop, reached)
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        records::write(file, self.table())
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        records::read(file, |record| self.table().restore(&record))
    }
}

/// What a move comes to, and after how many plies the game is over then, counted from before it,
/// where that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured<M> {
    /// The move and its value, for the side that makes it.
    pub one: MoveValue<M>,
    /// The plies, of a win or a loss.
    pub plies: Option<u16>,
}

/// The moves of a position with their lengths. Where lengths are known, the best comes first: the
/// quickest win, the draws, what is unknown, the slowest loss.
#[must_use]
pub fn measured<G: Playable>(
    solver: &dyn ExactSolver<G>,
    position: &G::Position,
    values: Vec<MoveValue<G::Move>>,
) -> Vec<Measured<G::Move>> {
    let game = solver.game();
    let values = values.into_iter().map(|one| {
        let plies = match one.bounds.exact() {
            None | Some(Outcome::Draw) => None,
            Some(_) => solver.plies(&game.play(position, one.played)),
        };
        let plies = plies.map(|plies| plies.saturating_add(1));
        Measured { one, plies }
    });
    let mut values: Vec<Measured<G::Move>> = values.collect();
    if values.iter().any(|one| one.plies.is_some()) {
        values.sort_by_key(|Measured { one, plies }| {
            let plies = plies.map_or(i32::MAX, i32::from);
            match one.bounds.exact() {
                Some(Outcome::Win) => (0, plies),
                Some(Outcome::Draw) => (1, 0),
                None => (2, 0),
                Some(Outcome::Loss) => (3, -plies),
            }
        });
    }
    values
}
