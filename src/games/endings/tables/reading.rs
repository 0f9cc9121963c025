//! What tables say of a position.
//!
//! A table knows no right to capture en passant: it is gone with the next move, so such a position is followed for a
//! ply.

use std::ops::Deref;

use super::placement::Placement;
use super::question::{Bound, Question, Scope};
use super::structure::{Side, Structure};
use super::table::Table;
use crate::board::{Bitboard, Square};
use crate::game::bounds::{Bounds, Goal};
use crate::games::endings::rules;
use crate::games::pieces::{Kind, Position};

/// A position as one of its sides attacks.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// What stands besides the kings.
    pub structure: Structure,
    /// Who is to move.
    pub turn: Side,
    /// Where all stand but the defender's king.
    pub at: Placement,
    /// The defender's king.
    pub king: Square,
}

impl View {
    /// A position in which the side to move attacks or defends; `None` if a side has several pieces. A right to
    /// capture en passant is left aside.
    #[must_use]
    pub fn new(position: &Position, turn: Side) -> Option<Self> {
        let structure = Structure::of(position)?;
        let structure = match turn {
            Side::Attacker => structure,
            Side::Defender => structure.turned(),
        };
        let square = |set: Bitboard| {
            set.lowest().map(|square| match turn {
                Side::Attacker => square,
                Side::Defender => square.flip(),
            })
        };
        let kings = position.of(Kind::King);
        let pieces = position.men() & !position.pawns() & !kings;
        let (attackers, defenders) = match turn {
            Side::Attacker => (position.own(), position.enemy()),
            Side::Defender => (position.enemy(), position.own()),
        };
        Some(Self {
            structure,
            turn,
            at: Placement {
                king: square(attackers & kings)?,
                attacker: square(attackers & pieces),
                defender: square(defenders & pieces),
            },
            king: square(defenders & kings)?,
        })
    }

    /// Where the set stands to which it belongs.
    #[must_use]
    pub fn place(&self) -> usize {
        self.at.place()
    }

    /// Whether the attacker wins by a table of the structure.
    #[must_use]
    pub fn is_won(&self, table: &Table) -> bool {
        table.won(self.turn, self.place()).contains(self.king)
    }
}

/// Whether a side of a position wins by a bound, where `known` has the tables for it; the side to move is that
/// `turn`. `None` if a table is missing.
fn is_won(position: &Position, turn: Side, known: &impl Fn(&View) -> Option<bool>) -> Option<bool> {
    if position.en_passant().is_empty() {
        let view = View::new(position, turn)?;
        return match view.structure.can_win() {
            true => known(&view),
            false => Some(false),
        };
    }
    // There is a move: the capture.
    let moves = rules::moves(position);
    let mut results = moves.into_iter().map(|played| {
        let after = rules::play(position, played);
        is_won(&after, turn.opponent(), known)
    });
    let decides = turn == Side::Attacker;
    let all: Option<Vec<bool>> = results.by_ref().collect();
    Some(all?.contains(&decides) == decides)
}

/// What the tables of a bound and a scope say of a position, as far as they are there.
pub fn bounds<T: Deref<Target = Table>>(
    position: &Position,
    bound: Bound,
    scope: Scope,
    table: &impl Fn(Question) -> Option<T>,
) -> Bounds {
    let mut known = Bounds::UNKNOWN;
    for turn in Side::BOTH {
        let won = is_won(position, turn, &|view| {
            let table = table(Question::new(view.structure, bound, scope))?;
            Some(view.is_won(&table))
        });
        // What the attacker asks, for the side to move.
        let goal = match turn {
            Side::Attacker => Goal::Win,
            Side::Defender => Goal::Draw,
        };
        let tells = match bound {
            Bound::Lower => Some(true),
            Bound::Upper => Some(false),
        };
        if won == tells {
            known = known.learn(goal, (turn == Side::Attacker) == (bound == Bound::Lower));
        }
    }
    known
}

/// Calls `visit` with the structures whose tables tell whether a side wins a position; the side to move is that
/// `turn`.
pub fn rests_on(position: &Position, turn: Side, visit: &mut impl FnMut(Structure)) {
    if position.en_passant().is_empty() {
        if let Some(view) = View::new(position, turn)
            && view.structure.can_win()
        {
            visit(view.structure);
        }
        return;
    }
    for played in rules::moves(position) {
        rests_on(&rules::play(position, played), turn.opponent(), visit);
    }
}
