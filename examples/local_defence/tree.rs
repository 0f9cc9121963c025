//! Local defences asked at each position of the solver, to see whether they save it anything.

use std::sync::Mutex;

use jacquerie::bounds::Goal;
use jacquerie::game::{Game, Key, MoveCode, MoveList, Outcome, Proof};
use jacquerie::pawns::{Move, PawnGame, Position};
use jacquerie::value::Value;

use crate::part::Defence;

/// The game, with local defences asked at each position of the solver.
pub struct WithDefences {
    pub game: PawnGame,
    /// The defences, how often they were asked, and how often one of them held.
    pub defences: Mutex<(Vec<Defence>, u64, u64)>,
}

impl Game for WithDefences {
    type Position = Position;
    type Move = Move;
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.game.outcome(position)
    }
    fn moves(&self, position: &Position) -> MoveList<Move> {
        self.game.moves(position)
    }
    fn noisy_moves(&self, position: &Position) -> MoveList<Move> {
        self.game.noisy_moves(position)
    }
    fn play(&self, position: &Position, played: Move) -> Position {
        self.game.play(position, played)
    }
    fn prove(&self, position: &Position) -> Option<Proof> {
        self.game.prove(position)
    }
    /// The side to move does not win if the other holds.
    fn answer(&self, position: &Position, goal: Goal) -> Option<bool> {
        let known = self.game.answer(position, goal);
        if known.is_some() || goal != Goal::Win {
            return known;
        }
        let mut guard = self.defences.lock().ok()?;
        let (defences, asked, held) = &mut *guard;
        *asked += 1;
        let holds = defences.iter().any(|defence| defence.holds(position));
        *held += u64::from(holds);
        holds.then_some(false)
    }
    fn own_searches(&self) -> u64 {
        self.game.own_searches()
    }
    fn evaluate(&self, position: &Position) -> Value {
        self.game.evaluate(position)
    }
    fn canonical(&self, position: &Position) -> Position {
        self.game.canonical(position)
    }
    fn key(&self, position: &Position) -> Key {
        self.game.key(position)
    }
    fn value_key(&self, position: &Position) -> Key {
        self.game.value_key(position)
    }
    fn code(&self, played: Move, mirrored: bool) -> MoveCode {
        self.game.code(played, mirrored)
    }
    fn urgency(&self, position: &Position, played: Move) -> i32 {
        self.game.urgency(position, played)
    }
    fn prospects(&self, position: &Position, goal: Goal) -> i32 {
        self.game.prospects(position, goal)
    }
    fn extends(&self, position: &Position, played: Move) -> bool {
        self.game.extends(position, played)
    }
}
