//! Random positions of kings and pawns.

use std::ops::Range;

use rand::seq::IndexedRandom;
use rand::{RngExt, rngs::StdRng};

use super::oracle::Board;

fn put(board: &mut Board, random: &mut StdRng, man: u8, squares: Range<usize>) {
    let free: Vec<usize> = squares.filter(|one| board.squares[*one] == b'.').collect();
    let square = free.choose(random).expect("there is room");
    board.squares[*square] = man;
}

/// A legal position with one to `most` pawns a side. Where a double step may just have been made, it
/// sometimes has.
pub fn random_board(random: &mut StdRng, most: usize) -> Board {
    random_position(random, most, [8..56, 8..56])
}

/// The same, but each pawn has one or two steps left.
pub fn random_race(random: &mut StdRng, most: usize) -> Board {
    random_position(random, most, [40..56, 8..24])
}

/// White's and Black's pawns stand on such squares.
fn random_position(random: &mut StdRng, most: usize, pawns: [Range<usize>; 2]) -> Board {
    let [white, black] = pawns;
    loop {
        let mut board = Board::empty();
        put(&mut board, random, b'K', 0..64);
        put(&mut board, random, b'k', 0..64);
        for (man, squares) in [(b'P', &white), (b'p', &black)] {
            for _ in 0..random.random_range(1..=most) {
                put(&mut board, random, man, squares.clone());
            }
        }
        board.white_to_move = random.random();
        if !board.is_legal() {
            continue;
        }
        let passed: Vec<Board> = (0..64).filter_map(|square| board.passing(square)).collect();
        return match passed.choose(random) {
            Some(passed) if random.random() => *passed,
            _ => board,
        };
    }
}
