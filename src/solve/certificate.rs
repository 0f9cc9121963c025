//! A certificate: a strategy that proves a value, small enough to share.
//!
//! To prove a bound for a side, it is enough to give its move in every position that it can be led
//! to. The opponent's replies and the end of each game follow from the rules. So a certificate
//! contains only moves, in the order of a walk that the reader repeats: from the root, at each new
//! position where the proving side moves, one move is read; at each position of the opponent, every
//! legal reply is followed. Positions need no key and no list of replies, so no reply can be left
//! out, and one byte per move is enough. A win or a loss needs one such strategy, a draw one for each
//! side.
//!
//! Where positions can repeat, a draw is proved by a closed set: the positions of the walk, which
//! its side never has to leave, whatever the opponent plays. For a draw, a position seen before is
//! therefore proved. A win must not lead back to a position that is still on the path of the walk,
//! because the win would never be reached; so every game of an accepted win ends. See
//! [`walk`](super::walk). The proof is about the position alone, whatever moves and however many
//! quiet plies were played before.
//!
//! # Parts
//! A walk keeps every position that it has seen. If there are too many, the walk can be split: at
//! some positions it records that a part proves the claim, and stops there. A part is a separate walk
//! from that position. It is found and checked separately, on another machine if necessary; proving a
//! position twice only costs bytes. Parts are for games without repetition, where the proof of a part
//! holds however its position is reached.

use thiserror::Error;

use super::bytes::{Fault, Reader, add_sum, text};
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome};

/// Whether a walk may stop at parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No: the walk is complete.
    Whole,
    /// Yes: parts continue the walk.
    InParts,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Whole, Self::InParts];

    /// The first bytes of certificates of this kind.
    #[must_use]
    pub const fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::Whole => b"JACQCRT1",
            Self::InParts => b"JACQPCS1",
        }
    }
}

/// The content of a certificate. All numbers of the file are little-endian:
///
/// ```text
/// "JACQCRT1", "JACQPCS1"  whole, in parts
/// rule: 1 byte            which game, and which rule of it: pawn games 0 (a side without a move
///                         draws) and 1 (it loses); every other game has numbers of its own
/// value: 1 byte           0 loss, 1 draw, 2 win, for the side to move
/// length: u16, FEN        the position
/// for each claim, the mover's first:
///   count: u64            of bytes
///   bytes                 the place in the list of legal moves, ordered by from- and to-square as
///                         the mover sees them, in the canonical form of the position; in parts, also
///                         254 all replies are followed, and 255 a part proves it
///   for each 255, in that order:
///     count: u64          of moves
///     moves               from that position on
/// CRC-32 of all before: u32
/// ```
///
/// In parts, the walk above the parts differs in three ways: a byte is read for positions of the
/// opponent, too; each position is visited once, whichever side moves; and the last two numbers of
/// a byte are not moves.
///
/// The checksum detects damage; a certificate whose moves do not prove its value fails in the
/// [check](super::checker), whatever its checksum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The rule on which the value depends, by the number of the game.
    pub rule: u8,
    /// The position.
    pub fen: String,
    /// The value of the position for the side to move.
    pub value: Outcome,
    /// The strategies that prove the value, in the order of [`claims`].
    pub strategies: Vec<Strategy>,
}

/// The moves that prove a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The walk, one byte per [step](Step).
    pub steps: Vec<u8>,
    /// The moves of each part, if the strategy is in parts.
    pub parts: Option<Vec<Vec<u8>>>,
}

impl Strategy {
    /// A strategy without parts.
    #[must_use]
    pub const fn whole(steps: Vec<u8>) -> Self {
        Self { steps, parts: None }
    }

    /// Whether the strategy is in parts.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.parts {
            None => Kind::Whole,
            Some(_) => Kind::InParts,
        }
    }

    /// The moves of its parts.
    pub fn parts(&self) -> &[Vec<u8>] {
        self.parts.as_deref().unwrap_or_default()
    }

    /// The number of positions for which it has a byte, including those of its parts: the proving side's, with their
    /// moves, and in parts the opponent's too.
    #[must_use]
    pub fn positions(&self) -> usize {
        let in_parts: usize = self.parts().iter().map(Vec::len).sum();
        (self.steps.len() + in_parts).saturating_sub(self.parts().len())
    }
}

