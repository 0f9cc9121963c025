//! Proofs: checking them, and joining them from parts.

use jacquerie::config::Config;
use jacquerie::engine::Variant;
use jacquerie::game::Outcome;
use jacquerie::game::rule::Rule;
use jacquerie::solve::certificate::{Certificate, Strategy, claims};
use jacquerie::solve::checking::{CheckError, PlannedStep};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{CertificateError, unsolved};
use crate::waiting::patiently;

/// A proof is invalid.
fn wrong(reason: impl ToString) -> PyErr {
    CertificateError::new_err(reason.to_string())
}

/// The checker of a rule, and the variants with that rule.
fn checker_of(number: u8) -> PyResult<(&'static dyn Variant, Rule, Vec<String>)> {
    let mut found = None;
    let mut names = Vec::new();
    for (name, variant) in &Config::built_in().variants {
        if let Some(rule) = variant.rule().filter(|rule| rule.number == number) {
            names.push(name.clone());
            found.get_or_insert((&**variant, rule));
        }
    }
    let none = || wrong(format!("there is no rule number {number}"));
    let (variant, rule) = found.ok_or_else(none)?;
    Ok((variant, rule, names))
}

/// A variant whose positions can be proved, with its rule.
fn proved(name: &str) -> PyResult<(&'static dyn Variant, Rule)> {
    let (_, variant) = crate::position::variant(name)?;
    let rule = variant.rule();
    let rule = rule.ok_or_else(|| unsolved(format!("'{name}' has no proofs")))?;
    Ok((&**variant, rule))
}

/// The rule on which the values of a variant depend, in a few words.
#[pyfunction]
pub fn rule(variant: &str) -> PyResult<&'static str> {
    proved(variant).map(|(_, rule)| rule.words)
}

/// What a proof proves: FEN, value, the rule in a sentence, the number of positions with a move,
/// the number of parts, and the variants for which it holds.
type Verified = (
    String,
    &'static str,
    &'static str,
    usize,
    usize,
    Vec<String>,
);

/// Checks a certificate, in one part or several, by the rules of the game.
#[pyfunction]
pub fn verify(py: Python<'_>, bytes: &[u8]) -> PyResult<Verified> {
    let certificate = Certificate::decode(bytes).map_err(wrong)?;
    let (checker, rule, variants) = checker_of(certificate.rule)?;
    let checked = patiently(py, None, None, |stop| {
        checker.check(&certificate, false, stop)
    })?;
    let size = checked.map_err(wrong)?.size;
    Ok((
        certificate.fen,
        certificate.value.name(),
        rule.sentence,
        size.positions,
        size.parts,
        variants,
    ))
}

/// A part that is still missing: its position (a FEN), the proving side's goal, and whether that side is to move.
type Wanted = (String, &'static str, bool);

/// Plans a proof of a value in parts: for each claim the steps, and what each part must prove. `step` is called with a
/// FEN, the goal (`win`, `draw`) and whether the proving side is to move, and returns a move, `replies` or `part`.
#[pyfunction]
pub fn plan_parts<'py>(
    py: Python<'py>,
    variant: &str,
    fen: &str,
    value: &str,
    step: &Bound<'py, PyAny>,
) -> PyResult<Vec<(Bound<'py, PyBytes>, Vec<Wanted>)>> {
    let (checker, _) = proved(variant)?;
    let mut plans = Vec::new();
    for claim in claims(read_value(value)?) {
        let goal = claim.goal.least().name();
        let mut raised = None;
        let plan = checker.plan(fen, claim, &mut |fen, by_prover| {
            let told = step.call1((fen, goal, by_prover));
            match told.and_then(|told| told.extract::<String>()) {
                Ok(word) => Some(match word.as_str() {
                    "replies" => PlannedStep::Replies,
                    "part" => PlannedStep::Part,
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
        let wanted = plan.parts.into_iter();
        let wanted = wanted.map(|(fen, claim)| (fen, claim.goal.least().name(), claim.by_mover));
        plans.push((PyBytes::new(py, &plan.steps), wanted.collect()));
    }
    Ok(plans)
}

/// Joins a proof: for each claim its steps, and the moves of the parts.
#[pyfunction]
pub fn join_parts<'py>(
    py: Python<'py>,
    variant: &str,
    fen: String,
    value: &str,
    proofs: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (_, rule) = proved(variant)?;
    let proofs = proofs.into_iter();
    let certificate = Certificate {
        rule: rule.number,
        fen,
        value: read_value(value)?,
        strategies: proofs
            .map(|(steps, parts)| Strategy {
                steps,
                parts: Some(parts),
            })
            .collect(),
    };
    Ok(PyBytes::new(py, &certificate.encode()))
}

fn read_value(value: &str) -> PyResult<Outcome> {
    let read = value.parse();
    read.map_err(|wrong| PyValueError::new_err(format!("value: {wrong}")))
}
