//! Chess pawn endings: random games.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::oracle::chess::Board;
use super::oracle::{Oracle, written};
use super::playouts::Playouts;

const START: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";

pub const PLAYOUTS: Playouts<Board> = Playouts {
    variants: &["endings"],
    start: |variant, number, random| match number % 4 {
        0 => (Board::read(variant, START), 300),
        1 => (random_board(random, 8, 0), 60),
        2 => (random_board(random, 1, 1), 200),
        _ => {
            let pawns = random.random_range(0..=7);
            (random_board(random, pawns, 9 - pawns), 20)
        }
    },
    compare: |_, _| {},
    wanted: &[
        "capture",
        "en passant",
        "promotion",
        "promotion with a capture",
        "endings checkmate",
        "endings no-move",
        "endings material",
        "endings repetition",
        "endings no-progress",
    ],
};

/// Kings, and up to this many pawns and pieces a side; the side that is not to move is not in
/// check.
pub fn random_board(random: &mut impl Rng, pawns: usize, pieces: usize) -> Board {
    loop {
        let mut squares = [b'.'; 64];
        let mut free: Vec<usize> = (0..64).collect();
        free.shuffle(random);
        for white in [true, false] {
            let mut men = vec![b'k'];
            men.extend((0..random.random_range(0..=pawns)).map(|_| b'p'));
            let pieces = random.random_range(0..=pieces);
            men.extend((0..pieces).map(|_| b"qrbn"[random.random_range(0..4)]));
            for man in men {
                let fits = |square: &usize| man != b'p' || (8..56).contains(square);
                let Some(at) = free.iter().position(fits) else {
                    continue;
                };
                squares[free.swap_remove(at)] = match white {
                    true => man.to_ascii_uppercase(),
                    false => man,
                };
            }
        }
        let turn = if random.random() { 'w' } else { 'b' };
        let fen = format!("{} {turn} - - 0 1", written(&squares, 8));
        let board = Board::read("endings", &fen);
        if !board.passed().is_in_check() {
            return board;
        }
    }
}
