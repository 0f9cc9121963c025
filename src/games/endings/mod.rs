//! Chess pawn endings: kings, pawns, at most one piece on each side, and promoted pieces.
//!
//! The rules are those of chess without castling. From the bottom up: which moves of the
//! [pieces](super::pieces) are legal, and how a game ends ([`rules`]); positions and moves as text; estimates
//! ([`evaluation`], [`network`]). [`EndingGame`] offers all of it to the search, and [`EndingSolver`] solves
//! positions with [`tables`]. Chess with castling is in `chess.rs`: games that lead to such an ending begin
//! there.
//!
//! [`kings`](super::kings) answers a different question: the value of a pawn ending by the rules of PEASANT,
//! where a queen never moves.

mod chess;
pub mod evaluation;
pub mod network;
mod proving;
mod room;
pub mod rules;
mod small;
pub mod solver;
pub mod tables;
mod text;

pub use evaluation::Weights;
pub use network::Network;
pub use room::LISTING;
pub use rules::{MAX_MOVES, MoveList};
pub use solver::EndingSolver;
pub use text::Diagram;

use std::sync::Arc;

use arrayvec::ArrayVec;
use solver::ladder::Ladder;

use super::pieces::{Kind, Move, Position, key};
use crate::board::Rank;
use crate::game::bounds::Goal;
use crate::game::selectivity::Selectivity;
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Outcome, Proof};

/// The game, as the search plays it.
#[derive(Clone, Debug, Default)]
pub struct EndingGame {
    /// The weights of the evaluation terms.
    pub weights: Weights,
    /// The network whose score is added to the terms, if there is one.
    pub network: Option<Arc<Network>>,
    /// The tables of a solver, if the game is played by its search.
    tables: Option<Arc<Ladder>>,
}

impl Game for EndingGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    /// In the engine's own games of 5 000 nodes a move, by least log-loss.
    const SCALE: i32 = 250;
    const SELECTIVITY: Selectivity = Selectivity {
        quiet_moves_change_little: true,
        prunes_late_moves: true,
        ..Selectivity::USUAL
    };
    /// Fifty moves by each side.
    const MOST_QUIET_PLIES: Option<u16> = Some(100);
    /// There is an entry for each kind of piece on each square.
    const HISTORY_SIZE: usize = Kind::ALL.len() << 6;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        rules::outcome(position)
    }

    fn moves(&self, position: &Position) -> MoveList {
        rules::moves(position)
    }

    /// Captures and promotions to a queen; in check, all moves.
    fn forcing_moves(&self, position: &Position) -> MoveList {
        let mut moves = rules::moves(position);
        if !rules::is_in_check(position) {
            moves.retain(|one| match one.promotion() {
                Some(kind) => kind == Kind::Queen,
                None => one.is_capture(position),
            });
        }
        moves
    }

    fn may_stand_pat(&self, position: &Position) -> bool {
        !rules::is_in_check(position)
    }

    fn is_tactical(&self, position: &Position, played: Move) -> bool {
        played.promotion().is_some() || played.is_capture(position)
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        rules::play(position, played)
    }

    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        played.is_irreversible(position)
    }

    fn is_in_check(&self, position: &Position) -> bool {
        rules::is_in_check(position)
    }

    fn gives_check(&self, position: &Position, played: Move) -> bool {
        rules::is_in_check(&rules::play(position, played))
    }

    fn prove(&self, position: &Position) -> Option<Proof> {
        match rules::outcome(position) {
            Some(outcome) => Some(Proof::exactly(outcome, 0)),
            None => rules::is_dead(position).then_some(Proof::DRAW),
        }
    }

    /// Positions with up to four pieces (kings and pawns included) are decided by tables that follow from the
    /// rules. But a proof that starts with four pieces spells out its wins until there are fewer, and its
    /// draws until the pawns or pieces change.
    fn leaf(&self, root: &Position, goal: Goal, position: &Position) -> Option<Outcome> {
        let outcome = rules::outcome(position);
        outcome.or_else(|| {
            let is_behind = match goal {
                Goal::Win => position.men().count() < root.men().count(),
                Goal::Draw => small::is_apart(root, position),
            };
            is_behind.then(|| small::value(position)).flatten()
        })
    }

    /// The answer of a solver's tables.
    fn answer(&self, position: &Position, goal: Goal, gives_up: &dyn Fn() -> bool) -> Option<bool> {
        let tables = self.tables.as_ref()?;
        let bounds = tables.bounds_of_leaf(position, goal, gives_up);
        bounds.answer(goal)
    }

    /// Tables of three pieces are made quickly; their exact values correct the evaluation.
    fn evaluate(&self, position: &Position) -> Value {
        let terms = evaluation::evaluate(position, &self.weights);
        let guess = match &self.network {
            Some(network) => terms.offset(network::correction(position, network)),
            None => terms,
        };
        let is_quick = position.men().count() <= 3;
        match is_quick.then(|| small::value(position)).flatten() {
            None => guess,
            Some(Outcome::Draw) => Value::DRAW,
            Some(Outcome::Win) => Value::guess(i32::from(guess.number().max(0)) + KNOWN_WIN),
            Some(Outcome::Loss) => Value::guess(i32::from(guess.number().min(0)) - KNOWN_WIN),
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

    /// Promotions and captures first, by the gain and then by the attacker (most valuable victim, least
    /// valuable attacker); then pawns, the most advanced ones first.
    fn order_score(&self, position: &Position, played: Move) -> i32 {
        let kind = played.kind(position);
        let victim = position.kind_on(played.to());
        if self.is_tactical(position, played) {
            let gained = victim.map_or(1, |victim| 1 + victim.index());
            let becomes = played.promotion().map_or(0, Kind::index);
            return TACTICAL_FIRST + 100 * (gained + 2 * becomes) as i32 - kind.index() as i32;
        }
        match kind {
            Kind::Pawn => 100 * played.to().rank().index() as i32,
            _ => 0,
        }
    }

    /// A passed pawn's step to the seventh rank.
    fn extends(&self, position: &Position, played: Move) -> bool {
        played.to().rank() == Rank::SEVENTH
            && played.kind(position) == Kind::Pawn
            && evaluation::is_passed(position, played.to())
    }
}

/// The least evaluation of a position that is known to be won, in centipawns.
const KNOWN_WIN: i32 = 1_000;

/// Bonus that puts tactical moves before quiet ones, whatever their history.
const TACTICAL_FIRST: i32 = 20_000;
