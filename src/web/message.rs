//! What page and server say to each other: requests and answers, as types that JSON is read into and
//! made of.
//!
//! A message is an object with a `type`; each request has an `id`, a number that its answers repeat.
//! What is not said here is refused: a word that is mistyped must not be taken for one that is missing.
//!
//! Read: [`Request`], [`Position`] (which most requests carry), then [`Answer`] and what it is made of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::board::Colour;
use crate::game::Outcome;
use crate::game::value::Value;

/// What the page asks.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Who is there, and what can be played.
    Hello {},
    /// What a position looks like, and what can be played there.
    View(Position),
    /// What is known of a position without a search.
    Look(Position),
    /// Think about a position. It stops what the tab thought about before.
    Think(Think),
    /// Stop thinking. Nobody answers it but the search.
    Stop {},
    /// What the engine would choose of the starts, as Black.
    Choose {
        /// The variant.
        variant: String,
        /// What is fixed.
        #[serde(default)]
        choices: BTreeMap<String, String>,
    },
    /// Read games.
    ReadPgn {
        /// The text.
        text: String,
        /// The variant of games that do not say it.
        #[serde(default)]
        variant: Option<String>,
    },
    /// Write a game.
    WritePgn(Box<Game>),
    /// Whether a FEN is right.
    CheckFen {
        /// The variant.
        variant: String,
        /// The FEN.
        fen: String,
    },
}

impl Request {
    /// Reads a message: the number of the request, if it has one, and the request, or what is wrong
    /// with it.
    pub fn read(text: &str) -> (Option<u64>, Result<Self, Wrong>) {
        let fields: Map<String, Json> = match serde_json::from_str(text) {
            Ok(fields) => fields,
            Err(error) => return (None, Err(Wrong::plain(format!("no JSON object: {error}")))),
        };
        let mut fields = fields;
        let id = fields.remove("id").and_then(|id| id.as_u64());
        let Some(number) = id else {
            let message = "expected an id, a whole number that is not negative";
            return (None, Err(Wrong::field("id", message)));
        };
        let request = serde_json::from_value(Json::Object(fields));
        (Some(number), request.map_err(Wrong::plain))
    }
}

/// What to think about, and how.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Think {
    variant: String,
    #[serde(default)]
    choices: BTreeMap<String, String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// When to stop.
    pub limits: Limits,
    /// How many of the best lines to tell.
    #[serde(default = "one")]
    pub lines: u32,
    /// How well to play; as well as possible if it is not said.
    #[serde(default)]
    pub level: Option<u32>,
    /// A move is waited for; otherwise it is analysis.
    #[serde(default)]
    pub answer: bool,
}

impl Think {
    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            variant: self.variant.clone(),
            choices: self.choices.clone(),
            fen: self.fen.clone(),
            moves: self.moves.clone(),
        }
    }
}

const fn one() -> u32 {
    1
}

/// A position: where a game began, and what was played.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The variant.
    pub variant: String,
    /// What is chosen of the variant's starts, where that is otherwise than usual.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// Where it began; the variant's start if it is not said.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves from there, in coordinates.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// When to stop thinking: at the first of these that is reached.
#[derive(Clone, Copy, Default, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Only when it is told to.
    #[serde(default)]
    pub infinite: bool,
    /// After so many milliseconds.
    pub movetime: Option<u64>,
    /// After so many nodes.
    pub nodes: Option<u64>,
    /// After so many plies.
    pub depth: Option<u64>,
    /// What White's clock shows, in milliseconds.
    pub wtime: Option<u64>,
    /// What Black's clock shows.
    pub btime: Option<u64>,
    /// What White gets for each move.
    pub winc: Option<u64>,
    /// What Black gets for each move.
    pub binc: Option<u64>,
}

