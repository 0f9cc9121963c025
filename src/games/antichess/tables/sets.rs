//! Sets of placements: for each frame (all pieces but the last), the squares of the last piece as one word.
//!
//! ```text
//! word [first × 64 + second …]    bit [last]     two, three, four pieces: 64, 4 096, 262 144 words
//! ```
//!
//! So a move of the last piece takes a few shifts for 64 placements, and a move of another piece means
//! reading another word. Only frames with a row of their own are computed. A result is written to all
//! equivalent boards, so a move across the board's middle needs no turning.

use super::MOST_MEN;
use super::material::{Material, MaterialSide};
use super::placement::{Placement, Squares, index};
use crate::board::{Bitboard, Square};
use crate::games::pieces::symmetry::{Symmetry, Turning};

/// The squares of all pieces but the last, with the first one in one of the rows.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The squares; the place of the last piece holds any square.
    pub squares: Squares,
    /// The same squares as a set.
    pub men: Bitboard,
    /// The word in a [`Set`].
    pub word: u32,
    /// The row of the table with the many to move.
    row: u32,
}

/// The layout of the sets of one material.
#[derive(Debug)]
pub struct Layout {
    /// The material.
    pub material: Material,
    /// All frames that have a row of their own.
    pub frames: Vec<Frame>,
    symmetry: Symmetry,
}

/// A set of placements.
#[derive(Clone, Debug)]
pub struct Set(Vec<u64>);

impl Layout {
    /// The layout of a material.
    pub fn new(material: Material) -> Self {
        let mut layout = Self {
            material,
            frames: Vec::new(),
            symmetry: material.symmetry(),
        };
        layout.add_frames(&mut [Square::at(0); MOST_MEN], 0, Bitboard::EMPTY);
        layout
    }

    /// Adds all frames that begin with the given number of pieces on these squares.
    fn add_frames(&mut self, squares: &mut Squares, placed: usize, men: Bitboard) {
        if placed == self.material.last() {
            let row = index(self.symmetry, MaterialSide::Many, &squares[..placed]);
            self.frames.push(Frame {
                squares: *squares,
                men,
                word: word(squares[..placed].iter().copied()) as u32,
                row: row as u32,
            });
            return;
        }
        for square in !men {
            if placed > 0 || self.symmetry.is_kept(square) {
                squares[placed] = square;
                self.add_frames(squares, placed + 1, men | Bitboard::of(square));
            }
        }
    }

    /// The row of a frame in the table, with that side to move.
    pub fn row(&self, turn: MaterialSide, frame: &Frame) -> usize {
        let rows = self.symmetry.rows() << (6 * (self.material.men() - 2));
        turn as usize * rows + frame.row as usize
    }

    /// A placement in a frame.
    pub fn placement(&self, turn: MaterialSide, frame: &Frame, last: Square) -> Placement {
        let mut squares = frame.squares;
        squares[self.material.last()] = last;
        Placement {
            material: self.material,
            turn,
            squares,
        }
    }

    /// The number of words of a set.
    pub const fn words(&self) -> usize {
        1 << (6 * self.material.last())
    }

    /// The empty set.
    pub fn empty(&self) -> Set {
        Set(vec![0; self.words()])
    }

    /// All placements with every piece on its own square.
    pub fn all(&self) -> Set {
        let mut all = self.empty();
        for frame in &self.frames {
            self.insert(&mut all, frame, !frame.men);
        }
        all
    }

    /// Inserts squares of the last piece, in a frame and on all equivalent boards.
    pub fn insert(&self, set: &mut Set, frame: &Frame, last: Bitboard) {
        self.for_each_image(frame, last, |word, last| set.0[word] |= last.bits());
    }

    /// Removes squares of the last piece, in a frame and on all equivalent boards.
    pub fn remove(&self, set: &mut Set, frame: &Frame, last: Bitboard) {
        self.for_each_image(frame, last, |word, last| set.0[word] &= !last.bits());
    }

    fn for_each_image(
        &self,
        frame: &Frame,
        last: Bitboard,
        mut visit: impl FnMut(usize, Bitboard),
    ) {
        for turning in self.symmetry.turnings() {
            visit(self.word(frame, *turning), turning.set(last));
        }
    }

    /// The words of a frame on all equivalent boards.
    pub fn images(&self, frame: &Frame) -> impl Iterator<Item = u32> {
        let turnings = self.symmetry.turnings().iter();
        turnings.map(|turning| self.word(frame, *turning) as u32)
    }

    #[inline(always)]
    fn word(&self, frame: &Frame, turning: Turning) -> usize {
        let squares = &frame.squares[..self.material.last()];
        word(squares.iter().map(|square| turning.square(*square)))
    }
}

/// The word of a frame.
#[inline(always)]
fn word(squares: impl Iterator<Item = Square>) -> usize {
    squares.fold(0, |word, square| word << 6 | square.index())
}

impl Set {
    /// The squares of the last piece in the set, for the frame of that word.
    #[inline(always)]
    pub fn at(&self, word: u32) -> Bitboard {
        Bitboard::from_bits(self.0[word as usize])
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}
