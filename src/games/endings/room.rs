//! The variants of pawn endings.
//!
//! A variant is a start position. The weights of the evaluation are in the table `[endings]` of
//! `engine.toml`.

use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::chess::PRELUDE;
use super::proving::proofs;
use super::{EndingGame, EndingSolver, Weights, evaluation, network};
use crate::engine::choices::Choice;
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
    name: "endings",
    choices: &[Choice::NETWORK],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[squares::COMMAND],
    king_squares: Some(squares::find),
    promotions: EndingGame::NOTATION.becomes,
    aliases: &[
        "chess",
        "normal",
        "standard",
        "orthodox",
        "regular",
        "from position",
    ],
    prelude: Some(PRELUDE),
    themes: &[
        "breakthrough",
        "race",
        "sacrifice",
        "stalemate",
        "opposition",
        "spareMove",
        "pawnEndgame",
        "knightEndgame",
        "bishopEndgame",
        "rookEndgame",
        "queenEndgame",
    ],
    open,
};

/// Reads a variant.
fn open(variant: &Table, own: &Table) -> OpenResult {
    let rules: Rules = read_table(variant)?;
    let game = EndingGame {
        weights: Weights::read(own)?,
        network: Some(Arc::clone(&network::BUILT_IN)),
        ..EndingGame::default()
    };
    let equipment = Equipment {
        proofs: |mebibytes| Ok(Some(proofs(mebibytes))),
        share_of_proving: |_| 1.0,
        judge: |first: &EndingGame, game, choices| {
            choices.choose_network(&first.network, &mut game.network)
        },
        ..Equipment::plain(game)
    };
    Ok(Arc::new(Definition {
        solver: |game: &EndingGame, means| match means.is_plain {
            true => Err(NoSolver::Plain),
            false => {
                let solver = EndingSolver::new(game.clone(), means.mebibytes, means.threads);
                Ok(Box::new(solver))
            }
        },
        xboard: Xboard {
            template: "normal",
            // Its pieces are those of chess, but not its start position.
            men: Some(XboardMen {
                letters: None,
                moves: &[],
                marks: false,
            }),
            ..Xboard::UNKNOWN
        },
        about: "Pawn endings by the rules of chess: kings, pawns, at most one piece on each side, and promotions."
            .into(),
        ..Definition::beginning_at(&LISTING, equipment, read_start(&rules.start)?)
    }))
}
