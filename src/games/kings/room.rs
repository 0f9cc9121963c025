//! The variants of kings and pawns.
//!
//! A variant is a start position. The weights of the evaluation are in the table `[kings]` of `engine.toml`.

use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::proving::proofs;
use super::{KingGame, KingSolver, Weights, evaluation};
use crate::engine::definition::read_start;
use crate::engine::registry::{Listing, OpenResult, Xboard, XboardMen, read_table};
use crate::engine::{Definition, Equipment};
use crate::game::playable::Playable;
use crate::games::squares;
use crate::solve::solving::NoSolver;

/// The tables of a variant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
}

/// The entry in the registry of games.
pub const LISTING: Listing = Listing {
    name: "kings",
    choices: &[],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[squares::COMMAND],
    king_squares: Some(squares::find),
    promotions: KingGame::NOTATION.becomes,
    aliases: &[],
    prelude: None,
    themes: &[
        "breakthrough",
        "race",
        "sacrifice",
        "stalemate",
        "opposition",
        "spareMove",
    ],
    open,
};

/// Reads a variant.
fn open(variant: &Table, own: &Table) -> OpenResult {
    let rules: Rules = read_table(variant)?;
    let game = KingGame {
        weights: Weights::read(own)?,
        store: None,
    };
    let equipment = Equipment {
        proofs: |_| Ok(Some(proofs())),
        share_of_proving: |_| 1.0,
        ..Equipment::plain(game)
    };
    Ok(Arc::new(Definition {
        solver: |game: &KingGame, means| match means.is_plain {
            true => Err(NoSolver::Plain),
            false => {
                let solver = KingSolver::new(game.clone(), means.mebibytes, means.threads);
                Ok(Box::new(solver))
            }
        },
        xboard: Xboard {
            men: Some(XboardMen {
                // In XBoard's own order: pawn, queen in the fifth place, king.
                letters: Some("P...QKp...qk"),
                // Queens have no line: they never move.
                moves: &["P& fmWfceFifmnD", "K& K"],
                marks: false,
            }),
            ..Xboard::UNKNOWN
        },
        about: "Kings and pawns, as in chess: a new queen wins, unless it is taken at once or answered by another."
            .into(),
        ..Definition::beginning_at(&LISTING, equipment, read_start(&rules.start)?)
    }))
}
