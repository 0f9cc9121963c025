//! The server's answers, as types for JSON.

use crate::game::state::ShownMove;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{Game, Wrong};
use crate::game::value::Value;

/// An answer from the server.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The program, and what can be played.
    Hello(Hello),
    /// A position as a board shows it.
    View(View),
    /// What is known about a position.
    Look(Look),
    /// One of the best lines so far.
    Line(Line),
    /// The move that a long search is examining.
    Current(Current),
    /// What is known so far about the position with the king on each square.
    Squares(Squares),
    /// What is proved about the moves so far.
    Marks {
        /// Each move about which something is proved.
        marks: Vec<Mark>,
    },
    /// The search has ended.
    Done(Done),
    /// The choices that were made.
    Choose {
        /// The values by name.
        choices: BTreeMap<&'static str, String>,
    },
    /// A move that was read.
    ReadMove {
        /// The move in coordinates.
        #[serde(rename = "move")]
        played: String,
    },
    /// Games that were read.
    ReadPgn {
        /// The games, in their order.
        games: Vec<Game>,
        /// Why the other games cannot be read, and where the errors are.
        left_out: Vec<String>,
        /// The games as PGN, if the text was a list of positions.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// A game that was written.
    WritePgn {
        /// The text of the game.
        text: String,
    },
    /// A valid FEN.
    CheckFen,
    /// The request was wrong, or failed.
    Error(Wrong),
}

/// An answer with the number of its request.
#[derive(Serialize, Debug)]
pub struct Numbering<'a> {
    /// The number; `None` if the request had no readable one.
    pub id: Option<u64>,
    /// The answer.
    #[serde(flatten)]
    pub answer: &'a Answer,
}

impl Answer {
    /// The message to send.
    #[must_use]
    pub fn text(&self, id: Option<u64>) -> String {
        // Values of these types can always be written.
        serde_json::to_string(&Numbering { id, answer: self }).unwrap_or_default()
    }
}

/// The program, and what can be played.
#[derive(Serialize, Debug)]
pub struct Hello {
    /// The program with its version.
    pub name: &'static str,
    /// The variants.
    pub variants: Vec<Variant>,
    /// The default variant.
    pub variant: String,
    /// How many levels there are.
    pub levels: u32,
    /// The limits of the server.
    pub limits: Most,
}

/// The limits of the server.
#[derive(Serialize, Debug)]
pub struct Most {
    /// The maximum number of bytes in a message.
    pub message: usize,
    /// The maximum number of characters in a text with games.
    pub text: usize,
}

/// A variant.
#[derive(Serialize, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// A one-sentence description, if it is on the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Its rules, for people.
    pub rules: String,
    /// The FEN of its usual start.
    pub start: String,
    /// The letters of the promotion pieces, in upper case as for White.
    pub promotions: Vec<String>,
    /// The choices among its starts.
    pub choices: Vec<Choice>,
    /// How its pieces move, if they are not well known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<Piece>,
    /// Whether it has built-in puzzles.
    pub puzzles: bool,
    /// Whether the value with the king on each square can be computed.
    pub squares: bool,
}

/// How a piece moves.
#[derive(Serialize, Debug)]
pub struct Piece {
    /// Its letter, in upper case as for White.
    pub letter: char,
    /// How it moves, in a sentence.
    pub moves: &'static str,
}

/// A choice among the starts of a variant.
#[derive(Serialize, Debug)]
pub struct Choice {
    /// Its name in requests.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// `number`, `text` or `check`.
    pub kind: &'static str,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
    /// The largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Its default.
    pub default: String,
    /// The side that makes the choice before each game, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen_by: Option<&'static str>,
}

/// A position as a board shows it.
#[derive(Serialize, Debug)]
pub struct View {
    /// Its FEN.
    pub fen: String,
    /// The width of the board.
    pub files: usize,
    /// Its height.
    pub ranks: usize,
    /// The side to move.
    pub turn: &'static str,
    /// The number of the move.
    pub number: u32,
    /// The rows, the last rank first: FEN letters, `.` for empty squares.
    pub rows: Vec<String>,
    /// The legal moves.
    pub moves: Vec<Move>,
    /// The moves that led to the position, in short notation.
    pub line: Vec<String>,
    /// The squares of the last move.
    pub last: Option<[String; 2]>,
    /// The square of a king in check.
    pub check: Option<String>,
    /// How the game ended.
    pub finish: Option<Finish>,
}

/// A legal move.
#[derive(Serialize, Debug)]
pub struct Move {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in short notation.
    pub san: String,
    /// The square that it leaves.
    pub from: String,
    /// Its destination.
    pub to: String,
    /// Whether it captures.
    pub capture: bool,
    /// The promotion piece, if there is a choice.
    pub promotion: Option<char>,
}

