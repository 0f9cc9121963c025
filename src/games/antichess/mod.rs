//! Antichess: chess pieces, but the goal is to lose them all.
//!
//! Captures are compulsory. The king is a piece like any other. The side to move has won if it has no pieces
//! or no moves. From the rules up: which [moves](MoveList) of the [pieces](super::pieces) are legal, how
//! games end ([`rules`]), positions and moves as text, exact values of positions with few pieces
//! ([`tables`]), and estimates of all others ([`evaluation`]). [`AntichessGame`] offers all of it to the
//! search.

pub mod evaluation;
mod finish;
mod moves;
pub mod network;
mod room;
pub mod rules;
pub mod tables;
mod text;

pub use evaluation::Weights;
pub use moves::{MAX_MOVES, MoveList};
pub use network::Network;
pub use room::LISTING;
pub use rules::Stalemate;
pub use text::Diagram;

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::game::selectivity::Selectivity;
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Outcome, Proof};
use crate::games::pieces::key;
pub use crate::games::pieces::{Kind, Move, Position};

/// The game, as the search plays it.
#[derive(Clone, Debug)]
pub struct AntichessGame {
    /// The result for a side that has pieces but no move.
    pub stalemate: Stalemate,
    /// The weights of the evaluation terms.
    pub weights: Weights,
    /// The evaluation network; `None` to evaluate by the terms.
    pub network: Option<Arc<Network>>,
}

impl Default for AntichessGame {
    /// The settings that the program was built with.
    fn default() -> Self {
        Self {
            stalemate: Stalemate::default(),
            weights: Weights::default(),
            network: Some(Arc::clone(&network::BUILT_IN)),
        }
    }
}

impl Game for AntichessGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    /// Fifty moves by each side.
    const MOST_QUIET_PLIES: Option<u16> = Some(100);
    const SELECTIVITY: Selectivity = Selectivity {
        reduction_divisor: 3,
        prunes_late_moves: true,
        extends_singular_moves: true,
        ..Selectivity::USUAL
    };
    /// An entry for each kind of piece on each square.
    const HISTORY_SIZE: usize = Kind::ALL.len() << 6;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        rules::outcome(position, self.stalemate)
    }

    fn moves(&self, position: &Position) -> MoveList {
        moves::moves(position)
    }

    fn move_count(&self, position: &Position) -> usize {
        moves::count(position)
    }

    /// Promotions; there are none where a capture is compulsory.
    fn forcing_moves(&self, position: &Position) -> MoveList {
        match moves::must_capture(position) {
            true => MoveList::new(),
            false => moves::promotions(position),
        }
    }

    /// Standing pat is not allowed where a capture is compulsory.
    fn may_stand_pat(&self, position: &Position) -> bool {
        !moves::must_capture(position)
    }

    /// A single forced capture is always followed. A capture often lets the opponent capture in turn, so
    /// following every choice of captures would hardly ever end.
    fn cost_of_following(&self, moves: usize) -> usize {
        2 * moves - 1
    }

    fn is_tactical(&self, position: &Position, played: Move) -> bool {
        played.promotion().is_some() || played.is_capture(position)
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        position.play(played)
    }

    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        played.is_irreversible(position)
    }

    fn prove(&self, position: &Position) -> Option<Proof> {
        if position.men().count() as usize <= tables::MOST_MEN {
            let worth = tables::store::all(self.stalemate).worth(position);
            if let Some(worth) = worth {
                return Some(worth.proof());
            }
        }
        match self.outcome(position) {
            Some(outcome) => Some(Proof::exactly(outcome, 0)),
            None => rules::is_dead(position).then_some(Proof::DRAW),
        }
    }

    fn evaluate(&self, position: &Position) -> Value {
        match &self.network {
            Some(network) => network::evaluate(position, network),
            None => evaluation::evaluate(position, &self.weights),
        }
    }

    fn key(&self, position: &Position) -> HashKey {
        key::key(position)
    }

    fn code(&self, played: Move, _mirrored: bool) -> MoveCode {
        MoveCode::new(1 + u32::from(played.bits()))
    }

    fn history_index(&self, position: &Position, played: Move) -> usize {
        played.kind(position).index() << 6 | played.to().index()
    }

    /// Captures and promotions first. Within each group, moves that leave the opponent the fewest moves come
    /// first: an opponent without a choice is easily steered; but one without a move has mostly won.
    fn order_score(&self, position: &Position, played: Move) -> i32 {
        let child = position.play(played);
        let replies = match moves::count(&child) {
            0 if self.outcome(&child) != Some(Outcome::Loss) => MAX_MOVES,
            replies => replies,
        };
        let is_tactical = self.is_tactical(position, played);
        let first = if is_tactical { TACTICAL_FIRST } else { 0 };
        first - A_REPLY * replies as i32
    }

    /// The side to move has won if it has no pieces or no moves. Only the rule that counts pieces can end a
    /// game differently.
    fn winner_is_to_move(&self) -> bool {
        self.stalemate == Stalemate::Wins
    }

    fn cost_of_settling(&self, position: &Position) -> u64 {
        tables::store::all(self.stalemate).cost(position)
    }

    /// Uses the tables of four pieces: for a position of more pieces, those that the search misses most.
    fn settle(
        &self,
        position: &Position,
        threads: usize,
        most_bytes: u64,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let store = tables::store::all(self.stalemate);
        let has_table = position.men().count() as usize <= tables::MOST_MEN;
        match has_table {
            true => store.settle(position, threads, most_bytes, gives_up),
            false => store.make_most_missed(threads, most_bytes, gives_up),
        };
        !has_table
    }

    /// Every piece must be lost, but the number of the opponent's moves is the better guide.
    fn effort(&self, position: &Position) -> [u32; 2] {
        [position.own(), position.enemy()].map(|men| 1 + men.count() / 2)
    }
}

/// Bonus that puts captures and promotions before quiet moves, whatever their history.
const TACTICAL_FIRST: i32 = 100_000;
/// Penalty for each reply that a move leaves.
const A_REPLY: i32 = 100;
