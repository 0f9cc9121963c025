//! The text interface of the [`checker`]: proofs are checked by the rules of a game alone.
//!
//! It is used through [`Variant`](crate::engine::Variant).

use thiserror::Error;

use super::certificate::{Certificate, Claim, Kind, Step, claims};
use super::checker::{self, Flaw, Size};
use super::line::principal;
use super::solution::SolvedLine;
use super::walk::walk;
use crate::game::Outcome;
use crate::game::diagram::Diagram;
use crate::game::fen::FenError;
use crate::game::playable::{MoveError, Playable};
use crate::quote::short;
use crate::stop::Stop;

/// What was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The size of the proof.
    pub size: Size,
    /// The line of the proof, if requested and if there is one.
    pub line: Option<SolvedLine>,
}

/// What a proof does at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlannedStep {
    /// The proving side makes this move, in coordinates.
    Move(String),
    /// Every reply by the opponent is followed.
    Replies,
    /// A part proves the position.
    Part,
}

/// A proof whose parts are still to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The walk to the parts.
    pub steps: Vec<u8>,
    /// The claim of each part: a position as a FEN, and what to prove about it.
    pub parts: Vec<(String, Claim)>,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum CheckError {
    /// The certificate is for other rules.
    #[error("the certificate uses rule number {found}, not number {expected}, '{rule}'")]
    OtherRule {
        /// The number in the certificate.
        found: u8,
        /// The number of the game's rule.
        expected: u8,
        /// The game's rule in words.
        rule: &'static str,
    },
    /// The position is invalid.
    #[error("invalid FEN '{}': {problem}", short(.fen))]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The number of proofs is wrong: a draw needs two, a win or a loss one.
    #[error("the number of proofs for the value {value} must be {expected}, but is {found}")]
    Count {
        /// The value.
        value: Outcome,
        /// The number found.
        found: usize,
        /// The number needed.
        expected: usize,
    },
    /// The certificate is in parts, although positions can repeat.
    #[error("a proof in parts is not possible in games where positions can repeat")]
    NoParts,
    /// A planned step is not a legal move in its position.
    #[error("invalid step at {fen}: {problem}")]
    Step {
        /// The position, as a FEN.
        fen: String,
        /// What is wrong with the step.
        problem: MoveError,
    },
    /// The check was stopped.
    #[error("stopped before the proof was checked")]
    Stopped,
    /// The moves of the certificate do not prove its claim.
    #[error("the certificate proves nothing: {problem}, at {fen}")]
    Flaw {
        /// The position where the proof fails, as a FEN.
        fen: String,
        /// Why it fails there.
        problem: String,
    },
}

/// The claims to be proved for a value, if their number is right.
fn claims_of(value: Outcome, found: usize) -> Result<Vec<Claim>, CheckError> {
    let claims = claims(value);
    match claims.len() {
        expected if expected == found => Ok(claims),
        expected => Err(CheckError::Count {
            value,
            found,
            expected,
        }),
    }
}

fn root_of<G: Playable>(fen: &str) -> Result<Diagram<G>, CheckError> {
    fen.parse().map_err(|problem: FenError| CheckError::Fen {
        fen: fen.into(),
        problem: problem.to_string(),
    })
}

/// The position of a flaw as a diagram; `by_prover` tells whether the proving side is to move.
fn shown<G: Playable>(
    root: &Diagram<G>,
    claim: Claim,
    position: G::Position,
    by_prover: bool,
) -> Diagram<G> {
    let turn = match by_prover == claim.by_mover {
        true => root.turn,
        false => root.turn.opponent(),
    };
    Diagram {
        position,
        turn,
        ..*root
    }
}

/// The error that reports where a proof fails, and why.
fn told<G: Playable>(root: &Diagram<G>, claim: Claim, flaw: &Flaw<G::Position>) -> CheckError {
    CheckError::Flaw {
        fen: shown(root, claim, flaw.position, flaw.by_prover).to_string(),
        problem: flaw.to_string(),
    }
}

