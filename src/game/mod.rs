//! What the search, the protocol and the solver may ask of a game, and how a game ends.
//!
//! The search is compiled once for each game: it knows two players who move in turn, nothing of
//! pawns. Whatever a game knows beyond its bare rules it offers as a [`Proof`] (certain) or as an
//! evaluation (a guess), and the two are never mixed.
//!
//! A position is always seen by the side to move, so every value is that side's ("negamax").

pub mod bounds;
pub mod value;

use std::fmt::{self, Debug};
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::game::bounds::Goal;
use crate::game::value::Value;

/// The most moves that a position of any game here can have.
///
/// For pawns: at most 56 squares can hold one, `a` of the mover's and `b` of the opponent's. No
/// square is captured on from more than two sides and no pawn captures in more than two
/// directions, so there are at most 2·min(a, b) captures, min(a, 56 − a − b) single steps, 8
/// double steps and 2 captures en passant: never more than 66.
pub const MAX_MOVES: usize = 80;

/// The moves of one position.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// How a game ends, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side to move has lost, or will with best play.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move has won, or will with best play.
    Win,
}

impl Outcome {
    /// The same outcome for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// In a word: `win`, `draw`, `loss`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The outcome of a position, proved without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What the side to move gets with best play on both sides.
    pub outcome: Outcome,
    /// A win or a loss is complete after at most so many plies; 0 if the game is over.
    pub plies: u8,
    /// Whether the winner cannot do it in fewer.
    pub shortest: bool,
}

impl Proof {
    /// A proved draw.
    pub const DRAW: Self = Self {
        outcome: Outcome::Draw,
        plies: 0,
        shortest: true,
    };

    /// A win or loss after exactly `plies`.
    #[must_use]
    pub const fn exactly(outcome: Outcome, plies: u8) -> Self {
        Self {
            outcome,
            plies,
            shortest: true,
        }
    }
}

/// A whole position in at most 80 bits, so that two positions are the same for the search exactly
/// when their keys are equal. A position and its mirror image have the same key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    bits: u128,
    mirrored: bool,
}

impl Key {
    /// How many bits a key has at most.
    pub const BITS: u32 = 80;

    /// The key whose bits are `bits` (their lowest 80), of a position that is the mirror image of
    /// the one the key was taken from if `mirrored`.
    #[inline]
    #[must_use]
    pub const fn new(bits: u128, mirrored: bool) -> Self {
        Self {
            bits: bits & ((1 << Self::BITS) - 1),
            mirrored,
        }
    }

    /// The position, packed.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// Whether the position was mirrored to get its canonical form.
    #[inline]
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }
}

/// A move in 12 bits, as the table and the history keep it. Two moves of one position never have
/// the same code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveCode(u16);

impl MoveCode {
    /// How many codes there are.
    pub const COUNT: usize = 1 << 12;
    /// No move: a code that no move has.
    pub const NONE: Self = Self(0);

    /// The code made of the lowest 12 bits of `bits`.
    #[inline]
    #[must_use]
    pub const fn new(bits: u16) -> Self {
        Self(bits & (Self::COUNT as u16 - 1))
    }

    /// Its 12 bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// For use as an index below [`Self::COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A two-player game of full information in which no position can come back.
///
/// The implementing value carries what the rules leave open (a variant, weights); positions carry
/// only what is on the board.
pub trait Game: Send + Sync {
    /// A position, seen by the side to move. Small, copied at each move.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// A move in such a position.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// How the game has ended, for the side to move; `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Every legal move. Called only where the game is not over.
    fn moves(&self, position: &Self::Position) -> MoveList<Self::Move>;

    /// The legal moves that must be looked at before a position may be called quiet.
    fn forcing_moves(&self, position: &Self::Position) -> MoveList<Self::Move>;

    /// The position after a legal move, seen by the other side.
    fn play(&self, position: &Self::Position, played: Self::Move) -> Self::Position;

    /// What is known for certain without search; always `Some` where [`Self::outcome`] is.
    fn prove(&self, position: &Self::Position) -> Option<Proof>;

    /// Whether the side to move meets a goal, if the game knows it where [`Self::prove`] knows
    /// nothing: by more work than a few shifts, less than a search of the whole position.
    fn answer(&self, _position: &Self::Position, _goal: Goal) -> Option<bool> {
        None
    }

    /// How many positions the game has searched to know such answers.
    fn own_searches(&self) -> u64 {
        0
    }

    /// A guess at the value, within ±[`Value::MAX_EVALUATION`].
    fn evaluate(&self, position: &Self::Position) -> Value;

    /// The position itself or its mirror image, the same one for both.
    fn canonical(&self, position: &Self::Position) -> Self::Position;

    /// The whole position in canonical form. Called only where [`Self::prove`] knows nothing.
    fn key(&self, position: &Self::Position) -> Key;

    /// A key that positions share only if they have the same value. There may be more of them than
    /// a position and its mirror image; a move of one need not be one of another.
    fn value_key(&self, position: &Self::Position) -> Key {
        self.key(position)
    }

    /// The code of a move, mirrored if `mirrored`.
    fn code(&self, played: Self::Move, mirrored: bool) -> MoveCode;

    /// How early a move should be tried, before anything is learned of it; higher is earlier.
    /// Quiet moves stay within ±1 000, noisy ones above.
    fn order_score(&self, position: &Self::Position, played: Self::Move) -> i32;

    /// How good the chances of the side to move look to somebody who wants to prove that it misses
    /// that goal: what is lower is searched first. Only the order matters.
    fn goal_score(&self, position: &Self::Position, goal: Goal) -> i32;

    /// Whether a move leads into lines that must be followed one ply deeper.
    fn extends(&self, position: &Self::Position, played: Self::Move) -> bool;
}
