//! A game in progress, as text: for referees, game records, boards, protocols.
//!
//! [`GameState`] is the interface, the same for every game; [`State`] implements it for a
//! [`Playable`] game. Besides the position it holds the earlier positions, as far as they can
//! repeat, to detect a threefold repetition.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;

use super::diagram::Diagram;
use super::features::{Features, ShownGamelet};
use super::finish::Finish;
use super::history::past_matters;
use super::picture::{Coord, Picture};
use super::playable::{MoveError, Playable};
use super::san::{Shape, Written};
use super::terms::{Meanings, Term, with_network};
use super::value::Value;
use super::written::{recased, unmarked};
use super::{History, Proof};
use crate::board::Colour;

/// A game in progress. Moves are text: read in coordinates or in SAN, written in coordinates. Only
/// [`written`](GameState::written) reads less formal notations.
pub trait GameState: fmt::Debug + Send + Sync {
    /// The position as a FEN.
    fn fen(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Colour;

    /// The number of the move, from 1.
    fn move_number(&self) -> u32;

    /// The legal moves; empty if the game is over.
    fn moves(&self) -> Vec<String>;

    /// The legal moves, each with the position that it leads to, without history.
    fn children(&self) -> Vec<(String, Box<dyn GameState>)>;

    /// The square of the attacked royal piece of the side to move, see [`Playable::checked`].
    fn checked(&self) -> Option<Coord>;

    /// Plays a move; returns its coordinates.
    ///
    /// # Errors
    /// If it is not a move, or illegal here; nothing is played then.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Reads a legal move in coordinates or in SAN.
    ///
    /// # Errors
    /// If it is not legal.
    fn read(&self, text: &str) -> Result<ShownMove, MoveError>;

    /// Reads a legal move in any notation that [people write](super::written), in upper or lower
    /// case and with annotations around it.
    ///
    /// # Errors
    /// If it is not legal, or ambiguous.
    fn written(&self, text: &str) -> Result<ShownMove, MoveError>;

    /// Reads another program's move in exact coordinates; `None` if it is not legal, or not a move
    /// at all.
    fn understand(&self, text: &str) -> Option<String>;

    /// The end of the game; `None` while it is not over.
    fn finish(&self) -> Option<Finish>;

    /// The pieces on their squares.
    fn picture(&self) -> Picture;

    /// The evaluation of the position, with its terms.
    fn evaluation(&self) -> Evaluation;

    /// The features of the position, see [`Playable::features`].
    fn features(&self) -> Features;

    /// The gamelets of the position, see [`Playable::gamelets`].
    fn gamelets(&self) -> Option<Vec<ShownGamelet>>;

    /// The outcome with best play for the side to move, if it is certain without search, and an
    /// upper bound on its length in plies.
    fn proof(&self) -> Option<Proof>;

    /// The number of lines of `depth` plies (at most [`MOST_PERFT`]), counted by the convention of that name or by the
    /// rules; reports every first move to `each` as it is counted. `None` soon after `stopped`
    /// returns true, or if there is no such convention.
    fn divide(
        &self,
        depth: u32,
        ending: Option<&str>,
        stopped: &dyn Fn() -> bool,
        each: &mut dyn FnMut(Division),
    ) -> Option<u64>;

    /// Whether both have the same pieces on the same squares, the same side to move and, if it matters for the moves,
    /// the same past, in games of one kind. The number of the move and the width of the board do not count.
    fn stands_as(&self, other: &dyn GameState) -> bool;

    /// A copy.
    fn boxed(&self) -> Box<dyn GameState>;

    /// The same position as the beginning of a game: without the history, which takes time to copy
    /// and does not affect the moves.
    fn alone(&self) -> Box<dyn GameState>;

    /// Allows a downcast, for callers that need to know the game.
    fn as_any(&self) -> &dyn Any;
}

impl dyn GameState + '_ {
    /// The legal moves with everything needed to show them on a board.
    #[must_use]
    pub fn shown_moves(&self) -> Vec<ShownMove> {
        let moves = self.moves().into_iter();
        moves.filter_map(|one| self.read(&one).ok()).collect()
    }
}

/// The maximum depth of [`GameState::divide`], which uses stack for each ply. Counting takes too long well
/// before that.
pub const MOST_PERFT: u32 = 200;

/// The evaluation of a position, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The value for the side to move.
    pub value: Value,
    /// The terms that can be shown separately.
    pub terms: Vec<Term>,
    /// The meanings of the terms.
    pub meanings: Meanings,
    /// The whole evaluation as a table of text.
    pub table: String,
}

