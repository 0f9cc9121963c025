//! What is told as proved is true: random positions of the small board against the oracle.
//!
//! With keys that are whole positions everything that is proved must be right, and so must every win
//! in so many moves. With hashes cut to 16 bits the table takes one position for another all the
//! time: a false `mate` is the search's word, but nothing false may be told as proved. That the
//! comparison could fail is seen where such a hash pretends to be the whole position.

use jacquerie::engine::Engine;
use jacquerie::game::{HashKey, Outcome, PackedKey};
use jacquerie::search::Report;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::game::CutKey;
use crate::hall::{nodes, oracle, oracle_lost, think, tiny, tiny_lost};
use crate::retrograde::Values;
use crate::rules::MOST_QUIET_PLIES;

/// What was told of so many positions.
#[derive(Default, Debug)]
struct Told {
    positions: usize,
    /// Positions of which the outcome was proved, and how many of these are draws.
    proved: usize,
    draws: usize,
    /// Positions of which `exact` was told.
    exact: usize,
    /// Positions won or lost in so many moves.
    mates: usize,
    /// How often something false was told.
    false_proofs: usize,
    false_mates: usize,
}

/// Whether a win or loss in so many plies is told that is none, or a win that takes longer. (A loss
/// may take longer: a search that is stopped may know but one of the moves that lose.)
fn is_false_mate(report: &Report<String>, (outcome, plies): (Outcome, usize)) -> bool {
    report.value.plies_to_end().is_some_and(|most| {
        let said = match report.value.is_win() {
            true => Outcome::Win,
            false => Outcome::Loss,
        };
        said != outcome || (report.value.is_win() && plies > most.into())
    })
}

/// Thinks about random positions, some of them after many quiet plies; the table is kept from one to
/// the next.
fn compare(mut engine: Engine, values: &Values, positions: usize, seed: u64) -> Told {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut told = Told::default();
    while told.positions < positions {
        let number = random.random_range(0..values.setups.len());
        if values.end(number).is_some() {
            continue;
        }
        told.positions += 1;
        let quiet = match random.random_bool(0.5) {
            true => 0,
            false => random.random_range(0..usize::from(MOST_QUIET_PLIES)),
        };
        let multipv = random.random_range(1..=2).to_string();
        engine
            .set_option("MultiPV", Some(&multipv))
            .expect("the option is known");
        let fen = values.rules.fen(&values.setups[number], quiet);
        let reports = think(
            &mut engine,
            &fen,
            &[],
            nodes(random.random_range(50..1_500)),
        );
        let moves = values.moves(number);
        for report in &reports {
            let first = &report.principal_variation[0];
            let child = moves
                .iter()
                .find(|(text, _, _)| text == first)
                .expect("it is legal")
                .1;
            // Proofs are about the position alone, or the one after the move of a further line.
            let alone = match report.line {
                1 => values.alone(number).0,
                _ => values.alone(child).0.reversed(),
            };
            told.false_proofs += usize::from(report.proved.is_some_and(|proved| proved != alone));
            if report.line == 1 {
                told.false_mates +=
                    usize::from(is_false_mate(report, values.counted(number, quiet)));
            }
        }
        let best = reports
            .iter()
            .rev()
            .find(|report| report.line == 1)
            .expect("there is a best move");
        told.proved += usize::from(best.proved.is_some());
        told.draws += usize::from(best.proved == Some(Outcome::Draw));
        told.exact += usize::from(best.exact_outcome().is_some());
        told.mates += usize::from(best.value.plies_to_end().is_some());
    }
    println!("{told:?}");
    told
}

#[test]
fn with_whole_keys_everything_told_is_true() {
    let told = compare(tiny::<PackedKey>(), oracle(), 10_000, 1);
    assert_eq!((told.false_proofs, told.false_mates), (0, 0), "{told:?}");
    assert!(told.exact > 100 && told.mates > 5_000, "{told:?}");
}

#[test]
fn so_it_is_where_nobody_draws_without_a_move() {
    let told = compare(tiny_lost::<PackedKey>(), oracle_lost(), 2_000, 2);
    assert_eq!((told.false_proofs, told.false_mates), (0, 0), "{told:?}");
    // A draw can only be proved by a move that is not there.
    assert_eq!(told.draws, 0, "{told:?}");
}

#[test]
fn with_hashes_everything_told_is_true() {
    let told = compare(tiny::<HashKey>(), oracle(), 5_000, 3);
    assert_eq!((told.false_proofs, told.false_mates), (0, 0), "{told:?}");
    assert!(told.proved > 500 && told.mates > 2_500, "{told:?}");
}

#[test]
fn hashes_cut_short_tell_nothing_false_as_proved() {
    let told = compare(tiny::<CutKey<false>>(), oracle(), 10_000, 4);
    assert_eq!(told.false_proofs, 0, "{told:?}");
    // So they were taken for one another, and what is told as proved is not for want of proofs.
    assert!(told.false_mates > 0, "{told:?}");
    assert!(told.proved > 500, "{told:?}");
}

#[test]
fn who_takes_a_hash_for_the_position_tells_what_is_false() {
    let told = compare(tiny::<CutKey<true>>(), oracle(), 6_000, 4);
    assert!(told.false_proofs > 0, "{told:?}");
}
