//! A line of play from a proof: why a position is won, drawn or lost, in moves.
//!
//! A [strategy](super::certificate) has a move against every reply. So it is known how long each of
//! its games can last, and which replies make it last longest: the **longest resistance**. This
//! length belongs to the strategy: it is proved that the winner needs no more plies, not that it
//! needs that many, because another strategy may be quicker. For a draw there are two strategies,
//! and the line is the game in which both sides play theirs.
//!
//! Some strategies known to the solver are too large for a walk. The line then continues with moves
//! that keep the proved value, and with the loser's moves whose refutation took the most work,
//! until the rest is small enough.

use std::collections::{HashMap, HashSet};

use super::certificate::{Claim, Strategy, claims};
use super::solver::Solver;
use super::walk::walk_whole;
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome, PackedKey};
use crate::stop::Stop;

/// A game that follows a proof, from the root to the end of the game or of the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Whether it ends with a win, and no game of the winner's strategy is longer.
    pub is_longest: bool,
}

/// The line of complete strategies that prove the value of a position, in the order of a
/// certificate: with the longest resistance, or the draw that both sides keep, until a position
/// repeats. `None` if the strategies do not prove the value.
pub fn principal<G: Game>(
    game: &G,
    root: &G::Position,
    value: Outcome,
    strategies: &[Strategy],
) -> Option<Line<G::Move>> {
    let claims = claims(value).into_iter();
    let spelled: Option<Vec<Spelled<G>>> = claims
        .zip(strategies)
        .map(|(claim, strategy)| Spelled::new(game, root, claim, &strategy.steps))
        .collect();
    let spelled = spelled?;
    let mut moves = Vec::new();
    let mut position = *root;
    let mut by_mover = true;
    let mut before = HashSet::new();
    let goal = spelled.first()?.claim.goal;
    while game.leaf(root, goal, &position).is_none() {
        if G::CAN_REPEAT && !before.insert((position, by_mover)) {
            break;
        }
        let own = spelled.iter().find(|one| one.claim.by_mover == by_mover);
        let played = match own {
            Some(one) => one.answer(&position),
            None => spelled.first()?.longest_reply(&position),
        };
        moves.push(played?);
        position = game.play(&position, played?);
        by_mover = !by_mover;
    }
    let is_longest = value != Outcome::Draw && spelled.iter().all(|one| one.ends_games);
    Some(Line { moves, is_longest })
}

/// A strategy, spelled out.
struct Spelled<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    /// The steps, by the canonical form of each position where the side with the strategy moves.
    steps: HashMap<G::Position, Step<G::Position>>,
    /// Whether no branch ends before the game does, at a position whose value is derived from the rules.
    ends_games: bool,
}

#[derive(Clone, Copy)]
struct Step<P> {
    /// The position after the strategy's move, in canonical form.
    child: P,
    /// The greatest number of plies to the end of the proof, if the strategy wins.
    plies: u32,
}

impl<'a, G: Game> Spelled<'a, G> {
    fn new(game: &'a G, root: &G::Position, claim: Claim, moves: &[u8]) -> Option<Self> {
        let mut moves = moves.iter();
        let mut steps: HashMap<G::Position, Step<G::Position>> =
            HashMap::with_capacity(moves.len());
        let mut ends_games = true;
        let mut ends = |position: &G::Position| {
            let is_leaf = game.leaf(root, claim.goal, position).is_some();
            ends_games &= !is_leaf || game.outcome(position).is_some();
            is_leaf
        };
        let spell = |position: &G::Position, child: &G::Position| {
            let mut longest = 0;
            if !ends(child) {
                for (plies, reply) in after_replies(game, child, &steps) {
                    // What follows the replies is already known, unless a draw repeats.
                    longest = longest.max(1 + plies);
                    ends(&game.play(child, reply));
                }
            }
            let child = game.canonical(child);
            let plies = longest + 1;
            steps.insert(game.canonical(position), Step { child, plies });
        };
        walk_whole(game, root, claim, |_, _| moves.next().copied(), spell).ok()?;
        Some(Self {
            game,
            claim,
            steps,
            ends_games,
        })
    }

    /// The strategy's move.
    fn answer(&self, position: &G::Position) -> Option<G::Move> {
        let step = self.steps.get(&self.game.canonical(position))?;
        let mut moves = self.game.moves(position).into_iter();
        moves.find(|played| {
            let child = self.game.play(position, *played);
            self.game.canonical(&child) == step.child
        })
    }

    /// The first of the replies after which the game can last longest.
    fn longest_reply(&self, position: &G::Position) -> Option<G::Move> {
        let mut longest: Option<(u32, G::Move)> = None;
        for (plies, reply) in after_replies(self.game, position, &self.steps) {
            if longest.is_none_or(|(most, _)| plies > most) {
                longest = Some((plies, reply));
            }
        }
        longest.map(|(_, reply)| reply)
    }
}

/// The greatest number of plies to the end of the proof after each reply, and the reply.
fn after_replies<G: Game>(
    game: &G,
    position: &G::Position,
    steps: &HashMap<G::Position, Step<G::Position>>,
) -> impl Iterator<Item = (u32, G::Move)> {
    let replies = game.moves(position).into_iter();
    replies.map(|reply| {
        let child = game.canonical(&game.play(position, reply));
        (steps.get(&child).map_or(0, |step| step.plies), reply)
    })
}

/// Larger strategies are not walked.
const MOST_POSITIONS: usize = 1 << 16;

impl<G: Game<Key = PackedKey>> Solver<G> {
    /// A line from a position of that value. `None` if `stop` is set, or the position has a
    /// different value.
    pub fn line(&self, root: &G::Position, value: Outcome, stop: &Stop) -> Option<Line<G::Move>> {
        let game = self.game();
        let (mut position, mut value) = (*root, value);
        let mut moves = Vec::new();
        loop {
            let strategies = self.strategies_within(&position, value, MOST_POSITIONS, stop);
            if let Some(strategies) = strategies {
                let rest = principal(game, &position, value, &strategies)?;
                let is_longest = rest.is_longest && moves.is_empty();
                moves.extend(rest.moves);
                return Some(Line { moves, is_longest });
            }
            if stop.is_stopped() || game.outcome(&position).is_some() {
                return None;
            }
            let played = self.keeping(&position, value, stop)?;
            moves.push(played);
            position = game.play(&position, played);
            value = value.reversed();
        }
    }

    /// A move that keeps the value; in a lost position, the one whose refutation took the most
    /// work.
    fn keeping(&self, position: &G::Position, value: Outcome, stop: &Stop) -> Option<G::Move> {
        let game = self.game();
        let moves = game.moves(position);
        let children = moves.into_iter().map(|played| {
            let child = game.play(position, played);
            (played, game.canonical(&child))
        });
        let (moves, children): (Vec<G::Move>, Vec<G::Position>) = children.unzip();
        let number = match value {
            Outcome::Loss => (0..children.len()).max_by_key(|number| {
                let answer = self.answer_with_cost(&children[*number], Goal::Win);
                answer.map(|(_, cost)| cost)
            }),
            Outcome::Draw => self.best(Goal::Draw, &children, &HashSet::new(), stop),
            Outcome::Win => self.best(Goal::Win, &children, &HashSet::new(), stop),
        };
        moves.get(number?).copied()
    }
}