/// A legal move as a board shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownMove {
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in the game's short notation.
    pub san: String,
    /// The square that it leaves.
    pub from: Coord,
    /// Its destination.
    pub to: Coord,
    /// Whether it captures.
    pub is_capture: bool,
    /// The square of a captured piece that is not on the destination.
    pub taken_aside: Option<Coord>,
    /// The letter of the promotion piece.
    pub promotion: Option<char>,
    /// Whether other programs append a promotion letter, though it means nothing here.
    pub is_idle: bool,
}

/// A first move, and the number of lines that begin with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The move.
    pub played: String,
    /// The number of lines.
    pub lines: u64,
    /// The number of the move, from 1.
    pub number: usize,
    /// The number of moves.
    pub of: usize,
}

impl Clone for Box<dyn GameState> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// States are equal if their FENs are, whatever their history.
impl PartialEq for dyn GameState + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.fen() == other.fen()
    }
}

/// A game of `G` in progress.
#[derive(Clone, Debug)]
pub struct State<G: Playable> {
    game: G,
    diagram: Diagram<G>,
    /// The earlier positions, as far as they matter.
    history: History<G::Position>,
}

impl<G: Playable> State<G> {
    /// A game that begins with this position.
    pub fn new(game: G, diagram: Diagram<G>) -> Self {
        let history = History {
            quiet_plies: diagram.quiet_plies,
            ..History::default()
        };
        Self {
            game,
            diagram,
            history,
        }
    }

    /// The game being played.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Continues the same game with another evaluation.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
    }

    /// The position with all fields of its FEN.
    pub const fn diagram(&self) -> &Diagram<G> {
        &self.diagram
    }

    /// The position as search and solver see it.
    pub fn position(&self) -> G::Position {
        self.diagram.position
    }

    /// The earlier positions, as far as they matter.
    pub const fn history(&self) -> &History<G::Position> {
        &self.history
    }

    /// Plays a legal move.
    pub fn make(&mut self, played: G::Move) {
        if past_matters::<G>() {
            let position = self.position();
            self.history.push(&self.game, &position, played);
        }
        self.diagram = self.diagram.after(&self.game, played);
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn read(&self, text: &str) -> Result<G::Move, MoveError> {
        // After a threefold repetition there are legal moves: whether they may still be played is
        // up to the referee.
        self.diagram.read_move(&self.game, text)
    }

    /// Reads a legal move as people write it.
    fn read_written(&self, text: &str) -> Result<G::Move, MoveError> {
        let plain = unmarked(text);
        let read = self.read(plain);
        if read.is_ok() {
            return read;
        }
        let legal = self.diagram.legal_moves(&self.game);
        let written: Vec<Written> = legal
            .iter()
            .map(|one| G::written(&self.diagram, *one))
            .collect();
        let shapes = recased(plain).map(|text| Shape::of(&text, &G::NOTATION));
        let meant = shapes.iter().flatten().flat_map(|one| one.among(&written));
        let meant: BTreeSet<usize> = meant.collect();
        let short = |index: usize| self.diagram.unsigned_san(&self.game, legal[index]);
        let meant: Vec<usize> = meant.into_iter().collect();
        match meant[..] {
            [] if matches!(read, Err(MoveError::Ambiguous { .. })) => return read,
            [] => {}
            [index] => return Ok(legal[index]),
            _ => {
                let meant = meant.into_iter().map(short).collect();
                return Err(MoveError::ambiguous(plain, &self.diagram, meant));
            }
        }
        let is_one = !matches!(read, Err(MoveError::Unreadable { .. })) || shapes != [None; 2];
        Err(MoveError::new(
            if is_one { plain } else { text.trim() },
            is_one,
            &self.diagram,
            (0..legal.len()).map(short).collect(),
            G::NOTATION.examples,
        ))
    }

    fn show(&self, played: G::Move) -> ShownMove {
        let written = G::written(&self.diagram, played);
        ShownMove {
            coordinates: written.coordinates(),
            san: self.diagram.san(&self.game, played),
            from: written.from,
            to: written.to,
            is_capture: written.captures,
            taken_aside: written.takes_aside,
            promotion: written.becomes.map(|letter| letter.to_ascii_lowercase()),
            is_idle: written.is_idle,
        }
    }

    /// Consecutive moves from here, in coordinates.
    pub fn line(&self, moves: &[G::Move]) -> Vec<String> {
        self.diagram.line(&self.game, moves)
    }

    fn legal(&self) -> Vec<G::Move> {
        match self.finish() {
            Some(_) => Vec::new(),
            None => self.diagram.legal_moves(&self.game),
        }
    }
}

