//! The server's answers, as types for JSON.

use crate::game::state::ShownMove;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{Game, Wrong};
use crate::game::value::Value;

/// What the server answers.
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
    /// What a search that takes long is at.
    Current(Current),
    /// What is known so far about the position with the king on each square.
    Squares(Squares),
    /// What is proved about the moves so far.
    Marks {
        /// Each move of which something is.
        marks: Vec<Mark>,
    },
    /// The search has ended.
    Done(Done),
    /// What was chosen.
    Choose {
        /// By name.
        choices: BTreeMap<&'static str, String>,
    },
    /// A move that was read.
    ReadMove(Step),
    /// Games that were read.
    ReadPgn {
        /// In their order.
        games: Vec<Game>,
        /// Why others cannot be read, and where.
        left_out: Vec<String>,
        /// The games as PGN, if the text was a list of positions.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// A game that was written.
    WritePgn {
        /// Its text.
        text: String,
    },
    /// A FEN that is right.
    CheckFen {
        /// Always true.
        ok: bool,
        /// As it is written here.
        fen: String,
    },
    /// Something was wrong.
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
        // What these types hold can always be written.
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
    /// Bytes of a message.
    pub message: usize,
    /// Letters of a text with games.
    pub text: usize,
    /// Moves of a position.
    pub moves: usize,
    /// Lines of a search.
    pub lines: u32,
    /// Tabs.
    pub sockets: usize,
    /// Tabs that think at a time.
    pub thinkers: usize,
}

/// A variant.
#[derive(Serialize, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// A one-sentence description, if it is on the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The game that it belongs to.
    pub game: &'static str,
    /// What it is about, for people.
    pub rules: String,
    /// The FEN of its usual start.
    pub start: String,
    /// How many files the board has there.
    pub files: usize,
    /// How many ranks.
    pub ranks: usize,
    /// The letters of promotion pieces, White's.
    pub promotions: Vec<String>,
    /// What can be chosen of its starts.
    pub choices: Vec<Choice>,
    /// How its pieces move, if they are not well known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<Piece>,
    /// Whether it has built-in puzzles.
    pub puzzles: bool,
    /// Whether the value for each square of the king can be computed.
    pub squares: bool,
}

/// How a piece moves.
#[derive(Serialize, Debug)]
pub struct Piece {
    /// Its letter, White's.
    pub letter: char,
    /// In a sentence.
    pub moves: &'static str,
}

/// Something that can be chosen.
#[derive(Serialize, Debug)]
pub struct Choice {
    /// By what it is named in requests.
    pub name: &'static str,
    /// What people call it.
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
    /// Who chooses it before each game, if anyone.
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
    /// The last rank first: FEN letters, `.` for empty squares.
    pub rows: Vec<String>,
    /// The legal moves.
    pub moves: Vec<Move>,
    /// The moves that led here, in short notation.
    pub line: Vec<String>,
    /// The squares of the last of them.
    pub last: Option<[String; 2]>,
    /// The square of a king in check.
    pub check: Option<String>,
    /// How the game has ended.
    pub finish: Option<Finish>,
}

/// A legal move.
#[derive(Serialize, Debug)]
pub struct Move {
    /// In coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// In short notation.
    pub san: String,
    /// The square that it leaves.
    pub from: String,
    /// Its destination.
    pub to: String,
    /// Whether it captures.
    pub capture: bool,
    /// The promotion piece, where it is chosen.
    pub promotion: Option<char>,
}

/// The end of a game.
#[derive(Serialize, Debug)]
pub struct Finish {
    /// The winner.
    pub winner: Option<&'static str>,
    /// The cause, as a fixed word.
    pub cause: &'static str,
    /// The same in words.
    pub told: String,
    /// The result as PGN has it.
    pub result: &'static str,
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
    /// What is proved of its moves.
    pub marks: Vec<Mark>,
    /// The parts that can never meet.
    pub gamelets: Option<Vec<Gamelet>>,
    /// The files that are dead.
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
    /// What Black has.
    pub black: Option<i32>,
    /// What White has more.
    pub for_white: i32,
}

/// Something proved.
#[derive(Serialize, Debug)]
pub struct Proof {
    /// The outcome.
    pub outcome: &'static str,
    /// The greatest number of plies of the win or loss.
    pub plies: u16,
}

/// A part of the board that never meets another.
#[derive(Serialize, Debug)]
pub struct Gamelet {
    /// The letters of its files.
    pub files: String,
    /// Where its pawns stand.
    pub squares: Vec<String>,
    /// Its value by itself, as a table of text.
    pub table: String,
}

/// Something of each side.
#[derive(Serialize, Debug)]
pub struct Sides {
    /// White's.
    pub white: Vec<String>,
    /// Black's.
    pub black: Vec<String>,
}

/// One of the best lines so far.
#[derive(Clone, Serialize, Debug)]
pub struct Line {
    /// Which one, from 1.
    pub line: usize,
    /// How deep the search is, in plies.
    pub depth: i16,
    /// The longest line looked at.
    pub seldepth: usize,
    /// What it is worth to the side to move.
    pub score: Score,
    /// The outcome, if it is proved.
    pub exact: Option<&'static str>,
    /// The probabilities of win, draw and loss, in thousandths.
    pub chances: [u32; 3],
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds so far.
    pub time: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The moves.
    pub pv: Vec<Step>,
}

/// A value, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// In hundredths of a pawn.
    Cp(i16),
    /// A win in this many moves, or a loss if it is not above zero.
    Mate(i32),
}

impl From<Value> for Score {
    /// Counted as [`Value`] is shown.
    fn from(value: Value) -> Self {
        match value.plies_to_end().map(i32::from) {
            None => Self::Cp(value.number()),
            Some(plies) if value.is_win() => Self::Mate((plies + 1).div_euclid(2).max(1)),
            Some(plies) => Self::Mate(-(plies + 1).div_euclid(2)),
        }
    }
}

/// A move in both notations.
#[derive(Clone, Serialize, Debug)]
pub struct Step {
    /// In coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// In short notation.
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

/// A move that a search is at.
#[derive(Clone, Serialize, Debug)]
pub struct Current {
    /// The depth of the iteration, in plies.
    pub depth: i16,
    /// The move.
    #[serde(flatten)]
    pub step: Step,
    /// Its place in the order of search, from 1.
    pub number: usize,
    /// How many there are.
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
    /// The number examined, of all on the board.
    pub looked_at: usize,
    /// How many positions the solver has looked at.
    pub positions: u64,
    /// Why the position is too large, if it is.
    pub refusal: Option<String>,
}

/// A square of the king's.
#[derive(Clone, Serialize, Debug)]
pub struct KingSquare {
    /// The square.
    pub square: String,
    /// The outcome with the king there, for its side; `None` if the king cannot be there, or it
    /// stays unknown.
    pub outcome: Option<&'static str>,
    /// The plies to the end, where they are known.
    pub plies: Option<u16>,
    /// Why the king cannot be there.
    pub impossible: Option<&'static str>,
}

/// What a search came to.
#[derive(Clone, Serialize, Debug)]
pub struct Done {
    /// The best move; none where the game is over, or nothing was found.
    pub best: Option<String>,
    /// The answer that is expected.
    pub ponder: Option<String>,
    /// The outcome for the side to move, if it is proved.
    pub outcome: Option<&'static str>,
    /// Whether it was told to stop.
    pub stopped: bool,
}
