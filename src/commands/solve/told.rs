//! A solved position as one object, for `solve --json`.

use std::time::Duration;

use serde::Serialize;

use crate::commands::json::{About, Proved, signed};
use crate::game::bounds::Bounds;
use crate::game::state::State;
use crate::game::{Outcome, Provable};
use crate::solve::exact::{ExactSolver, Measured};
use crate::solve::line::Line;

#[derive(Serialize)]
pub struct Told {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    proved: Proved,
    plies: Option<i32>,
    plies_at_most: Option<usize>,
    line: Vec<String>,
    moves: Vec<Move>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operations: Vec<String>,
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
    pub fn new<G: Provable>(
        solver: &dyn ExactSolver<G>,
        position: &G::Diagram,
        variant: &str,
        bounds: Bounds,
        values: &[Measured<G::Move>],
        (positions, time): (u64, Duration),
    ) -> Self {
        let game = solver.game();
        let state = State::new(game.clone(), position.clone());
        let moves = values.iter().map(|Measured { one, plies }| Move {
            played: game.coordinates(position, one.played),
            value: one.bounds.exact().map(|outcome| outcome.to_string()),
            plies: signed(one.bounds.exact(), *plies),
        });
        let plies = bounds
            .exact()
            .and_then(|_| solver.plies(&G::position(position)));
        Self {
            about: About::new(&state, variant),
            proved: bounds.into(),
            plies: signed(bounds.exact(), plies),
            plies_at_most: None,
            line: Vec::new(),
            moves: moves.collect(),
            operations: Vec::new(),
            positions,
            milliseconds: time.as_millis() as u64,
        }
    }

    /// What is said of it where it was read.
    pub fn with_operations(self, operations: &[String]) -> Self {
        Self {
            operations: operations.to_vec(),
            ..self
        }
    }

    /// The win or loss takes so many plies, and no fewer.
    pub fn with_shortest(self, value: Outcome, plies: usize) -> Self {
        Self {
            plies: signed(Some(value), u16::try_from(plies).ok()),
            ..self
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
