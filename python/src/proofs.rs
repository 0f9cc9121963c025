//! Proofs: checked, and put together from pieces.

use jacquerie::config::Config;
use jacquerie::game::Outcome;
use jacquerie::quote::short;
use jacquerie::solve::certificate::{Certificate, Strategy, claims};
use jacquerie::solve::checking::{CheckError, GameChecker, PlannedStep};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{CertificateError, unsolved};
use crate::solving::in_a_word;
use crate::waiting::{Stop, patiently};

/// A proof is wrong, or none.
fn wrong(reason: impl ToString) -> PyErr {
    CertificateError::new_err(reason.to_string())
}

/// Who checks by a rule, and in which variants it holds.
fn checker_of(rule: u8) -> PyResult<(Box<dyn GameChecker>, Vec<String>)> {
    let mut found = None;
    let mut names = Vec::new();
    for (name, variant) in &Config::built_in().variants {
        if let Some(checker) = variant.checker()
            && checker.rule().number == rule
        {
            names.push(name.clone());
            found.get_or_insert(checker);
        }
    }
    let found = found.ok_or_else(|| wrong(format!("there is no rule number {rule}")))?;
    Ok((found, names))
}

/// What a proof proves: FEN, value, the rule in a sentence, for how many positions it gives a move, in how
/// many pieces, and in which variants that holds.
type Verified = (
    String,
    &'static str,
    &'static str,
    usize,
    usize,
    Vec<String>,
);

/// Checks a certificate, whole or in pieces, from the bare rules.
#[pyfunction]
pub fn verify(py: Python<'_>, bytes: &[u8]) -> PyResult<Verified> {
    let certificate = Certificate::decode(bytes).map_err(wrong)?;
    let (checker, variants) = checker_of(certificate.rule)?;
    let size = patiently(py, None, &Stop::default().0, || checker.check(&certificate))?;
    let size = size.map_err(wrong)?;
    Ok((
        certificate.fen,
        in_a_word(certificate.value),
        checker.rule().sentence,
        size.positions,
        size.pieces,
        variants,
    ))
}

/// A piece that is still to be found: where (a FEN), what the proving side gets, and whether it is to move
/// there.
type Wanted = (String, &'static str, bool);

/// Plans a proof in pieces of a value: for each claim the steps, and what each piece has to prove. `step` is
/// called with a FEN, the goal (`win`, `draw`) and whether the proving side is to move, and returns a move,
/// `replies` or `piece`.
#[pyfunction]
pub fn plan_pieces<'py>(
    py: Python<'py>,
    variant: &str,
    fen: &str,
    value: &str,
    step: &Bound<'py, PyAny>,
) -> PyResult<Vec<(Bound<'py, PyBytes>, Vec<Wanted>)>> {
    let checker = crate::position::variant(variant)?.1.checker();
    let checker = checker.ok_or_else(|| unsolved(format!("'{variant}' has no proofs")))?;
    let mut plans = Vec::new();
    for claim in claims(read_value(value)?) {
        let goal = in_a_word(claim.goal.least());
        let mut raised = None;
        let plan = checker.plan(fen, claim, &mut |fen, by_prover| {
            let told = step.call1((fen, goal, by_prover));
            match told.and_then(|told| told.extract::<String>()) {
                Ok(word) => Some(match word.as_str() {
                    "replies" => PlannedStep::Replies,
                    "piece" => PlannedStep::Piece,
                    _ => PlannedStep::Move(word),
                }),
                Err(error) => {
                    raised = Some(error);
                    None
                }
            }
        });
        if let Some(error) = raised {
            return Err(error);
        }
        let plan = plan.map_err(|error: CheckError| wrong(error))?;
        let wanted = plan.pieces.into_iter();
        let wanted =
            wanted.map(|(fen, claim)| (fen, in_a_word(claim.goal.least()), claim.by_mover));
        plans.push((PyBytes::new(py, &plan.steps), wanted.collect()));
    }
    Ok(plans)
}

/// Puts a proof together: for each claim its steps, and the moves of the pieces.
#[pyfunction]
pub fn join_pieces<'py>(
    py: Python<'py>,
    variant: &str,
    fen: String,
    value: &str,
    proofs: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
) -> PyResult<Bound<'py, PyBytes>> {
    let checker = crate::position::variant(variant)?.1.checker();
    let checker = checker.ok_or_else(|| unsolved(format!("'{variant}' has no proofs")))?;
    let proofs = proofs.into_iter();
    let certificate = Certificate {
        rule: checker.rule().number,
        fen,
        value: read_value(value)?,
        strategies: proofs
            .map(|(steps, pieces)| Strategy {
                steps,
                pieces: Some(pieces),
            })
            .collect(),
    };
    Ok(PyBytes::new(py, &certificate.encode()))
}

fn read_value(value: &str) -> PyResult<Outcome> {
    match value {
        "loss" => Ok(Outcome::Loss),
        "draw" => Ok(Outcome::Draw),
        "win" => Ok(Outcome::Win),
        other => {
            let told = format!(
                "value: found '{}', expected 'win', 'draw' or 'loss'",
                short(other)
            );
            Err(PyValueError::new_err(told))
        }
    }
}