impl<G: Playable> GameState for State<G> {
    fn fen(&self) -> String {
        self.diagram.to_string()
    }

    fn turn(&self) -> Colour {
        self.diagram.turn
    }

    fn move_number(&self) -> u32 {
        self.diagram.move_number
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.legal().into_iter();
        moves.map(|one| self.diagram.coordinates(one)).collect()
    }

    fn children(&self) -> Vec<(String, Box<dyn GameState>)> {
        let moves = self.diagram.legal_moves(&self.game).into_iter();
        let played = |one| {
            let diagram = self.diagram.after(&self.game, one);
            let child: Box<dyn GameState> = Box::new(Self::new(self.game.clone(), diagram));
            (self.diagram.coordinates(one), child)
        };
        moves.map(played).collect()
    }

    fn checked(&self) -> Option<Coord> {
        self.game.checked(&self.diagram)
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let played = self.read(text)?;
        let coordinates = self.diagram.coordinates(played);
        self.make(played);
        Ok(coordinates)
    }

    fn read(&self, text: &str) -> Result<ShownMove, MoveError> {
        Ok(self.show(self.read(text)?))
    }

    fn written(&self, text: &str) -> Result<ShownMove, MoveError> {
        Ok(self.show(self.read_written(text)?))
    }

    fn understand(&self, text: &str) -> Option<String> {
        let legal = self.legal();
        let exactly = legal.iter().find_map(|one| {
            let written = G::written(&self.diagram, *one);
            let plain = written.coordinates();
            let is_meant = match text.strip_prefix(plain.as_str())? {
                "" => true,
                "q" | "r" | "b" | "n" => written.is_idle,
                _ => false,
            };
            is_meant.then_some(plain)
        });
        let otherwise = || {
            let one = self.game.meant(&self.diagram, text)?;
            let one = legal.contains(&one).then_some(one)?;
            Some(self.diagram.coordinates(one))
        };
        exactly.or_else(otherwise)
    }

    fn finish(&self) -> Option<Finish> {
        let by_rules = self.game.finish(&self.diagram);
        if by_rules.is_some() {
            return by_rules;
        }
        if G::CAN_REPEAT && self.history.occurrences(&self.position()) >= 2 {
            return Some(Finish::repetition());
        }
        let most = G::MOST_QUIET_PLIES?;
        (self.history.quiet_plies() >= most).then(|| Finish::no_progress(most))
    }

    fn picture(&self) -> Picture {
        self.diagram.picture()
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation {
            value: self.game.evaluate(&self.position()),
            terms: with_network(
                self.game.terms(&self.diagram),
                self.diagram.turn,
                self.game.with_network(&self.diagram),
            ),
            meanings: G::MEANINGS,
            table: self.game.explain(&self.diagram),
        }
    }

    fn features(&self) -> Features {
        self.game.features(&self.diagram)
    }

    fn gamelets(&self) -> Option<Vec<ShownGamelet>> {
        self.game.gamelets(&self.diagram)
    }

    fn proof(&self) -> Option<Proof> {
        self.game.prove(&self.position())
    }

    fn divide(
        &self,
        depth: u32,
        ending: Option<&str>,
        stopped: &dyn Fn() -> bool,
        each: &mut dyn FnMut(Division),
    ) -> Option<u64> {
        let otherwise = match (ending, G::OTHER_ENDING) {
            (None, _) => false,
            (Some(asked), Some(other)) if asked == other => true,
            _ => return None,
        };
        let position = self.position();
        let moves = self.diagram.legal_moves(&self.game);
        let is_over = moves.is_empty() || otherwise && self.game.is_over_otherwise(&position);
        if depth == 0 || is_over {
            return self.game.perft(&position, depth, otherwise, stopped);
        }
        let mut total = 0;
        for (index, played) in moves.iter().enumerate() {
            let child = self.game.play(&position, *played);
            let lines = self.game.perft(&child, depth - 1, otherwise, stopped)?;
            total += lines;
            each(Division {
                played: self.diagram.coordinates(*played),
                lines,
                number: index + 1,
                of: moves.len(),
            });
        }
        Some(total)
    }

    fn stands_as(&self, other: &dyn GameState) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other
            .is_some_and(|other| (self.position(), self.turn()) == (other.position(), other.turn()))
    }

    fn boxed(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn alone(&self) -> Box<dyn GameState> {
        Box::new(Self::new(self.game.clone(), self.diagram))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
