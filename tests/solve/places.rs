//! The position where a proof fails, complete or in parts, is reachable from its root, on the
//! root's board.

use std::collections::HashSet;

use jacquerie::solve::certificate::{Certificate, Strategy};
use jacquerie::solve::checking::CheckError;
use jacquerie::stop::Stop;

use super::parts::{prove, without_numbers};
use super::support::{named, position};

/// Every position that can be reached.
fn reached(variant: &str, root: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut next = vec![position(variant, root)];
    while let Some(state) = next.pop() {
        if found.insert(without_numbers(&state.fen())) {
            for played in state.moves() {
                let mut child = state.clone();
                child.play(&played).expect("a legal move");
                next.push(child);
            }
        }
    }
    found
}

#[test]
fn the_position_where_a_proof_fails_is_on_the_board_of_its_root() {
    for root in [
        "3/p2/2p/3/3/P2/2P/3 w",
        "5/2p1p/p4/5/5/4P/P1P2/5 w",
        "6/1p3p/4p1/6/6/5P/P4P/6 w",
        "7/p2p3/7/6p/7/P5P/3P3/7 w",
        "8/1p5p/8/7p/8/1P6/6P1/8 w",
    ] {
        let places = reached("pawngame", root);
        let (mut told, mut others) = (HashSet::new(), 0);
        let mut refused = |problem: CheckError| match problem {
            CheckError::Flaw { fen, .. } => {
                assert!(places.contains(&without_numbers(&fen)), "{root}: {fen}");
                told.insert(fen);
            }
            _ => others += 1,
        };
        let checker = named("pawngame");
        let in_parts = prove("pawngame", &*position("pawngame", root), 3);
        for claim in 0..in_parts.strategies.len() {
            for part in 0..in_parts.strategies[claim].parts().len() {
                for at in 0..in_parts.strategies[claim].parts()[part].len() {
                    let mut wrong = in_parts.clone();
                    let parts = wrong.strategies[claim].parts.as_mut();
                    parts.expect("it has some")[part][at] ^= 1;
                    let checked = checker.check(&wrong, false, &Stop::default());
                    checked.map_or_else(&mut refused, |_| ());
                }
            }
        }
        // With a single part.
        let whole = prove("pawngame", &*position("pawngame", root), 0);
        let strategies = whole.strategies.iter();
        let strategies = strategies.map(|one| Strategy::whole(one.parts()[0].clone()));
        let whole = Certificate {
            rule: whole.rule,
            fen: whole.fen.clone(),
            value: whole.value,
            strategies: strategies.collect(),
        };
        for claim in 0..whole.strategies.len() {
            for at in 0..whole.strategies[claim].steps.len() {
                let mut wrong = whole.clone();
                wrong.strategies[claim].steps[at] ^= 1;
                checker
                    .check(&wrong, false, &Stop::default())
                    .map_or_else(&mut refused, |_| ());
            }
        }
        assert!(told.len() > 10 && others == 0, "{root}: {told:?}");
    }
}
