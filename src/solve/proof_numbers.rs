//! Proof numbers: how far a side is from its aim.
//!
//! One side, the *attacker*, wants to win; the other, the *defender*, wants to prevent it. The
//! question is whether the attacker can. Two numbers estimate how hard the answer is to find
//! (Allis, van der Meulen and van den Herik, *Proof-number search*, 1994), here for the side to
//! move (Nagai 2002): [φ](Numbers::phi) is the least number of open positions that must be settled
//! before that side reaches its aim, [δ](Numbers::delta) the least number before the opponent does.
//! At zero the question is answered. The numbers of the [search](super::dfpn) are estimates of these.

use crate::game::Outcome;
use crate::game::bounds::{Bounds, Goal};

/// One of the two sides, or which of them is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The side that wants to win.
    Attacker,
    /// The side that wants to prevent it.
    Defender,
}

impl Role {
    /// Both roles.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The other side, which is to move after a move.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// The role of the side to move in the question whether it meets that goal.
    #[inline]
    #[must_use]
    pub const fn asking(goal: Goal) -> Self {
        match goal {
            Goal::Win => Self::Attacker,
            Goal::Draw => Self::Defender,
        }
    }

    /// The goal of the side to move that decides whether the attacker wins.
    #[inline]
    #[must_use]
    pub const fn goal(self) -> Goal {
        match self {
            Self::Attacker => Goal::Win,
            Self::Defender => Goal::Draw,
        }
    }

    /// Whether the attacker wins, given whether the side to move meets that goal.
    #[inline]
    #[must_use]
    pub const fn is_won_if(self, is_met: bool) -> bool {
        is_met == matches!(self, Self::Attacker)
    }

    /// The bounds of a position if it is known whether the attacker wins.
    #[must_use]
    pub fn learn(self, known: Bounds, won: bool) -> Bounds {
        known.learn(self.goal(), won == matches!(self, Self::Attacker))
    }

    /// Whether that outcome for the side to move is a win for the attacker.
    #[inline]
    #[must_use]
    pub const fn is_won_by(self, outcome: Outcome) -> bool {
        matches!(
            (self, outcome),
            (Self::Attacker, Outcome::Win) | (Self::Defender, Outcome::Loss)
        )
    }
}

/// How hard it is for the side to move to reach its aim, and for its opponent to prevent it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The least number of open positions that must be settled before the side to move reaches its
    /// aim; 0 if it has.
    pub phi: u32,
    /// The least number of them before the opponent reaches its aim; 0 if it has.
    pub delta: u32,
}

/// The number for an aim that is out of reach.
pub const INFINITE: u32 = u32::MAX;
/// The greatest finite number.
pub const MOST: u32 = INFINITE - 1;

impl Numbers {
    /// The numbers if the side to move has reached its aim.
    pub const REACHED: Self = Self {
        phi: 0,
        delta: INFINITE,
    };
    /// The numbers if the other side has reached its aim.
    pub const DENIED: Self = Self {
        phi: INFINITE,
        delta: 0,
    };

    /// Whether the attacker has won, given the role of the side to move; `None` while that is open.
    #[inline]
    #[must_use]
    pub const fn answer(self, role: Role) -> Option<bool> {
        match (self.phi, self.delta, role) {
            (0, _, Role::Attacker) | (_, 0, Role::Defender) => Some(true),
            (_, 0, Role::Attacker) | (0, _, Role::Defender) => Some(false),
            _ => None,
        }
    }

    /// The numbers of a position in which the attacker has won, or can no longer win.
    #[inline]
    #[must_use]
    pub const fn answered(won: bool, role: Role) -> Self {
        match (won, role) {
            (true, Role::Attacker) | (false, Role::Defender) => Self::REACHED,
            (false, Role::Attacker) | (true, Role::Defender) => Self::DENIED,
        }
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How hard the question looks.
    pub numbers: Numbers,
    /// If the attacker has won: the greatest number of plies to the end.
    pub plies: u16,
}

impl Entry {
    /// Stands for an entry that has not been looked up yet.
    pub const UNREAD: Self = Self {
        numbers: Numbers { phi: 1, delta: 1 },
        plies: 0,
    };

    /// The entry of a position in which the attacker has won, after at most this many plies, or can
    /// no longer win.
    #[inline]
    #[must_use]
    pub const fn answered(won: bool, role: Role, plies: u16) -> Self {
        Self {
            numbers: Numbers::answered(won, role),
            plies,
        }
    }
}

/// A position and the role of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The whole position.
    pub words: [u64; 4],
    /// What the side to move wants.
    pub role: Role,
}

impl Question {
    /// The question about a position of a game.
    #[inline]
    #[must_use]
    pub fn about(position: impl Into<[u64; 4]>, role: Role) -> Self {
        Self {
            words: position.into(),
            role,
        }
    }
}
