//! What a game must say as text, so that people, programs and files can be told of it.
//!
//! [`Game`] is what search and solver ask, thousands of times a second. This is what everybody above
//! them asks: FEN, moves as text, how a game has finished, a picture of the board. A room of a game
//! answers for positions of its own types; [`State`](super::state::State) makes of it what the rest
//! of the house sees, in which there are only texts.

use std::fmt;

use thiserror::Error;

use super::Game;
use super::bounds::MoveValue;
use super::diagram::Diagram;
use super::features::Features;
use super::finish::Finish;
use super::picture::{Coord, Man};
use super::rule::Rule;
use super::san::{Notation, Written};
use super::setup::{IllegalSetup, Setup};
use super::terms::{Meanings, Term, table};
use crate::quote::short;

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum MoveError {
    /// No notation of the game.
    #[error("'{}' is not a move; expected one such as {examples}", short(.text))]
    Unreadable {
        /// What was read.
        text: String,
        /// What moves look like.
        examples: &'static str,
    },
    /// A move that the rules do not allow here.
    #[error("'{}' is illegal in {fen}; {choice}", short(.text))]
    Illegal {
        /// What was read.
        text: String,
        /// Where it was to be played.
        fen: String,
        /// The legal moves, or that there are none.
        choice: String,
    },
}

impl MoveError {
    /// For a text that is none of the legal moves of a position; `is_a_move` if it looks like one.
    #[must_use]
    pub fn new(
        text: &str,
        is_a_move: bool,
        position: &impl fmt::Display,
        legal: Vec<String>,
        examples: &'static str,
    ) -> Self {
        /// Nobody reads more.
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

/// What was found out about the first moves of games from one start, before the program was built.
pub struct Book<G: Game> {
    /// The start in canonical form: the book is about it and its mirror image.
    pub start: G::Position,
    /// Moves of a position whose exact value is known; the one that more is known behind comes first.
    pub known: Box<Known<G>>,
}

/// What is known of a position of a game.
pub type Known<G> =
    dyn Fn(&G, &<G as Game>::Position) -> Vec<MoveValue<<G as Game>::Move>> + Send + Sync;

impl<G: Game> fmt::Debug for Book<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book of {:?}", self.start)
    }
}

/// A game that can be told as text.
pub trait Playable: Game {
    /// How its positions and moves are written.
    const NOTATION: Notation;

    /// The rule that values of its positions depend on. No other game has its number.
    fn rule(&self) -> Rule {
        Rule::UNPROVED
    }

    /// The legal position of a setup.
    ///
    /// # Errors
    /// The first rule that it breaks.
    fn set_up(setup: &Setup) -> Result<Self::Position, IllegalSetup>;

    /// Who stands on a square of the board.
    fn man_on(diagram: &Diagram<Self>, coord: Coord) -> Option<Man>;

    /// The square of a legal capture en passant.
    fn en_passant(_diagram: &Diagram<Self>) -> Option<Coord> {
        None
    }

    /// Who may castle, or what a king may do instead; `-` if nobody may.
    fn rights(_diagram: &Diagram<Self>) -> &'static str {
        "-"
    }

    /// What is written of a legal move.
    fn written(diagram: &Diagram<Self>, played: Self::Move) -> Written;

    /// Where a man of the side to move stands who is attacked and must not be: a king in check.
    fn checked(&self, _diagram: &Diagram<Self>) -> Option<Coord> {
        None
    }

    /// The legal move that another program means by coordinates that are none here, where the rules
    /// say what becomes of them.
    fn meant(&self, _diagram: &Diagram<Self>, _text: &str) -> Option<Self::Move> {
        None
    }

    /// How the game has finished on the board; `None` while it goes on. Repetition and the count of
    /// quiet plies are not asked here.
    fn finish(&self, diagram: &Diagram<Self>) -> Option<Finish>;

    /// What each of these terms means, by its name, in a sentence.
    const MEANINGS: Meanings = &[];

    /// The terms of the evaluation that can be told one by one.
    fn terms(&self, _diagram: &Diagram<Self>) -> Vec<Term> {
        Vec::new()
    }

    /// The evaluation as a table, for people.
    fn explain(&self, diagram: &Diagram<Self>) -> String {
        let proof = self.prove(&diagram.position);
        table(&self.terms(diagram), "evaluation", diagram.turn, proof)
    }

    /// What is to be seen in a position besides its men. It may take a second or so.
    fn features(&self, _diagram: &Diagram<Self>) -> Features {
        Features::default()
    }

    /// The name of another convention of when a game counts as over, if lines are counted by it, too.
    const OTHER_ENDING: Option<&'static str> = None;

    /// The number of lines of `depth` plies, perhaps [counted otherwise](Self::OTHER_ENDING); `None` soon after
    /// `stopped` says so.
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
        let moves = self.moves(position);
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        moves.into_iter().try_fold(0, |lines, played| {
            let child = self.play(position, played);
            Some(lines + self.perft(&child, depth - 1, false, stopped)?)
        })
    }

    /// The game with a memory of its own, if it has any: what one engine finds out does not change
    /// what another one searches.
    #[must_use]
    fn for_engine(&self) -> Self {
        self.clone()
    }

    /// Reads and makes what the first search needs, so that it loses no time. What proves beside the
    /// search may take so many MiB; 0 if nothing does.
    fn prepare(&mut self, _mebibytes: u64) {}

    /// What is known of the first moves from a start.
    fn book(&self, _start: &Self::Position) -> Option<Book<Self>> {
        None
    }
}
