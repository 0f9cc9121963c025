//! Pawn endings of chess: kings, pawns, at most one piece a side, and what promotions make of it.
//!
//! The rules are those of chess without castling. From the bottom up: which moves of the [pieces](super::pieces)
//! are legal, and how a game ends ([`rules`]); positions and moves as text; what is guessed ([`evaluation`]).
//! [`EndingGame`] offers all of it to the search, and [`EndingSolver`] decides positions from [`tables`].
//! Beside it stands chess with castling (`chess.rs`), in which games begin that come to such an ending.
//!
//! [`kings`](super::kings) answers another question: what a pawn ending is worth by the rules of PEASANT, where a
//! queen never moves.

mod chess;
pub mod evaluation;
mod proving;
mod room;
pub mod rules;
mod small;
pub mod solver;
pub mod tables;
mod text;

pub use evaluation::Weights;
pub use room::LISTING;
pub use rules::{MAX_MOVES, MoveList};
pub use solver::EndingSolver;
pub use text::Diagram;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arrayvec::ArrayVec;
use solver::ladder::Ladder;

use super::pieces::{Kind, Move, Position, key};
use crate::board::Rank;
use crate::game::bounds::Goal;
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Outcome, Proof};

/// The game, as the search plays it.
#[derive(Clone, Debug, Default)]
pub struct EndingGame {
    /// What the evaluation thinks of each term.
    pub weights: Weights,
    /// The tables that a solver has made, for its search: the game itself knows none.
    tables: Option<Arc<Ladder>>,
}

impl Game for EndingGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    /// Fifty moves of each side.
    const MOST_QUIET_PLIES: Option<u16> = Some(100);
    /// A square for each kind of piece.
    const HISTORY_SIZE: usize = Kind::ALL.len() << 6;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        rules::outcome(position)
    }

    fn moves(&self, position: &Position) -> MoveList {
        rules::moves(position)
    }

    /// Captures and promotions to a queen; every move out of a check.
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

    fn prove(&self, position: &Position) -> Option<Proof> {
        match rules::outcome(position) {
            Some(outcome) => Some(Proof::exactly(outcome, 0)),
            None => rules::is_dead(position).then_some(Proof::DRAW),
        }
    }

    /// Positions of four men are decided by tables that follow from the rules. But a proof about four men spells out
    /// its wins until there are fewer, and its draws until another pawn or piece stands there.
    fn leaf(&self, root: &Position, goal: Goal, position: &Position) -> Option<Outcome> {
        let outcome = rules::outcome(position);
        outcome.or_else(|| {
            let is_behind = match goal {
                Goal::Win => position.men().count() < root.men().count(),
                Goal::Draw => small::is_apart(root, position),
            };
            is_behind
                .then(|| small::decide(position, &|| false, &AtomicU64::new(0)))
                .flatten()
        })
    }

    /// What the tables of a solver know.
    fn answer(&self, position: &Position, goal: Goal, gives_up: &dyn Fn() -> bool) -> Option<bool> {
        let tables = self.tables.as_ref()?;
        let bounds = tables.bounds_of_leaf(position, goal, gives_up);
        bounds.answer(goal)
    }

    /// Of a king and one man against a king the tables are quickly made, and they correct the guess.
    fn evaluate(&self, position: &Position) -> Value {
        let guess = evaluation::evaluate(position, &self.weights);
        let exact = || small::decide(position, &|| false, &AtomicU64::new(0));
        match (position.men().count() <= 3).then(exact).flatten() {
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

    /// Promotions and captures first, by what is gained and then by the least piece that does it (most valuable
    /// victim, least valuable attacker); then pawns, the most advanced ones first.
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

    /// A passed pawn's step to the last rank but one.
    fn extends(&self, position: &Position, played: Move) -> bool {
        played.to().rank() == Rank::SEVENTH
            && played.kind(position) == Kind::Pawn
            && evaluation::is_passed(position, played.to())
    }
}

/// What a position is worth at least that is known to be won, in hundredths of a pawn.
const KNOWN_WIN: i32 = 1_000;

/// What tactical moves are tried before quiet ones for, whatever is known of them.
const TACTICAL_FIRST: i32 = 20_000;
