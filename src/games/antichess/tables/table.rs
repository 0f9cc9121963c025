//! The values of one material: every placement of its men, with both sides to move.
//!
//! One [byte](Worth::byte) each, at its [place](super::placement): 4 to 256 KiB for up to three men, for four 5 MiB, or
//! 16 with a pawn. Places of men on one square are there, too, and mean nothing.

use super::material::Material;
use super::placement::Placement;
use super::symmetry::Symmetry;
use crate::board::Bitboard;
use crate::solve::tiers::Worth;

/// The values of a material.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table(Box<[i8]>);

impl Table {
    /// A table that says of all placements of a material that they are drawn.
    #[must_use]
    pub(super) fn drawn(material: Material) -> Self {
        Self(vec![Worth::DRAW.byte(); Self::size(material)].into())
    }

    /// Memory that the table of a material takes, in bytes.
    #[must_use]
    pub fn size(material: Material) -> usize {
        (2 * Symmetry::of(material).rows()) << (6 * material.last())
    }

    /// What a placement of its material is worth for the side to move.
    #[inline]
    #[must_use]
    pub fn worth(&self, placement: &Placement) -> Worth {
        self.at(placement.index())
    }

    /// What stands at a place.
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> Worth {
        // There is nothing behind the end: the place of a placement of other material may be there.
        let byte = self.0.get(index);
        byte.map_or(Worth::DRAW, |byte| Worth::from_byte(*byte))
    }

    /// Writes down what some squares of the last man are worth, in the frame of that row. A byte must tell it.
    pub(super) fn write(&mut self, row: usize, last: Bitboard, worth: Worth) {
        debug_assert!(worth.fits_a_byte());
        for square in last {
            self.0[row << 6 | square.index()] = worth.byte();
        }
    }

    /// The values as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|byte| byte.cast_unsigned()).collect()
    }

    /// The table of a material of such bytes; `None` if they are too few or too many.
    #[must_use]
    pub fn from_bytes(material: Material, bytes: &[u8]) -> Option<Self> {
        let worths = bytes.iter().map(|byte| byte.cast_signed());
        (bytes.len() == Self::size(material)).then(|| Self(worths.collect()))
    }

    /// Memory that it takes, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.0.len()
    }
}
