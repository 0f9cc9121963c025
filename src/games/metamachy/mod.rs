//! Metamachy: Jean-Louis Cazaux's chess on 144 squares (2012), with thirty pieces of twelve kinds on each
//! side.
//!
//! Pawns and princes may step two squares from any square, and can then be taken en passant. Instead of castling, a
//! king may leap once. Cannons need a piece to jump over. Otherwise it is chess.
//!
//! From the rules up: the kinds of pieces ([`man`]), a [`Position`] and its [`Move`]s (`checks` for threats
//! to the king, `legal` for move generation, `exchange` for the results of captures), how games end
//! ([`rules`]), positions and moves as text, the set-ups ([`openings`]), `xboard` for XBoard's own notation,
//! and estimates ([`evaluation`], [`network`]). [`MetamachyGame`] offers all of it to the search.
//!
//! Sources: J.-L. Cazaux's page on the game (history.chess.free.fr) and the author's comments on it
//! (chessvariants.com). About the end of the game, the author says only that it is as in chess.

mod checks;
pub mod evaluation;
mod exchange;
mod finish;
mod key;
mod legal;
pub mod man;
mod moves;
pub mod network;
pub mod openings;
mod position;
mod room;
pub mod rules;
mod text;
mod xboard;

pub use checks::Danger;
pub use evaluation::Weights;
pub use legal::{Batch, Wanted};
pub use man::Kind;
pub use moves::{Move, MoveList, USUAL_MOVES};
pub use network::Network;
pub use position::{MOST_MEN, Position};
pub use room::LISTING;
pub use text::Diagram;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::twelve::Square;
use crate::game::selectivity::Selectivity;
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Outcome, Proof};
use evaluation::pawn_table::PawnTable;

/// The game, as the search plays it.
#[derive(Clone, Debug, Default)]
pub struct MetamachyGame {
    /// The weights of the evaluation terms.
    pub weights: Weights,
    /// The network whose score is added to the terms, if there is one.
    pub network: Option<Arc<Network>>,
    /// The pawn table, computed with these weights, in an engine that has memory for it.
    pawns: Option<Arc<PawnTable>>,
}

impl MetamachyGame {
    /// The game with these weights, and with a network or without.
    #[must_use]
    pub const fn new(weights: Weights, network: Option<Arc<Network>>) -> Self {
        Self {
            weights,
            network,
            pawns: None,
        }
    }

    /// The same game with a pawn table of its own, if there is memory for it.
    #[must_use]
    pub fn with_memory(self) -> Self {
        Self {
            pawns: PawnTable::new().ok().map(Arc::new),
            ..self
        }
    }
}

impl Game for MetamachyGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = SmallVec<[T; USUAL_MOVES]>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    /// Fifty moves by each side.
    const MOST_QUIET_PLIES: Option<u16> = Some(100);
    /// In the engine's own games of 5 000 to 10 000 nodes a move, by least log-loss.
    const SCALE: i32 = 290;
    const SELECTIVITY: Selectivity = Selectivity {
        quiet_moves_change_little: true,
        prunes_late_moves: true,
        ..Selectivity::USUAL
    };
    /// An entry for each side's pieces of each kind on each square.
    const HISTORY_SIZE: usize = 2 * Kind::COUNT * Square::COUNT;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        rules::outcome(position)
    }

    fn moves(&self, position: &Position) -> MoveList {
        position.moves()
    }

    fn move_count(&self, position: &Position) -> usize {
        position.count_moves() as usize
    }

    /// Captures and promotions.
    fn forcing_moves(&self, position: &Position) -> MoveList {
        position.forcing_moves()
    }

    /// Standing pat is not allowed in check.
    fn may_stand_pat(&self, position: &Position) -> bool {
        !position.is_in_check()
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

    fn is_in_check(&self, position: &Position) -> bool {
        position.is_in_check()
    }

    fn gives_check(&self, position: &Position, played: Move) -> bool {
        position.gives_check(played)
    }

    const MAY_PASS: bool = true;

    fn pass(&self, position: &Position) -> Option<Position> {
        position.pass()
    }

    fn wins_exchange(&self, position: &Position, played: Move, at_least: i32) -> bool {
        position.wins_exchange(played, at_least)
    }

    fn prove(&self, position: &Position) -> Option<Proof> {
        let outcome = self.outcome(position)?;
        Some(Proof::exactly(outcome, 0))
    }

    fn evaluate(&self, position: &Position) -> Value {
        let terms = evaluation::evaluate(position, &self.weights, self.pawns.as_deref());
        match &self.network {
            Some(network) => terms.offset(network::correction(position, network)),
            None => terms,
        }
    }

    fn key(&self, position: &Position) -> HashKey {
        position.key()
    }

    fn code(&self, played: Move, _mirrored: bool) -> MoveCode {
        played.code()
    }

    fn history_index(&self, position: &Position, played: Move) -> usize {
        let man = position.turn() as usize * Kind::COUNT + played.kind().index();
        man * Square::COUNT + played.to().index()
    }

    /// Promotions and captures, the most valuable victim first, then the least valuable attacker.
    fn order_score(&self, position: &Position, played: Move) -> i32 {
        let worth = exchange::worth;
        let victim = position
            .victim(played)
            .and_then(|square| position.kind_on(square));
        let won = victim.map(worth).unwrap_or_default()
            + played.promotion().map(worth).unwrap_or_default();
        match won {
            0 => 0,
            _ => TACTICAL_FIRST + 16 * won - worth(played.kind()),
        }
    }
}

/// Bonus that puts captures and promotions before quiet moves, whatever their history.
const TACTICAL_FIRST: i32 = 10_000;
