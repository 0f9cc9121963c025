//! What the search, the protocol and the solver may ask of a game.
//!
//! The search is compiled once for each game: it knows two players who move in turn, nothing of
//! pawns. Whatever a game knows beyond its bare rules it offers as a [`Proof`] (certain) or as an
//! evaluation (a guess), and the two are never mixed. What a game needs beyond the usual it states
//! by constants and methods with defaults: whether positions can come back, whether moves without
//! progress are counted, whether the side to move may stand pat. What it does not need is gone when
//! the search is compiled for it.
//!
//! Read in this order: [`outcome`] (how games end), [`value`] and [`bounds`] (what is guessed and
//! what is known of it), [`key`] and [`list`] (what positions and moves are to tables and on the
//! stack), [`Game`], [`history`] (what was played before) and [`rule`] (what
//! the solver's files need).
//!
//! Two kinds of games can be [solved](crate::solve). In the one no position comes back, and a whole position
//! fits into its key: `Game<Key = PackedKey>`. The solver takes a position that it has met before for the same
//! question, whatever was played in between. In the other, positions may come back, and each of them is four
//! words, the same only for equal ones: `Game<Position: Into<[u64; 4]>>`. Such a game knows no mirror images: its
//! [canonical form](Game::canonical) is the position itself. What the solvers ask has defaults, too.
//!
//! A position is always seen by the side to move, so every value is that side's ("negamax").

pub mod bounds;
pub mod diagram;
pub mod features;
pub mod fen;
pub mod finish;
pub mod history;
pub mod key;
pub mod list;
pub mod outcome;
pub mod picture;
pub mod playable;
pub mod rule;
pub mod san;
pub mod selectivity;
pub mod setup;
pub mod state;
pub mod terms;
pub mod value;
pub mod written;

use std::fmt::Debug;
use std::hash::Hash;

pub use history::History;
pub use key::{HashKey, Key, MoveCode, PackedKey};
pub use list::List;
pub use outcome::{Outcome, Proof};

use crate::game::bounds::Goal;
use crate::game::selectivity::Selectivity;
use crate::game::value::Value;

