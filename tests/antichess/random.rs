//! Random positions of antichess.

use rand::seq::IndexedRandom;
use rand::{RngExt, rngs::StdRng};

use super::oracle::Board;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

/// Any men on any squares, up to `most` a side, of some of these kinds.
pub fn random_board(random: &mut StdRng, most: usize, kinds: &[u8]) -> Board {
    let mut board = Board::empty();
    for white in [true, false] {
        for _ in 0..random.random_range(1..=most) {
            let free: Vec<usize> = (0..64).filter(|one| board.squares[*one] == b'.').collect();
            let square = free.choose(random).expect("there is room");
            let man = kinds.choose(random).expect("there are kinds");
            board.squares[*square] = match white {
                true => man.to_ascii_uppercase(),
                false => *man,
            };
        }
    }
    board.white_to_move = random.random();
    board
}

/// Pawns that stand before each other, with some more behind those of one side or on its last rank: often
/// nobody can move.
pub fn random_wall(random: &mut StdRng) -> Board {
    let mut board = Board::empty();
    for file in (0..8).step_by(2) {
        if random.random() {
            let rank = random.random_range(2..5);
            board.squares[8 * rank + file] = b'P';
            board.squares[8 * (rank + 1) + file] = b'p';
        }
        let (man, behind, last) = match random.random() {
            true => (b'P', 8 + file, 56 + file),
            false => (b'p', 48 + file, file),
        };
        if random.random() {
            board.squares[behind] = man;
        }
        if random.random() {
            board.squares[last] = man;
        }
    }
    // Each side has a man.
    board.squares[7] = b'p';
    board.squares[63] = b'P';
    board.white_to_move = random.random();
    board
}
