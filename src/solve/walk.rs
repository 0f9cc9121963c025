//! The walk through a strategy, by which a [certificate](super::certificate) counts its moves.
//!
//! From the root, at each position where the proving side moves and which the walk has not seen
//! before, that side chooses one move; at each position of the opponent's, every legal reply is
//! followed. Who chooses is left open: the [checker](super::checker) reads the moves from a
//! certificate, the [finder](super::strategy) asks somebody who knows values, a
//! [line](super::line) is told how long the games last, and whoever [plans](super::checking) pieces says
//! where they begin. So all of them agree about the order.
//!
//! # Positions that come back
//! In many games a position may be met again while the walk still stands on it: the strategy leads
//! back to where it was. For a draw that is as good as any other end. The positions of the walk are
//! a closed set: the proving side never has to leave it, and no reply does. So a game either ends
//! within it, with a draw at least, or never ends, and whoever cannot be beaten has his draw. For a
//! win it proves nothing: the opponent could go round for ever. So there it is a [`Problem`]. What
//! was walked through to its end may be met again in either case: all that is behind it is proved.
//! A win that passes has no way back, so every game of it ends, after at most as many moves as the
//! strategy has positions.
//!
//! It is all about the position alone: what was played before it, and how many plies were quiet,
//! does not matter here ([`Game::MOST_QUIET_PLIES`]).
//!
//! # Mirror images
//! A position and its mirror image count as one: what the walk has seen it keeps in canonical form, and the
//! order of moves is that of this form. But the walk itself goes on from each position as it is reached, never
//! from its image. So each of its positions stands on the root's board: the image, which knows no width,
//! may stand on other files.
//!
//! A strategy may be as deep as it has positions, millions of them, so the way back to the root is
//! kept on the heap, not on the stack of calls.

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
    /// The proving side has got less than it claims.
    #[error("the game ends with less than is claimed")]
    Ending,
    /// A position can be reached that the strategy has no move for.
    #[error("no move is given")]
    NoMove,
    /// The strategy's move is not legal.
    #[error("move number {0} is not one of the {1} legal moves")]
    Illegal(u8, usize),
    /// The proving side does not choose.
    #[error(
        "expected a move, since it is the proving side's turn; found that all replies are followed"
    )]
    NoChoice,
    /// The strategy chooses for the opponent.
    #[error(
        "expected that all replies are followed, since it is the opponent's turn; found move number {0}"
    )]
    OpponentsChoice(u8),
    /// The strategy leads back to where it was.
    #[error("the position comes back, and no win may rest on a repetition")]
    Repetition,
    /// The strategy goes on after everything is proved.
    #[error("{0} moves are left over")]
    LeftOver(usize),
}

/// Walks through a strategy.
///
/// `step` is asked what to do at each position of the proving side that is new: for the number of a move among
/// the legal ones, as certificates order them. In pieces it is asked at the opponent's new positions, too, and
/// `piece` is given every position that a piece is to prove, with what it has to prove there.
/// `finished` hears of each position of the proving side, and of the one that the move leads to, when
/// everything behind them has been walked through.
///
/// # Errors
/// The first position where the claim is not met, as far as that can be seen there, or what `piece` says.
pub(super) fn walk<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    kind: Kind,
    step: impl FnMut(&G::Position, bool, &G::List<G::Move>) -> Option<Step>,
    piece: impl FnMut(&G::Position, Claim) -> Result<(), Flaw<G::Position>>,
    finished: impl FnMut(&G::Position, &G::Position),
) -> Result<(), Flaw<G::Position>> {
    let mut walk = Walk {
        game,
        root: *root,
        goal: claim.goal,
        kind,
        step,
        piece,
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

/// The same for a strategy that is whole: `choose` is asked for the numbers of moves.
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

/// A position of the opponent's on the way to where the walk stands.
struct Stand<P> {
    /// The proving side's position before; none if this is the root.
    before: Option<P>,
    position: P,
    /// How many replies are to be followed before it, in the list of all.
    replies: usize,
}

struct Walk<'a, G: Game, S, B, F> {
    game: &'a G,
    root: G::Position,
    goal: Goal,
    kind: Kind,
    step: S,
    piece: B,
    finished: F,
    /// Positions of the proving side, in canonical form.
    seen: HashSet<G::Position>,
    /// Positions of the opponent, likewise, if it matters.
    replied: HashSet<G::Position>,
    /// Positions of the proving side that the walk stands on, if it matters.
    standing: HashSet<G::Position>,
    way: Vec<Stand<G::Position>>,
    /// The replies that are still to be followed, from all positions of the way, the next one last.
    replies: Vec<G::Move>,
}

impl<G: Game, S, B, F> Walk<'_, G, S, B, F>
where
    S: FnMut(&G::Position, bool, &G::List<G::Move>) -> Option<Step>,
    B: FnMut(&G::Position, Claim) -> Result<(), Flaw<G::Position>>,
    F: FnMut(&G::Position, &G::Position),
{
    /// A position where the proving side moves.
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
            Some(Step::Piece) => return self.piece(&position, true),
            Some(Step::Replies) => return Err(wrong(Problem::NoChoice)),
            None => return Err(wrong(Problem::NoMove)),
        };
        let played = legal.get(usize::from(number)).copied();
        let played = played.ok_or(wrong(Problem::Illegal(number, legal.len())))?;
        let child = self.game.play(&position, played);
        self.opponent(Some(position), child)
    }

    fn piece(&mut self, position: &G::Position, by_mover: bool) -> Result<(), Flaw<G::Position>> {
        let goal = self.goal;
        (self.piece)(position, Claim { by_mover, goal })
    }

    /// A position where the opponent moves: whatever he plays, the goal must be met.
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
        if self.kind == Kind::InPieces {
            if !self.replied.insert(self.game.canonical(&position)) {
                return Ok(());
            }
            match (self.step)(&position, false, &replies) {
                Some(Step::Replies) => {}
                Some(Step::Piece) => return self.piece(&position, false),
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

    /// Everything behind the last position of the way has been walked through.
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

    /// A walk along a road of so many steps, each a move: at the end the side to move has lost, if
    /// there is an end; else the road is a ring.
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
            // On a ring of an odd number of steps the sides change places each time round.
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
