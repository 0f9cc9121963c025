//! The variants of antichess.
//!
//! A variant is a start position and the result for a side that has pieces but no move. The weights of the
//! evaluation are in the table `[antichess]` of `engine.toml`.

use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::rules::Stalemate;
use super::{AntichessGame, Weights, evaluation, network};
use crate::engine::choices::Choice;
use crate::engine::definition::read_start;
use crate::engine::registry::{Listing, OpenResult, Xboard, XboardMen, read_table};
use crate::engine::{Definition, Equipment};
use crate::game::playable::Playable;
use crate::solve::cyclic_proofs::forced_wins;
use crate::solve::cyclic_solver::CyclicSolver;

/// The tables of a variant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
    stalemate: Stalemate,
}

/// The positions searched for proofs for each node of the search. More find forced wins earlier, but the network
/// sees most of them coming, and the search has less time.
const SHARE_OF_PROVING: f64 = 0.35;

/// The entry in the registry of games.
pub const LISTING: Listing = Listing {
    name: "antichess",
    choices: &[Choice::NETWORK],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[],
    king_squares: None,
    promotions: AntichessGame::NOTATION.becomes,
    aliases: &[],
    prelude: None,
    themes: &[],
    open,
};

/// Reads a variant.
fn open(variant: &Table, own: &Table) -> OpenResult {
    let Rules { start, stalemate } = read_table(variant)?;
    let game = AntichessGame {
        stalemate,
        weights: Weights::read(own)?,
        network: Some(Arc::clone(&network::BUILT_IN)),
    };
    let equipment = Equipment {
        proofs: |mebibytes| forced_wins(mebibytes).map(Some),
        share_of_proving: |_| SHARE_OF_PROVING,
        judge: |first: &AntichessGame, game, choices| {
            choices.choose_network(&first.network, &mut game.network)
        },
        ..Equipment::plain(game)
    };
    let (template, without_a_move) = match stalemate {
        Stalemate::Wins => ("giveaway", "or no move"),
        Stalemate::FewerMenWin => (
            "suicide",
            "or has no move and fewer pieces than the other side",
        ),
    };
    // Other programs may castle from `startpos`. From a FEN without castling rights they do not.
    let plain = Definition::beginning_at(&LISTING, equipment, read_start(&start)?);
    Ok(Arc::new(Definition {
        rules: format!("{}, stalemate {}", plain.rules, stalemate.name()),
        about: format!(
            "Captures are compulsory, the king is an ordinary piece, and the side to move has won if it has no pieces \
             left {without_a_move}."
        ),
        solver: CyclicSolver::for_game,
        // XBoard plays a variant that it does not know by the rules of the template.
        xboard: Xboard {
            men: Some(XboardMen {
                letters: None,
                moves: &[],
                marks: false,
            }),
            template,
            names: &["giveaway", "suicide"],
            ..Xboard::UNKNOWN
        },
        ..plain
    }))
}
