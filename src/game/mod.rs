//! The interface of a game for the search, the protocols and the solver.
//!
//! The search is compiled for each game: it knows two players who move in turn, and nothing else. A
//! game may offer more than its rules, as a [`Proof`] (certain) or as an evaluation (a guess); the
//! two are never mixed. Special needs are declared by constants and methods with defaults: whether
//! positions can repeat, whether moves without progress are counted, whether the side to move may
//! stand pat. Code that a game does not need is compiled away.
//!
//! Read in this order: [`outcome`] (how games end), [`value`] and [`bounds`] (guessed and proved
//! values), [`key`] and [`list`] (positions and moves in tables and on the stack), [`Game`],
//! [`history`] (earlier positions) and [`rule`] (for the solver's files).
//!
//! Two kinds of games can be [solved](crate::solve). In the first, no position repeats, and a whole
//! position fits into its key: `Game<Key = PackedKey>`. The solver then identifies positions by
//! their key, whatever moves led to them. In the second, positions may repeat, and a position
//! converts to four words, equal only for equal positions: `Game<Position: Into<[u64; 4]>>`. Such a
//! game has no mirror images: its [canonical form](Game::canonical) is the position itself. The
//! methods for solvers have defaults, too.
//!
//! A position is always from the point of view of the side to move, and so is every value
//! ("negamax").

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

