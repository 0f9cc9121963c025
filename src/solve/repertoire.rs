//! A repertoire: what each side plays in the first moves, against every reply.
//!
//! A certificate follows one side to the end of the game. A repertoire follows each side for some
//! plies only, but against all replies, including errors: after an error the value is better, and
//! the repertoire records and keeps the better value. The values are exact; their proofs are left
//! out.
//!
//! For each side, the walk goes from the root layer by layer (a layer is what can be reached in a
//! number of plies), over positions in their canonical form. Where the side itself is to move, one
//! byte is read: the value, and the move that keeps it, which is the only one followed. Where the
//! value is a loss, the walk ends. Where the opponent is to move, every legal reply is followed.
//! Where the game is over, nothing is read. A position that occurs again with the same side to
//! move, after more plies, is skipped: the walk has already gone further from there. So the
//! positions and their order follow from the rules and the bytes before, and need not be stored. A
//! file holds one or more [sections](Section).
//!
//! The entries are not checked: only solving again can tell whether a value is right.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::bytes::{Fault, Reader, add_sum, text};
use super::certificate::in_order;
use super::solver::Solver;
use super::solving::SolveError;
use crate::game::bounds::Goal;
use crate::game::{Game, Outcome, PackedKey};
use crate::stop::Stop;

/// What a repertoire says about a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice<M> {
    /// Every move loses.
    Loss,
    /// The position is a draw, and this move keeps it.
    Draw(M),
    /// The position is won, and this move keeps the win.
    Win(M),
}

impl<M> Advice<M> {
    /// The position's value.
    #[must_use]
    pub const fn value(&self) -> Outcome {
        match self {
            Self::Loss => Outcome::Loss,
            Self::Draw(_) => Outcome::Draw,
            Self::Win(_) => Outcome::Win,
        }
    }

    /// The move that keeps the value, unless that is a loss.
    #[must_use]
    pub fn played(self) -> Option<M> {
        match self {
            Self::Loss => None,
            Self::Draw(played) | Self::Win(played) => Some(played),
        }
    }

    fn map<N>(self, change: impl FnOnce(M) -> N) -> Advice<N> {
        match self {
            Self::Loss => Advice::Loss,
            Self::Draw(played) => Advice::Draw(change(played)),
            Self::Win(played) => Advice::Win(change(played)),
        }
    }
}

/// An entry with its move numbered as in certificates.
type Numbered = Advice<u8>;

const NUMBER_BITS: u32 = 6;

impl Numbered {
    const fn byte(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Draw(number) => 1 << NUMBER_BITS | number,
            Self::Win(number) => 2 << NUMBER_BITS | number,
        }
    }

    fn from_byte(byte: u8) -> Result<Self, RepertoireError> {
        match (byte >> NUMBER_BITS, byte & ((1 << NUMBER_BITS) - 1)) {
            (0, 0) => Ok(Self::Loss),
            (1, number) => Ok(Self::Draw(number)),
            (2, number) => Ok(Self::Win(number)),
            _ => Err(RepertoireError::Entry(byte)),
        }
    }
}

/// The repertoire for one root. All numbers of the file are little-endian:
///
/// ```text
/// "JACQREP1"
/// rule: 1 byte            the number of the game's rule, as in a certificate
/// plies: 1 byte           how far the walks go: the root is at ply 0, the last layer at this one
/// length: 1 byte, FEN     the root
/// counts: 2 × u32         of entries, for the walks of the root's mover and of its opponent
/// CRC-32 of all before: u32
/// entries, a byte each    bits 6-7: 0 loss, 1 draw, 2 win, for the side that the walk is for;
///                         bits 0-5: the move's place, counted as in a certificate; 0 for a loss
/// CRC-32 of all before: u32
/// ```
///
/// With the first checksum a reader can trust the lengths, and distinguish an unfinished section
/// from a damaged one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The rule on which the values depend, by the number of the game.
    pub rule: u8,
    /// The number of plies that the walks cover.
    pub plies: u8,
    /// The root; at most 255 bytes.
    pub fen: String,
    /// The entries for the root's mover, and for its opponent.
    pub sides: [Vec<u8>; 2],
}

