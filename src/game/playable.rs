//! What a game must say as text, so that people, programs and files can be told of it.
//!
//! [`Game`] is what search and solver ask, thousands of times a second. This is what everybody above
//! them asks: FEN, moves as text, how a game has finished, a picture of the board. A room of a game
//! answers for positions of its own types; [`State`](super::state::State) makes of it what the rest
//! of the house sees, in which there are only texts.

use std::error::Error;
use std::fmt;

use thiserror::Error as ThisError;

use super::Game;
use super::algebraic::{Notation, Shape, Written};
use super::bounds::MoveValue;
use super::features::Features;
use super::finish::Finish;
use super::picture::{Picture, Spot};
use super::terms::Term;
use crate::board::Colour;
use crate::quote::short;

/// What is wrong with a FEN, in the words of the game that reads it.
pub type FenProblem = Box<dyn Error + Send + Sync>;

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, ThisError, Debug)]
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
pub trait Book<G: Game>: Send + Sync + fmt::Debug {
    /// Whether it is about the games from this position.
    fn is_of(&self, game: &G, start: &G::Position) -> bool;

    /// Moves of a position whose exact value is known; the one that more is known behind comes first.
    fn known(&self, game: &G, position: &G::Position) -> Vec<MoveValue<G::Move>>;
}

/// Reads a move in either notation; its place among those that are legal in a position.
///
/// # Errors
/// If the text is no move at all, or none of these.
pub fn read(
    text: &str,
    legal: &[Written],
    notation: &Notation,
    position: &impl fmt::Display,
) -> Result<usize, MoveError> {
    let shape = Shape::of(text, notation);
    let found = shape.and_then(|shape| shape.among(legal));
    found.ok_or_else(|| {
        let names = legal.iter().map(Written::coordinates).collect();
        MoveError::new(text, shape.is_some(), position, names, notation.examples)
    })
}

/// A game that can be told as text.
pub trait Playable: Game {
    /// A legal position with all that its FEN says; shown, it is the FEN.
    type Diagram: Clone + PartialEq + fmt::Display + fmt::Debug + Send + Sync + 'static;

    /// How its moves are written.
    const NOTATION: Notation;

    /// Reads a FEN.
    ///
    /// # Errors
    /// What is wrong with it: where, what was found and what would be right.
    fn read_fen(&self, fen: &str) -> Result<Self::Diagram, FenProblem>;

    /// What search and solver see of it.
    fn position(diagram: &Self::Diagram) -> Self::Position;

    /// Who is to move.
    fn turn(diagram: &Self::Diagram) -> Colour;

    /// The number of the move, from 1.
    fn move_number(diagram: &Self::Diagram) -> u32;

    /// How many plies without progress were made, in games that count them.
    fn quiet_plies(_diagram: &Self::Diagram) -> u16 {
        0
    }

    /// After a legal move.
    fn after(&self, diagram: &Self::Diagram, played: Self::Move) -> Self::Diagram;

    /// What is written of a legal move.
    fn written(&self, diagram: &Self::Diagram, played: Self::Move) -> Written;

    /// The square of a man whom a move takes elsewhere than where it goes (en passant), where a program
    /// that only shows the board would not know that he is gone.
    fn taken_aside(&self, _diagram: &Self::Diagram, _played: Self::Move) -> Option<Spot> {
        None
    }

    /// Where a man of the side to move stands who is attacked and must not be: a king in check.
    fn checked(&self, _diagram: &Self::Diagram) -> Option<Spot> {
        None
    }

    /// The legal move that another program means by coordinates that are none here, where the rules
    /// say what becomes of them.
    fn meant(&self, _diagram: &Self::Diagram, _text: &str) -> Option<Self::Move> {
        None
    }

    /// How the game has finished on the board; `None` while it goes on. Repetition and the count of
    /// quiet plies are not asked here.
    fn finish(&self, diagram: &Self::Diagram) -> Option<Finish>;

    /// What stands where.
    fn picture(&self, diagram: &Self::Diagram) -> Picture;

    /// The terms of the evaluation, for people.
    fn explain(&self, diagram: &Self::Diagram) -> String;

    /// The terms of the evaluation that can be told one by one.
    fn terms(&self, _diagram: &Self::Diagram) -> Vec<Term> {
        Vec::new()
    }

    /// What is to be seen in a position besides its men. It may take a second or so.
    fn features(&self, _diagram: &Self::Diagram) -> Features {
        Features::default()
    }

    /// The number of lines of `depth` plies; `None` soon after `stopped` says so.
    fn perft(
        &self,
        position: &Self::Position,
        depth: u32,
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
            Some(lines + self.perft(&child, depth - 1, stopped)?)
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
    fn book(&self, _start: &Self::Position) -> Option<Box<dyn Book<Self>>> {
        None
    }

    /// A legal move as UCI writes it.
    fn coordinates(&self, diagram: &Self::Diagram, played: Self::Move) -> String {
        self.written(diagram, played).coordinates()
    }

    /// A legal move as people write it.
    fn algebraic(&self, diagram: &Self::Diagram, played: Self::Move) -> String {
        let written = self.written(diagram, played);
        let legal = match written.may_be_ambiguous() {
            true => self.legal_moves(diagram),
            false => Vec::new(),
        };
        let legal = legal.into_iter().map(|one| self.written(diagram, one));
        written.algebraic(&legal.collect::<Vec<_>>())
    }

    /// Reads a legal move in either notation.
    ///
    /// # Errors
    /// If the text is no move at all, or none that is legal here.
    fn read_move(&self, diagram: &Self::Diagram, text: &str) -> Result<Self::Move, MoveError> {
        let legal = self.legal_moves(diagram);
        let written = legal.iter().map(|one| self.written(diagram, *one));
        let index = read(text, &written.collect::<Vec<_>>(), &Self::NOTATION, diagram)?;
        Ok(legal[index])
    }

    /// The legal moves; none where the game is over.
    fn legal_moves(&self, diagram: &Self::Diagram) -> Vec<Self::Move> {
        let position = Self::position(diagram);
        match self.outcome(&position) {
            Some(_) => Vec::new(),
            None => self.moves(&position).into_iter().collect(),
        }
    }
}
