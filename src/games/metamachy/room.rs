//! The variants of Metamachy.
//!
//! A variant is the game itself. Options select the set-up at the start, and whether the evaluation counts
//! passed pawns and uses the network. The weights are in the table `[metamachy]` of `engine.toml`.

use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::{MetamachyGame, Weights, evaluation, network, openings, xboard};
use crate::engine::choices::{Choice, ChoiceKind, Choices};
use crate::engine::definition::read_start;
use crate::engine::registry::{Legend, Listing, OpenResult, Xboard, XboardMen, read_table};
use crate::engine::{Definition, Equipment, StartError};
use crate::game::playable::Playable;

/// The tables of a variant: its start, if it is not one of the set-ups.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: Option<String>,
}

const SETUP: &str = "setup";
const PASSERS: &str = "passers";

/// The entry in the registry of games.
pub const LISTING: Listing = Listing {
    name: "metamachy",
    choices: &[
        Choice::NETWORK,
        Choice {
            name: "Setup",
            key: SETUP,
            label: "Set-up",
            help: "the set-up of Metamachy at the start: where king, queen, eagle and lion stand",
            kind: ChoiceKind::Number(0..=openings::COUNT as u32 - 1, openings::USUAL as u32),
            of_start: true,
        },
        Choice {
            name: "Passers",
            key: PASSERS,
            label: "Passed pawns",
            help: "whether the evaluation of Metamachy sees passed pawns",
            kind: ChoiceKind::Check(true),
            of_start: false,
        },
    ],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[],
    king_squares: None,
    promotions: MetamachyGame::NOTATION.becomes,
    aliases: &[],
    prelude: None,
    themes: &[],
    open,
};

/// What differs from chess.
const LEGEND: Legend = &[
    (
        'G',
        "One square diagonally, and from there on like a rook, away from where it came from.",
    ),
    ('L', "Leaps to any square within two king's steps."),
    (
        'I',
        "One square in any direction, like a king, but it may be captured; or two squares straight ahead without \
         capture. It is promoted like a pawn.",
    ),
    ('E', "Leaps one or two squares diagonally."),
    (
        'M',
        "Leaps one square along a line and three along the other: a longer knight.",
    ),
    (
        'C',
        "Moves like a rook, and captures the first piece beyond exactly one other.",
    ),
    (
        'P',
        "As in chess, but it may step two squares ahead from anywhere, and becomes a queen, a lion or an eagle.",
    ),
    (
        'K',
        "As in chess; its first move may be a leap of two squares to an empty one.",
    ),
];

/// Reads a variant.
fn open(variant: &Table, own: &Table) -> OpenResult {
    let rules: Rules = read_table(variant)?;
    let own_start = rules.start.map(|start| read_start(&start)).transpose()?;
    let game = MetamachyGame::new(Weights::read(own)?, Some(Arc::clone(&network::BUILT_IN)));
    let equipment = Equipment {
        judge: |first: &MetamachyGame, game, choices| {
            let weights = match choices.get(PASSERS) {
                Some("false") => first.weights.without_passers(),
                _ => first.weights.clone(),
            };
            let other_weights = game.weights != weights;
            if other_weights {
                *game = MetamachyGame::new(weights, game.network.take()).with_memory();
            }
            choices.choose_network(&first.network, &mut game.network) || other_weights
        },
        ..Equipment::plain(game)
    };
    let start = move |choices: &Choices| match own_start {
        Some(start) => Ok(start),
        None => {
            let number = choices.get(SETUP).and_then(|number| number.parse().ok());
            let start = openings::start(number.unwrap_or(openings::USUAL));
            start.map_err(|problem| StartError::of_choice(SETUP, problem))
        }
    };
    let rules = "Metamachy, third occurrence and 100 plies without progress draw";
    Ok(Arc::new(Definition {
        // Each program uses a different start position.
        has_usual_start: |_| false,
        rules: match own_start {
            None => rules.into(),
            Some(start) => format!("{rules}, start {start}"),
        },
        about: "Chess on twelve by twelve squares, with an eagle, a lion, princes, elephants, camels and cannons. \
                Checkmate wins. By Jean-Louis Cazaux."
            .into(),
        legend: LEGEND,
        xboard: Xboard {
            men: Some(XboardMen {
                // In XBoard's own order. It has no picture of a prince or an eagle: they get those of a
                // commoner and a falcon.
                letters: Some("PNBRQ.E...IC.....G...L..MKpnbrq.e...ic.....g...l..mk"),
                moves: &[
                    "P& fmWfceFfmnD",
                    "I& KfmnD",
                    "E& FA",
                    "M& C",
                    "C& mRcpR",
                    "G& FyafsF",
                    "L& KNAD",
                    // The leap is given as an ordinary king's move, so that no rook moves with it.
                    "K& KimAimDimN",
                ],
                marks: true,
            }),
            fen: |fen| Ok(xboard::read_fen(fen)?.to_string()),
            ..Xboard::UNKNOWN
        },
        ..Definition::new(&LISTING, equipment, start)
    }))
}