/// Why bytes are not a repertoire.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum RepertoireError {
    /// It is another kind of file.
    #[error("not a repertoire: the first bytes of a section are wrong")]
    Magic,
    /// The bytes end before the section does.
    #[error("the repertoire's last section is not complete")]
    Unfinished,
    /// Its bytes have changed.
    #[error("the repertoire is damaged: a checksum is wrong")]
    Sum,
    /// The FEN is not valid text.
    #[error("the repertoire is damaged: its position is not valid UTF-8")]
    Fen,
    /// No value has this byte.
    #[error("the repertoire is wrong: invalid entry {0:#04x}")]
    Entry(u8),
    /// A move is not legal.
    #[error("the repertoire is wrong: a move has the number {0}, but there are {1} legal moves")]
    Illegal(u8, usize),
    /// The walk continues after the last entry.
    #[error("the repertoire is wrong: it has too few entries")]
    TooFew,
    /// The walk ends before the last entry.
    #[error("the repertoire is wrong: {0} entries are left over")]
    LeftOver(usize),
    /// Both sides can reach the same position, and the entries differ.
    #[error("the repertoire is wrong: two different entries for one position")]
    Contradiction,
}

impl From<Fault> for RepertoireError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Magic => Self::Magic,
            Fault::End => Self::Unfinished,
            Fault::Sum => Self::Sum,
            Fault::Text => Self::Fen,
        }
    }
}

const MAGIC: &[u8; 8] = b"JACQREP1";

impl Section {
    /// The number of positions with an entry.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.sides.iter().map(Vec::len).sum()
    }

    /// The beginning of the section: its root, its rule, and its length in plies.
    #[must_use]
    pub fn heading(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.rule, self.plies, self.fen.len() as u8]);
        bytes.extend(self.fen.as_bytes());
        bytes
    }

    /// The section as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.heading();
        for entries in &self.sides {
            bytes.extend((entries.len() as u32).to_le_bytes());
        }
        add_sum(&mut bytes);
        bytes.extend(self.sides.concat());
        add_sum(&mut bytes);
        bytes
    }

    /// Reads the section at the beginning of the bytes; also returns the rest.
    ///
    /// # Errors
    /// Returns what is wrong with the bytes; whether the entries make sense is checked by
    /// [`Self::walk`].
    pub fn decode(bytes: &[u8]) -> Result<(Self, &[u8]), RepertoireError> {
        let mut reader = Reader::new(bytes, MAGIC)?;
        let [rule, plies, length] = *reader.take()?;
        let fen = reader.slice(length.into())?;
        let counts = [reader.take()?, reader.take()?];
        reader.sum()?;
        let mut side = |count: &[u8; 4]| {
            let count = u32::from_le_bytes(*count);
            reader.slice(count.into()).map(<[u8]>::to_vec)
        };
        let sides = [side(counts[0])?, side(counts[1])?];
        reader.sum()?;
        let section = Self {
            rule,
            plies,
            fen: text(fen)?,
            sides,
        };
        Ok((section, reader.rest()))
    }

    /// The entries of the section, by the canonical form of each position; moves are those of that
    /// form. `root` is the position of its FEN.
    ///
    /// # Errors
    /// Returns the first entry that is impossible. Possible values and moves are not checked.
    pub fn walk<G: Game>(
        &self,
        game: &G,
        root: &G::Position,
    ) -> Result<HashMap<G::Position, Advice<G::Move>>, RepertoireError> {
        let mut known = HashMap::with_capacity(self.entries());
        for (side, is_mover) in self.sides.iter().zip([true, false]) {
            let mut bytes = side.iter();
            walk(game, root, self.plies, is_mover, |_, position, legal| {
                let byte = bytes.next().ok_or(RepertoireError::TooFew)?;
                let numbered = Numbered::from_byte(*byte)?;
                let entry = match numbered.played() {
                    Some(number) if usize::from(number) >= legal.len() => {
                        return Err(RepertoireError::Illegal(number, legal.len()));
                    }
                    _ => numbered.map(|number| legal[usize::from(number)]),
                };
                match known.insert(position, entry) {
                    Some(other) if other != entry => Err(RepertoireError::Contradiction),
                    _ => Ok(numbered),
                }
            })?;
            if bytes.len() > 0 {
                return Err(RepertoireError::LeftOver(bytes.len()));
            }
        }
        Ok(known)
    }
}

/// How far a walk has come.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The number of plies from the root.
    pub ply: u8,
    /// The number of the position in its layer, from 0.
    pub number: usize,
    /// How many positions the layer has.
    pub of: usize,
}

