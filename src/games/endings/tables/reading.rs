//! The value of a position, read from tables.
//!
//! A table has no positions with a right to capture en passant. The right is gone after the next move, so
//! such a position is searched one ply deep, or deeper while each reply gives a new right.

use std::ops::Deref;

use super::placement::Placement;
use super::question::{Bound, Scope, TableQuestion};
use super::structure::Structure;
use super::table::Table;
use crate::board::Square;
use crate::game::bounds::Bounds;
use crate::games::endings::rules;
use crate::games::pieces::{Kind, Position};
use crate::solve::proof_numbers::Role;

/// A position with one side as the attacker, turned as the tables have it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// What stands besides the kings.
    pub structure: Structure,
    /// The role of the side to move.
    pub turn: Role,
    /// The squares of everything but the defender's king.
    pub at: Placement,
    /// The defender's king.
    pub king: Square,
}

impl View {
    /// A position in which the side to move attacks or defends; `None` if there are more than two pieces. A
    /// right to capture en passant is ignored.
    #[must_use]
    pub fn new(position: &Position, turn: Role) -> Option<Self> {
        let structure = Structure::of(position)?;
        let structure = match turn {
            Role::Attacker => structure,
            Role::Defender => structure.turned(),
        };
        let squares = |side: Role, kind: Kind| {
            let men = match side == turn {
                true => position.own(),
                false => position.enemy(),
            };
            let squares = (men & position.of(kind)).into_iter();
            squares.map(|square| match turn {
                Role::Attacker => square,
                Role::Defender => square.flip(),
            })
        };
        let king = |side| squares(side, Kind::King).next();
        let [first, second] = structure.pieces;
        let mut of_second = second
            .into_iter()
            .flat_map(|one| squares(one.side, one.kind));
        // Two pieces of the same kind and side take one slot each.
        let second = of_second.nth(usize::from(first == second));
        let first = first.and_then(|one| squares(one.side, one.kind).next());
        let at = Placement {
            king: king(Role::Attacker)?,
            pieces: [first, second],
        };
        let (at, turning) = at.turned(structure.symmetry());
        Some(Self {
            structure,
            turn,
            at,
            king: turning.square(king(Role::Defender)?),
        })
    }

    /// The index of the set to which it belongs.
    #[must_use]
    pub fn place(&self) -> usize {
        self.at.place(self.structure.symmetry().fold(self.at.king))
    }

    /// Whether the attacker wins according to a table of the structure.
    #[must_use]
    pub fn is_won(&self, table: &Table) -> bool {
        table.won(self.turn, self.place()).contains(self.king)
    }
}

/// A position as both sides see it, computed once for all tables.
#[derive(Clone, Copy, Debug)]
pub struct Views<'p> {
    position: &'p Position,
    of: [Option<View>; 2],
}

impl<'p> Views<'p> {
    /// The views of a position.
    #[must_use]
    pub fn new(position: &'p Position) -> Self {
        Self {
            position,
            of: Role::BOTH.map(|turn| View::new(position, turn)),
        }
    }

    /// Whether a side wins according to a bound, as for [`is_won`].
    fn is_won(&self, turn: Role, known: &impl Fn(&View) -> Option<bool>) -> Option<bool> {
        match self.position.en_passant().is_empty() {
            true => is_won_in(self.of[turn as usize].as_ref()?, known),
            false => is_won(self.position, turn, known),
        }
    }
}

fn is_won_in(view: &View, known: &impl Fn(&View) -> Option<bool>) -> Option<bool> {
    match view.structure.can_win() {
        true => known(view),
        false => Some(false),
    }
}

/// Whether a side of a position wins according to a bound, where `known` reads its tables; `turn` is the role
/// of the side to move. `None` if a table is missing.
fn is_won(position: &Position, turn: Role, known: &impl Fn(&View) -> Option<bool>) -> Option<bool> {
    if position.en_passant().is_empty() {
        return is_won_in(&View::new(position, turn)?, known);
    }
    // There is at least one move: the capture.
    let moves = rules::moves(position);
    let mut results = moves.into_iter().map(|played| {
        let after = rules::play(position, played);
        is_won(&after, turn.other(), known)
    });
    let decides = turn == Role::Attacker;
    let all: Option<Vec<bool>> = results.by_ref().collect();
    Some(all?.contains(&decides) == decides)
}

/// The bounds of a position according to the tables of a bound and a scope, as far as they exist.
pub fn bounds<T: Deref<Target = Table>>(
    views: &Views,
    bound: Bound,
    scope: Scope,
    table: &impl Fn(TableQuestion) -> Option<T>,
) -> Bounds {
    let mut known = Bounds::UNKNOWN;
    for turn in Role::BOTH {
        let won = views.is_won(turn, &|view| {
            let table = table(TableQuestion::new(view.structure, bound, scope))?;
            Some(view.is_won(&table))
        });
        let tells = match bound {
            Bound::Lower => Some(true),
            Bound::Upper => Some(false),
        };
        if won == tells {
            known = turn.learn(known, bound == Bound::Lower);
        }
    }
    known
}

/// Calls `visit` with the structures whose tables tell whether a side wins a position; `turn` is the role of
/// the side to move.
pub fn rests_on(position: &Position, turn: Role, visit: &mut impl FnMut(Structure)) {
    if position.en_passant().is_empty() {
        if let Some(view) = View::new(position, turn)
            && view.structure.can_win()
        {
            visit(view.structure);
        }
        return;
    }
    for played in rules::moves(position) {
        rests_on(&rules::play(position, played), turn.other(), visit);
    }
}
