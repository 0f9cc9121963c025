//! The walk through a strategy, which defines the order of the moves in a
//! [certificate](super::certificate).
//!
//! From the root, at each new position where the proving side moves, that side chooses one move; at
//! each position of the opponent, every legal reply is followed. The choice is a parameter: the
//! [checker](super::checker) reads the moves from a certificate, the [finder](super::strategy)
//! takes them from a solver, a [line](super::line) records how long the games last, and a
//! [plan](super::checking) defines where parts begin. So all of them agree on the order.
//!
//! # Repetition
//! In many games, the strategy may lead back to a position on the path of the walk. For a draw that
//! is as good as any other end: the positions of the walk are a closed set, which no move or reply
//! leaves, so a game ends within it with at least a draw, or never ends, which is a draw. For a win
//! it proves nothing, since the opponent could repeat forever, so it is a [`Problem`]. A position
//! whose subtree is complete may occur again in either case. A win that passes the check has no
//! cycle, so each of its games ends, after at most as many moves as the strategy has positions.
//!
//! Only positions count here: earlier moves, and the number of quiet plies, do not matter
//! ([`Game::MOST_QUIET_PLIES`]).
//!
//! # Mirror images
//! A position and its mirror image count as one: seen positions are stored in canonical form, and
//! the order of moves is that of this form. But the walk continues from each position as it is
//! reached, never from its image. So each of its positions is on the root's board: the image, which
//! has no width, may be on other files.

use std::collections::HashSet;

use thiserror::Error;

use super::certificate::{Claim, Kind, Step, in_order};
use crate::game::Game;
use crate::game::bounds::Goal;

/// Where a strategy fails, and why.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{problem}")]
pub struct Flaw<P> {
    /// The position, as it is reached from the root.
    pub position: P,
    /// Whether the proving side is to move there.
    pub by_prover: bool,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a strategy.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum Problem {
    /// The proving side gets less than it claims.
    #[error("the game ends with a worse result than claimed")]
    Ending,
    /// The strategy has no move for a position that can be reached.
    #[error("no move is given")]
    NoMove,
    /// The strategy's move is not legal.
    #[error("move number {0} is not one of the {1} legal moves")]
    Illegal(u8, usize),
    /// The proving side does not choose a move.
    #[error("it is the proving side's turn: expected one move, found all replies")]
    NoChoice,
    /// The strategy chooses for the opponent.
    #[error("it is the opponent's turn: expected all replies, found only move number {0}")]
    OpponentsChoice(u8),
    /// The strategy leads back to a position on the path.
    #[error("the position repeats, and a win must not depend on a repetition")]
    Repetition,
    /// The strategy continues after everything is proved.
    #[error("{0} moves are left over")]
    LeftOver(usize),
}

/// Walks through a strategy.
///
/// `step` is called at each new position of the proving side: it returns the index of a move among
/// the legal ones, in the order of certificates. If the strategy is in parts, it is called at the
/// opponent's new positions, too, and `part` gets every position that a part is to prove, with the
/// claim. `finished` gets each position of the proving side, and the position after its move, when
/// their subtree is complete.
///
/// A strategy may be millions of positions deep, so the path is kept on the heap, not on the call
/// stack.
///
/// # Errors
/// Returns the first position that shows that the claim is not met, or the error of `part`.
pub(super) fn walk<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    kind: Kind,
    step: impl FnMut(&G::Position, bool, &G::List<G::Move>) -> Option<Step>,
    part: impl FnMut(&G::Position, Claim) -> Result<(), Flaw<G::Position>>,
    finished: impl FnMut(&G::Position, &G::Position),
) -> Result<(), Flaw<G::Position>> {
    let mut walk = Walk {
        game,
        root: *root,
        goal: claim.goal,
        kind,
        step,
        part,
        finished,
        seen: HashSet::new(),
        replied: HashSet::new(),
        standing: HashSet::new(),
        way: Vec::new(),
        replies: Vec::new(),
    };
    match claim.by_mover {
        true => walk.proving_side(*root)?,
        false => walk.opponent(None, *root)?,
    }
    while let Some(stand) = walk.way.last() {
        match walk.replies.len() > stand.replies {
            true => walk.reply()?,
            false => walk.go_back(),
        }
    }
    Ok(())
}