/// Checks a certificate, and returns its line if requested: with the longest resistance, or the
/// draw that both sides keep until a position repeats. Only a certificate without parts has a
/// line.
///
/// # Errors
/// If it is for another rule, has parts although positions can repeat, or does not prove its
/// claim; the error then says where, and why. Or if `stop` is set before it is checked.
pub fn check<G: Playable>(
    game: &G,
    certificate: &Certificate,
    tells_line: bool,
    stop: &Stop,
) -> Result<Checked, CheckError> {
    let (own, found) = (game.rule(), certificate.rule);
    if found != own.number {
        return Err(CheckError::OtherRule {
            found,
            expected: own.number,
            rule: own.words,
        });
    }
    if certificate.kind() == Kind::InParts && G::CAN_REPEAT {
        return Err(CheckError::NoParts);
    }
    let root: Diagram<G> = root_of(&certificate.fen)?;
    let (position, value) = (&root.position, certificate.value);
    let strategies = &certificate.strategies;
    let mut size = Size::default();
    for (claim, strategy) in claims_of(value, strategies.len())?
        .into_iter()
        .zip(strategies)
    {
        let checked = checker::check_until(game, position, claim, strategy, stop);
        let one = checked.map_err(|flaw| match stop.is_stopped() {
            true => CheckError::Stopped,
            false => told(&root, claim, &flaw),
        })?;
        size.positions += one.positions;
        size.parts += one.parts;
    }
    let line = match tells_line {
        true => principal(game, position, value, strategies),
        false => None,
    };
    Ok(Checked {
        size,
        line: line.map(|line| SolvedLine {
            moves: root.line(game, &line.moves),
            is_longest: line.is_longest,
        }),
    })
}

/// Walks to the positions where the parts of a large proof begin. `step` is called for each
/// position, as a FEN, and whether the proving side is to move there.
///
/// # Errors
/// For an invalid FEN or step, or if positions can repeat in the game.
pub fn plan<G: Playable>(
    game: &G,
    fen: &str,
    claim: Claim,
    step: &mut dyn FnMut(&str, bool) -> Option<PlannedStep>,
) -> Result<Plan, CheckError> {
    if G::CAN_REPEAT {
        return Err(CheckError::NoParts);
    }
    let root = root_of(fen)?;
    let shown = |position: &G::Position, by_prover| shown(&root, claim, *position, by_prover);
    let mut wrong = None;
    let mut step = |position: &G::Position, by_prover: bool, legal: &G::List<G::Move>| {
        let diagram = shown(position, by_prover);
        Some(match step(&diagram.to_string(), by_prover)? {
            PlannedStep::Replies => Step::Replies,
            PlannedStep::Part => Step::Part,
            PlannedStep::Move(text) => {
                let read = diagram.read_move(game, &text);
                let wanted = read.map_err(|problem| {
                    let fen = diagram.to_string();
                    wrong = Some(CheckError::Step { fen, problem });
                });
                let wanted = wanted.ok()?;
                let number = legal.iter().position(|played| *played == wanted)?;
                Step::Move(u8::try_from(number).ok()?)
            }
        })
    };
    let (mut steps, mut parts) = (Vec::new(), Vec::new());
    let noted = |position: &G::Position, by_prover: bool, legal: &G::List<G::Move>| {
        let step = step(position, by_prover, legal)?;
        steps.push(step.byte());
        Some(step)
    };
    let part = |position: &G::Position, claim: Claim| {
        parts.push((shown(position, claim.by_mover).to_string(), claim));
        Ok(())
    };
    let walked = walk(
        game,
        &root.position,
        claim,
        Kind::InParts,
        noted,
        part,
        |_, _| (),
    );
    match walked {
        Ok(()) => Ok(Plan { steps, parts }),
        Err(flaw) => Err(wrong.unwrap_or_else(|| told(&root, claim, &flaw))),
    }
}
