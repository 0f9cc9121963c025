//! Pawn endings as the house sees them: their texts, and their variants.
//!
//! A variant is a start position; the weights of the evaluation stand in the table `[endings]` of `engine.toml`.

use std::any::Any;
use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::chess::PRELUDE;
use super::{Diagram, EndingGame, Weights, evaluation};
use crate::engine::options::Choices;
use crate::engine::registry::{Listing, Prelude, WrongTable, Xboard, XboardMen, read_table};
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::fen::FenError;
use crate::game::playable::Playable;
use crate::game::state::{GameState, State};

/// What a variant says of itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
}

/// A variant of pawn endings.
#[derive(Clone, Debug)]
struct EndingRoom {
    start: Diagram,
    game: EndingGame,
}

/// The game in the list.
pub const LISTING: Listing = Listing {
    name: "endings",
    choices: &[],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[],
    promotions: EndingGame::NOTATION.becomes,
    open: |variant, own| Ok(Arc::new(EndingRoom::open(variant, own)?)),
};

impl EndingRoom {
    /// Reads a variant.
    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let rules: Rules = read_table(variant)?;
        let weights = Weights::read(own)?;
        let start = rules.start.parse::<Diagram>();
        let start = start.map_err(|problem| WrongTable::new(&["start"], problem))?;
        let game = EndingGame { weights };
        Ok(Self { start, game })
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl Variant for EndingRoom {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenError> {
        Ok(self.state(fen.parse()?))
    }

    fn start(&self, _choices: &Choices) -> Result<Box<dyn GameState>, StartError> {
        Ok(self.state(self.start))
    }

    /// Others begin chess with all pieces.
    fn has_usual_start(&self, _choices: &Choices) -> bool {
        false
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment::plain(self.game.clone())))
    }

    fn xboard(&self) -> Xboard {
        Xboard {
            template: "normal",
            // Its men are those of chess, but not its start.
            men: Some(XboardMen {
                letters: None,
                moves: &[],
                marks: false,
            }),
            ..Xboard::UNKNOWN
        }
    }

    fn rules(&self) -> String {
        format!("start {}, chess", self.start)
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["chess", "normal", "standard", "orthodox", "regular"]
    }

    fn prelude(&self) -> Option<Prelude> {
        Some(PRELUDE)
    }

    fn about(&self) -> String {
        "Pawn endings by the rules of chess: kings, pawns, at most one piece a side, and what pawns become.".into()
    }
}
