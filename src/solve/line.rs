//! A line of play that a proof allows: why a position is won, drawn or lost, told in moves.
//!
//! A [strategy](super::certificate) says what its side plays against every reply. So it is known how
//! long each of its games lasts at most, and which replies make it last so long: the **longest
//! resistance**. The number is that of this strategy: it is proved that the winner needs no more
//! plies, not that he needs so many, for another strategy may be quicker. For a draw there are two
//! strategies, and the line is the game in which both sides play theirs.
//!
//! The solver knows strategies that are too large to be walked through. Then the line goes on by moves
//! that keep what is proved, and by those of the loser's whose refutation took the most work, until what
//! is left is small enough.

use std::collections::{HashMap, HashSet};

use super::certificate::{Claim, claims, in_order};
use super::solver::Solver;
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome, Solvable};
use crate::stop::Stop;

/// A game that a proof allows, from the root to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Whether no game that the winner's strategy allows is longer.
    pub is_longest: bool,
}

/// The line of strategies that prove the value of a position, as a certificate orders them: with the
/// longest resistance, or the draw that both keep. `None` if they do not prove it.
pub fn principal<G: Game>(
    game: &G,
    root: &G::Position,
    value: Outcome,
    strategies: &[Vec<u8>],
) -> Option<Vec<G::Move>> {
    let claims = claims(value).into_iter();
    let walks: Option<Vec<Walk<G>>> = claims
        .zip(strategies)
        .map(|(claim, moves)| Walk::through(game, root, claim, moves))
        .collect();
    let walks = walks?;
    let mut line = Vec::new();
    let mut position = *root;
    let mut by_mover = true;
    while game.outcome(&position).is_none() {
        let own = walks.iter().find(|walk| walk.claim.by_mover == by_mover);
        let played = match own {
            Some(walk) => walk.answer(&position),
            None => walks.first()?.longest_reply(&position),
        };
        line.push(played?);
        position = game.play(&position, played?);
        by_mover = !by_mover;
    }
    Some(line)
}

/// A strategy, spelled out.
struct Walk<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    moves: std::slice::Iter<'a, u8>,
    /// For the canonical form of each position where the side moves that has the strategy.
    steps: HashMap<G::Position, Step<G::Position>>,
}

#[derive(Clone, Copy)]
struct Step<P> {
    /// Where the strategy's move leads, in canonical form.
    child: P,
    /// After so many plies the game is over at the latest.
    plies: u16,
}

impl<'a, G: Game> Walk<'a, G> {
    fn through(game: &'a G, root: &G::Position, claim: Claim, moves: &'a [u8]) -> Option<Self> {
        let mut walk = Self {
            game,
            claim,
            moves: moves.iter(),
            steps: HashMap::with_capacity(moves.len()),
        };
        let root = game.canonical(root);
        match claim.by_mover {
            true => walk.proving_side(root)?,
            false => walk.opponent(root)?,
        };
        Some(walk)
    }

    /// How many plies are left at most where the side moves that has the strategy.
    fn proving_side(&mut self, position: G::Position) -> Option<u16> {
        if self.game.outcome(&position).is_some() {
            return Some(0);
        }
        if let Some(step) = self.steps.get(&position) {
            return Some(step.plies);
        }
        let number = usize::from(*self.moves.next()?);
        let played = in_order(self.game, &position).get(number).copied()?;
        let child = self.game.canonical(&self.game.play(&position, played));
        let plies = 1 + self.opponent(child)?;
        // No position comes back, so it was not met below itself.
        self.steps.insert(position, Step { child, plies });
        Some(plies)
    }

    /// The same where the opponent moves.
    fn opponent(&mut self, position: G::Position) -> Option<u16> {
        if self.game.outcome(&position).is_some() {
            return Some(0);
        }
        let mut most = 0;
        for reply in in_order(self.game, &position) {
            let child = self.game.canonical(&self.game.play(&position, reply));
            most = most.max(1 + self.proving_side(child)?);
        }
        Some(most)
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
        let mut longest: Option<(u16, G::Move)> = None;
        for reply in self.game.moves(position) {
            let child = self.game.canonical(&self.game.play(position, reply));
            let plies = self.steps.get(&child).map_or(0, |step| step.plies);
            if longest.is_none_or(|(most, _)| plies > most) {
                longest = Some((plies, reply));
            }
        }
        longest.map(|(_, reply)| reply)
    }
}

/// A strategy of more positions is not walked through.
const MOST_POSITIONS: usize = 1 << 16;

impl<G: Solvable> Solver<G> {
    /// A line from a position of that value. `None` if `stop` is said, or the value is another.
    pub fn line(&self, root: &G::Position, value: Outcome, stop: &Stop) -> Option<Line<G::Move>> {
        let game = self.game();
        let (mut position, mut value) = (*root, value);
        let mut moves = Vec::new();
        loop {
            let strategies = self.strategies_within(&position, value, MOST_POSITIONS, stop);
            if let Some(strategies) = strategies {
                let is_longest = moves.is_empty();
                moves.extend(principal(game, &position, value, &strategies)?);
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

    /// A move that keeps the value; in a lost position, the one whose refutation took the most work.
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
