//! A game with its variations, as in PGN. It is the only type used in both requests and answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A game with its variations.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The text that was read; ignored when a game is written.
    #[serde(default)]
    pub text: String,
    /// The tags, except those that follow from the rest.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The variant.
    pub variant: String,
    /// The choices that select the start.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// The FEN of the start, if that is not the variant's own.
    #[serde(default)]
    pub fen: Option<String>,
    /// The comment before the first move.
    #[serde(default)]
    pub introduction: String,
    /// The result.
    #[serde(default = "unknown")]
    pub result: String,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<Node>,
}

fn unknown() -> String {
    "*".into()
}

/// A move of a game, with its annotations.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub played: String,
    /// The move in SAN; optional.
    #[serde(default)]
    pub san: String,
    /// Numeric annotation glyphs.
    #[serde(default)]
    pub glyphs: Vec<u8>,
    /// The comment after it.
    #[serde(default)]
    pub comment: String,
    /// The comment before it.
    #[serde(default)]
    pub before: String,
    /// The lines that could have been played in its place.
    #[serde(default)]
    pub variations: Vec<Vec<Self>>,
}
