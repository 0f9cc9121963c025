//! Kings and pawns: the game of Newborn's PEASANT (1977), with exact rules.
//!
//! It is chess without pieces, cut short at the promotion. A pawn becomes only a queen, a queen never moves,
//! and the side to move has won if it has more queens than the opponent. So the game is the pawn ending
//! itself, without what follows it.
//!
//! From the rules up: a [`Position`] and its [`Move`]s, how games end ([`rules`]), positions and moves as
//! text, what is certain without search ([`facts`]), and estimates ([`evaluation`]). Then the pawn
//! [`structure`]s, the exact [`tables`] of the kings' squares in each, and their users: the [`solver`] and
//! the search (`proving`). [`KingGame`] offers all of it to the search.
//!
//! Sources: M. Newborn, *PEASANT: An endgame program for kings and pawns*, in: Chess Skill in Man and
//! Machine, 1977; the Chess Programming Wiki, *Peasant*, with the list of its rules and terms from K. Church,
//! *Co-ordinate Squares*, 1978.

pub mod evaluation;
pub mod facts;
mod key;
mod moves;
mod position;
mod proving;
mod room;
pub mod rules;
pub mod solver;
pub mod structure;
pub mod tables;
mod text;

pub use evaluation::Weights;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use position::{Position, Side};
pub use room::LISTING;
pub use solver::KingSolver;
pub use text::Diagram;

use std::sync::Arc;

use arrayvec::ArrayVec;
use tables::Store;

use crate::board::{Bitboard, Rank};
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Outcome, Proof};

/// The game, as the search plays it.
#[derive(Clone, Debug, Default)]
pub struct KingGame {
    /// The weights of the evaluation terms.
    pub weights: Weights,
    /// The exact tables made so far by an engine; `None` to play without them.
    pub store: Option<Arc<Store>>,
}

impl Game for KingGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    /// There is an entry for each pair of squares.
    const HISTORY_SIZE: usize = 1 << 12;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        rules::outcome(position)
    }

    fn moves(&self, position: &Position) -> MoveList {
        rules::moves(position)
    }

    /// Captures and promotions.
    fn forcing_moves(&self, position: &Position) -> MoveList {
        let mut moves = rules::moves(position);
        moves.retain(|one| self.is_tactical(position, *one));
        moves
    }

    fn may_stand_pat(&self, position: &Position) -> bool {
        !position.has_queens() && !position.is_in_check()
    }

    fn is_tactical(&self, position: &Position, played: Move) -> bool {
        played.is_promotion(position) || played.is_capture(position)
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        position.play(played)
    }

    /// Pawns never move back: only a king's step can be undone.
    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        !played.is_kings(position) || played.is_capture(position)
    }

    fn prove(&self, position: &Position) -> Option<Proof> {
        // A table knows the exact length; a fact gives only an upper bound.
        match self.worth(position) {
            Some(worth) => Some(worth.proof()),
            None => facts::prove(position),
        }
    }

    fn evaluate(&self, position: &Position) -> Value {
        evaluation::evaluate(position, &self.weights)
    }

    fn key(&self, position: &Position) -> HashKey {
        key::key(position)
    }

    fn code(&self, played: Move, _mirrored: bool) -> MoveCode {
        MoveCode::new(1 + (played.from().index() << 6 | played.to().index()) as u32)
    }

    fn history_index(&self, position: &Position, played: Move) -> usize {
        match played.is_kings(position) {
            true => played.to().index(),
            false => played.from().index() << 6 | played.to().index(),
        }
    }

    /// Promotions, then captures by how far the victim has advanced, then pawn moves by how far the pawn has
    /// advanced, then the king: steps towards the other king first, to keep it away.
    fn order_score(&self, position: &Position, played: Move) -> i32 {
        let rank = played.to().rank().index() as i32;
        if played.is_promotion(position) {
            20_000
        } else if played.is_capture(position) {
            10_000 + 100 * (7 - rank)
        } else if played.is_kings(position) {
            -60 * played.to().distance(position.enemy().king) as i32
        } else {
            100 * rank
        }
    }

    /// A passer on its last steps.
    fn extends(&self, position: &Position, played: Move) -> bool {
        let target = Bitboard::of(played.to());
        !played.is_kings(position)
            && played.to().rank() >= Rank::SIXTH
            && target.passed_against(position.enemy().pawns).any()
    }
}
