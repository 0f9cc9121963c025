//! The question of a table: does the attacker win, as far as can be told without what is left out?
//!
//! There are too many structures for each to get a table. In a *lower* bound, what is left out counts as not
//! won for the attacker, so a reported win is a win. In an *upper* bound it counts as won, so what is not
//! reported as a win is not a win. This needs no lemma about chess. In the same way some moves may be
//! forbidden, to the attacker in a lower bound and to the defender in an upper one: a side that wins or holds
//! with fewer moves can do so with more. (Check, mate and stalemate are judged on all legal moves. A side
//! with legal moves, but none allowed, has failed.)
//!
//! Where both bounds agree, the value is exact, whatever was left out. So wider and wider scopes are tried
//! until they do.

use super::structure::{Exit, Mover, Structure};
use crate::games::pieces::Kind;
use crate::solve::proof_numbers::Role;

/// The side from which the truth is approached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// A reported win is a win.
    Lower,
    /// What is not reported as a win is not a win.
    Upper,
}

/// Which structures are included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scope {
    /// No piece: enough to see that no side can break through.
    Pieceless,
    /// At most one piece, which belongs to the [restricted](Bound::restricted) side: enough for most races.
    /// That side promotes only to a queen. Without a piece, a pawn of it only captures or steps ahead of its
    /// other pawns; with one, its pawns stand still (but may capture en passant).
    Racing,
    /// At most one piece. The restricted side promotes only to a queen. While there is a piece, its pawns only
    /// capture it, capture en passant or promote.
    Narrow,
    /// At most one piece.
    OnePiece,
    /// At most one piece, or one piece on each side where there are no pawns.
    Pawnless,
    /// One piece on each side, or, without pawns, any two.
    TwoPieces,
    /// Any two pieces.
    AnyTwo,
}

/// A structure and the question about it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableQuestion {
    /// The structure.
    pub structure: Structure,
    /// The side from which it is answered.
    pub bound: Bound,
    /// The structures that are included.
    pub scope: Scope,
}

/// The answer for the position after an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The table of this question gives the answer.
    Told(TableQuestion),
    /// The attacker can no longer win.
    NotWon,
    /// The structure after the exit is left out.
    LeftOut,
    /// The question forbids the moving side to make this move.
    Forbidden,
}

impl Bound {
    /// Both bounds.
    pub const BOTH: [Self; 2] = [Self::Lower, Self::Upper];

    /// The side whose moves may be restricted.
    #[must_use]
    pub const fn restricted(self) -> Role {
        match self {
            Self::Lower => Role::Attacker,
            Self::Upper => Role::Defender,
        }
    }
}

impl Scope {
    /// All scopes, from the narrowest to the widest. (Only the first has something that the second has not:
    /// pushes of all pawns.)
    pub const ALL: [Self; 7] = [
        Self::Pieceless,
        Self::Racing,
        Self::Narrow,
        Self::OnePiece,
        Self::Pawnless,
        Self::TwoPieces,
        Self::AnyTwo,
    ];

    /// Its number in files and keys, below 8.
    #[must_use]
    pub const fn number(self) -> u128 {
        match self {
            Self::Pieceless => 0,
            Self::Narrow => 1,
            Self::OnePiece => 2,
            Self::Pawnless => 3,
            Self::TwoPieces => 4,
            Self::AnyTwo => 5,
            // It came later.
            Self::Racing => 6,
        }
    }

    /// Whether the scope includes a structure, for a bound.
    #[must_use]
    pub fn holds(self, structure: Structure, bound: Bound) -> bool {
        match self {
            Self::Pieceless => structure.piece_count() == 0,
            Self::Racing => match structure.piece_count() {
                0 => true,
                1 => structure.pieces_of(bound.restricted()) == 1,
                _ => false,
            },
            _ if structure.piece_count() < 2 => true,
            Self::Narrow | Self::OnePiece => false,
            Self::Pawnless => structure.pawns().is_empty() && structure.has_one_each(),
            Self::TwoPieces => structure.pawns().is_empty() || structure.has_one_each(),
            Self::AnyTwo => true,
        }
    }

    /// Whether the restricted side may leave a structure by this exit.
    fn allows(self, structure: Structure, exit: &Exit) -> bool {
        if !matches!(self, Self::Racing | Self::Narrow) {
            return true;
        }
        match exit.mover {
            Mover::Promoted(kind, _) => kind == Kind::Queen,
            Mover::Pawn if structure.piece_count() > 0 => exit.takes.is_some(),
            Mover::Pawn if self == Self::Racing => exit.after.is_some_and(|after| {
                after.pawns().count() < structure.pawns().count()
                    || after.foremost(exit.side) > structure.foremost(exit.side)
            }),
            _ => true,
        }
    }
}

impl TableQuestion {
    /// Makes a question. Where nothing is left out, it is the same for both bounds and all scopes.
    #[must_use]
    pub fn new(structure: Structure, bound: Bound, scope: Scope) -> Self {
        let is_whole = match structure.men() {
            [0, 1] | [1, 0] | [0, 0] => scope > Scope::Pieceless,
            [1, 1] => scope >= Scope::Pawnless,
            [2, 0] | [0, 2] => scope >= Scope::TwoPieces,
            _ => false,
        };
        match is_whole {
            true => Self::exact(structure),
            false => Self {
                structure,
                bound,
                scope,
            },
        }
    }

    /// The question about a structure whose table is exact: with at most two pawns or pieces, nothing is left
    /// out.
    #[must_use]
    pub const fn exact(structure: Structure) -> Self {
        Self {
            structure,
            bound: Bound::Lower,
            scope: Scope::TwoPieces,
        }
    }

    /// The same question about another structure.
    #[must_use]
    pub fn about(self, structure: Structure) -> Self {
        Self::new(structure, self.bound, self.scope)
    }

    /// The answer for the positions after an exit of its structure.
    #[must_use]
    pub fn after(self, exit: &Exit) -> Answer {
        if exit.side == self.bound.restricted() && !self.scope.allows(self.structure, exit) {
            return Answer::Forbidden;
        }
        match exit.after {
            Some(after) if !after.can_win() => Answer::NotWon,
            Some(after) if self.scope.holds(after, self.bound) => Answer::Told(self.about(after)),
            _ => Answer::LeftOut,
        }
    }
}
