//! Retrograde analysis in its simplest form: a dictionary of all reachable positions, and a queue.
//!
//! Each position counts its moves that are not known to lose. A lost position makes its
//! predecessors won. A won one takes a move from each predecessor, and a position with none left is
//! lost. Positions nearest to the end are settled first. Those never settled are draws.

use std::collections::VecDeque;

use jacquerie::game::Outcome;
use rustc_hash::FxHashMap;

use super::Oracle;

/// A value for the side to move, and for wins and losses the plies to the end.
pub type Exact = (Outcome, Option<u16>);

/// The same a ply earlier, for the other side.
pub fn before((outcome, plies): Exact) -> Exact {
    (outcome.reversed(), plies.map(|plies| plies + 1))
}

/// Greater is better: quick wins, then draws, then late losses.
pub fn rank((outcome, plies): Exact) -> i32 {
    let plies = plies.map_or(0, i32::from);
    match outcome {
        Outcome::Win => 10_000 - plies,
        Outcome::Draw => 0,
        Outcome::Loss => plies - 10_000,
    }
}

/// All positions reachable from some positions.
pub struct Retrograde<B> {
    numbers: FxHashMap<B, u32>,
    values: Vec<Exact>,
}

impl<B: Oracle> Retrograde<B> {
    pub fn of(roots: impl IntoIterator<Item = B>) -> Self {
        let (mut numbers, mut boards) = (FxHashMap::default(), Vec::new());
        let mut number_of = |board: B, boards: &mut Vec<B>| {
            let board = board.without_counts();
            *numbers.entry(board).or_insert_with_key(|board| {
                boards.push(board.clone());
                boards.len() as u32 - 1
            })
        };
        for root in roots {
            number_of(root, &mut boards);
        }
        // Pairs of a position and a predecessor; and how many moves each has.
        let (mut pairs, mut left) = (Vec::new(), Vec::new());
        let mut number = 0;
        while number < boards.len() {
            let replies = boards[number].replies();
            left.push(replies.len());
            for reply in replies {
                pairs.push((number_of(reply, &mut boards), number as u32));
            }
            number += 1;
        }
        pairs.sort_unstable();
        let first_of = |number: u32| pairs.partition_point(|(after, _)| *after < number);

        let mut values: Vec<Option<Exact>> = vec![None; boards.len()];
        let mut queue = VecDeque::new();
        for (number, board) in boards.iter().enumerate() {
            values[number] = board.end().map(|(outcome, _)| match outcome {
                Outcome::Draw => (outcome, None),
                _ => {
                    queue.push_back(number as u32);
                    (outcome, Some(0))
                }
            });
        }
        while let Some(number) = queue.pop_front() {
            let value = values[number as usize].expect("what waits has a value");
            let pairs = pairs[first_of(number)..].iter();
            for (_, earlier) in pairs.take_while(|(after, _)| *after == number) {
                let earlier = *earlier as usize;
                left[earlier] -= 1;
                if values[earlier].is_none() && (value.0 == Outcome::Loss || left[earlier] == 0) {
                    values[earlier] = Some(before(value));
                    queue.push_back(earlier as u32);
                }
            }
        }
        let values = values.into_iter();
        let values = values.map(|value| value.unwrap_or((Outcome::Draw, None)));
        Self {
            values: values.collect(),
            numbers,
        }
    }

    /// The value of a position.
    pub fn value(&self, board: &B) -> Exact {
        let number = self.numbers.get(&board.clone().without_counts());
        let number = number.unwrap_or_else(|| panic!("{} was not met", board.fen()));
        self.values[*number as usize]
    }

    /// The value of each move for the side that makes it.
    pub fn moves(&self, board: &B) -> Vec<(String, Exact)> {
        let each = board.moves().into_iter().map(|step| {
            let value = self.value(&board.after(step));
            (board.name(step), before(value))
        });
        each.collect()
    }

    /// Every position with its value, in an arbitrary but fixed order.
    pub fn all(&self) -> impl Iterator<Item = (&B, Exact)> {
        let all = self.numbers.iter();
        all.map(|(board, number)| (board, self.values[*number as usize]))
    }
}
