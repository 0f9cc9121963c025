//! The text interface of a game: FEN, moves as text, the end of a game, a picture of the board.
//!
//! [`Game`] is what search and solver call thousands of times a second; this trait is for
//! everything else. A game implements it for positions of its own types;
//! [`State`](super::state::State) turns it into the interface used elsewhere, which has only text.

use std::fmt;

use thiserror::Error;

use super::Game;
use super::bounds::MoveValue;
use super::diagram::Diagram;
use super::features::{Features, ShownGamelet};
use super::finish::Finish;
use super::picture::{Coord, Man};
use super::rule::Rule;
use super::san::{Notation, Written};
use super::setup::{IllegalSetup, Setup};
use super::terms::{Meanings, Term, table, table_with_network, with_network};
use super::value::Value;
use crate::quote::short;

/// Why a string is not a legal move in a position.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum MoveError {
    /// Text that is not a move in any notation of the game.
    #[error("'{}' is not a move; expected one such as {examples}", short(.text))]
    Unreadable {
        /// The text.
        text: String,
        /// Examples of moves.
        examples: &'static str,
    },
    /// A move that the rules do not allow here.
    #[error("'{}' is illegal in {fen}; {choice}", short(.text))]
    Illegal {
        /// The text.
        text: String,
        /// The position in which it was to be played.
        fen: String,
        /// The legal moves, or a statement that there are none.
        choice: String,
    },
    /// Text that fits several legal moves.
    #[error("'{}' is ambiguous in {fen}: {}", short(.text), .meant.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The position in which it was to be played.
        fen: String,
        /// The moves that the text fits.
        meant: Vec<String>,
    },
}

impl MoveError {
    /// The error for text that matches several legal moves in a position.
    #[must_use]
    pub fn ambiguous(text: &str, position: &impl fmt::Display, meant: Vec<String>) -> Self {
        Self::Ambiguous {
            text: text.to_owned(),
            fen: position.to_string(),
            meant,
        }
    }

    /// The error for text that is not a legal move in a position; `is_a_move` is true if it looks
    /// like one.
    #[must_use]
    pub fn new(
        text: &str,
        is_a_move: bool,
        position: &impl fmt::Display,
        legal: Vec<String>,
        examples: &'static str,
    ) -> Self {
        /// The maximum number of moves in a message: nobody would read a longer list.
        const MOST: usize = 60;
        let text = text.to_owned();
        match is_a_move {
            false => Self::Unreadable { text, examples },
            true => Self::Illegal {
                text,
                fen: position.to_string(),
                choice: match legal.is_empty() {
                    true => "the game is over or has no moves".into(),
                    false if legal.len() <= MOST => format!("legal moves: {}", legal.join(" ")),
                    false => {
                        let (some, all) = (legal[..MOST].join(" "), legal.len());
                        format!("legal moves: {some} … ({all} in all)")
                    }
                },
            },
        }
    }
}

/// The opening book of a game for one starting position, built into the program.
pub struct Book<G: Game> {
    /// The start in canonical form: the book is for it and its mirror image.
    pub start: G::Position,
    /// The moves of a position with a known exact value; among equal moves, the one with more
    /// known continuations comes first.
    pub known: Box<Known<G>>,
    /// The first move to play if no known move holds: others have found it to be the best, but its
    /// value is not proved here.
    pub advised: Option<G::Move>,
}

/// What is known about a position of a game.
pub type Known<G> =
    dyn Fn(&G, &<G as Game>::Position) -> Vec<MoveValue<<G as Game>::Move>> + Send + Sync;

impl<G: Game> fmt::Debug for Book<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book of {:?}", self.start)
    }
}

/// A game with a text interface.
pub trait Playable: Game {
    /// How its positions and moves are written.
    const NOTATION: Notation;

    /// The rule on which values of its positions depend. Each rule has a number of its own.
    fn rule(&self) -> Rule {
        Rule::UNPROVED
    }

    /// The legal position that a setup describes.
    ///
    /// # Errors
    /// Returns the first rule that it violates.
    fn set_up(setup: &Setup) -> Result<Self::Position, IllegalSetup>;

    /// The piece on a square of the board.
    fn man_on(diagram: &Diagram<Self>, coord: Coord) -> Option<Man>;

