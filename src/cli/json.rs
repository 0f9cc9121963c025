//! JSON output of the commands: `--json`, one object per line.
//!
//! A name means the same in all commands. docs/json.md lists the names, with their units, and
//! says which values are exact. All values of a position are from the point of view of the
//! side to move.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::game::state::GameState;
use crate::game::value::Value;

/// The position that an object is about.
#[derive(Serialize, Debug)]
pub struct About {
    fen: String,
    turn: &'static str,
    variant: String,
}

impl About {
    /// A position of a variant.
    pub fn new(position: &dyn GameState, variant: &str) -> Self {
        Self {
            fen: position.fen(),
            turn: position.turn().word(),
            variant: variant.into(),
        }
    }
}

/// What a search reports about a position.
#[derive(Serialize, Debug)]
pub struct Searched {
    value: Option<String>,
    plies: Option<i32>,
    pawns: Option<f64>,
}

impl Searched {
    /// A value, and the outcome if it is proved.
    pub fn new(value: Value, proved: Option<Outcome>) -> Self {
        let plies = value.plies_to_end().map(i32::from);
        let is_guess = proved.is_none() && plies.is_none();
        Self {
            value: proved.map(|outcome| outcome.to_string()),
            plies: plies.map(|plies| plies * i32::from(value.number().signum())),
            pawns: is_guess.then(|| in_pawns(value.number().into())),
        }
    }
}

/// What is proved about a position.
#[derive(Serialize, Debug)]
pub struct Proved {
    value: Option<String>,
    at_least: String,
    at_most: String,
}

impl From<Bounds> for Proved {
    fn from(bounds: Bounds) -> Self {
        Self {
            value: bounds.exact().map(|outcome| outcome.to_string()),
            at_least: bounds.least().to_string(),
            at_most: bounds.most().to_string(),
        }
    }
}

/// Plies as written in JSON: negative for the loser.
pub fn signed(outcome: Option<Outcome>, plies: Option<u16>) -> Option<i32> {
    match outcome? {
        Outcome::Draw => None,
        Outcome::Win => plies.map(i32::from),
        Outcome::Loss => plies.map(|plies| -i32::from(plies)),
    }
}

/// Converts centipawns to pawns.
pub fn in_pawns(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// Writes an object.
pub fn write(output: &mut dyn Write, object: &impl Serialize) -> Result<()> {
    Ok(writeln!(output, "{}", serde_json::to_string(object)?)?)
}
