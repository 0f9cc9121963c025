//! The oracle's own tables: by the rules position by position, by published counts, and by values that
//! another program found.

use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::known::{Known, known};
use super::oracle::Board;
use super::random::random_board;
use super::retrograde::{Structure, Tables, Value};

/// Values of structures up to this size are looked at here; larger ones are a matter of hours.
const QUICK: usize = 40;

/// The best of the moves, for every position of a structure.
fn check_by_the_rules(tables: &mut Tables, structure: Structure) {
    let table = tables.table(structure);
    for (board, value) in structure.boards().zip(table.iter()) {
        let Some(board) = board else {
            assert_eq!(*value, None, "{structure:?}");
            continue;
        };
        let expected = match board.end() {
            Some(_) if board.in_check(board.white_to_move) => Value::Loss(0),
            Some(_) => Value::Draw,
            None => tables.best_of_moves(&board),
        };
        assert_eq!(*value, Some(expected), "{}", board.fen());
    }
}

/// Values that agree with those of the moves, with distances that fall, are right: the wins and losses
/// because they end, the draws because a side that has no better move holds them.
#[test]
fn each_value_is_the_best_of_the_moves() {
    let mut tables = Tables::default();
    for fen in [
        "8/8/8/8/8/8/8/k1K5 w",
        "8/k1P5/8/K7/8/8/8/8 w",
        "8/P7/8/8/8/k7/p7/2K5 w",
        "8/8/8/1p6/8/8/P1P5/k1K5 w",
        "8/PP6/8/8/8/k7/p7/2K5 w",
        "8/8/p6p/P6P/8/8/8/k1K5 w",
    ] {
        check_by_the_rules(&mut tables, Structure::of(&Board::read(fen)));
    }
}

/// King and pawn against king: all positions that can be won, as counted with rooks by S. J. Edwards
/// (1996), 124 960 with White to move and 97 604 with Black to move. With queens alone six of the first
/// are stalemates: `8/1P6/k7/8/K7/8/8/8`, `8/1P6/k7/8/1K6/8/8/8`, `8/k1P5/8/K7/8/8/8/8` and their mirror
/// images.
#[test]
fn king_and_pawn_against_king() {
    let mut tables = Tables::default();
    let (mut won, mut lost, mut longest) = (0, 0, 0);
    let (mut white_to_move, mut black_to_move) = (0, 0);
    for square in 8..56 {
        let structure = Structure {
            white: 1 << square,
            black: 0,
        };
        let table = tables.table(structure);
        for (board, value) in structure.boards().zip(table.iter()) {
            let Some(board) = board else { continue };
            let value = value.expect("a legal position has a value");
            longest = longest.max(value.plies().unwrap_or(0));
            match (board.white_to_move, value) {
                (true, Value::Win(_)) => won += 1,
                (false, Value::Loss(_)) => lost += 1,
                (_, Value::Draw) => {}
                _ => panic!("{}: {value:?}", board.fen()),
            }
            *(if board.white_to_move {
                &mut white_to_move
            } else {
                &mut black_to_move
            }) += 1;
        }
    }
    assert_eq!((won, lost, longest), (124_954, 97_604, 39));
    assert_eq!((white_to_move, black_to_move), (163_328, 168_024));
    for fen in [
        "8/1P6/k7/8/K7/8/8/8 w",
        "8/1P6/k7/8/1K6/8/8/8 w",
        "8/k1P5/8/K7/8/8/8/8 w",
        "8/6P1/7k/8/7K/8/8/8 w",
    ] {
        assert_eq!(
            tables.value(fen),
            (jacquerie::game::Outcome::Draw, None),
            "{fen}"
        );
    }
}

fn check_known(one: &Known) {
    let mut tables = Tables::default();
    assert_eq!(tables.value(&one.fen), one.value, "{}", one.fen);
    let mut moves = tables.moves(&one.fen);
    let mut expected = one.moves.clone();
    moves.sort();
    expected.sort();
    assert_eq!(moves, expected, "{}", one.fen);
}

#[test]
fn what_another_program_found() {
    let small = known().into_iter().filter(|one| {
        Structure::of(&Board::read(&one.fen))
            .all_from(QUICK)
            .is_some()
    });
    let checked = small.map(|one| check_known(&one)).count();
    assert!(checked > 100, "only {checked} positions were checked");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test kings -- --ignored"]
fn what_another_program_found_in_larger_structures() {
    let middling = known().into_iter().filter(|one| {
        let structure = Structure::of(&Board::read(&one.fen));
        structure.all_from(QUICK).is_none() && structure.all_from(20_000).is_some()
    });
    let checked = middling.map(|one| check_known(&one)).count();
    assert!(checked > 20, "only {checked} positions were checked");
}

/// With rights to capture en passant and queens, which no table holds.
#[test]
fn random_positions_are_the_best_of_their_moves() {
    let mut random = StdRng::seed_from_u64(17);
    let mut checked = 0;
    while checked < 20 {
        let mut board = random_board(&mut random, 2);
        if Structure::of(&board).all_from(QUICK).is_none() {
            continue;
        }
        let mut tables = Tables::default();
        while board.end().is_none() {
            assert_eq!(
                tables.value_of(&board),
                tables.best_of_moves(&board),
                "{}",
                board.fen()
            );
            let moves = board.moves();
            board = board.after(moves[random.random_range(0..moves.len())]);
            if board.number > 30 {
                break;
            }
        }
        checked += 1;
    }
}
