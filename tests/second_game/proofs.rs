//! Certificates: valid ones are accepted, and changed ones are refused.

use jacquerie::game::Outcome;
use jacquerie::solve::certificate::{Certificate, claims};
use jacquerie::solve::checking::{CheckError, Checked};
use jacquerie::solve::solution::SolvedLine;
use jacquerie::stop::Stop;

use crate::oracle::Oracle;
use crate::oracle::retrograde::Exact;
use crate::plain::Board;
use crate::values::{VALUES, solver, some};
use crate::{state, with};

/// The result of a variant's checker for a proof: its size, and a line.
fn checked(name: &str, proof: &Certificate) -> Result<(usize, SolvedLine), CheckError> {
    let Checked { size, line } =
        with(name, |variant| variant.check(proof, true, &Stop::default()))?;
    let line = line.expect("it is whole");
    Ok((size.positions, line))
}

/// Proofs of some positions, with their values.
fn made(number: usize, count: usize) -> impl Iterator<Item = (Certificate, Exact)> {
    let (name, values) = &VALUES[number];
    let (solver, stop) = (solver(name), Stop::default());
    some(values, count).into_iter().map(move |(board, exact)| {
        let state = state(name, &board.fen());
        let solved = solver.solve(&*state, false, &stop, &mut |_, _| ());
        solved.expect("it can be searched");
        let proof = solver.certificate(&*state, exact.0, &stop);
        let proof = proof.expect("it can be searched");
        (
            proof.unwrap_or_else(|| panic!("{board:?}: {exact:?}")),
            exact,
        )
    })
}

#[test]
fn proofs_are_accepted_with_a_legal_line() {
    for (number, name) in ["corridor", "strict"].into_iter().enumerate() {
        let mut met = [0; 3];
        for (proof, (value, plies)) in made(number, 60) {
            assert_eq!(Certificate::decode(&proof.encode()).as_ref(), Ok(&proof));
            let (size, line) = checked(name, &proof).expect(&proof.fen);
            assert_eq!(size, proof.positions(), "{}", proof.fen);
            let end = Board::read(name, &proof.fen).played(&line.moves.join(" "));
            let is_long = plies.is_none_or(|plies| line.moves.len() >= plies.into());
            assert!(
                is_long && (plies.is_none() || end.end().is_some()),
                "{line:?}"
            );
            assert_eq!(line.is_longest, plies.is_some(), "{line:?}");
            met[value as usize] += 1;
        }
        assert!(met.iter().all(|times| *times > 3), "{name}: {met:?}");
    }
}

#[test]
fn a_forged_proof_is_refused() {
    for (proof, (value, _)) in made(0, 20) {
        let other_rule = checked("strict", &proof);
        assert!(matches!(other_rule, Err(CheckError::OtherRule { .. })));
        // Another value.
        for other in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let mut forged = proof.clone();
            forged.value = other;
            let first = proof.strategies[0].clone();
            forged.strategies.resize(claims(other).len(), first);
            let is_accepted = checked("corridor", &forged).is_ok();
            assert_eq!(is_accepted, other == value, "{forged:?}");
        }
        // An illegal move, one too few and one too many.
        for strategy in 0..proof.strategies.len() {
            for step in 0..proof.strategies[strategy].steps.len().min(30) {
                let mut forged = proof.clone();
                forged.strategies[strategy].steps[step] = 250;
                assert!(checked("corridor", &forged).is_err(), "{forged:?}");
            }
            let (mut short, mut long) = (proof.clone(), proof.clone());
            short.strategies[strategy].steps.pop();
            long.strategies[strategy].steps.push(0);
            let is_refused = |forged| checked("corridor", forged).is_err();
            assert!(is_refused(&long), "{long:?}");
            assert!(short == proof || is_refused(&short), "{short:?}");
        }
    }
}
