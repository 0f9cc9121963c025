//! Where the men of a material stand and whose turn it is, and where in its table that is.
//!
//! The pair's side sees the board: its pawns go up, the lone man's down. The board is turned so that the
//! first man stands in one of the [rows](super::symmetry), and then the place is
//!
//! ```text
//! ((turn × rows + row of the first) × 64 + square of the second) × 64 + square of the lone man
//! ```
//!
//! without the second's factor where there is none. Two men of a kind have two places for each
//! placement; both are filled.

use super::material::Material;
use super::symmetry::Symmetry;
use crate::board::{Bitboard, Square};
use crate::games::antichess::{Kind, Position};

/// One of the two sides of a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// That of the pair (which may be one man).
    Pair,
    /// That of the lone man.
    Lone,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Pair => Self::Lone,
            Self::Lone => Self::Pair,
        }
    }
}

/// Men on squares, as the pair's side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Which men.
    pub material: Material,
    /// Who is to move.
    pub turn: Side,
    /// Where the first of the pair stands.
    pub first: Square,
    /// Where the second stands; where there is none, any square.
    pub second: Square,
    /// Where the lone man stands.
    pub lone: Square,
}

impl Placement {
    /// That of a position of two or three men, some of each side. A right to capture en passant is left
    /// aside.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let (own, enemy) = (position.own(), position.enemy());
        let (mut pair, mut lone, mut turn) = (own, enemy, Side::Pair);
        match (own.count(), enemy.count()) {
            (2, 1) => (),
            (1, 2) => (pair, lone, turn) = (enemy, own, Side::Lone),
            (1, 1) => {
                if kind_of(position, own)? < kind_of(position, enemy)? {
                    (pair, lone, turn) = (enemy, own, Side::Lone);
                }
            }
            _ => return None,
        }
        let lone_kind = kind_of(position, lone)?;
        let (mut first, mut second, lone) = (pair.lowest()?, pair.highest()?, lone.lowest()?);
        let mut kinds = [position.kind_on(first)?, position.kind_on(second)?];
        if kinds[0] < kinds[1] {
            kinds.swap(0, 1);
            (first, second) = (second, first);
        }
        let material = match first == second {
            true => Material::of_two(kinds[0], lone_kind),
            false => Material::of_three(kinds, lone_kind),
        };
        let seen = |square: Square| match turn {
            Side::Pair => square,
            Side::Lone => square.flip(),
        };
        Some(Self {
            material,
            turn,
            first: seen(first),
            second: seen(second),
            lone: seen(lone),
        })
    }

    /// The position, which nobody has just made a double step in.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::EMPTY;
        let is_pairs = self.turn == Side::Pair;
        let mut put = |kind: Kind, square: Square, is_own: bool| match is_pairs {
            true => position.put(square, kind, is_own),
            false => position.put(square.flip(), kind, is_own),
        };
        put(self.material.first(), self.first, is_pairs);
        if let Some(second) = self.material.second() {
            put(second, self.second, is_pairs);
        }
        put(self.material.lone(), self.lone, !is_pairs);
        position
    }

    /// Its place in the table of its material.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        let symmetry = Symmetry::of(self.material);
        let fold = symmetry.fold(self.first);
        let row = self.turn as usize * symmetry.rows() + fold.row as usize;
        let row = match self.material.second() {
            Some(_) => row << 6 | fold.turning.square(self.second).index(),
            None => row,
        };
        row << 6 | fold.turning.square(self.lone).index()
    }
}

/// The kind of the only man of a set.
#[inline(always)]
fn kind_of(position: &Position, man: Bitboard) -> Option<Kind> {
    position.kind_on(man.lowest()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_its_position_s() {
        for (number, material) in Material::all().iter().enumerate() {
            let [first, second, lone] =
                [11, 25, 43].map(|at| Square::from_index((at + number as u8) & 63));
            for turn in [Side::Pair, Side::Lone] {
                let second = match material.second() {
                    Some(_) => second,
                    None => first,
                };
                let placement = Placement {
                    material: *material,
                    turn,
                    first,
                    second,
                    lone,
                };
                let position = placement.position();
                let again = Placement::of(&position).expect("there are few men");
                assert_eq!(again.material, *material);
                assert_eq!(again.position(), position);
            }
        }
    }

    #[test]
    fn mirrored_placements_have_one_place() {
        let [first, second, lone] = [11, 25, 43].map(Square::from_index);
        for material in Material::all() {
            let all = Symmetry::of(*material).turnings().iter().map(|turning| {
                let [first, second, lone] = [first, second, lone].map(|at| turning.square(at));
                let turn = Side::Lone;
                Placement {
                    material: *material,
                    turn,
                    first,
                    second,
                    lone,
                }
                .index()
            });
            let mut all: Vec<_> = all.collect();
            all.dedup();
            assert_eq!(all.len(), 1, "{material}");
        }
    }
}
