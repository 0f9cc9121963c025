//! A solved position as one object, for `solve --json`.

use std::time::Duration;

use serde::Serialize;

use super::{SolvableGame, named};
use crate::commands::json::{About, Proved};
use crate::game::bounds::{Bounds, MoveValue};
use crate::game::state::State;
use crate::solve::line::Line;

#[derive(Serialize)]
pub struct Told {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    proved: Proved,
    plies_at_most: Option<usize>,
    line: Vec<String>,
    moves: Vec<Move>,
    positions: u64,
    milliseconds: u64,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    played: String,
    value: Option<String>,
}

impl Told {
    pub fn new<G: SolvableGame>(
        game: &G,
        position: &G::Diagram,
        variant: &str,
        bounds: Bounds,
        values: &[MoveValue<G::Move>],
        (positions, time): (u64, Duration),
    ) -> Self {
        let state = State::new(game.clone(), position.clone());
        let moves = values.iter().map(|one| Move {
            played: named(game, position, one).0,
            value: one.bounds.exact().map(|outcome| outcome.to_string()),
        });
        Self {
            about: About::new(&state, variant),
            proved: bounds.into(),
            plies_at_most: None,
            line: Vec::new(),
            moves: moves.collect(),
            positions,
            milliseconds: time.as_millis() as u64,
        }
    }

    pub fn with_line<M>(self, line: &Line<M>, moves: Vec<String>) -> Self {
        Self {
            plies_at_most: line.is_longest.then_some(moves.len()),
            line: moves,
            ..self
        }
    }
}
