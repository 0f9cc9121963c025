//! Exact claims are true: facts, keys of values and searches for a mate, against plain minimax.
//! Proofs of other searches are compared in [`super::lengths`].

use std::collections::HashMap;

use crate::oracle::pawns::{Minimax, Random};
use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::{PawnGame, Stalemate, facts};
use jacquerie::search::Limits;
use jacquerie::stop::Stop;

/// Solves random boards by minimax and checks what is proved about every position on the way.
/// Returns how many proofs were compared.
fn compare_facts(seed: u64, files: usize, most: usize, boards: usize, stalemate: Stalemate) -> u32 {
    let mut random = Random(seed);
    let mut compared = 0;
    for _ in 0..boards {
        let mut minimax = Minimax::new(stalemate);
        minimax.value(&random.board(files, most));
        for (board, (outcome, plies)) in &minimax.known {
            let diagram = board.to_diagram();
            let Some(proof) = facts::prove(&diagram.position, stalemate) else {
                continue;
            };
            compared += 1;
            assert_eq!(proof.outcome, *outcome, "{diagram} {stalemate:?}");
            if *outcome != Outcome::Draw {
                let bound = u32::from(proof.plies);
                assert!(
                    bound >= *plies,
                    "{diagram}: {proof:?}, really {plies} plies"
                );
                assert!(
                    !proof.shortest || bound == *plies,
                    "{diagram}: {proof:?}, really {plies} plies"
                );
            }
        }
    }
    compared
}

fn compare_all_facts(boards: usize) {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        for (files, most) in [(1, 3), (2, 4), (3, 4), (4, 3), (5, 3), (8, 3)] {
            let compared = compare_facts(files as u64, files, most, boards, stalemate);
            assert!(compared > 100, "only {compared} proofs on {files} files");
        }
    }
}

#[test]
fn facts_agree_with_minimax() {
    compare_all_facts(150);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules proofs -- --ignored"]
fn facts_of_many_boards_agree_with_minimax() {
    compare_all_facts(30_000);
}

/// The solver's table does not distinguish positions with the same value key, so they must have the
/// same value. Returns how many positions shared a key with an earlier one.
fn compare_value_keys(boards: usize, stalemate: Stalemate) -> usize {
    let game = PawnGame::new(stalemate);
    let mut random = Random(21);
    let mut values = HashMap::new();
    let mut shared = 0;
    for number in 0..boards {
        let files = 3 + number % 3;
        let mut board = random.board(files, 3);
        // Some files are blocked.
        for file in 0..files {
            if random.below(3) == 0 {
                let rank = 1 + random.below(5);
                for row in &mut board.squares {
                    row[file] = '.';
                }
                board.squares[rank][file] = 'P';
                board.squares[rank + 1][file] = 'p';
            }
        }
        let mut minimax = Minimax::new(stalemate);
        minimax.value(&board);
        for (board, (outcome, _)) in &minimax.known {
            let diagram = board.to_diagram();
            if game.prove(&diagram.position).is_none() {
                let key = game.value_key(&diagram.position).bits();
                let (first, earlier) = *values.entry(key).or_insert((diagram, *outcome));
                shared += usize::from(first.position != diagram.position);
                assert_eq!(*outcome, earlier, "{diagram} as {first}");
            }
        }
    }
    shared
}

#[test]
fn positions_of_one_value_key_have_one_value() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        let shared = compare_value_keys(3_000, stalemate);
        assert!(shared > 500, "only {shared} positions share a key");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules proofs -- --ignored"]
fn many_positions_of_one_value_key_have_one_value() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        let shared = compare_value_keys(100_000, stalemate);
        assert!(shared > 10_000, "only {shared} positions share a key");
    }
}

/// A search for a win in N moves finds one exactly if there is one.
#[test]
fn a_search_for_mate_finds_it_if_there_is_one() {
    let mut random = Random(23);
    let mut engine = Engine::new(Config::built_in().clone()).expect("a start position");
    engine.set_option("Hash", Some("1")).expect("Hash");
    let (mut there, mut not_there) = (0, 0);
    for number in 0..150 {
        let files = 2 + number % 2;
        let board = random.facing_board(files);
        let (outcome, plies) = Minimax::new(Stalemate::Draw).value(&board);
        let fen = board.to_diagram().to_string();
        engine.set_position(Some(&fen), &[]).expect(&fen);
        for moves in 1..=5 {
            let limits = Limits {
                mate: Some(moves),
                ..Limits::default()
            };
            let answer = engine.go(limits, &Stop::default(), |_| ()).expect(&fen);
            let Answer::Best(reports) = answer else {
                continue;
            };
            let value = reports[0].value;
            let length = value.plies_to_end().map_or(u32::MAX, u32::from);
            let found = value.is_win() && length < 2 * moves;
            let exists = outcome == Outcome::Win && plies < 2 * moves;
            assert_eq!(found, exists, "{fen}: mate {moves}: {value}");
            there += u32::from(exists);
            not_there += u32::from(!exists);
        }
    }
    assert!(there > 50 && not_there > 50, "{there} {not_there}");
}
