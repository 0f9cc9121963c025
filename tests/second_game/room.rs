//! How Corridor is added: its variants, its option, its weights, its solver.
//!
//! ```toml
//! [variants.corridor]
//! game = "corridor"
//! start = "rk/p1/2/2/2/2/2/2/1P/KR w"
//! no_move = "draw"
//!
//! [corridor]
//! pieces = [100, 200, 300]
//! advance = 10
//! ```

use std::sync::Arc;

use jacquerie::engine::choices::ChoiceKind;
use jacquerie::engine::definition::read_start;
use jacquerie::engine::registry::{Listing, OpenResult, WrongTable, read_table};
use jacquerie::engine::{Choice, Choices, Definition, Equipment, StartError};
use jacquerie::game::Game;
use jacquerie::game::playable::Playable;
use jacquerie::solve::cyclic_solver::CyclicSolver;
use serde::Deserialize;
use toml::Table;

use crate::game::{Corridor, FILES, NoMove, PAWN, Position, SQUARES, Weights};
use crate::text::Diagram;

/// The table of a variant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
    no_move: NoMove,
}

/// The tables of the game. A table that `engine.toml` may leave out has defaults.
#[derive(Deserialize)]
struct Own {
    #[serde(default)]
    corridor: Weights,
}

const HEAD_START: &str = "head_start";

/// The game in the registry.
pub const LISTING: Listing = Listing {
    name: "corridor",
    choices: &[Choice {
        name: "Head Start",
        key: HEAD_START,
        label: "Head start",
        help: "by how many ranks the pawns of the first player begin further on",
        kind: ChoiceKind::Number(0..=9, 0),
        of_start: true,
    }],
    tables: &["corridor"],
    other_ending: None,
    commands: &[],
    king_squares: None,
    promotions: "KR",
    aliases: &[],
    prelude: None,
    themes: &[],
    open,
};

fn open(variant: &Table, own: &Table) -> OpenResult {
    let Rules { start, no_move } = read_table(variant)?;
    let Own { corridor: weights } = read_table(own)?;
    let start: Diagram = read_start(&start)?;
    let game = Corridor { no_move, weights };
    if game.outcome(&start.position).is_some() {
        return Err(WrongTable::new(&["start"], "the game is over"));
    }
    Ok(Arc::new(Definition {
        rules: format!("start {start}, {}", game.rule().words),
        about: "Capture every piece of the other side, in a corridor of two files.".into(),
        has_usual_start: |choices| choices.get(HEAD_START).is_none_or(|ranks| ranks == "0"),
        solver: CyclicSolver::for_game,
        ..Definition::new(&LISTING, Equipment::plain(game), move |choices| {
            ahead(&start, choices)
        })
    }))
}

/// The start position, with the first player's pawns advanced by this many ranks.
fn ahead(start: &Diagram, choices: &Choices) -> Result<Diagram, StartError> {
    let ranks = choices.get(HEAD_START).and_then(|ranks| ranks.parse().ok());
    let ranks: usize = ranks.unwrap_or(0);
    let squares = start.position.0;
    let mut moved = squares.map(|piece| if piece == PAWN { 0 } else { piece });
    for from in (0..SQUARES).filter(|from| squares[*from] == PAWN) {
        let to = from + FILES * ranks;
        if to >= SQUARES - FILES || moved[to] != 0 {
            let reason = format!("no pawn can begin {ranks} ranks further on");
            return Err(StartError::of_choice(HEAD_START, reason));
        }
        moved[to] = PAWN;
    }
    let position = Position(moved);
    Ok(Diagram { position, ..*start })
}
