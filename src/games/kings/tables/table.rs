//! The values of one pawn structure: two kings, two sides to move.
//!
//! Each placement takes one [byte](Worth::byte), `[black king][white king]`, 8 KiB in all. If a win takes
//! more than 126 plies, each placement takes two bytes: the value's [number](Worth::number).

use multiversion::multiversion;

use crate::board::{Colour, Square};
use crate::games::kings::Position;
use crate::solve::tiers::Worth;

/// The value of each placement of the kings, with one side to move: `[black king][white king]`.
pub type Placements = [[Worth; 64]; 64];

/// The same values in single bytes.
type Bytes = [[i8; 64]; 64];

/// The values of all positions of a structure, without rights to capture en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table(Worths);

/// The values with White to move, then those with Black to move.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Worths {
    Narrow(Box<[Bytes; 2]>),
    Wide(Box<[Placements; 2]>),
}

impl Table {
    /// The size of nearly every table, in bytes.
    pub const BYTES: usize = size_of::<[Bytes; 2]>();

    /// The table of these values.
    #[must_use]
    pub(super) fn new(sides: Box<[Placements; 2]>) -> Self {
        match narrowed(&sides) {
            Some(bytes) => Self(Worths::Narrow(bytes)),
            None => Self(Worths::Wide(sides)),
        }
    }

    /// The value of a placement for the side to move; [`Worth::NONE`] if it is illegal. The kings' squares
    /// are as White sees them.
    #[inline]
    #[must_use]
    pub fn worth(&self, turn: Colour, white: Square, black: Square) -> Worth {
        match &self.0 {
            Worths::Narrow(bytes) => {
                Worth::from_byte(bytes[turn as usize][black.index()][white.index()])
            }
            Worths::Wide(sides) => sides[turn as usize][black.index()][white.index()],
        }
    }

    /// The value of a position of the structure for the side to move. A right to capture en passant is
    /// ignored.
    #[inline]
    #[must_use]
    pub fn worth_of(&self, position: &Position) -> Worth {
        let turn = position.turn();
        let own = position.own().king.seen_by(turn);
        let enemy = position.enemy().king.seen_by(turn);
        match turn {
            Colour::White => self.worth(turn, own, enemy),
            Colour::Black => self.worth(turn, enemy, own),
        }
    }

    /// All placements with that side to move.
    #[must_use]
    pub fn placements(&self, turn: Colour) -> Placements {
        match &self.0 {
            Worths::Narrow(bytes) => all_widened(&bytes[turn as usize]),
            Worths::Wide(sides) => sides[turn as usize],
        }
    }

    /// The values as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.0 {
            Worths::Narrow(bytes) => bytes
                .iter()
                .flatten()
                .flatten()
                .map(|byte| *byte as u8)
                .collect(),
            Worths::Wide(sides) => {
                let all = sides.iter().flatten().flatten();
                all.flat_map(|worth| worth.number().to_le_bytes()).collect()
            }
        }
    }

    /// The table from such bytes; `None` if their number is wrong.
    #[must_use]
    pub fn from_bytes(all: &[u8]) -> Option<Self> {
        if all.len() == Self::BYTES {
            let mut bytes = Box::new([[[0; 64]; 64]; 2]);
            let places = bytes.iter_mut().flatten().flatten();
            places
                .zip(all)
                .for_each(|(place, byte)| *place = *byte as i8);
            return Some(Self(Worths::Narrow(bytes)));
        }
        let (numbers, rest) = all.as_chunks::<2>();
        if numbers.len() != Self::BYTES || !rest.is_empty() {
            return None;
        }
        let mut sides = Box::new([[[Worth::NONE; 64]; 64]; 2]);
        let places = sides.iter_mut().flatten().flatten();
        let numbers = numbers.iter().map(|number| i16::from_le_bytes(*number));
        places
            .zip(numbers)
            .for_each(|(place, number)| *place = Worth::from_number(number));
        Some(Self(Worths::Wide(sides)))
    }
}

/// The values as bytes, if one byte is enough for each.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
fn narrowed(sides: &[Placements; 2]) -> Option<Box<[Bytes; 2]>> {
    let mut bytes = Box::new([[[0; 64]; 64]; 2]);
    let mut fits = true;
    let rows = bytes.iter_mut().flatten().zip(sides.iter().flatten());
    for (bytes, worths) in rows {
        for (byte, worth) in bytes.iter_mut().zip(worths) {
            fits &= worth.fits_a_byte();
            *byte = worth.byte();
        }
    }
    fits.then_some(bytes)
}

#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
fn all_widened(bytes: &Bytes) -> Placements {
    let mut placements = [[Worth::NONE; 64]; 64];
    for (worths, bytes) in placements.iter_mut().zip(bytes) {
        for (worth, byte) in worths.iter_mut().zip(bytes) {
            *worth = Worth::from_byte(*byte);
        }
    }
    placements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    /// A table that contains each kind of value.
    fn table(longest: u16) -> (Box<[Placements; 2]>, Table) {
        let kinds = [
            Worth::NONE,
            Worth::DRAW,
            Worth::WON,
            Worth::LOST,
            Worth::won_in(longest),
            Worth::lost_in(longest),
        ];
        let mut sides = Box::new([[[Worth::NONE; 64]; 64]; 2]);
        let places = sides.iter_mut().flatten().flatten();
        for (place, kind) in places.zip(kinds.into_iter().cycle()) {
            *place = kind;
        }
        (sides.clone(), Table::new(sides))
    }

    #[test]
    fn what_goes_in_comes_out() {
        for longest in [7, 126, 127, 1_000] {
            let (sides, table) = table(longest);
            assert_eq!(matches!(table.0, Worths::Narrow(_)), longest < 127);
            for turn in [Colour::White, Colour::Black] {
                let placements = table.placements(turn);
                for black in Bitboard::ALL {
                    for white in Bitboard::ALL {
                        let expected = sides[turn as usize][black.index()][white.index()];
                        assert_eq!(table.worth(turn, white, black), expected);
                        assert_eq!(placements[black.index()][white.index()], expected);
                    }
                }
            }
            assert_eq!(Table::from_bytes(&table.to_bytes()), Some(table));
        }
        assert_eq!(Table::from_bytes(&[0; 5]), None);
    }
}
