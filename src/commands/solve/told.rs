//! The output for a solved position: lines of text, or one JSON object.

use std::time::Duration;

use serde::Serialize;

use super::name;
use crate::cli::json::{About, Proved, signed};
use crate::commands::analyse::line as in_numbers;
use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::game::state::GameState;
use crate::solve::solution::{Solution, SolvedLine, SolvedMove};

/// A solved position as one JSON object, for `--json`.
#[derive(Serialize)]
pub struct Told {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    proved: Proved,
    /// The exact number of plies with best play, if known.
    pub plies: Option<i32>,
    /// The length of a [line](Self::line) that no defence makes longer.
    pub plies_at_most: Option<usize>,
    /// A line of the proof.
    pub line: Vec<String>,
    moves: Vec<Move>,
    /// The operations of the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<String>,
    positions: u64,
    milliseconds: u64,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    played: String,
    value: Option<String>,
    plies: Option<i32>,
}

impl Told {
    /// What is known about a position of a variant, after this many positions and this much time.
    pub fn new(
        state: &dyn GameState,
        variant: &str,
        solution: &Solution,
        (positions, time): (u64, Duration),
    ) -> Self {
        let moves = solution.moves.iter().map(|one| Move {
            played: one.played.clone(),
            value: one.bounds.exact().map(|outcome| outcome.to_string()),
            plies: signed(one.bounds.exact(), one.plies),
        });
        Self {
            about: About::new(state, variant),
            proved: solution.bounds.into(),
            plies: signed(solution.bounds.exact(), solution.plies),
            plies_at_most: None,
            line: Vec::new(),
            moves: moves.collect(),
            operations: Vec::new(),
            positions,
            milliseconds: time.as_millis() as u64,
        }
    }
}

/// A line as text: `line 5 plies: 1.b4 a5 …`; the length is left out if it has no meaning.
pub fn line(start: &dyn GameState, line: &SolvedLine) -> String {
    let length = match (line.is_longest, line.moves.len()) {
        (true, 1) => " 1 ply:".into(),
        (true, plies) => format!(" {plies} plies:"),
        (false, _) => String::new(),
    };
    format!("line{length} {}", in_numbers(start, &line.moves))
}

/// A move, its value, and the length if known, with these separators before value and length:
/// `a1b1 win 52`.
pub fn one_move(one: &SolvedMove, [before_value, before_plies]: [&str; 2]) -> String {
    let plies = (one.plies).map_or_else(String::new, |plies| format!("{before_plies}{plies}"));
    let (played, value) = (&one.played, name(one.bounds.exact()));
    format!("{played}{before_value}{value}{plies}")
}

/// A value, or the bounds that are known.
pub fn value(bounds: Bounds) -> String {
    match (bounds.exact(), bounds.least(), bounds.most()) {
        (None, Outcome::Draw, _) => "at least draw".into(),
        (None, _, Outcome::Draw) => "at most draw".into(),
        (exact, _, _) => name(exact),
    }
}

/// Bounds in words.
pub const fn in_words(bounds: Bounds) -> &'static str {
    match (bounds.least(), bounds.most()) {
        (Outcome::Win, _) | (_, Outcome::Loss) | (Outcome::Draw, Outcome::Draw) => "solved",
        (Outcome::Draw, _) => "at least a draw",
        (_, Outcome::Draw) => "at most a draw",
        _ => "nothing proved yet",
    }
}