/// The end of a game.
#[derive(Serialize, Debug)]
pub struct Finish {
    /// The winner.
    pub winner: Option<&'static str>,
    /// The cause in words.
    pub told: String,
}

/// What is known about a position without a search.
#[derive(Serialize, Debug)]
pub struct Look {
    /// The terms of the evaluation.
    pub terms: Vec<Term>,
    /// The evaluation for White, in centipawns.
    pub evaluation: i32,
    /// What is proved, for the side to move.
    pub proof: Option<Proof>,
    /// What is proved about its moves.
    pub marks: Vec<Mark>,
    /// The parts of the board that can never interact.
    pub gamelets: Option<Vec<Gamelet>>,
    /// The dead files.
    pub dead: Option<Sides>,
    /// The passed pawns.
    pub passers: Option<Sides>,
}

/// A term of the evaluation, in centipawns.
#[derive(Serialize, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    /// White's part, if it is separate.
    pub white: Option<i32>,
    /// Black's part.
    pub black: Option<i32>,
    /// White's advantage.
    pub for_white: i32,
}

/// A proved outcome.
#[derive(Serialize, Debug)]
pub struct Proof {
    /// The outcome.
    pub outcome: &'static str,
    /// The maximum number of plies to the win or loss.
    pub plies: u16,
}

/// A part of the board that never interacts with another.
#[derive(Serialize, Debug)]
pub struct Gamelet {
    /// The letters of its files.
    pub files: String,
    /// The squares of its pawns.
    pub squares: Vec<String>,
    /// Its value on its own, as a text table.
    pub table: String,
}

/// Lists for both sides.
#[derive(Serialize, Debug)]
pub struct Sides {
    /// White's list.
    pub white: Vec<String>,
    /// Black's list.
    pub black: Vec<String>,
}

/// One of the best lines so far.
#[derive(Clone, Serialize, Debug)]
pub struct Line {
    /// The number of the line, from 1.
    pub line: usize,
    /// The depth of the search, in plies.
    pub depth: i16,
    /// The length of the longest line searched, in plies.
    pub seldepth: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// The outcome, if it is proved.
    pub exact: Option<&'static str>,
    /// The probabilities of win, draw and loss, in thousandths.
    pub chances: [u32; 3],
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The moves.
    pub pv: Vec<Step>,
}

/// A value, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// A value in centipawns.
    Cp(i16),
    /// A win in this many moves; a loss if the number is zero or negative.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value.mate() {
            None => Self::Cp(value.number()),
            Some(moves) => Self::Mate(moves),
        }
    }
}

/// A move in both notations.
#[derive(Clone, Serialize, Debug)]
pub struct Step {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in short notation.
    pub san: String,
}

impl Step {
    /// A legal move.
    pub fn new(shown: ShownMove) -> Self {
        Self {
            played: shown.coordinates,
            san: shown.san,
        }
    }
}

/// The move that a search is examining.
#[derive(Clone, Serialize, Debug)]
pub struct Current {
    /// The move in short notation.
    pub san: String,
    /// Its place in the order of search, from 1.
    pub number: usize,
    /// How many moves there are.
    pub of: usize,
}

/// What is proved about a move, for the side that makes it.
#[derive(Clone, Serialize, Debug)]
pub struct Mark {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The outcome.
    pub outcome: &'static str,
}

/// What is known so far about the position with the king of the side to move on each square.
#[derive(Clone, Serialize, Debug)]
pub struct Squares {
    /// The squares examined so far, except occupied ones.
    pub squares: Vec<KingSquare>,
    /// How many of the squares of the board have been examined.
    pub looked_at: usize,
    /// How many positions the solver has searched.
    pub positions: u64,
    /// Why the position is too large, if it is.
    pub refusal: Option<String>,
}

/// The king on one square.
#[derive(Clone, Serialize, Debug)]
pub struct KingSquare {
    /// The square.
    pub square: String,
    /// The outcome with the king there, for its side; `None` if the king cannot be there or the
    /// outcome is unknown.
    pub outcome: Option<&'static str>,
    /// The plies to the end, if they are known.
    pub plies: Option<u16>,
    /// Why the king cannot be there.
    pub impossible: Option<&'static str>,
}

/// The result of a search.
#[derive(Clone, Default, Serialize, Debug)]
pub struct Done {
    /// The best move; `None` if the game is over or nothing was found.
    pub best: Option<String>,
    /// The outcome for the side to move, if it is proved.
    pub outcome: Option<&'static str>,
    /// Whether it was told to stop.
    pub stopped: bool,
}
