//! What the search tells as proved, against the tables of the oracle.

use jacquerie::game::Outcome;
use rand::{SeedableRng, rngs::StdRng};

use super::hall::{state, think};
use super::oracle::Board;
use super::random::{random_board, random_race};
use super::retrograde::{Structure, Tables};

/// A few nodes a position: what is proved then is true, however deep it looks.
const NODES: u64 = 3_000;

fn check(board: &Board, tables: &mut Tables) -> bool {
    let fen = board.fen();
    let (outcome, plies) = tables.value(&fen);
    if let Some(proof) = state(&fen).proof() {
        assert_eq!(proof.outcome, outcome, "{fen}");
        assert!(
            plies.is_none_or(|plies| plies <= proof.plies),
            "{fen}: {proof:?}"
        );
    }
    let told = think(&fen, &[], NODES);
    for report in &told {
        let about = format!("{fen}: {report:?}, but {outcome} {plies:?}");
        assert!(!report.value.is_win() || outcome == Outcome::Win, "{about}");
        assert!(
            !report.value.is_loss() || outcome == Outcome::Loss,
            "{about}"
        );
        if let Some(proved) = report.proved {
            assert_eq!(proved, outcome, "{about}");
        }
    }
    told.last().is_some_and(|best| best.proved.is_some())
}

/// Positions whose structures are small, so that the tables are there at once.
fn compare(seed: u64, count: usize, most: usize) -> usize {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut checked, mut proved) = (0, 0);
    while checked < count {
        let board = match checked % 2 {
            0 => random_board(&mut random, 2),
            _ => random_race(&mut random, 3),
        };
        if board.end().is_some() || Structure::of(&board).all_from(most).is_none() {
            continue;
        }
        proved += usize::from(check(&board, &mut Tables::default()));
        checked += 1;
    }
    proved
}

#[test]
fn what_is_proved_is_true() {
    let proved = compare(3, 80, 25);
    assert!(proved > 10, "{proved}");
}

#[test]
#[ignore = "takes half an hour: cargo test --release --test kings -- --ignored"]
fn what_is_proved_is_true_of_many_positions() {
    let proved = compare(4, 2_000, 2_000);
    assert!(proved > 100, "{proved}");
}
