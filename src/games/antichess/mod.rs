//! Antichess: every man of chess, and the wish to lose them.
//!
//! Whoever can capture must; the king is a man like others; and whoever is to move with no man or no
//! move has won. From the rules up: which [moves](MoveList) of the [pieces](super::pieces) are legal, how games
//! end ([`rules`]), positions and moves as text, what few men are worth, exactly ([`tables`]), and what
//! is guessed ([`evaluation`]). [`AntichessGame`] offers all of it to the search.

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
    /// What a side with men but no move gets.
    pub stalemate: Stalemate,
    /// What the evaluation thinks of each term.
    pub weights: Weights,
    /// What has learned to evaluate; `None` to evaluate by the terms.
    pub network: Option<Arc<Network>>,
}

impl Default for AntichessGame {
    /// As the program was built.
    fn default() -> Self {
        Self {
            stalemate: Stalemate::default(),
            weights: Weights::default(),
            network: Some(network::built_in()),
        }
    }
}

impl Game for AntichessGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    /// Fifty moves of each side.
    const MOST_QUIET_PLIES: Option<u16> = Some(100);
    const SELECTIVITY: Selectivity = Selectivity {
        reduction_divisor: 3,
        ..Selectivity::USUAL
    };
    /// A square for each kind of man.
    const HISTORY_SIZE: usize = Kind::ALL.len() << 6;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        rules::outcome(position, self.stalemate)
    }

    fn moves(&self, position: &Position) -> MoveList {
        moves::moves(position)
    }

    /// Promotions, where nothing must be captured.
    fn forcing_moves(&self, position: &Position) -> MoveList {
        let mut moves = moves::moves(position);
        if moves::must_capture(position) {
            moves.clear();
        }
        moves.retain(|one| one.promotion().is_some());
        moves
    }

    /// Not where it must capture.
    fn may_stand_pat(&self, position: &Position) -> bool {
        !moves::must_capture(position)
    }

    /// A capture without choice is followed on and on. Whoever captures leaves the other side to capture,
    /// too, so to follow every choice among captures would hardly end.
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

    /// Captures and promotions first, and of each sort those that leave the enemy the fewest moves: whoever
    /// has no choice is led. Whoever has no move at all has won.
    fn order_score(&self, position: &Position, played: Move) -> i32 {
        let replies = match moves::moves(&position.play(played)).len() {
            0 => MAX_MOVES,
            replies => replies,
        };
        let is_tactical = self.is_tactical(position, played);
        let first = if is_tactical { TACTICAL_FIRST } else { 0 };
        first - A_REPLY * replies as i32
    }

    /// Who has no man or no move has won; it may be otherwise only where men are counted.
    fn winner_is_to_move(&self) -> bool {
        self.stalemate == Stalemate::Wins
    }

    /// By tables of four men.
    fn settle(
        &self,
        position: &Position,
        threads: usize,
        most_bytes: u64,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) {
        let store = tables::store::all(self.stalemate);
        store.settle(position, threads, most_bytes, &gives_up);
    }

    /// Every man must go; but how many moves the other side has tells more.
    fn effort(&self, position: &Position) -> [u32; 2] {
        [position.own(), position.enemy()].map(|men| 1 + men.count() / 2)
    }
}

/// What a capture or a promotion is tried before quiet moves for, whatever is known of them.
const TACTICAL_FIRST: i32 = 100_000;
/// How much later a move is tried for each reply that it leaves.
const A_REPLY: i32 = 100;
