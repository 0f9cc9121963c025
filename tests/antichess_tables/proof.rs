//! The proof that tables carry in themselves.
//!
//! If each value follows from those that the legal moves lead to, all of them are right: a win in n
//! plies rests on a loss in n − 1, and a loss in n on wins in fewer, down to games that are over; and
//! whoever has a draw can always move to another draw, and never to more, so that neither side gets out
//! of them.

use jacquerie::game::Outcome;
use jacquerie::games::antichess::rules::Stalemate;
use jacquerie::games::antichess::tables::Store;
use jacquerie::solve::tiers::Worth;

use super::plain::{Board, for_each_board};

/// Greater is better: quick wins, then draws, then late losses.
pub fn rank(outcome: Outcome, plies: u16) -> i32 {
    match outcome {
        Outcome::Win => 10_000 - i32::from(plies),
        Outcome::Draw => 0,
        Outcome::Loss => i32::from(plies) - 10_000,
    }
}

/// What a board without a legal move is worth.
pub fn at_end(board: &Board, stalemate: Stalemate) -> Outcome {
    let (own, enemy) = (
        board.count(board.white_moves),
        board.count(!board.white_moves),
    );
    match stalemate {
        _ if own == 0 => Outcome::Win,
        Stalemate::FewerMenWin if own == enemy => Outcome::Draw,
        Stalemate::FewerMenWin if own > enemy => Outcome::Loss,
        _ => Outcome::Win,
    }
}

fn told(store: &Store, board: &Board) -> Worth {
    let worth = store.worth(&board.position());
    worth.unwrap_or_else(|| panic!("nothing is known of {board:?}"))
}

/// The outcome and the length that follow from the moves' values.
fn follows(store: &Store, after: &[Board], board: &Board) -> (Outcome, Option<u16>) {
    let earlier = after.iter().map(|after| {
        let worth = told(store, after);
        (
            worth.outcome().reversed(),
            worth.plies().map(|plies| plies + 1),
        )
    });
    let best = earlier.max_by_key(|(outcome, plies)| rank(*outcome, plies.unwrap_or(0)));
    best.unwrap_or_else(|| match at_end(board, store.stalemate()) {
        Outcome::Draw => (Outcome::Draw, None),
        outcome => (outcome, Some(0)),
    })
}

/// Checks the values of these men, one of so many; says how many positions there were in which a pawn can
/// be captured en passant.
pub fn check(store: &Store, letters: &str, one_of: usize) -> usize {
    let (white, black) = super::men(letters);
    let (mut number, mut en_passant) = (0_usize, 0);
    for white_moves in [true, false] {
        for_each_board(&white, &black, white_moves, |board| {
            number += 1;
            if !number.is_multiple_of(one_of) {
                return;
            }
            let after = board.after_moves();
            check_one(store, board, &after);
            for after in after.iter().filter(|after| after.en_passant.is_some()) {
                en_passant += 1;
                check_one(store, after, &after.after_moves());
            }
        });
    }
    en_passant
}

fn check_one(store: &Store, board: &Board, after: &[Board]) {
    let worth = told(store, board);
    let follows = follows(store, after, board);
    assert_eq!((worth.outcome(), worth.plies()), follows, "{board:?}");
}
