//! A proof in pieces: for what is too large to be proved, or checked, in one.
//!
//! A [certificate](super::certificate) is one walk, and whoever finds or checks it keeps every position
//! that the walk has seen. Where that is too much the walk can be broken off: at some positions it says
//! that a piece proves the claim there, and goes no further. A piece is a walk of its own, from that
//! position on, and is found and checked by itself, on another machine if need be. What is proved twice
//! that way only costs bytes.
//!
//! The walk above the pieces is that of a certificate, but for three things: a byte is read for positions
//! of the opponent's, too, each position is gone through once, whoever moves there, and the last two
//! numbers of a byte are no moves:
//!
//! ```text
//! "JACQPCS1"
//! rule, value, length, FEN    as in a certificate
//! for each claim, the mover's first:
//!   count: u64                of bytes
//!   bytes                     254 the opponent moves: all replies are followed
//!                             255 a piece proves it
//!                             else the proving side moves: its move, as certificates count them
//!   for each 255, in that order:
//!     count: u64              of moves
//!     moves                   as in a certificate, from that position on
//! CRC-32 of all before: u32
//! ```
//!
//! It is for games in which no position comes back: there, what a piece proves holds however it is
//! reached.

use std::collections::HashSet;

use super::bytes::{Fault, Reader, add_sum};
use super::certificate::{CertificateError, Claim, claims, in_order, read_head, write_head};
use super::checker::check;
use super::walk::{Flaw, Problem};
use crate::game::{Game, Outcome};

/// How every proof in pieces begins.
pub const MAGIC: &[u8; 8] = b"JACQPCS1";

/// What the walk does at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The proving side makes that move, as certificates count them.
    Move(u8),
    /// Every reply of the opponent's is followed.
    Replies,
    /// A piece proves it.
    Piece,
}

const REPLIES: u8 = 254;
const PIECE: u8 = 255;

impl Step {
    const fn byte(self) -> u8 {
        match self {
            Self::Move(number) => number,
            Self::Replies => REPLIES,
            Self::Piece => PIECE,
        }
    }

    const fn read(byte: u8) -> Self {
        match byte {
            REPLIES => Self::Replies,
            PIECE => Self::Piece,
            number => Self::Move(number),
        }
    }
}

/// What proves one claim.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pieces {
    /// The walk above the pieces, a byte a position.
    pub steps: Vec<u8>,
    /// The moves of each piece.
    pub pieces: Vec<Vec<u8>>,
}

/// A proof in pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofInPieces {
    /// The rule that the value depends on, by a number that the game gives it.
    pub rule: u8,
    /// The position.
    pub fen: String,
    /// Its value for the side to move.
    pub value: Outcome,
    /// What proves it, as [`claims`] orders it.
    pub proofs: Vec<Pieces>,
}

/// What a proof in pieces consists of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// How many positions moves are given for, those of the pieces included, each as often as it is there.
    pub positions: usize,
    /// How many pieces there are.
    pub pieces: usize,
}

/// Walks to where the pieces begin. `step` is asked what to do at each position that is new, `piece` is given
/// every position that a piece is to prove, with what it has to prove there.
///
/// # Errors
/// The first position where the claim is not met, or what `piece` says.
pub fn walk<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    mut step: impl FnMut(&G::Position, bool, &G::List<G::Move>) -> Option<Step>,
    mut piece: impl FnMut(&G::Position, Claim) -> Result<(), Flaw<G::Position>>,
) -> Result<(), Flaw<G::Position>> {
    let mut seen = HashSet::new();
    let mut next = vec![(*root, claim.by_mover)];
    while let Some((position, by_prover)) = next.pop() {
        let flaw = |problem| Flaw {
            position,
            by_prover,
            problem,
        };
        if let Some(outcome) = game.outcome(&position) {
            let proved = if by_prover {
                outcome
            } else {
                outcome.reversed()
            };
            match claim.goal.is_met_by(proved) {
                true => continue,
                false => return Err(flaw(Problem::Ending)),
            }
        }
        if !seen.insert((game.canonical(&position), by_prover)) {
            continue;
        }
        let legal = in_order(game, &position);
        let play = |played| game.play(&position, played);
        match (step(&position, by_prover, &legal), by_prover) {
            (None, _) => return Err(flaw(Problem::NoMove)),
            (Some(Step::Piece), by_mover) => {
                let goal = claim.goal;
                piece(&position, Claim { by_mover, goal })?;
            }
            (Some(Step::Replies), false) => {
                next.extend(legal.iter().rev().map(|reply| (play(*reply), true)));
            }
            (Some(Step::Move(number)), true) => {
                let played = legal.get(usize::from(number)).copied();
                let illegal = Problem::Illegal(number, legal.len());
                next.push((play(played.ok_or(flaw(illegal))?), false));
            }
            (Some(Step::Replies), true) => return Err(flaw(Problem::NoChoice)),
            (Some(Step::Move(number)), false) => {
                return Err(flaw(Problem::OpponentsChoice(number)));
            }
        }
    }
    Ok(())
}

