//! What a table answers: does the attacker win, as far as that can be said without what is left out?
//!
//! Not every structure gets a table: there would be too many. What is left out is taken as lost for the attacker in
//! a *lower* bound, so that what is called won is won, and as won for him in an *upper* one, so that what is not
//! called won is not won. This needs no lemma about chess and cannot be wrong. In the same way the attacker may be
//! forbidden some of his moves in a lower bound, and the defender in an upper one: a side that could win or hold
//! with less can do it with more. (Check, mate and stalemate are judged on all legal moves; whoever has legal moves
//! but none that he is allowed has failed.)
//!
//! Where both bounds agree the value is exact, whatever was left out. So wider and wider scopes are tried until they
//! do.

use super::structure::{Exit, Mover, Side, Structure};
use crate::games::pieces::Kind;

/// From which side the truth is approached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// What is won in it is won.
    Lower,
    /// What is not won in it is not won.
    Upper,
}

/// What is not left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scope {
    /// No piece: enough to see that nobody breaks through.
    Pieceless,
    /// One piece at most. The side that may be forbidden moves promotes to a queen only, and while there is a piece its
    /// pawns only take it or promote.
    Narrow,
    /// One piece at most.
    OnePiece,
    /// A piece each where there are no pawns.
    Pawnless,
    /// A piece each, or two against a king alone.
    TwoPieces,
    /// Two pieces, whoever has them.
    AnyTwo,
}

/// A structure and what is asked of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Question {
    /// The structure.
    pub structure: Structure,
    /// From which side it is answered.
    pub bound: Bound,
    /// What is not left out.
    pub scope: Scope,
}

/// What is known of an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A table tells it.
    Told(Question),
    /// The attacker does not win any more.
    NotWon,
    /// It is left out.
    LeftOut,
    /// The side is forbidden to move so.
    Forbidden,
}

impl Bound {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Lower, Self::Upper];

    /// Which side may be forbidden moves.
    #[must_use]
    pub const fn restricted(self) -> Side {
        match self {
            Self::Lower => Side::Attacker,
            Self::Upper => Side::Defender,
        }
    }
}

impl Scope {
    /// All, from the narrowest to the widest.
    pub const ALL: [Self; 6] = [
        Self::Pieceless,
        Self::Narrow,
        Self::OnePiece,
        Self::Pawnless,
        Self::TwoPieces,
        Self::AnyTwo,
    ];

    /// Whether there are tables of a structure.
    #[must_use]
    pub fn holds(self, structure: Structure) -> bool {
        match self {
            Self::Pieceless => structure.piece_count() == 0,
            _ if structure.piece_count() < 2 => true,
            Self::Narrow | Self::OnePiece => false,
            Self::Pawnless => structure.pawns().is_empty() && structure.has_one_each(),
            Self::TwoPieces => structure.pawns().is_empty() || structure.has_one_each(),
            Self::AnyTwo => true,
        }
    }

    /// Whether the side that may be forbidden moves may leave a structure so.
    fn allows(self, structure: Structure, exit: &Exit) -> bool {
        match (self, exit.mover) {
            (Self::Narrow, Mover::Promoted(kind, _)) => kind == Kind::Queen,
            (Self::Narrow, Mover::Pawn) => structure.piece_count() == 0 || exit.takes.is_some(),
            _ => true,
        }
    }
}

impl Question {
    /// A question; one and the same for both bounds and all scopes where nothing is left out.
    #[must_use]
    pub fn new(structure: Structure, bound: Bound, scope: Scope) -> Self {
        let is_whole = match structure.men() {
            [0, 1] | [1, 0] | [0, 0] => scope >= Scope::Narrow,
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

    /// The question about a structure whose table is exact: with two pawns or pieces at most, nothing is left out.
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

    /// What is known of an exit of its structure.
    #[must_use]
    pub fn after(self, exit: &Exit) -> Answer {
        if exit.side == self.bound.restricted() && !self.scope.allows(self.structure, exit) {
            return Answer::Forbidden;
        }
        match exit.after {
            Some(after) if !after.can_win() => Answer::NotWon,
            Some(after) if self.scope.holds(after) => Answer::Told(self.about(after)),
            _ => Answer::LeftOut,
        }
    }
}
