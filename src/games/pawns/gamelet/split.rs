//! Splitting a position into parts that can never meet.
//!
//! Two files belong to different gamelets if no capture can ever happen between them, in any line of play.
//! The simplest case is an empty file between two pawn islands, as in the earliest notes on the game.
//! Adjacent files are separated too if their pawns have passed each other, or are held where they cannot
//! attack each other.
//!
//! # How it is found
//! `reach` is where a side's pawns could ever stand, as if both sides could move freely. A pawn goes up its
//! file until an enemy pawn *holds* it: one that stands in front of it and can never leave the file. At first
//! every pawn holds. Then, until nothing changes:
//!
//! 1. both reaches extend up the files until something holds them;
//! 2. where one reach attacks the other, a capture may happen: the capturer's reach grows by that square, and
//!    the two files are joined;
//! 3. a pawn that could capture or be captured on its way no longer holds anything.
//!
//! No line of play captures elsewhere. The proof is by induction on its captures: until a pawn takes part in
//! one, it stays on its file between the enemy pawns that stood in front of it and behind it at first, so any
//! pawn not freed by step 3 still holds.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Colour};
use crate::games::pawns::position::{FIRST, LAST};
use crate::games::pawns::{Diagram, Position};

/// The files of each part, one bitboard of whole files each, from the left. Files without pawns belong to no
/// part.
pub type Parts = ArrayVec<Bitboard, 8>;

/// The parts of a position that can never meet.
#[must_use]
pub fn split(position: &Position) -> Parts {
    let pawns = position.own() | position.enemy();
    let occupied = files_of(pawns);
    // Adjacent files that both have pawns; bit 0 for the a- and the b-file, and so on.
    let neighbours = occupied & occupied >> 1;
    let joints = joints(position, neighbours);
    let mut parts = Parts::new();
    let mut rest = occupied;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        // A part extends from its first file as far as there are joints: adding its first bit carries through
        // them.
        let last = joints.wrapping_add(first) & !joints;
        let files = last | joints & (last - 1) & !(first - 1);
        parts.push(Bitboard::files(u16::from(files & rest)));
        rest &= !files;
    }
    parts
}

/// The pairs of adjacent files between which captures may happen.
fn joints(position: &Position, neighbours: u8) -> u8 {
    let mut growth = Growth::of(position);
    while growth.joints != neighbours && growth.grows() {}
    growth.joints
}

/// The files with pawns of the side to move on which none of them can ever get to the last rank, in any line
/// of play, and the same for the opponent. The earliest notes on the game call such a file *dead* for a side,
/// but with an exception for zugzwang, which is not made here.
#[must_use]
pub fn dead_files(position: &Position) -> (Bitboard, Bitboard) {
    let mut growth = Growth::of(position);
    while growth.grows() {}
    let dead = |pawns: Bitboard, arrived: Bitboard| pawns.whole_files() & !arrived.whole_files();
    (
        dead(position.own(), growth.own.reach & LAST),
        dead(position.enemy(), growth.enemy.reach & FIRST),
    )
}

/// The dead files of White and of Black.
#[must_use]
pub fn dead_files_by_colour(diagram: &Diagram) -> [Bitboard; 2] {
    let (own, enemy) = dead_files(&diagram.position);
    match diagram.turn {
        Colour::White => [own, enemy],
        Colour::Black => [enemy, own],
    }
}

/// How far both sides get, extended step by step.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Growth {
    own: Side,
    enemy: Side,
    /// The pairs of adjacent files between which captures may happen.
    joints: u8,
}

impl Growth {
    #[inline]
    fn of(position: &Position) -> Self {
        let mut enemy = Side::new(position.enemy());
        // A pawn that can be captured en passant counts as reaching the square behind it.
        enemy.reach |= position.en_passant();
        Self {
            own: Side::new(position.own()),
            enemy,
            joints: 0,
        }
    }

    /// Takes one step. Returns true if anything has changed.
    #[inline]
    fn grows(&mut self) -> bool {
        let before = *self;
        let (own, enemy) = (&mut self.own, &mut self.enemy);
        own.reach = own.reach.fill_up_through(!enemy.holding);
        enemy.reach = (enemy.reach.flip())
            .fill_up_through(!own.holding.flip())
            .flip();
        let own_captures = Captures::of(own.reach.up(), enemy.reach);
        let enemy_captures = Captures::of(enemy.reach.down(), own.reach);
        self.joints |= own_captures.joints() | enemy_captures.joints();
        let own_involved =
            own_captures.targets() | own_captures.sources().down() | enemy_captures.targets();
        let enemy_involved =
            enemy_captures.targets() | enemy_captures.sources().up() | own_captures.targets();
        own.reach |= own_captures.targets();
        enemy.reach |= enemy_captures.targets();
        own.holding &= !own_involved.fill_down();
        enemy.holding &= !enemy_involved.fill_up();
        *self != before
    }
}

/// The files with pawns, one bit each.
fn files_of(pawns: Bitboard) -> u8 {
    pawns.on_files() as u8
}

/// The squares that one side's pawns can reach, and which of these pawns hold what stands in front of them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    reach: Bitboard,
    holding: Bitboard,
}

impl Side {
    const fn new(pawns: Bitboard) -> Self {
        Self {
            reach: pawns,
            holding: pawns,
        }
    }
}

/// The squares on which captures may happen, by their direction.
#[derive(Clone, Copy)]
struct Captures {
    left: Bitboard,
    right: Bitboard,
}

impl Captures {
    /// Captures by pawns one rank behind `advanced`.
    fn of(advanced: Bitboard, victims: Bitboard) -> Self {
        Self {
            left: advanced.left() & victims,
            right: advanced.right() & victims,
        }
    }

    fn targets(self) -> Bitboard {
        self.left | self.right
    }

    /// The squares beside the targets: one rank ahead of where the captures come from.
    fn sources(self) -> Bitboard {
        self.left.right() | self.right.left()
    }

    /// The pairs of files between which these captures happen.
    fn joints(self) -> u8 {
        files_of(self.left) | files_of(self.right) >> 1
    }
}