/// The same as [`walk`], for a strategy without parts: `choose` returns the indices of moves.
pub(super) fn walk_whole<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    mut choose: impl FnMut(&G::Position, &G::List<G::Move>) -> Option<u8>,
    finished: impl FnMut(&G::Position, &G::Position),
) -> Result<(), Flaw<G::Position>> {
    let step = |position: &G::Position, _, legal: &G::List<G::Move>| {
        choose(position, legal).map(Step::Move)
    };
    walk(
        game,
        root,
        claim,
        Kind::Whole,
        step,
        |_, _| Ok(()),
        finished,
    )
}

/// A position of the opponent on the path of the walk.
struct Stand<P> {
    /// The position of the proving side before it; `None` at the root.
    before: Option<P>,
    position: P,
    /// How many replies of earlier positions precede its own in the list.
    replies: usize,
}

struct Walk<'a, G: Game, S, B, F> {
    game: &'a G,
    root: G::Position,
    goal: Goal,
    kind: Kind,
    step: S,
    part: B,
    finished: F,
    /// Positions of the proving side that were seen, in canonical form.
    seen: HashSet<G::Position>,
    /// Positions of the opponent that were seen, if needed.
    replied: HashSet<G::Position>,
    /// Positions of the proving side on the path of the walk, if needed.
    standing: HashSet<G::Position>,
    way: Vec<Stand<G::Position>>,
    /// The replies that are still to be followed, from all positions of the path, the next one
    /// last.
    replies: Vec<G::Move>,
}

impl<G: Game, S, B, F> Walk<'_, G, S, B, F>
where
    S: FnMut(&G::Position, bool, &G::List<G::Move>) -> Option<Step>,
    B: FnMut(&G::Position, Claim) -> Result<(), Flaw<G::Position>>,
    F: FnMut(&G::Position, &G::Position),
{
    /// Visits a position where the proving side moves.
    fn proving_side(&mut self, position: G::Position) -> Result<(), Flaw<G::Position>> {
        let wrong = |problem| flaw(position, true, problem);
        if let Some(outcome) = self.game.leaf(&self.root, self.goal, &position) {
            return match self.goal.is_met_by(outcome) {
                true => Ok(()),
                false => Err(wrong(Problem::Ending)),
            };
        }
        let canonical = self.game.canonical(&position);
        if !self.seen.insert(canonical) {
            return match self.standing.contains(&canonical) {
                true => Err(wrong(Problem::Repetition)),
                false => Ok(()),
            };
        }
        let legal = in_order(self.game, &position);
        let number = match (self.step)(&position, true, &legal) {
            Some(Step::Move(number)) => number,
            Some(Step::Part) => return self.part(&position, true),
            Some(Step::Replies) => return Err(wrong(Problem::NoChoice)),
            None => return Err(wrong(Problem::NoMove)),
        };
        let played = legal.get(usize::from(number)).copied();
        let played = played.ok_or(wrong(Problem::Illegal(number, legal.len())))?;
        let child = self.game.play(&position, played);
        self.opponent(Some(position), child)
    }

    fn part(&mut self, position: &G::Position, by_mover: bool) -> Result<(), Flaw<G::Position>> {
        let goal = self.goal;
        (self.part)(position, Claim { by_mover, goal })
    }

    /// Visits a position where the opponent moves: every reply must meet the goal.
    fn opponent(
        &mut self,
        before: Option<G::Position>,
        position: G::Position,
    ) -> Result<(), Flaw<G::Position>> {
        if let Some(outcome) = self.game.leaf(&self.root, self.goal, &position) {
            if !self.goal.is_met_by(outcome.reversed()) {
                return Err(flaw(position, false, Problem::Ending));
            }
            if let Some(before) = &before {
                (self.finished)(before, &position);
            }
            return Ok(());
        }
        let replies = in_order(self.game, &position);
        if self.kind == Kind::InParts {
            if !self.replied.insert(self.game.canonical(&position)) {
                return Ok(());
            }
            match (self.step)(&position, false, &replies) {
                Some(Step::Replies) => {}
                Some(Step::Part) => return self.part(&position, false),
                Some(Step::Move(number)) => {
                    return Err(flaw(position, false, Problem::OpponentsChoice(number)));
                }
                None => return Err(flaw(position, false, Problem::NoMove)),
            }
        }
        if let (true, Goal::Win, Some(before)) = (G::CAN_REPEAT, self.goal, before) {
            self.standing.insert(self.game.canonical(&before));
        }
        self.way.push(Stand {
            before,
            position,
            replies: self.replies.len(),
        });
        self.replies.extend(replies.iter().rev());
        Ok(())
    }

    /// Follows the next reply.
    fn reply(&mut self) -> Result<(), Flaw<G::Position>> {
        let (Some(stand), Some(reply)) = (self.way.last(), self.replies.pop()) else {
            return Ok(());
        };
        let child = self.game.play(&stand.position, reply);
        self.proving_side(child)
    }

    /// Goes back from the last position of the path, whose subtree is complete.
    fn go_back(&mut self) {
        if let Some(Stand {
            before: Some(before),
            position,
            ..
        }) = self.way.pop()
        {
            self.standing.remove(&self.game.canonical(&before));
            (self.finished)(&before, &position);
        }
    }
}

