//! Who checks proofs, for whoever sees only text: somebody who knows nothing but the rules of a game.
//!
//! [`GameChecker`] is to [`checker`](crate::solve::checker) and [`pieces`] what
//! [`GameSolver`](super::solving::GameSolver) is to solvers.

use thiserror::Error;

use crate::board::Colour;
use crate::game::playable::MoveError;
use crate::game::{Outcome, Provable};
use crate::quote::short;
use crate::solve::certificate::{Certificate, Claim, claims};
use crate::solve::checker::{Flaw, check};
use crate::solve::pieces::{self, ProofInPieces, Size, Step, check_pieces};

/// Checks certificates by the rules of one game, whichever it is.
pub trait GameChecker: Send + Sync {
    /// As [`Provable::rule`].
    fn rule(&self) -> u8;

    /// As [`Provable::rule_in_full`].
    fn rule_in_full(&self) -> &'static str;

    /// Checks a certificate; returns for how many positions it gives a move.
    ///
    /// # Errors
    /// If it is by another rule, or does not prove what it says: where, and why.
    fn check(&self, certificate: &Certificate) -> Result<usize, CheckError>;

    /// Checks a proof in pieces.
    ///
    /// # Errors
    /// As [`Self::check`], or if positions come back in the game.
    fn check_pieces(&self, proof: &ProofInPieces) -> Result<Size, CheckError>;

    /// Walks to where the pieces of a proof begin ([`pieces::plan`]). `step` is asked for each position,
    /// as a FEN, and whether the proving side is to move there.
    ///
    /// # Errors
    /// As [`Self::check`], for a wrong FEN or step.
    fn plan(
        &self,
        fen: &str,
        claim: Claim,
        step: &mut dyn FnMut(&str, bool) -> Option<PlannedStep>,
    ) -> Result<Plan, CheckError>;
}

/// What a proof does at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlannedStep {
    /// The proving side makes that move, in coordinates.
    Move(String),
    /// Every reply of the opponent's is followed.
    Replies,
    /// A piece proves it.
    Piece,
}

/// A proof of which the pieces are still to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The walk to the pieces.
    pub steps: Vec<u8>,
    /// What each has to prove: a position as a FEN, and the claim.
    pub pieces: Vec<(String, Claim)>,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum CheckError {
    /// It is about other rules.
    #[error("the certificate is by the rule number {found}, not by number {expected}, '{rule}'")]
    OtherRule {
        /// Its own.
        found: u8,
        /// That of the game.
        expected: u8,
        /// The same in words.
        rule: &'static str,
    },
    /// There is no such position.
    #[error("wrong FEN '{}': {problem}", short(.fen))]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Its value takes more proofs, or fewer: a draw two, all others one.
    #[error("the value {value} takes {expected} proofs, but {found} are given")]
    Count {
        /// The value.
        value: Outcome,
        /// How many there are.
        found: usize,
        /// How many it takes.
        expected: usize,
    },
    /// It is in pieces.
    #[error("there are no proofs in pieces of games in which positions come back")]
    NoPieces,
    /// A step that was to be planned is no move there.
    #[error("wrong step at {fen}: {problem}")]
    Step {
        /// Where.
        fen: String,
        /// What is wrong with it.
        problem: MoveError,
    },
    /// Its moves do not prove it.
    #[error("the certificate proves nothing: {problem}, at {fen}")]
    Flaw {
        /// Where.
        fen: String,
        /// Why.
        problem: String,
    },
}

/// What has to be proved for a value, if there are as many proofs.
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

/// Who knows nothing but the rules of a game.
pub struct Checking<G>(pub G);

impl<G: Provable> Checking<G> {
    fn is_by_this_rule(&self, rule: u8) -> Result<(), CheckError> {
        match rule == self.0.rule() {
            true => Ok(()),
            false => Err(CheckError::OtherRule {
                found: rule,
                expected: self.0.rule(),
                rule: self.0.rule_in_words(),
            }),
        }
    }

