//! The page's requests, as types for JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::{Game, Wrong};

/// A request from the page.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Describe the program, and what can be played.
    Hello {},
    /// Show a position, with its legal moves.
    View(Position),
    /// Tell what is known about a position without a search.
    Look(Position),
    /// Think about a position. This stops the tab's previous search.
    Think(Think),
    /// Compute the value with the king on each square; this counts as a search.
    Squares(Position),
    /// Stop thinking. Only the stopped search sends an answer.
    Stop {},
    /// Choose a start, as Black.
    Choose {
        /// The variant.
        variant: String,
        /// The choices that are already made.
        #[serde(default)]
        choices: BTreeMap<String, String>,
    },
    /// Read a move in any notation that people use.
    ReadMove {
        /// The position in which it is played.
        position: Position,
        /// The text of the move.
        text: String,
    },
    /// Read games.
    ReadPgn {
        /// The text.
        text: String,
        /// The variant of games that do not name one.
        #[serde(default)]
        variant: Option<String>,
    },
    /// Write a game.
    WritePgn(Box<Game>),
    /// Check a FEN.
    CheckFen {
        /// The variant.
        variant: String,
        /// The FEN.
        fen: String,
    },
}

impl Request {
    /// Whether the answer may take long.
    #[must_use]
    pub const fn is_slow(&self) -> bool {
        matches!(
            self,
            Self::Look(_) | Self::ReadPgn { .. } | Self::WritePgn(_)
        )
    }

    /// Reads a message: the number of the request, if it has one, and the request, or what is wrong
    /// with it.
    pub fn read(text: &str) -> (Option<u64>, Result<Self, Wrong>) {
        let fields: Map<String, Json> = match serde_json::from_str(text) {
            Ok(fields) => fields,
            Err(error) => {
                return (
                    None,
                    Err(Wrong::plain(format!("not a JSON object: {error}"))),
                );
            }
        };
        let mut fields = fields;
        let id = fields.remove("id").and_then(|id| id.as_u64());
        let Some(number) = id else {
            let message = "expected an id, a non-negative integer";
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
    /// How many of the best lines to report.
    #[serde(default = "one")]
    pub lines: u32,
    /// The playing level; by default full strength.
    #[serde(default)]
    pub level: Option<u32>,
    /// Whether a move is awaited; otherwise the request is for analysis.
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

/// A position: the start of a game, and the moves played.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The variant.
    pub variant: String,
    /// The choices among the variant's starts that differ from the default.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// The start; by default that of the variant.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves from there, in coordinates.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The limits of a search: the first one reached ends it.
#[derive(Clone, Copy, Default, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// No limit: the search ends only when it is stopped.
    #[serde(default)]
    pub infinite: bool,
    /// A limit in milliseconds.
    pub movetime: Option<u64>,
    /// A limit on the number of nodes.
    pub nodes: Option<u64>,
    /// A limit on the depth, in plies.
    pub depth: Option<u64>,
    /// White's time, in milliseconds.
    pub wtime: Option<u64>,
    /// Black's time.
    pub btime: Option<u64>,
    /// White's increment per move.
    pub winc: Option<u64>,
    /// Black's increment per move.
    pub binc: Option<u64>,
}