/// Writes down the walk to where the pieces begin: its steps, and what each piece has to prove.
///
/// # Errors
/// As [`walk`].
#[allow(clippy::type_complexity)]
pub fn plan<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    mut step: impl FnMut(&G::Position, bool, &G::List<G::Move>) -> Option<Step>,
) -> Result<(Vec<u8>, Vec<(G::Position, Claim)>), Flaw<G::Position>> {
    let mut steps = Vec::new();
    let mut pieces = Vec::new();
    let noted = |position: &G::Position, by_prover: bool, legal: &G::List<G::Move>| {
        let step = step(position, by_prover, legal)?;
        steps.push(step.byte());
        Some(step)
    };
    walk(game, root, claim, noted, |position, claim| {
        pieces.push((*position, claim));
        Ok(())
    })?;
    Ok((steps, pieces))
}

/// Checks that pieces prove a claim about a position, from the bare rules.
///
/// # Errors
/// The first position where they do not.
pub fn check_pieces<G: Game>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    pieces: &Pieces,
) -> Result<Size, Flaw<G::Position>> {
    let mut size = Size::default();
    let mut steps = pieces.steps.iter();
    let mut rest = pieces.pieces.iter();
    walk(
        game,
        root,
        claim,
        |_, _, _| steps.next().map(|byte| Step::read(*byte)),
        |position, claim| {
            let flaw = Flaw {
                position: *position,
                by_prover: claim.by_mover,
                problem: Problem::NoMove,
            };
            let moves = rest.next().ok_or(flaw)?;
            size.positions += check(game, position, claim, moves)?;
            size.pieces += 1;
            Ok(())
        },
    )?;
    size.positions += pieces.steps.len() - size.pieces;
    match steps.len() + rest.len() {
        0 => Ok(size),
        left => Err(Flaw {
            position: *root,
            by_prover: claim.by_mover,
            problem: Problem::LeftOver(left),
        }),
    }
}

impl ProofInPieces {
    /// The proof as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = write_head(MAGIC, self.rule, self.value, &self.fen);
        let mut add = |moves: &Vec<u8>| {
            bytes.extend((moves.len() as u64).to_le_bytes());
            bytes.extend(moves);
        };
        for Pieces { steps, pieces } in &self.proofs {
            add(steps);
            pieces.iter().for_each(&mut add);
        }
        add_sum(&mut bytes);
        bytes
    }

    /// Reads a proof in pieces.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, CertificateError> {
        let mut reader = Reader::new(bytes, MAGIC).map_err(|_| CertificateError::Magic)?;
        reader.last_sum()?;
        let (rule, value, fen) = read_head(&mut reader)?;
        let mut moves = || -> Result<Vec<u8>, Fault> {
            let count = u64::from_le_bytes(*reader.take()?);
            Ok(reader.slice(count)?.to_vec())
        };
        let mut proofs = Vec::new();
        for _ in claims(value) {
            let steps = moves()?;
            let pieces = steps.iter().filter(|step| **step == PIECE);
            let pieces = pieces.map(|_| moves()).collect::<Result<_, _>>()?;
            proofs.push(Pieces { steps, pieces });
        }
        match reader.rest() {
            [] => Ok(Self {
                rule,
                fen,
                value,
                proofs,
            }),
            _ => Err(CertificateError::Shape("something follows its end")),
        }
    }
}