/// The walk for the root's mover or for its opponent. `decide` is called wherever that side is to
/// move, with the position in canonical form and its legal moves in order; it must return one of
/// them.
fn walk<G: Game, E>(
    game: &G,
    root: &G::Position,
    plies: u8,
    is_mover: bool,
    mut decide: impl FnMut(Place, G::Position, &G::List<G::Move>) -> Result<Numbered, E>,
) -> Result<(), E> {
    let mut layer = vec![game.canonical(root)];
    // One set for each side to move: the position itself does not tell which.
    let mut seen = [layer.iter().copied().collect(), HashSet::new()];
    for ply in 0..=plies {
        let is_own_turn = (ply % 2 == 0) == is_mover;
        if ply == plies && !is_own_turn {
            break;
        }
        let of = layer.len();
        let mut next = Vec::new();
        for (number, position) in layer.into_iter().enumerate() {
            if game.outcome(&position).is_some() {
                continue;
            }
            let legal = in_order(game, &position);
            let followed = match is_own_turn {
                false => &legal[..],
                true => {
                    let place = Place { ply, number, of };
                    match decide(place, position, &legal)?.played() {
                        None => &[],
                        Some(number) => std::slice::from_ref(&legal[usize::from(number)]),
                    }
                }
            };
            for played in followed {
                let child = game.canonical(&game.play(&position, *played));
                if seen[usize::from(1 - ply % 2)].insert(child) {
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    Ok(())
}

/// Why there is no repertoire.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum NoRepertoire {
    /// It was stopped.
    #[error("stopped before the repertoire was complete")]
    Stopped,
    /// The solver cannot make repertoires.
    #[error("the solver of this game cannot make repertoires")]
    Unknown,
    /// Six bits are not enough for the move.
    #[error("move number {0} is too large: a repertoire stores move numbers up to 63")]
    Number(usize),
}

impl From<NoRepertoire> for SolveError {
    fn from(why: NoRepertoire) -> Self {
        Self::Failed(why.to_string())
    }
}

impl<G: Game<Key = PackedKey>> Solver<G> {
    /// The entries of the repertoire for a position, for its mover and its opponent; calls
    /// `reached` before each.
    ///
    /// Among the moves that keep the value it chooses one that leads to a position already reached,
    /// if there is one, so that fewer positions are left to follow; otherwise the one whose proof
    /// took the least work.
    ///
    /// # Errors
    /// If `stop` is set, or a move cannot be encoded.
    pub fn repertoire(
        &self,
        root: &G::Position,
        plies: u8,
        stop: &Stop,
        reached: &mut dyn FnMut(Place),
    ) -> Result<[Vec<u8>; 2], NoRepertoire> {
        // Where both sides can reach the same position, they play the same move.
        let mut decided: HashMap<G::Position, Numbered> = HashMap::new();
        let mut side = |is_mover| {
            let mut entries = Vec::new();
            let mut led_to = HashSet::new();
            walk(
                self.game(),
                root,
                plies,
                is_mover,
                |place, position, legal| {
                    reached(place);
                    let entry = match decided.get(&position) {
                        Some(entry) => *entry,
                        None => self.entry(&position, legal, &led_to, stop)?,
                    };
                    decided.insert(position, entry);
                    led_to.extend(entry.played().map(|number| {
                        let played = legal[usize::from(number)];
                        let child = self.game().play(&position, played);
                        self.game().canonical(&child)
                    }));
                    entries.push(entry.byte());
                    Ok(entry)
                },
            )?;
            Ok(entries)
        };
        Ok([side(true)?, side(false)?])
    }

    fn entry(
        &self,
        position: &G::Position,
        legal: &G::List<G::Move>,
        led_to: &HashSet<G::Position>,
        stop: &Stop,
    ) -> Result<Numbered, NoRepertoire> {
        let value = self.value(position, stop).exact();
        let (goal, entry): (Goal, fn(u8) -> Numbered) = match value {
            None => return Err(NoRepertoire::Stopped),
            Some(Outcome::Loss) => return Ok(Advice::Loss),
            Some(Outcome::Draw) => (Goal::Draw, Advice::Draw),
            Some(Outcome::Win) => (Goal::Win, Advice::Win),
        };
        let play = |played: &G::Move| self.game().canonical(&self.game().play(position, *played));
        let children: Vec<G::Position> = legal.iter().map(play).collect();
        let number = self.best(goal, &children, led_to, stop);
        let number = number.ok_or(NoRepertoire::Stopped)?;
        match u8::try_from(number) {
            Ok(fitting) if fitting < 1 << NUMBER_BITS => Ok(entry(fitting)),
            _ => Err(NoRepertoire::Number(number)),
        }
    }
}