/// A two-player game of full information.
///
/// The implementing value carries what the rules leave open (a variant, weights); positions carry
/// only what is on the board.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position, seen by the side to move. Small, copied at each move. Positions are equal if
    /// everything that the rules ask of them is, the moves before them aside.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move in such a position.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// A list on the stack with room for something for each move of any position,
    /// `ArrayVec<T, N>`; or of nearly any, `SmallVec<[T; N]>`.
    type List<T: Copy>: List<T>;
    /// By what the tables know a position.
    type Key: Key;

    /// Whether positions can come back. Then a draw by repetition is found, and
    /// [`Self::is_irreversible`] says how far back to look for one.
    const CAN_REPEAT: bool = false;
    /// After so many plies without progress the game is a draw, unless the last of them ends it.
    const MOST_QUIET_PLIES: Option<u16> = None;
    /// No game is longer than so many plies, if that is known.
    const LONGEST_GAME: Option<u16> = None;
    /// How much a search may leave out.
    const SELECTIVITY: Selectivity = Selectivity::USUAL;
    /// Every [`Self::history_index`] is below it.
    const HISTORY_SIZE: usize;

    /// How the game has ended, for the side to move, by what is on the board; `None` while it goes
    /// on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Every legal move: at least one. Called only where the game is not over.
    fn moves(&self, position: &Self::Position) -> Self::List<Self::Move>;

    /// The *forcing* moves: those legal moves that must be followed before a position may be called
    /// quiet. Called only where the game is not over.
    fn forcing_moves(&self, position: &Self::Position) -> Self::List<Self::Move>;

    /// Whether the side to move may be taken to have a quiet move that keeps what it has, where the
    /// search ends. If not (it must capture, say), every legal move is followed there.
    fn may_stand_pat(&self, _position: &Self::Position) -> bool {
        true
    }

    /// What it costs to follow so many moves where the side to move may not stand pat. On one line that is
    /// done until 16 are spent.
    fn cost_of_following(&self, _moves: usize) -> usize {
        1
    }

    /// Whether a move is *tactical*: such moves come first in the order, by
    /// [`Self::order_score`] alone, they are never reduced, and nothing is learned of them. All
    /// others are *quiet*. A forcing move need not be tactical, nor a tactical one forcing.
    fn is_tactical(&self, position: &Self::Position, played: Self::Move) -> bool;

    /// The position after a legal move, seen by the other side.
    fn play(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// Whether no position before the move can come back after it; then the count of plies without
    /// progress starts anew, too. Asked only where positions can come back or plies are counted.
    fn is_irreversible(&self, _position: &Self::Position, _played: Self::Move) -> bool {
        true
    }

    /// Whether something must be answered at once, as a check must. Then the evaluation says little, so the
    /// search leaves nothing out because of it.
    fn is_in_check(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the search may ask what comes of not moving at all: [`Self::pass`].
    const MAY_PASS: bool = false;

    /// The position after no move, seen by the other side; `None` in check, and where to have to move may
    /// be what loses (zugzwang). Who is still better than asked then is taken to be so with a move: a guess,
    /// and only for games where nearly every position has a move that is better than none.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether a tactical move wins at least so much, in hundredths of a pawn, when both sides go on
    /// capturing where it ends; by a rule of thumb, without a search. Those that lose something are tried
    /// last, and not followed where the side to move may stand pat.
    fn wins_exchange(
        &self,
        _position: &Self::Position,
        _played: Self::Move,
        _at_least: i32,
    ) -> bool {
        true
    }

    /// What is known for certain without search, of the position alone; always `Some` where
    /// [`Self::outcome`] is.
    fn prove(&self, position: &Self::Position) -> Option<Proof>;

    /// The value of a position at which a proof about `root` that a side meets a goal may end: that of the
    /// [end](Self::outcome) of the game, or one that the game finds from its rules alone, so that a checker need not be
    /// told it.
    fn leaf(
        &self,
        _root: &Self::Position,
        _goal: Goal,
        position: &Self::Position,
    ) -> Option<Outcome> {
        self.outcome(position)
    }

    /// A guess at the value, within ±[`Value::MAX_EVALUATION`].
    fn evaluate(&self, position: &Self::Position) -> Value;

    /// The position itself or its mirror image, the same one for both.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The position, in canonical form, for the tables. Of a position that [`Self::prove`] settles any
    /// key will do: nothing is kept of it.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The code of a move, mirrored if `mirrored`; within [`Key::MOVE_BITS`].
    fn code(&self, played: Self::Move, mirrored: bool) -> MoveCode;

    /// Under which number the search keeps how good a quiet move has been elsewhere: the man that
    /// moves and where it goes, say. Below [`Self::HISTORY_SIZE`].
    fn history_index(&self, position: &Self::Position, played: Self::Move) -> usize;

    /// How early a move should be tried, before anything is learned of it; higher is earlier. To
    /// the score of a quiet move comes what was learned of it, at most 8 000; so tactical moves that
    /// should come before all quiet ones score more than that.
    fn order_score(&self, position: &Self::Position, played: Self::Move) -> i32;

    /// Whether a move leads into lines that must be followed one ply deeper.
    fn extends(&self, _position: &Self::Position, _played: Self::Move) -> bool {
        false
    }

    /// Whether the side to move meets a goal, if the game knows it where [`Self::prove`] knows
    /// nothing: by more work than a few shifts, less than a search of the whole position. Only solvers ask. Work that
    /// takes long ends without an answer when `gives_up` says so.
    fn answer(
        &self,
        _position: &Self::Position,
        _goal: Goal,
        _gives_up: &dyn Fn() -> bool,
    ) -> Option<bool> {
        None
    }

    /// How many positions the game has searched to know such answers.
    fn own_searches(&self) -> u64 {
        0
    }

    /// A key that positions share only if they have the same value, for the same solver. There may be more
    /// of them than a position and its mirror image; a move of one need not be one of another.
    fn value_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// How good the chances of the side to move look to somebody who wants to prove that it misses
    /// that goal: what is lower is searched first by the same solver. Only the order matters.
    fn goal_score(&self, _position: &Self::Position, _goal: Goal) -> i32 {
        0
    }

    /// How far from a win the side to move seems to be, and the other side; at least 1, in any unit.
    /// Only the order of the proof-number search depends on it.
    fn effort(&self, _position: &Self::Position) -> [u32; 2] {
        [1, 1]
    }

    /// Makes what settles a position for good, with so many threads, if there is such a thing:
    /// [`Self::prove`] knows it then. All that was ever made so may take so many bytes. It is
    /// not made if that is too little, or `gives_up` says so. The solver of games in which positions come
    /// back asks.
    fn settle(
        &self,
        _position: &Self::Position,
        _threads: usize,
        _most_bytes: u64,
        _gives_up: &(dyn Fn() -> bool + Sync),
    ) {
    }

    /// Whether whoever has won is always to move: then its wins take an even number of plies from its
    /// own positions.
    fn winner_is_to_move(&self) -> bool {
        false
    }
}
