//! The values of one material: every placement of its pieces, with either side to move.
//!
//! Each value is one [byte](Worth::byte) at its [index](super::placement): 1 to 256 KiB for up to three
//! pieces; for four, 5 MiB, or 16 MiB with a pawn. Indices with two pieces on one square exist, too, but have
//! no meaning.

use super::material::Material;
use super::placement::Placement;
use crate::board::Bitboard;
use crate::solve::tiers::Worth;

/// The values of a material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table(Box<[i8]>);

impl Table {
    /// A table in which all placements of a material are drawn.
    #[must_use]
    pub(super) fn drawn(material: Material) -> Self {
        Self(vec![Worth::DRAW.byte(); Self::size(material)].into())
    }

    /// The size of the table of a material, in bytes.
    #[must_use]
    pub fn size(material: Material) -> usize {
        (2 * material.symmetry().rows()) << (6 * material.last())
    }

    /// The value of a placement of its material for the side to move.
    #[inline]
    #[must_use]
    pub fn worth(&self, placement: &Placement) -> Worth {
        self.at(placement.index())
    }

    /// The value at an index.
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> Worth {
        // An index past the end is not an error: it may belong to a placement of other material.
        let byte = self.0.get(index);
        byte.map_or(Worth::DRAW, |byte| Worth::from_byte(*byte))
    }

    /// Writes the value for some squares of the last piece, in the frame of that row. The value must fit in a
    /// byte.
    pub(super) fn write(&mut self, row: usize, last: Bitboard, worth: Worth) {
        debug_assert!(worth.fits_a_byte());
        for square in last {
            self.0[row << 6 | square.index()] = worth.byte();
        }
    }

    /// The memory that the table takes, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.0.len()
    }
}
