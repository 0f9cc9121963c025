//! The worth of a gamelet: how many spare moves the side that does not begin has there.
//!
//! # The claim
//! Call the two sides the *attacker* and the *keeper*, with the attacker to move on the whole board. A
//! gamelet's worth to the keeper is a number of moves: those the keeper can make there, besides answering the
//! attacker's, before getting into trouble; below zero, those needed elsewhere. **If the worths of all
//! gamelets add up to zero or more, the keeper does not lose**, and always has a move. A plain sum of wins,
//! draws and losses cannot show that: here a stuck side draws, and a player in zugzwang survives while there
//! is a move elsewhere.
//!
//! The gamelet *g*, the attacker to move, is worth at least *n* if
//!
//! 1. each of the attacker's moves there has an answer there, to a gamelet worth at least *n* again; or leads
//!    to a gamelet worth at least *n* + 1 unanswered (the keeper uses a spare move, from anywhere);
//! 2. and if *n* > 0, the keeper has a move there at once, to a gamelet worth at least *n* − 1 (a spare move
//!    must exist when it is needed).
//!
//! With a keeper's pawn on its last rank, it is worth any number; with an attacker's, none.
//!
//! Proof, by induction on the number of moves left. The attacker moves in *g*, worth *n*. By 1, either an
//! answer there restores the sum; or the sum is now at least one, so some gamelet is worth more than zero,
//! and by 2 there is a move in it that leaves a sum of at least zero. So the keeper always has an answer, to
//! a position with the same property. No such position has an attacker's pawn on its last rank, and the
//! keeper has a pawn: the one just moved. Wins need a second worth, for the other [`Aim`].

use arrayvec::ArrayVec;

use super::table::Gamelets;
use crate::game::bounds::Goal;
use crate::games::pawns::MAX_MOVES;
use crate::games::pawns::Position;
use crate::games::pawns::goal_score::{GoalWeights, goal_score};
use crate::games::pawns::position::{SECOND, SEVENTH};

/// The keeper's aim in a gamelet. A gamelet has one worth for each aim.
///
/// The keeper wins the whole game if the worths add up and one gamelet is also worth its *n* **with a move
/// for the attacker in it at all times** until the keeper promotes there: conditions 1 and 2 again, where a
/// position without a move for the attacker counts as lost. The game ends at some point. The attacker never
/// runs out of moves, and the keeper holds, so the game ends with the keeper's win.
///
/// Counting in spare moves is close to the integers of combinatorial game theory (Conway; for chess Elkies,
/// *On Numbers and Endgames*), but it adds up one side's safety and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The keeper does not lose there.
    Hold,
    /// The keeper wins there once the attacker has no more moves elsewhere.
    Win,
}

/// A gamelet, and which side moves in it first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The attacker is to move, or the keeper has just moved elsewhere.
    Second(Position),
    /// The keeper is to move, and does so here.
    First(Position),
}

/// The largest number of spare moves, or missing moves, that is distinguished. Anything beyond counts as
/// insufficient.
pub const MOST_SPARE: i8 = 30;

impl Part {
    /// Whether it is worth at least `spare` moves to the keeper.
    #[must_use]
    pub fn is_worth(&self, aim: Aim, spare: i8, gamelets: &Gamelets) -> bool {
        let question = Question { aim, gamelets };
        match self {
            Self::Second(gamelet) => question.holds_after(gamelet, spare),
            Self::First(gamelet) => question.has_move(gamelet, spare),
        }
    }
}

/// The part of a question that stays the same throughout.
struct Question<'a> {
    aim: Aim,
    gamelets: &'a Gamelets,
}

impl Question<'_> {
    /// Whether the keeper has a move there to a gamelet worth this much.
    fn has_move(&self, gamelet: &Position, spare: i8) -> bool {
        gamelet.own().meets(SEVENTH)
            || children(gamelet)
                .into_iter()
                .any(|child| self.holds_after(&child, spare))
    }

    /// Whether a gamelet is worth this much with the attacker to move, possibly with the right to capture en
    /// passant. A move elsewhere loses that right, so it only adds a move to the others.
    fn holds_after(&self, gamelet: &Position, spare: i8) -> bool {
        if !self.holds(&gamelet.without_en_passant(), spare) {
            return false;
        }
        let passed = gamelet.en_passant();
        let mut moves = gamelet.move_sets().list().into_iter();
        passed.is_empty()
            || moves.all(|played| {
                let captures = played.is_capture() && passed.contains(played.to());
                !captures || self.is_answered(&gamelet.play(played), spare)
            })
    }

    /// Whether a gamelet is worth this much with the attacker to move, without a right to capture en passant.
    fn holds(&self, gamelet: &Position, spare: i8) -> bool {
        if gamelet.own().meets(SEVENTH) {
            return false;
        }
        if gamelet.enemy().meets(SECOND) {
            // Whatever the attacker moves, the keeper's pawn promotes.
            return self.aim == Aim::Hold || !gamelet.move_sets().is_empty();
        }
        if spare > MOST_SPARE {
            return false;
        }
        let entry = self.gamelets.entry(gamelet, self.aim);
        entry.known(spare).unwrap_or_else(|| {
            let holds = self.holds_by_moves(gamelet, spare);
            entry.learn(spare, holds);
            holds
        })
    }

    /// Whether conditions 1 and 2 hold.
    fn holds_by_moves(&self, gamelet: &Position, spare: i8) -> bool {
        let children = children(gamelet);
        if children.is_empty() && self.aim == Aim::Win {
            return false;
        }
        (spare <= 0 || self.has_move(&gamelet.passed(), spare - 1))
            && children
                .into_iter()
                .all(|child| self.is_answered(&child, spare))
    }

    /// Whether the keeper has an answer to the attacker's last move: there, or elsewhere.
    fn is_answered(&self, gamelet: &Position, spare: i8) -> bool {
        self.has_move(gamelet, spare) || self.holds(&gamelet.passed(), spare + 1)
    }
}

/// The positions after each move, those that look best for the moving side first.
pub(super) fn children(gamelet: &Position) -> ArrayVec<Position, MAX_MOVES> {
    let moves = gamelet.move_sets().list().into_iter();
    let mut children: ArrayVec<Position, MAX_MOVES> =
        moves.map(|played| gamelet.play(played)).collect();
    children.sort_by_cached_key(|child| goal_score(child, Goal::Draw, &GoalWeights::BUILT_IN));
    children
}
