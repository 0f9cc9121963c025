//! Sets of placements: for each couple of squares of the pair, the squares of the lone man as one word.
//!
//! ```text
//! word [first × 64 + second]    bit [lone]        a pair: 4 096 words, 32 KiB
//! word [first]                  bit [lone]        one man: 64
//! ```
//!
//! So what a move of the lone man does is a few shifts for 64 placements, and what one of the pair does
//! is to read another word. Only couples that have a row of their own are looked at; what is found there
//! is written to all boards that are the same, so that moves across the board's middle need no
//! turning.

use super::material::Material;
use super::placement::{Placement, Side};
use super::symmetry::Symmetry;
use crate::board::{Bitboard, Square};

/// Squares of the pair, as they stand in one of the rows.
#[derive(Clone, Copy, Debug)]
pub struct Couple {
    /// Where the first stands.
    pub first: Square,
    /// Where the second stands, if there is one.
    pub second: Option<Square>,
    /// Their word in a [`Set`].
    pub word: usize,
    /// The row of the table in which they are.
    pub row: usize,
}

/// How the sets of one material are laid out.
#[derive(Debug)]
pub struct Layout {
    /// Which men.
    pub material: Material,
    /// All couples that have a row of their own.
    pub couples: Vec<Couple>,
    symmetry: Symmetry,
}

/// A set of placements.
#[derive(Clone, Debug)]
pub struct Set(Vec<u64>);

impl Couple {
    /// The second man's square.
    #[inline(always)]
    pub fn second(&self) -> Bitboard {
        self.second.map_or(Bitboard::EMPTY, Bitboard::of)
    }

    /// Both squares.
    #[inline(always)]
    pub fn men(&self) -> Bitboard {
        Bitboard::of(self.first) | self.second()
    }
}

impl Layout {
    /// That of a material.
    pub fn new(material: Material) -> Self {
        let symmetry = Symmetry::of(material);
        let firsts = Bitboard::ALL.into_iter();
        let firsts = firsts.filter(|first| symmetry.is_kept(*first));
        let couples = match material.second() {
            None => firsts
                .map(|first| Self::couple(symmetry, first, None))
                .collect(),
            Some(_) => firsts
                .flat_map(|first| {
                    let seconds = !Bitboard::of(first);
                    let couple = move |second| Self::couple(symmetry, first, Some(second));
                    seconds.into_iter().map(couple)
                })
                .collect(),
        };
        Self {
            material,
            couples,
            symmetry,
        }
    }

    fn couple(symmetry: Symmetry, first: Square, second: Option<Square>) -> Couple {
        let row = symmetry.fold(first).row as usize;
        Couple {
            first,
            second,
            word: word(first, second),
            row: match second {
                Some(second) => row << 6 | second.index(),
                None => row,
            },
        }
    }

    /// The row of a couple in the table, with that side to move.
    pub fn row(&self, turn: Side, couple: &Couple) -> usize {
        let rows = match self.material.second() {
            Some(_) => self.symmetry.rows() << 6,
            None => self.symmetry.rows(),
        };
        turn as usize * rows + couple.row
    }

    /// A placement of a couple.
    pub fn placement(&self, turn: Side, couple: &Couple, lone: Square) -> Placement {
        Placement {
            material: self.material,
            turn,
            first: couple.first,
            second: couple.second.unwrap_or(couple.first),
            lone,
        }
    }

    /// No placement.
    pub fn empty(&self) -> Set {
        let firsts_and_seconds = 64_usize.pow(self.material.men() as u32 - 1);
        Set(vec![0; firsts_and_seconds])
    }

    /// Every placement of men on squares of their own.
    pub fn all(&self) -> Set {
        let mut all = self.empty();
        for couple in &self.couples {
            self.insert(&mut all, couple, !couple.men());
        }
        all
    }

    /// Adds squares of the lone man, with a couple and on all boards that are the same.
    pub fn insert(&self, set: &mut Set, couple: &Couple, lone: Bitboard) {
        self.for_each_image(couple, lone, |word, lone| set.0[word] |= lone.0);
    }

    /// Takes them out.
    pub fn remove(&self, set: &mut Set, couple: &Couple, lone: Bitboard) {
        self.for_each_image(couple, lone, |word, lone| set.0[word] &= !lone.0);
    }

    fn for_each_image(
        &self,
        couple: &Couple,
        lone: Bitboard,
        mut visit: impl FnMut(usize, Bitboard),
    ) {
        for turning in self.symmetry.turnings() {
            let first = turning.square(couple.first);
            let second = couple.second.map(|second| turning.square(second));
            visit(word(first, second), turning.set(lone));
        }
    }
}

/// The word of two squares of the pair.
#[inline(always)]
pub fn word(first: Square, second: Option<Square>) -> usize {
    match second {
        Some(second) => first.index() << 6 | second.index(),
        None => first.index(),
    }
}

impl Set {
    /// The squares of the lone man that are in it, with the pair's of that word.
    #[inline(always)]
    pub fn at(&self, word: usize) -> Bitboard {
        Bitboard(self.0[word])
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}
