//! How a win is carried out: by numbers that fall with each move by the winner.
//!
//! Within a structure, the number is the [rank](Ranks) of the position. Each exit leads to a structure with
//! fewer steps left. Steps and rank together make one number. Wins that only the search has proved use the
//! plies of the proof and lie above all of these numbers. Only those may fail to fall, when the search has
//! forgotten a proof: then the line ends, or there is no certificate.

use std::collections::HashSet;
use std::sync::Arc;

use super::EndingSolver;
use crate::game::bounds::{Bounds, Goal};
use crate::game::{Game, Outcome};
use crate::games::endings::tables::question::{Bound, Scope, TableQuestion};
use crate::games::endings::tables::ranks::Ranks;
use crate::games::endings::tables::reading::View;
use crate::games::endings::{Move, Position, rules, small};
use crate::solve::proof_numbers::Role;
use crate::solve::tiers::Tier;
use crate::stop::Stop;

/// How many numbers the positions of one structure can have: more than the rounds of any table.
const RANKS: u16 = 400;

/// The number of a position in which a pawn can be captured en passant, which no table has. The next move
/// stays in the structure or leaves it.
const LAST_RANK: u16 = RANKS - 1;

/// More than any number from tables: sixteen pawns have 112 steps left.
const BEYOND_TABLES: u16 = 50_000;

/// The longest line shown, in plies.
const LONGEST_LINE: usize = 300;

impl EndingSolver {
    /// For a lost position, with the loser to move: a number that falls with each move by the winner. Also
    /// `None` if `gives_up` returns true, since tables may have to be made again.
    pub fn height(&self, position: &Position, gives_up: &dyn Fn() -> bool) -> Option<u16> {
        if rules::outcome(position).is_some() {
            return Some(0);
        }
        if self.ladder.bounds(position).exact() == Some(Outcome::Loss) {
            let view = View::new(position, Role::Defender)?;
            return match position.en_passant().is_empty() {
                true => self.rank(&view, gives_up),
                false => Some(view.structure.steps() as u16 * RANKS + LAST_RANK),
            };
        }
        let plies = self.begun_search()?.height(position)?;
        Some(BEYOND_TABLES.saturating_add(plies))
    }

    /// For a lost position, with the loser to move: the number that falls with each move by the winner.
    fn rank(&self, view: &View, gives_up: &dyn Fn() -> bool) -> Option<u16> {
        let mut least: Option<u16> = None;
        for scope in Scope::ALL {
            let question = TableQuestion::new(view.structure, Bound::Lower, scope);
            let ranks = self.ranks_of(question, gives_up);
            let rank = ranks.and_then(|ranks| ranks.of(view));
            least = match (least, rank) {
                (Some(least), Some(rank)) => Some(least.min(rank)),
                (least, rank) => least.or(rank),
            };
        }
        let rank = least.filter(|rank| *rank < LAST_RANK)?;
        Some(view.structure.steps() as u16 * RANKS + rank)
    }

    /// The ranks of a question, if its table and those it rests on exist.
    fn ranks_of(&self, question: TableQuestion, gives_up: &dyn Fn() -> bool) -> Option<Arc<Ranks>> {
        let kept = self
            .ranks
            .lock()
            .iter()
            .find_map(|(one, ranks)| (*one == question).then(|| ranks.clone()));
        if kept.is_some() {
            return kept;
        }
        let ranks = match small::ranks(question, gives_up) {
            Some(ranks) => ranks,
            None => {
                self.ladder.table(question)?;
                let mut tables = Vec::new();
                question.for_each_successor(|next| tables.push((next, self.ladder.table(next))));
                let known = |next: TableQuestion| {
                    let found = tables.iter().find(|(one, _)| *one == next);
                    found.and_then(|(_, table)| table.as_deref())
                };
                Ranks::new(question, &known, gives_up).ok()?
            }
        };
        let ranks = Arc::new(ranks);
        let mut kept = self.ranks.lock();
        kept.push((question, ranks.clone()));
        // They may take as much memory as the search; the oldest make way.
        let mut bytes: usize = kept.iter().map(|(_, ranks)| ranks.bytes()).sum();
        while bytes > (self.for_search as usize) << 20 && kept.len() > 1 {
            let (_, oldest) = kept.remove(0);
            bytes -= oldest.bytes();
        }
        Some(ranks)
    }