/// A two-player game of perfect information.
///
/// The implementing value holds the parameters (a variant, weights); positions hold only the
/// board.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position, from the point of view of the side to move. It is small and copied at each move.
    /// Positions are equal if everything that matters to the rules is equal, apart from earlier
    /// moves.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move in such a position.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// A list on the stack with room for one item for each move of any position, `ArrayVec<T, N>`;
    /// or of nearly any, `SmallVec<[T; N]>`.
    type List<T: Copy>: List<T>;
    /// The identity of a position in the tables.
    type Key: Key;

    /// Whether positions can repeat. If so, draws by repetition are detected, and
    /// [`Self::is_irreversible`] limits how far back to look.
    const CAN_REPEAT: bool = false;
    /// After this many plies without progress the game is drawn, unless the last of them ends it.
    const MOST_QUIET_PLIES: Option<u16> = None;
    /// The greatest length of a game in plies, if known.
    const LONGEST_GAME: Option<u16> = None;
    /// The number of centipawns of an evaluation that changes the odds of winning by a factor of e.
    const SCALE: i32 = value::SCALE;
    /// How selective a search may be.
    const SELECTIVITY: Selectivity = Selectivity::USUAL;
    /// Every [`Self::history_index`] is below it.
    const HISTORY_SIZE: usize;

    /// The outcome of the game for the side to move, from the board alone; `None` while it is not
    /// over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Every legal move: at least one. Called only where the game is not over.
    fn moves(&self, position: &Self::Position) -> Self::List<Self::Move>;

    /// The number of legal moves, which a game may be able to count without listing them.
    fn move_count(&self, position: &Self::Position) -> usize {
        self.moves(position).len()
    }

    /// The *forcing* moves: those legal moves that must be followed before a position may be called
    /// quiet. Called only where the game is not over.
    fn forcing_moves(&self, position: &Self::Position) -> Self::List<Self::Move>;

    /// Whether the side to move may be assumed to have a quiet move that keeps the value. If not
    /// (because it must capture, say), its evaluation is not taken as the value, and every legal
    /// move is searched at the end of the search.
    fn may_stand_pat(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The cost of searching this many moves where the side to move may not stand pat. A line of
    /// play may spend 16 in total.
    fn cost_of_following(&self, _moves: usize) -> usize {
        1
    }

    /// Whether a move is *tactical*: such moves are ordered first, by [`Self::order_score`]
    /// alone, they are reduced only if they lose an [exchange](Self::wins_exchange), and no history
    /// is kept for them. All others are *quiet*. A forcing move need not be tactical, nor a tactical
    /// one forcing.
    fn is_tactical(&self, position: &Self::Position, played: Self::Move) -> bool;

    /// The position after a legal move, from the opponent's point of view.
    fn play(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// Whether no position before the move can repeat after it; the count of plies without progress
    /// then restarts, too. Called only where positions can repeat or plies are counted.
    fn is_irreversible(&self, _position: &Self::Position, _played: Self::Move) -> bool {
        true
    }

    /// Whether there is a threat that must be answered at once, such as a check. The evaluation is
    /// then unreliable, so the search prunes nothing because of it.
    fn is_in_check(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the piece that moves gives check. Such a move is never pruned for being late or for
    /// losing an exchange, so that mates are found.
    fn gives_check(&self, _position: &Self::Position, _played: Self::Move) -> bool {
        false
    }

    /// Whether the search may use null moves: [`Self::pass`].
    const MAY_PASS: bool = false;

    /// The position after a null move, from the opponent's point of view; `None` in check, and
    /// where zugzwang is likely. If passing is still good enough, the search assumes that some move
    /// is good enough, too. That is a guess, and only for games in which nearly every position has
    /// a move that is better than passing.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether a move wins at least this much, in centipawns, when both sides continue to capture
    /// on its square; a static rule without search. Losing captures are tried last, and not
    /// searched where the side to move may stand pat; near the leaves, any move that loses too much
    /// is pruned. A game without such a rule says that every move wins enough.
    fn wins_exchange(
        &self,
        _position: &Self::Position,
        _played: Self::Move,
        _at_least: i32,
    ) -> bool {
        true
    }

    /// What is certain about the position alone, without a search; always `Some` where
    /// [`Self::outcome`] is.
    fn prove(&self, position: &Self::Position) -> Option<Proof>;

    /// The value of a position at which a proof that a side meets a goal at `root` may end: the
    /// value at the [end](Self::outcome) of the game, or one that the game derives from its rules
    /// alone, so that a checker can compute it itself.
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

    /// The position, in canonical form, for the tables. For a position that [`Self::prove`]
    /// settles, any key will do: nothing is stored for it.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The code of a move, mirrored if `mirrored`; within [`Key::MOVE_BITS`].
    fn code(&self, played: Self::Move, mirrored: bool) -> MoveCode;

    /// The index of a quiet move in the history table: the piece and its destination, say. Below
    /// [`Self::HISTORY_SIZE`].
    fn history_index(&self, position: &Self::Position, played: Self::Move) -> usize;

    /// The order of a move before any history; higher is earlier. The history score of a quiet
    /// move, at most 8 000, is added to it; so tactical moves that should precede all quiet ones
    /// score more than that.
    fn order_score(&self, position: &Self::Position, played: Self::Move) -> i32;

    /// Whether a move leads to lines that must be searched one ply deeper.
    fn extends(&self, _position: &Self::Position, _played: Self::Move) -> bool {
        false
    }

    /// Whether the side to move meets a goal, if the game can find that out where [`Self::prove`]
    /// does not. This takes more work than a few shifts, but less than a search of the whole
    /// position. Only solvers call it. Long work ends without an answer when `gives_up` returns
    /// true.
    fn answer(
        &self,
        _position: &Self::Position,
        _goal: Goal,
        _gives_up: &dyn Fn() -> bool,
    ) -> Option<bool> {
        None
    }

    /// The number of positions that the game has searched for such answers.
    fn own_searches(&self) -> u64 {
        0
    }

    /// A key that positions share only if they have the same value, for the solver of games without
    /// repetition. Not only mirror images may share a key, and a move in one of these positions
    /// need not be a move in another.
    fn value_key(&self, position: &Self::Position) -> Self::Key {
        self.key(position)
    }

    /// How likely the side to move is to meet that goal. To prove that it misses the goal, the
    /// solver searches lower scores first. Only the order matters.
    fn goal_score(&self, _position: &Self::Position, _goal: Goal) -> i32 {
        0
    }

    /// The estimated distance of the side to move from a win, and that of the opponent; at least 1,
    /// in any unit. It affects only the order of the proof-number search.
    fn effort(&self, _position: &Self::Position) -> [u32; 2] {
        [1, 1]
    }

    /// About how many positions the solver can search while the game [settles](Self::settle) a position for
    /// good. The likelier proof gets half as many before the solver asks for that.
    fn cost_of_settling(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Computes a table that settles a position for good, with this many threads, if the game has
    /// such tables; [`Self::prove`] then uses it. All tables together may take this many bytes.
    /// Nothing is computed if that is not enough or `gives_up` returns true. The solver of games
    /// with repetition calls it again and again while a position is open: for one that no table can
    /// settle, the game may compute those that the search has missed most. Returns whether another
    /// call may be of use.
    fn settle(
        &self,
        _position: &Self::Position,
        _threads: usize,
        _most_bytes: u64,
        _gives_up: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        false
    }

    /// Whether the winner is always to move when the game ends: then its wins take an even number
    /// of plies from positions where it is to move.
    fn winner_is_to_move(&self) -> bool {
        false
    }
}
