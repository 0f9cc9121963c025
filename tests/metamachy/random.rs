//! Random positions of Metamachy.

use rand::seq::IndexedRandom;
use rand::{RngExt, rngs::StdRng};

use super::oracle::{Board, Place};

/// Who stands in the centre of the last rank, and of the one before it, of each set-up.
const CENTRES: [[&str; 2]; 12] = [
    ["gl", "kq"],
    ["lg", "kq"],
    ["ql", "kg"],
    ["qg", "kl"],
    ["lq", "kg"],
    ["gq", "kl"],
    ["kl", "qg"],
    ["kg", "ql"],
    ["kl", "gq"],
    ["kg", "lq"],
    ["kq", "gl"],
    ["kq", "lg"],
];

/// All 24 starts: those twelve, and their mirror images.
pub fn starts() -> Vec<String> {
    let start = |[last, inner]: [String; 2]| {
        let (first, second) = (last.to_uppercase(), inner.to_uppercase());
        format!(
            "cm3{last}3mc/ernbi{inner}ibnre/pppppppppppp/12/12/12/12/12/12/\
             PPPPPPPPPPPP/ERNBI{second}IBNRE/CM3{first}3MC w Kk - 0 1"
        )
    };
    let mirrored = |names: &str| names.chars().rev().collect::<String>();
    let both = CENTRES
        .iter()
        .flat_map(|names| [names.map(str::to_owned), names.map(mirrored)]);
    both.map(start).collect()
}

/// Up to so many men a side besides the kings, of these kinds, on any squares that they can stand on;
/// some kings stand at home and have not moved. Nobody stands in check who is not to move.
pub fn random_board(random: &mut StdRng, most: usize, kinds: &str) -> Board {
    let kinds: Vec<char> = kinds.chars().collect();
    loop {
        let mut board = Board::empty();
        for (side, white) in [true, false].into_iter().enumerate() {
            let home: Vec<Place> = [(5, 0), (6, 0), (5, 1), (6, 1)].to_vec();
            let at_home = random.random_bool(0.6);
            let place = match at_home {
                true => *home.choose(random).expect("a home"),
                false => free(&board, random),
            };
            let place = match (white, at_home) {
                (false, true) => (place.0, 11 - place.1),
                _ => place,
            };
            if board.at(place) != '.' {
                continue;
            }
            board.set(place, if white { 'K' } else { 'k' });
            board.may_leap[side] = at_home && random.random_bool(0.8);
        }
        if Board::places().filter(|one| board.at(*one) != '.').count() != 2 {
            continue;
        }
        for white in [true, false] {
            for _ in 0..random.random_range(0..=most) {
                let place = free(&board, random);
                let man = *kinds.choose(random).expect("there are kinds");
                let is_last = place.1 == if white { 11 } else { 0 };
                let is_wrong = match man {
                    'p' => place.1 == 0 || place.1 == 11,
                    'i' => is_last,
                    _ => false,
                };
                if !is_wrong {
                    let man = if white { man.to_ascii_uppercase() } else { man };
                    board.set(place, man);
                }
            }
        }
        board.white_to_move = random.random();
        if !board.is_in_check(!board.white_to_move) {
            return board;
        }
    }
}

/// A bare king of Black's against men who may mate it, or leave it without a move.
pub fn random_hunt(random: &mut StdRng) -> Board {
    loop {
        let mut board = random_board(random, 4, "lgqr");
        for place in Board::places() {
            if board.at(place) != 'k' && board.at(place).is_lowercase() {
                board.set(place, '.');
            }
        }
        if !board.is_in_check(!board.white_to_move) {
            return board;
        }
    }
}

/// An empty square.
fn free(board: &Board, random: &mut StdRng) -> Place {
    loop {
        let place = (random.random_range(0..12), random.random_range(0..12));
        if board.at(place) == '.' {
            return place;
        }
    }
}
