//! A placement: the squares of a material's pieces, the side to move, and its index in the table.
//!
//! The board is seen from the side of the many: their pawns go up, those of the few down. The board is turned
//! so that the first piece stands in one of the [rows](crate::games::pieces::symmetry). Then the index is
//!
//! ```text
//! ((turn × rows + row of the first) × 64 + square of the second) × 64 … + square of the last piece
//! ```
//!
//! If two pieces have the same kind and side, each placement has two indices, and both entries are filled.

use super::MOST_MEN;
use super::material::{Material, MaterialSide, Men};
use crate::board::{Bitboard, Square};
use crate::games::pieces::Position;
use crate::games::pieces::symmetry::Symmetry;

/// A square for each piece of a material, in its order. Squares after the last piece have no meaning.
pub type Squares = [Square; MOST_MEN];

/// Pieces on squares, as the many see them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The material.
    pub material: Material,
    /// The side to move.
    pub turn: MaterialSide,
    /// The squares of the pieces.
    pub squares: Squares,
}

impl Placement {
    /// The placement of a position of two to four pieces, some of each side. A right to capture en passant is
    /// ignored.
    #[inline]
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let own = men(position, position.own())?;
        let arranged = own.against(&men(position, position.enemy())?)?;
        let turn = match arranged.is_turned {
            false => MaterialSide::Many,
            true => MaterialSide::Few,
        };
        let mut squares = [Square::at(0); MOST_MEN];
        for (place, square) in squares.iter_mut().zip(arranged.men) {
            *place = if arranged.is_turned {
                square.flip()
            } else {
                square
            };
        }
        Some(Self {
            material: arranged.material,
            turn,
            squares,
        })
    }

    /// The position, without a right to capture en passant.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = Position::EMPTY;
        for (man, kind) in self.material.kinds().iter().enumerate() {
            let square = match self.turn {
                MaterialSide::Many => self.squares[man],
                MaterialSide::Few => self.squares[man].flip(),
            };
            position.put(square, *kind, self.material.side(man) == self.turn);
        }
        position
    }

    /// The index in the table of the material.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        let squares = &self.squares[..self.material.men()];
        index(self.material.symmetry(), self.turn, squares)
    }
}

/// The index of pieces on these squares in a table with that symmetry.
#[inline(always)]
pub fn index(symmetry: Symmetry, turn: MaterialSide, squares: &[Square]) -> usize {
    let fold = symmetry.fold(squares[0]);
    let row = turn as usize * symmetry.rows() + fold.row as usize;
    let others = squares[1..].iter();
    others.fold(row, |row, square| {
        row << 6 | fold.turning.square(*square).index()
    })
}

/// The pieces on some squares of a position; `None` if there are too many.
#[inline]
fn men(position: &Position, squares: Bitboard) -> Option<Men<Square>> {
    let mut squares = squares.into_iter();
    squares.try_fold(Men::new(), |men, square| {
        men.with(position.kind_on(square)?, square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_gives_back_its_position() {
        for (number, material) in Material::all().iter().enumerate() {
            let squares = [11, 25, 43, 62].map(|at| Square::at(at + number));
            for turn in MaterialSide::BOTH {
                let placement = Placement {
                    material: *material,
                    turn,
                    squares,
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
        let squares = [11, 25, 43, 62].map(Square::at);
        for material in Material::all() {
            let all = material.symmetry().turnings().iter().map(|turning| {
                let squares = squares.map(|at| turning.square(at));
                let turn = MaterialSide::Few;
                Placement {
                    material: *material,
                    turn,
                    squares,
                }
                .index()
            });
            let mut all: Vec<_> = all.collect();
            all.dedup();
            assert_eq!(all.len(), 1, "{material}");
        }
    }
}
