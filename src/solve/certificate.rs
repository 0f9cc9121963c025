//! A certificate: a strategy that proves a value, small enough to pass on.
//!
//! To prove that a side gets at least so much, it is enough to say what that side plays wherever
//! it can be led to. Everything else, the opponent's every reply and how games end, is in the
//! rules. So a certificate is nothing but moves, in the order of a walk that the reader repeats:
//! from the root, at each position where the proving side moves and which the walk has not seen
//! before, one move is read; at each position of the opponent's, every legal reply is followed.
//! A position needs no key and no list of replies, so none can be left out: one byte is enough.
//! A win or a loss needs one such strategy, a draw one for each side.
//!
//! Where positions can come back, a draw is proved by a closed set: the positions of the walk, which
//! its side never has to leave, whatever the opponent plays. There "seen, so proved" is right. A win
//! may not lead back to a position that the walk still stands on, for it would never be reached; so
//! every game of an accepted win ends. The [walk](super::walk) says more. What is proved is the value
//! of the position alone, whatever was played before it and however many plies were quiet.
//!
//! ```text
//! "JACQCRT1"
//! rule: 1 byte            which game, and which rule of it: pawn games 0 (whoever has no move
//!                         draws) and 1 (he loses); every other game has numbers of its own
//! value: 1 byte           0 loss, 1 draw, 2 win, for the side to move
//! length: u16, FEN        the position
//! for each strategy, the mover's first:
//!   count: u64            of moves
//!   moves, a byte each    the place in the list of legal moves, ordered by from- and to-square as
//!                         the mover sees them, in the canonical form of the position
//! CRC-32 of all before: u32
//! ```
//!
//! All numbers are little-endian. The sum catches what goes wrong on the way; a certificate whose
//! moves do not prove its value fails in the [check](super::checker), whatever its sum.

use thiserror::Error;

use super::bytes::{Fault, Reader, add_sum, text};
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome};

/// What a certificate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The rule that the value depends on, by a number that the game gives it.
    pub rule: u8,
    /// The position.
    pub fen: String,
    /// Its value for the side to move.
    pub value: Outcome,
    /// What proves it, as [`claims`] orders it.
    pub strategies: Vec<Vec<u8>>,
}

/// Why bytes are no certificate.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum CertificateError {
    /// Another kind of file.
    #[error("this is no certificate: its first bytes are wrong")]
    Magic,
    /// Something has changed in it.
    #[error("the certificate is damaged: its sum is wrong")]
    Sum,
    /// It ends too early, or too late.
    #[error("the certificate is damaged: {0}")]
    Shape(&'static str),
}

impl From<Fault> for CertificateError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Magic => Self::Magic,
            Fault::End => Self::Shape("it ends too early"),
            Fault::Sum => Self::Sum,
            Fault::Text => Self::Shape("its position is no text"),
        }
    }
}

/// Who proves how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Whether it is the side to move; else its opponent.
    pub by_mover: bool,
    /// What that side gets at least.
    pub goal: Goal,
}

/// What has to be proved for a value.
#[must_use]
pub fn claims(value: Outcome) -> Vec<Claim> {
    let claim = |by_mover, goal| Claim { by_mover, goal };
    match value {
        Outcome::Win => vec![claim(true, Goal::Win)],
        Outcome::Draw => vec![claim(true, Goal::Draw), claim(false, Goal::Draw)],
        Outcome::Loss => vec![claim(false, Goal::Win)],
    }
}

/// The legal moves in the order that certificates count them: that of the canonical form, so that a
/// position and its mirror image count alike.
#[must_use]
pub fn in_order<G: Game>(game: &G, position: &G::Position) -> G::List<G::Move> {
    let mirrored = game.canonical(position) != *position;
    let mut moves = game.moves(position);
    moves.sort_unstable_by_key(|played| game.code(*played, mirrored).bits());
    moves
}

/// How every certificate begins.
pub const MAGIC: &[u8; 8] = b"JACQCRT1";

/// What every proof begins with, whole or in pieces: what kind it is, and what it is about.
pub(super) fn write_head(magic: &[u8; 8], rule: u8, value: Outcome, fen: &str) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend([rule, value as u8]);
    bytes.extend((fen.len() as u16).to_le_bytes());
    bytes.extend(fen.as_bytes());
    bytes
}

/// Reads what [`write_head`] has written behind the kind: the rule, the value and the position.
///
/// # Errors
/// What is wrong with the bytes.
pub(super) fn read_head(
    reader: &mut Reader<'_>,
) -> Result<(u8, Outcome, String), CertificateError> {
    let [rule, value] = *reader.take()?;
    let value = Outcome::from_number(value);
    let value = value.ok_or(CertificateError::Shape("its value is none"))?;
    let length = u16::from_le_bytes(*reader.take()?);
    let fen = text(reader.slice(length.into())?)?;
    Ok((rule, value, fen))
}

impl Certificate {
    /// How many positions the certificate gives a move for.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.strategies.iter().map(Vec::len).sum()
    }

    /// The certificate as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = write_head(MAGIC, self.rule, self.value, &self.fen);
        for moves in &self.strategies {
            bytes.extend((moves.len() as u64).to_le_bytes());
            bytes.extend(moves);
        }
        add_sum(&mut bytes);
        bytes
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, CertificateError> {
        let mut reader = Reader::new(bytes, MAGIC).map_err(|_| CertificateError::Magic)?;
        reader.last_sum()?;
        let (rule, value, fen) = read_head(&mut reader)?;
        let mut strategies = Vec::new();
        for _ in claims(value) {
            let count = u64::from_le_bytes(*reader.take()?);
            strategies.push(reader.slice(count)?.to_vec());
        }
        match reader.rest() {
            [] => Ok(Self {
                rule,
                fen,
                value,
                strategies,
            }),
            _ => Err(CertificateError::Shape("something follows its end")),
        }
    }
}