    fn root(&self, fen: &str) -> Result<G::Diagram, CheckError> {
        self.0.read_fen(fen).map_err(|problem| CheckError::Fen {
            fen: fen.into(),
            problem: problem.to_string(),
        })
    }
}

/// Who is to move where the proving side is, or is not.
fn whose<G: Provable>(root: &G::Diagram, claim: Claim, by_prover: bool) -> Colour {
    match by_prover == claim.by_mover {
        true => G::turn(root),
        false => G::turn(root).opponent(),
    }
}

/// Where a proof fails.
fn told<G: Provable>(root: &G::Diagram, claim: Claim, flaw: &Flaw<G::Position>) -> CheckError {
    let turn = whose::<G>(root, claim, flaw.by_prover);
    CheckError::Flaw {
        fen: G::shown(root, flaw.position, turn).to_string(),
        problem: flaw.to_string(),
    }
}

impl<G: Provable> GameChecker for Checking<G> {
    fn rule(&self) -> u8 {
        self.0.rule()
    }

    fn rule_in_full(&self) -> &'static str {
        self.0.rule_in_full()
    }

    fn check(&self, certificate: &Certificate) -> Result<usize, CheckError> {
        let game = &self.0;
        self.is_by_this_rule(certificate.rule)?;
        let root = self.root(&certificate.fen)?;
        let position = &G::position(&root);
        let claims = claims_of(certificate.value, certificate.strategies.len())?;
        let mut positions = 0;
        for (claim, moves) in claims.into_iter().zip(&certificate.strategies) {
            let checked = check(game, position, claim, moves);
            positions += checked.map_err(|flaw| told::<G>(&root, claim, &flaw))?;
        }
        Ok(positions)
    }

    fn check_pieces(&self, proof: &ProofInPieces) -> Result<Size, CheckError> {
        self.is_by_this_rule(proof.rule)?;
        if G::CAN_REPEAT {
            return Err(CheckError::NoPieces);
        }
        let root = self.root(&proof.fen)?;
        let claims = claims_of(proof.value, proof.proofs.len())?;
        let mut size = Size::default();
        for (claim, pieces) in claims.into_iter().zip(&proof.proofs) {
            let checked = check_pieces(&self.0, &G::position(&root), claim, pieces);
            let one = checked.map_err(|flaw| told::<G>(&root, claim, &flaw))?;
            size.positions += one.positions;
            size.pieces += one.pieces;
        }
        Ok(size)
    }

    fn plan(
        &self,
        fen: &str,
        claim: Claim,
        step: &mut dyn FnMut(&str, bool) -> Option<PlannedStep>,
    ) -> Result<Plan, CheckError> {
        if G::CAN_REPEAT {
            return Err(CheckError::NoPieces);
        }
        let root = self.root(fen)?;
        let shown = |position: &G::Position, by_prover| {
            G::shown(&root, *position, whose::<G>(&root, claim, by_prover))
        };
        let mut wrong = None;
        let step = |position: &G::Position, by_prover: bool, legal: &G::List<G::Move>| {
            let diagram = shown(position, by_prover);
            Some(match step(&diagram.to_string(), by_prover)? {
                PlannedStep::Replies => Step::Replies,
                PlannedStep::Piece => Step::Piece,
                PlannedStep::Move(text) => {
                    let read = self.0.read_move(&diagram, &text);
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
        let planned = pieces::plan(&self.0, &G::position(&root), claim, step);
        let (steps, found) =
            planned.map_err(|flaw| wrong.unwrap_or_else(|| told::<G>(&root, claim, &flaw)))?;
        let found = found.iter().map(|(position, piece)| {
            let fen = shown(position, piece.by_mover).to_string();
            (fen, *piece)
        });
        Ok(Plan {
            steps,
            pieces: found.collect(),
        })
    }
}
