//! Ranks, files and diagonals as numbers of twelve bits, and attacks along them by table lookup.
//!
//! A line has at most twelve squares, so its occupancy is a number below 4 096, and the squares
//! that a piece reaches along it can be looked up. On ranks and diagonals each square is on a
//! different file: one multiplication combines the twelve ranks, with all but the line masked off,
//! and another spreads the result over the board again ("kindergarten bitboards", Hansen; Chess
//! Programming Wiki). On a file, the squares differ by rank, and a multiplication gathers them.
//!
//! A piece on the last square of a line does not change the attack along it, so ten bits select the
//! entry, and the tables fit into the first-level cache.

use super::{Bitboard, Square};

/// How many squares a rank or a file has.
const SIDE: usize = 12;
/// The squares of a word on the a-file.
const A_FILE: u64 = Bitboard::A_FILE;

/// The squares reached along a line, for each starting square on it and each occupancy of the ten
/// inner squares.
pub(super) type Reach = [[u16; 1 << (SIDE - 2)]; SIDE];

/// The squares up to and including the first piece on each side.
pub(super) static SLIDING: Reach = reach(1);
/// The first piece beyond exactly one piece, on each side: what a cannon captures. (The last square
/// of the line is included if exactly one piece precedes it.)
pub(super) static JUMPING: Reach = reach(2);

/// The table for one kind of attack: 1 for all squares up to the first piece, 2 for the second
/// piece alone.
const fn reach(pieces: u32) -> Reach {
    let mut table = [[0; 1 << (SIDE - 2)]; SIDE];
    let mut place = 0;
    while place < SIDE {
        let mut inner = 0;
        while inner < 1 << (SIDE - 2) {
            // The last squares count as occupied, which makes no difference.
            let occupied = inner << 1 | 1 << (SIDE - 1) | 1;
            let mut step = -1;
            while step <= 1 {
                let (mut at, mut met) = (place as i32 + step, 0);
                while at >= 0 && at < SIDE as i32 && met < pieces {
                    let is_piece = occupied >> at & 1 != 0;
                    met += is_piece as u32;
                    if pieces == 1 || (is_piece && met == pieces) {
                        table[place][inner] |= 1 << at;
                    }
                    at += step;
                }
                step += 2;
            }
            inner += 1;
        }
        place += 1;
    }
    table
}

/// Brings the bits of a file together, four ranks in each third of the result, or spreads them.
const GATHER: u64 = 1 << 33 | 1 << 22 | 1 << 11 | 1;

/// The squares of a rank or diagonal given by twelve bits, one for each file.
#[inline(always)]
fn spread(bits: u16, line: Bitboard) -> Bitboard {
    Bitboard::files(bits) & line
}

/// The ten inner files that contain some of these squares, all on one rank or diagonal.
#[inline(always)]
fn inner_files(set: Bitboard, line: Bitboard) -> usize {
    let [low, middle, high] = (set & line).words();
    ((low | middle | high).wrapping_mul(A_FILE) >> 37 & 0x3ff) as usize
}

/// The ten inner ranks of a file that contain some of these squares.
#[inline(always)]
const fn inner_ranks(set: Bitboard, file: usize) -> usize {
    let [low, middle, high] = set.words();
    let words =
        (low >> file & A_FILE) | (middle >> file & A_FILE) << 4 | (high >> file & A_FILE) << 8;
    (words.wrapping_mul(GATHER) >> 34 & 0x3ff) as usize
}

/// The squares of a file given by twelve bits, one for each rank.
#[inline(always)]
fn spread_ranks(bits: u16, file: usize) -> Bitboard {
    let word = |bits: u16| ((u64::from(bits & 0xf) * GATHER) & A_FILE) << file;
    Bitboard::from_words([word(bits), word(bits >> 4), word(bits >> 8)])
}

/// The rising diagonal of each square, and the falling one.
static DIAGONALS: [[Bitboard; 2]; Square::COUNT] = {
    let mut all = [[Bitboard::EMPTY; 2]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut step = 1 - SIDE as i32;
        while step < SIDE as i32 {
            let ways = [(step, step), (step, -step)];
            let mut number = 0;
            while number < ways.len() {
                let (files, ranks) = ways[number];
                if let Some(to) = Square::at(from).offset(files, ranks) {
                    all[from][number] = all[from][number].union(Bitboard::of(to));
                }
                number += 1;
            }
            step += 1;
        }
        from += 1;
    }
    all
};

/// The rising diagonal of a square, and the falling one.
#[inline(always)]
pub(super) fn diagonals(square: Square) -> [Bitboard; 2] {
    DIAGONALS[square.index()]
}

/// The squares reached from a square along its rank.
#[inline(always)]
pub(super) fn along_rank(from: Square, occupied: Bitboard, reach: &Reach) -> Bitboard {
    let line = Bitboard::rank(from.rank());
    spread(
        reach[from.file().index()][inner_files(occupied, line)],
        line,
    )
}

/// The squares reached from a square along its file.
#[inline(always)]
pub(super) fn along_file(from: Square, occupied: Bitboard, reach: &Reach) -> Bitboard {
    let file = from.file().index();
    spread_ranks(
        reach[from.rank().index()][inner_ranks(occupied, file)],
        file,
    )
}

/// The squares reached from a square along its diagonals.
#[inline(always)]
pub(super) fn aslant(from: Square, occupied: Bitboard, reach: &Reach) -> Bitboard {
    let [rising, falling] = diagonals(from);
    let reach = &reach[from.file().index()];
    spread(reach[inner_files(occupied, rising)], rising)
        | spread(reach[inner_files(occupied, falling)], falling)
}
