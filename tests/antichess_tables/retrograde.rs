//! Retrograde analysis as plain as can be: a dictionary of all positions, and a queue.
//!
//! Each position counts its moves that are not known to lose. A position that is lost makes those before
//! it won; one that is won takes a move from those before it, and who has none left has lost. What is
//! settled first is nearest to the end.

use std::collections::VecDeque;

use jacquerie::game::Outcome;
use jacquerie::games::antichess::Kind;
use jacquerie::games::antichess::rules::Stalemate;
use jacquerie::solve::tiers::Worth;
use rustc_hash::FxHashMap;

use super::plain::{Board, for_each_board};
use super::proof::at_end;

/// What every position of one man against one is worth, with those where one can be captured en passant
/// and those where one side has no man left.
pub fn two_men(stalemate: Stalemate) -> FxHashMap<Board, Worth> {
    let mut numbers = FxHashMap::default();
    let mut boards = Vec::new();
    let mut add = |board: &Board, boards: &mut Vec<Board>| {
        *numbers.entry(board.clone()).or_insert_with(|| {
            boards.push(board.clone());
            boards.len() - 1
        })
    };
    for white in Kind::ALL {
        for black in Kind::ALL {
            for white_moves in [true, false] {
                for_each_board(&[white], &[black], white_moves, |board| {
                    add(board, &mut boards);
                });
            }
        }
    }
    let (mut before, mut left) = (Vec::new(), Vec::new());
    let mut number = 0;
    while number < boards.len() {
        let after = boards[number].after_moves();
        left.push(after.len());
        for one in &after {
            let one = add(one, &mut boards);
            before.resize_with(before.len().max(one + 1), Vec::new);
            before[one].push(number);
        }
        number += 1;
    }
    before.resize_with(boards.len(), Vec::new);

    let mut worths = vec![None; boards.len()];
    let mut queue = VecDeque::new();
    for (number, board) in boards.iter().enumerate() {
        if left[number] == 0 {
            let outcome = at_end(board, stalemate);
            worths[number] = Some(Worth::at_end(outcome));
            if outcome != Outcome::Draw {
                queue.push_back((number, outcome, 0));
            }
        }
    }
    while let Some((number, outcome, plies)) = queue.pop_front() {
        for one in &before[number] {
            left[*one] -= 1;
            let is_settled = match outcome {
                Outcome::Loss => worths[*one].is_none(),
                _ => worths[*one].is_none() && left[*one] == 0,
            };
            if is_settled {
                let (outcome, plies) = (outcome.reversed(), plies + 1);
                worths[*one] = Some(match outcome {
                    Outcome::Win => Worth::won_in(plies),
                    _ => Worth::lost_in(plies),
                });
                queue.push_back((*one, outcome, plies));
            }
        }
    }
    let worths = worths.into_iter().map(|worth| worth.unwrap_or(Worth::DRAW));
    boards.into_iter().zip(worths).collect()
}