    /// The index of the child that a certificate about `root` follows: for a win the one with the lowest
    /// number, for a draw one with few replies. A child at which the certificate ends, or that it already
    /// has, is better still. `None` if there is none, or `stop` is set.
    pub(super) fn best(
        &self,
        root: &Position,
        goal: Goal,
        children: &[Position],
        led_to: &HashSet<Position>,
        stop: &Stop,
    ) -> Option<usize> {
        let good = self.good(goal.opponents(), children, stop);
        let is_end = |child: &Position| self.game.leaf(root, goal, child).is_some();
        let keyed = good.into_iter().map(|number| {
            let child = &children[number];
            let cost = match goal {
                _ if is_end(child) => 0,
                Goal::Win => 1 + self.number(child, stop).map_or(u32::MAX - 1, u32::from),
                Goal::Draw if led_to.contains(child) => 1,
                Goal::Draw => 2 + rules::moves(child).len() as u32,
            };
            (cost, number)
        });
        let best = keyed.min().map(|(_, number)| number);
        best.filter(|_| !stop.is_stopped())
    }

    /// The indices of children that are known to miss a goal. If there are none, the proof rests on tables
    /// that have been freed: then some are made again, first those of leaves of the search.
    fn good(&self, goal: Goal, children: &[Position], stop: &Stop) -> Vec<usize> {
        let misses = |known: Bounds| known.answer(goal) == Some(false);
        let all = |known: &dyn Fn(&Position) -> Bounds| {
            let numbers = 0..children.len();
            let good = numbers.filter(|number| misses(known(&children[*number])));
            Vec::from_iter(good)
        };
        let mut good = all(&|child| self.bounds(child));
        if good.is_empty() {
            let gives_up = || stop.is_stopped();
            good = all(&|child| self.ladder.bounds_of_leaf(child, goal, &gives_up));
        }
        if good.is_empty() {
            let again = |child| misses(self.answers(child, &[goal], stop));
            good.extend((0..children.len()).find(|number| again(&children[*number])));
        }
        good
    }

    /// The [height](Self::height), until `stop` is set.
    fn number(&self, position: &Position, stop: &Stop) -> Option<u16> {
        self.height(position, &|| stop.is_stopped())
    }

    /// The lowest number that the winner, to move, can reach.
    fn distance(&self, position: &Position, stop: &Stop) -> Option<u16> {
        let children = rules::moves(position).into_iter();
        let children = children.map(|played| rules::play(position, played));
        let lost = children.filter(|child| self.bounds(child).exact() == Some(Outcome::Loss));
        lost.filter_map(|child| self.number(&child, stop)).min()
    }

    /// A line of a win or a loss: the winner makes progress, and the loser delays.
    ///
    /// The search may forget a proof, and prove the position again by way of one that depended on it. Then
    /// the numbers do not fall, and the line ends where the winner could only return to an earlier position.
    pub(super) fn good_line(
        &self,
        root: &Position,
        value: Outcome,
        stop: &Stop,
    ) -> Option<Vec<Move>> {
        let (mut position, mut value) = (*root, value);
        let mut moves = Vec::new();
        let mut led_to = HashSet::new();
        while moves.len() < LONGEST_LINE && rules::outcome(&position).is_none() {
            let legal = rules::moves(&position).into_iter();
            let children = legal.map(|played| (played, rules::play(&position, played)));
            let wanted = value.reversed();
            let keeping = children.filter(|(_, child)| self.bounds(child).exact() == Some(wanted));
            let chosen = match value {
                Outcome::Win => keeping
                    .filter(|(_, child)| !led_to.contains(child))
                    .min_by_key(|(_, child)| self.number(child, stop).unwrap_or(u16::MAX)),
                Outcome::Draw => return None,
                Outcome::Loss => keeping.max_by_key(|(_, child)| self.distance(child, stop)),
            };
            let Some((played, child)) = chosen else {
                break;
            };
            if stop.is_stopped() {
                return None;
            }
            moves.push(played);
            led_to.insert(child);
            (position, value) = (child, wanted);
        }
        (!moves.is_empty()).then_some(moves)
    }
}