const fn flaw<P>(position: P, by_prover: bool, problem: Problem) -> Flaw<P> {
    Flaw {
        position,
        by_prover,
        problem,
    }
}

#[cfg(test)]
mod tests {
    use arrayvec::ArrayVec;

    use super::*;
    use crate::game::value::Value;
    use crate::game::{MoveCode, Outcome, PackedKey, Proof};

    /// A walk along a road of this many steps, each a move. If the road has an end, the side to
    /// move there has lost; otherwise the road is a ring.
    #[derive(Clone, Debug)]
    struct Road {
        steps: u32,
        is_ring: bool,
    }

    impl Game for Road {
        type Position = u32;
        type Move = ();
        type List<T: Copy> = ArrayVec<T, 1>;
        type Key = PackedKey;

        const CAN_REPEAT: bool = true;
        const HISTORY_SIZE: usize = 1;

        fn outcome(&self, position: &u32) -> Option<Outcome> {
            (*position == self.steps).then_some(Outcome::Loss)
        }

        fn moves(&self, _: &u32) -> ArrayVec<(), 1> {
            ArrayVec::from([()])
        }

        fn forcing_moves(&self, position: &u32) -> ArrayVec<(), 1> {
            self.moves(position)
        }

        fn is_tactical(&self, _: &u32, (): ()) -> bool {
            false
        }

        fn play(&self, position: &u32, (): ()) -> u32 {
            match position + 1 == self.steps && self.is_ring {
                true => 0,
                false => position + 1,
            }
        }

        fn prove(&self, position: &u32) -> Option<Proof> {
            let outcome = self.outcome(position)?;
            Some(Proof::exactly(outcome, 0))
        }

        fn evaluate(&self, _: &u32) -> Value {
            Value::DRAW
        }

        fn key(&self, position: &u32) -> PackedKey {
            PackedKey::new(u128::from(*position), false)
        }

        fn code(&self, (): (), _: bool) -> MoveCode {
            MoveCode::new(0)
        }

        fn history_index(&self, _: &u32, (): ()) -> usize {
            0
        }

        fn order_score(&self, _: &u32, (): ()) -> i32 {
            0
        }
    }

    fn walked(steps: u32, is_ring: bool, claim: Claim) -> (Result<usize, Problem>, usize) {
        let road = Road { steps, is_ring };
        let mut finished = 0;
        let mut chosen = 0;
        let choose = |_: &u32, _: &_| {
            chosen += 1;
            Some(0)
        };
        let walked = walk_whole(&road, &0, claim, choose, |_, _| finished += 1);
        (
            walked.map(|()| chosen).map_err(|flaw| flaw.problem),
            finished,
        )
    }

    const WIN: Claim = Claim {
        by_mover: true,
        goal: Goal::Win,
    };
    const DRAW: Claim = Claim {
        by_mover: true,
        goal: Goal::Draw,
    };

    #[test]
    fn a_strategy_may_be_as_deep_as_it_is_large() {
        assert_eq!(walked(1_000_001, false, WIN), (Ok(500_001), 500_001));
        assert_eq!(walked(1_000_000, true, DRAW), (Ok(500_000), 500_000));
    }

    #[test]
    fn going_round_draws_and_does_not_win() {
        for steps in [2, 3, 4, 5, 100] {
            // On a ring with an odd number of steps, the sides change places each time round.
            let own = if steps % 2 == 0 { steps / 2 } else { steps };
            assert_eq!(walked(steps, true, DRAW).0, Ok(own as usize));
            assert_eq!(walked(steps, true, WIN), (Err(Problem::Repetition), 0));
        }
    }

    #[test]
    fn the_end_decides() {
        assert_eq!(walked(4, false, WIN).0, Err(Problem::Ending));
        assert_eq!(walked(4, false, DRAW).0, Err(Problem::Ending));
        assert_eq!(walked(5, false, DRAW).0, Ok(3));
    }
}
