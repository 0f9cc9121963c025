//! Metamachy as the house sees it: its texts, and its variants.
//!
//! A variant is the game itself; with which set-up it begins is an option, and so is whether the evaluation
//! sees passed pawns. Its weights stand in the table `[metamachy]` of `engine.toml`.

use std::any::Any;
use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::{Diagram, MetamachyGame, Weights, evaluation, openings, xboard};
use crate::engine::options::{Choice, ChoiceKind, Choices};
use crate::engine::registry::{Listing, WrongTable, Xboard, XboardMen, read_table};
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::fen::FenError;
use crate::game::playable::Playable;
use crate::game::state::{GameState, State};

/// What a variant says of itself: where it starts, if not with one of the set-ups.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: Option<String>,
}

/// A variant of Metamachy.
#[derive(Clone, Debug)]
pub struct MetamachyRoom {
    start: Option<Diagram>,
    game: MetamachyGame,
}

const SETUP: &str = "setup";
const PASSERS: &str = "passers";

/// The game in the list.
pub const LISTING: Listing = Listing {
    name: "metamachy",
    choices: &[
        Choice {
            name: "Setup",
            key: SETUP,
            help: "the array of Metamachy at the start: where king, queen, eagle and lion stand",
            kind: ChoiceKind::Number(0..=openings::COUNT as u32 - 1, openings::USUAL as u32),
            of_start: true,
        },
        Choice {
            name: "Passers",
            key: PASSERS,
            help: "whether the evaluation of Metamachy sees passed pawns",
            kind: ChoiceKind::Check(true),
            of_start: false,
        },
    ],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[],
    promotions: MetamachyGame::NOTATION.becomes,
    open: |variant, own| Ok(Arc::new(MetamachyRoom::open(variant, own)?)),
};

impl MetamachyRoom {
    /// Reads a variant.
    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let rules: Rules = read_table(variant)?;
        let start = rules.start.map(|start| start.parse::<Diagram>());
        let start = start
            .transpose()
            .map_err(|problem| WrongTable::new(&["start"], problem))?;
        let weights = Weights::read(own)?;
        Ok(Self {
            start,
            game: MetamachyGame::new(weights),
        })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &MetamachyGame {
        &self.game
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl Variant for MetamachyRoom {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenError> {
        Ok(self.state(fen.parse()?))
    }

    fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError> {
        if let Some(start) = self.start {
            return Ok(self.state(start));
        }
        let number = choices.get(SETUP).and_then(|number| number.parse().ok());
        let start = openings::start(number.unwrap_or(openings::USUAL));
        let start = start.map_err(|problem| StartError::of_choice(SETUP, problem))?;
        Ok(self.state(start))
    }

    /// Each program has an array of its own.
    fn has_usual_start(&self, _choices: &Choices) -> bool {
        false
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment {
            judge: |first: &MetamachyGame, game, choices| {
                let weights = match choices.get(PASSERS) {
                    Some("false") => first.weights.without_passers(),
                    _ => first.weights.clone(),
                };
                let is_new = game.weights != weights;
                if is_new {
                    *game = MetamachyGame::new(weights).with_memory();
                }
                is_new
            },
            ..Equipment::plain(self.game.clone())
        }))
    }

    fn rules(&self) -> String {
        let rules = "Metamachy, third occurrence and 100 plies without progress draw";
        match self.start {
            None => rules.into(),
            Some(start) => format!("{rules}, start {start}"),
        }
    }

    fn about(&self) -> String {
        "Chess on twelve by twelve squares with eagle, lion, princes, elephants, camels and cannons: mate \
         wins. By Jean-Louis Cazaux."
            .into()
    }

    fn xboard(&self) -> Xboard {
        Xboard {
            men: Some(XboardMen {
                // In XBoard's own order. It has no picture of a prince or an eagle: they get a commoner's and
                // a falcon's.
                letters: Some("PNBRQ.E...IC.....G...L..MKpnbrq.e...ic.....g...l..mk"),
                moves: &[
                    "P& fmWfceFfmnD",
                    "I& KfmnD",
                    "E& FA",
                    "M& C",
                    "C& mRcpR",
                    "G& FyafsF",
                    "L& KNAD",
                    // The leap is only a move of the king's, so that no rook goes with him.
                    "K& KimAimDimN",
                ],
                marks: true,
            }),
            fen: |fen| Ok(xboard::read_fen(fen)?.to_string()),
            ..Xboard::UNKNOWN
        }
    }
}