/// What the server answers.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The program, and what can be played.
    Hello(Hello),
    /// A position as a board shows it.
    View(View),
    /// What is known of a position.
    Look(Look),
    /// One of the best lines so far.
    Line(Line),
    /// What is proved of the moves so far.
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
    /// Games that were read.
    ReadPgn {
        /// In their order.
        games: Vec<Game>,
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
    /// The number; none if the request had none that could be read.
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

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Wrong {
    /// In a sentence.
    pub message: String,
    /// Which field is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// Which move of a list is wrong, from 0; or which line of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

impl Wrong {
    /// A field is to blame.
    pub fn field(field: &'static str, message: impl ToString) -> Self {
        Self {
            field: Some(field),
            ..Self::plain(message)
        }
    }

    /// A field is to blame, in one place.
    pub fn place(field: &'static str, at: usize, message: impl ToString) -> Self {
        Self {
            at: Some(at),
            ..Self::field(field, message)
        }
    }

    /// Nothing in the request is to blame alone.
    pub fn plain(message: impl ToString) -> Self {
        Self {
            message: message.to_string(),
            field: None,
            at: None,
        }
    }
}

/// The program, and what can be played.
#[derive(Serialize, Debug)]
pub struct Hello {
    /// The program with its version.
    pub name: &'static str,
    /// The variants.
    pub variants: Vec<Variant>,
    /// The variant that is played unless another is chosen.
    pub variant: String,
    /// How many levels there are.
    pub levels: u32,
    /// What is too much.
    pub limits: Most,
}

/// What is too much for the server.
#[derive(Serialize, Debug)]
pub struct Most {
    /// Bytes of a message.
    pub message: usize,
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
    /// The game that it belongs to.
    pub game: &'static str,
    /// Its rules in a line.
    pub rules: String,
    /// The FEN of its usual start.
    pub start: String,
    /// How many files the board has there.
    pub files: usize,
    /// How many ranks.
    pub ranks: usize,
    /// The letters of men that others can become, White's.
    pub promotions: Vec<String>,
    /// What can be chosen of its starts.
    pub choices: Vec<Choice>,
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
    /// What it is unless it is said.
    pub default: String,
    /// Who chooses it before each game, if somebody does.
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
    /// Who is to move.
    pub turn: &'static str,
    /// The number of the move.
    pub number: u32,
    /// The last rank first: letters of FEN, `.` where nobody stands.
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
    /// The square that it goes to.
    pub to: String,
    /// Whether it takes a man.
    pub capture: bool,
    /// What a man becomes, where that is chosen.
    pub promotion: Option<String>,
}

/// The end of a game.
#[derive(Serialize, Debug)]
pub struct Finish {
    /// Who has won.
    pub winner: Option<&'static str>,
    /// Why it is over, in a word that does not change.
    pub cause: &'static str,
    /// The same in words.
    pub told: String,
    /// The result as PGN has it.
    pub result: &'static str,
}

/// What is known of a position without a search.
#[derive(Serialize, Debug)]
pub struct Look {
    /// The terms of the evaluation.
    pub terms: Vec<Term>,
    /// The evaluation for White, in hundredths of a pawn.
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

/// A term of the evaluation, in hundredths of a pawn.
#[derive(Serialize, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// What White has of it, if that can be told apart.
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
    /// A win or loss is complete within so many plies.
    pub plies: u16,
}

/// A part of the board that never meets another.
#[derive(Serialize, Debug)]
pub struct Gamelet {
    /// The letters of its files.
    pub files: String,
    /// Where its pawns stand.
    pub squares: Vec<String>,
    /// What it is worth by itself, as a table of text.
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
    /// How likely a win, a draw and a loss are, in thousandths.
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
    /// A win in so many moves, or a loss if it is not above zero.
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

/// A move of a line.
#[derive(Clone, Serialize, Debug)]
pub struct Step {
    /// In coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// In short notation.
    pub san: String,
}

/// What is proved of a move, for the side that makes it.
#[derive(Clone, Serialize, Debug)]
pub struct Mark {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The outcome.
    pub outcome: &'static str,
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

/// A game with its variations.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Its text as it was read; not written.
    #[serde(default)]
    pub text: String,
    /// The tags, those aside that follow from the rest.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The variant.
    pub variant: String,
    /// What is chosen of its starts.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// Where it began, if not at the variant's start.
    #[serde(default)]
    pub fen: Option<String>,
    /// What is said before the first move.
    #[serde(default)]
    pub introduction: String,
    /// How it ended.
    #[serde(default = "unknown")]
    pub result: String,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<Node>,
}

fn unknown() -> String {
    "*".into()
}

/// A move of a game, and what is said about it.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// In coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// In short notation; need not be said.
    #[serde(default)]
    pub san: String,
    /// Numeric annotation glyphs.
    #[serde(default)]
    pub glyphs: Vec<u8>,
    /// What is said behind it.
    #[serde(default)]
    pub comment: String,
    /// What is said before it.
    #[serde(default)]
    pub before: String,
    /// What could have been played in its place.
    #[serde(default)]
    pub variations: Vec<Vec<Self>>,
}

/// A side.
#[must_use]
pub const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

/// An outcome, for the side to move or the one that makes a move.
#[must_use]
pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost",
    }
}