/// What a walk does at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The proving side makes this move, numbered as in certificates.
    Move(u8),
    /// Every reply by the opponent is followed.
    Replies,
    /// A part proves the position.
    Part,
}

const REPLIES: u8 = 254;
const PART: u8 = 255;

impl Step {
    /// The step as a byte of a certificate.
    #[must_use]
    pub const fn byte(self) -> u8 {
        match self {
            Self::Move(number) => number,
            Self::Replies => REPLIES,
            Self::Part => PART,
        }
    }

    /// The step that a byte of a certificate stands for.
    #[must_use]
    pub const fn read(kind: Kind, byte: u8) -> Self {
        match (kind, byte) {
            (Kind::InParts, REPLIES) => Self::Replies,
            (Kind::InParts, PART) => Self::Part,
            (_, number) => Self::Move(number),
        }
    }
}

/// Why bytes are not a certificate.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum CertificateError {
    /// It is another kind of file.
    #[error("not a certificate: its first bytes are wrong")]
    Magic,
    /// Its bytes have changed.
    #[error("the certificate is damaged: its checksum is wrong")]
    Sum,
    /// It ends too early or too late.
    #[error("the certificate is damaged: {0}")]
    Shape(&'static str),
}

impl From<Fault> for CertificateError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Magic => Self::Magic,
            Fault::End => Self::Shape("it is truncated"),
            Fault::Sum => Self::Sum,
            Fault::Text => Self::Shape("its position is not valid UTF-8"),
        }
    }
}

/// Which side proves which bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Whether the proving side is the side to move; otherwise it is the opponent.
    pub by_mover: bool,
    /// The goal that this side meets.
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

/// The legal moves in the order of certificates: that of the canonical form, so that a position and
/// its mirror image number them in the same way.
#[must_use]
pub fn in_order<G: Game>(game: &G, position: &G::Position) -> G::List<G::Move> {
    let mirrored = game.canonical(position) != *position;
    let mut moves = game.moves(position);
    moves.sort_unstable_by_key(|played| game.code(*played, mirrored).bits());
    moves
}

/// How a certificate of a position begins.
#[must_use]
pub fn beginning(kind: Kind, rule: u8, value: Outcome, fen: &str) -> Vec<u8> {
    let mut bytes = kind.magic().to_vec();
    bytes.extend([rule, value as u8]);
    bytes.extend((fen.len() as u16).to_le_bytes());
    bytes.extend(fen.as_bytes());
    bytes
}

impl Certificate {
    /// The number of positions for which the certificate gives a move, including those of its
    /// parts.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.strategies.iter().map(Strategy::positions).sum()
    }

    /// Whether the certificate is in parts.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.strategies.first().map_or(Kind::Whole, Strategy::kind)
    }

    /// The certificate as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = beginning(self.kind(), self.rule, self.value, &self.fen);
        for strategy in &self.strategies {
            for moves in [&strategy.steps].into_iter().chain(strategy.parts()) {
                bytes.extend((moves.len() as u64).to_le_bytes());
                bytes.extend(moves);
            }
        }
        add_sum(&mut bytes);
        bytes
    }

    /// Reads a certificate of either kind.
    ///
    /// # Errors
    /// Returns what is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, CertificateError> {
        let mut kinds = Kind::ALL.into_iter();
        let kind = kinds.find(|kind| bytes.starts_with(kind.magic()));
        let kind = kind.ok_or(CertificateError::Magic)?;
        let mut reader = Reader::new(bytes, kind.magic())?;
        reader.last_sum()?;
        let [rule, value] = *reader.take()?;
        let value = Outcome::from_number(value);
        let value = value.ok_or(CertificateError::Shape("unknown value"))?;
        let length = u16::from_le_bytes(*reader.take()?);
        let fen = text(reader.slice(length.into())?)?;
        let mut moves = || -> Result<Vec<u8>, Fault> {
            let count = u64::from_le_bytes(*reader.take()?);
            Ok(reader.slice(count)?.to_vec())
        };
        let mut strategies = Vec::new();
        for _ in claims(value) {
            let steps = moves()?;
            let parts = match kind {
                Kind::Whole => None,
                Kind::InParts => {
                    let parts = steps.iter().filter(|byte| **byte == PART);
                    Some(parts.map(|_| moves()).collect::<Result<_, _>>()?)
                }
            };
            strategies.push(Strategy { steps, parts });
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