    /// The square of a legal capture en passant.
    fn en_passant(_diagram: &Diagram<Self>) -> Option<Coord> {
        None
    }

    /// The castling rights, or other rights of a king; `-` for none.
    fn rights(_diagram: &Diagram<Self>) -> &'static str {
        "-"
    }

    /// The parts of a legal move's notation.
    fn written(diagram: &Diagram<Self>, played: Self::Move) -> Written;

    /// The square of an attacked royal piece of the side to move: a king in check.
    fn checked(&self, _diagram: &Diagram<Self>) -> Option<Coord> {
        None
    }

    /// The legal move that another program means by coordinates that are not valid here, if the
    /// rules say which move that is.
    fn meant(&self, _diagram: &Diagram<Self>, _text: &str) -> Option<Self::Move> {
        None
    }

    /// The end of the game on the board; `None` while it is not over. Repetition and quiet plies
    /// are not considered here.
    fn finish(&self, diagram: &Diagram<Self>) -> Option<Finish>;

    /// The meaning of each term, by name, in a sentence.
    const MEANINGS: Meanings = &[];

    /// The terms of the evaluation that can be shown separately, without the network.
    fn terms(&self, _diagram: &Diagram<Self>) -> Vec<Term> {
        Vec::new()
    }

    /// Whether the evaluation includes a network.
    fn uses_network(&self) -> bool {
        false
    }

    /// The name of the terms' sum, where the network replaces the terms instead of correcting them.
    const REPLACED: Option<&'static str> = None;

    /// The evaluation, if it includes a network.
    fn with_network(&self, diagram: &Diagram<Self>) -> Option<Value> {
        self.uses_network()
            .then(|| self.evaluate(&diagram.position))
    }

    /// The evaluation as a table, for people.
    fn explain(&self, diagram: &Diagram<Self>) -> String {
        let (terms, turn) = (self.terms(diagram), diagram.turn);
        let (with_it, proof) = (self.with_network(diagram), self.prove(&diagram.position));
        match Self::REPLACED {
            Some(sum) => table_with_network(&terms, sum, with_it, turn, proof),
            None => table(
                &with_network(terms, turn, with_it),
                "evaluation",
                turn,
                proof,
            ),
        }
    }

    /// The features of a position besides its pieces.
    fn features(&self, _diagram: &Diagram<Self>) -> Features {
        Features::default()
    }

    /// The parts of the board that can never interact, if the game has such parts and is not over. Computing their
    /// values may take seconds.
    fn gamelets(&self, _diagram: &Diagram<Self>) -> Option<Vec<ShownGamelet>> {
        None
    }

    /// The name of another convention for when a game counts as over, if perft supports one.
    const OTHER_ENDING: Option<&'static str> = None;

    /// Whether the game is over by the other convention.
    fn is_over_otherwise(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The number of lines of `depth` plies, or [the count of the other
    /// convention](Self::OTHER_ENDING); `None` soon after `stopped` returns true.
    fn perft(
        &self,
        position: &Self::Position,
        depth: u32,
        _otherwise: bool,
        stopped: &dyn Fn() -> bool,
    ) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if stopped() {
            return None;
        }
        if self.outcome(position).is_some() {
            return Some(0);
        }
        if depth == 1 {
            // The moves of the last ply are counted, not played.
            return Some(self.move_count(position) as u64);
        }
        self.moves(position)
            .into_iter()
            .try_fold(0, |lines, played| {
                let child = self.play(position, played);
                Some(lines + self.perft(&child, depth - 1, false, stopped)?)
            })
    }

    /// The game with its own caches, if it has any: what one engine finds must not change what
    /// another one searches.
    #[must_use]
    fn for_engine(&self) -> Self {
        self.clone()
    }

    /// The game as a level plays it: without exact values that a search has found.
    #[must_use]
    fn for_level(&self) -> Self {
        self.clone()
    }

    /// Forgets what earlier searches have found.
    fn forget(&mut self) {}

    /// Loads and computes what the first search needs, so that it loses no time. The prover
    /// alongside the search may use this many MiB; 0 if there is no prover.
    fn prepare(&mut self, _mebibytes: u64) {}

    /// The opening book for a starting position.
    fn book(&self, _start: &Self::Position) -> Option<Book<Self>> {
        None
    }
}
