//! Kings and pawns as the house sees them: their texts, and their variants.
//!
//! A variant is a start position; the weights of the evaluation stand in the table `[kings]` of
//! `engine.toml`.

use std::any::Any;
use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::proving::proofs;
use super::{Diagram, KingGame, KingSolver, Weights, evaluation};
use crate::engine::options::Choices;
use crate::engine::registry::{Listing, WrongTable, Xboard, XboardMen, read_table};
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::fen::FenError;
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::{GameState, State};
use crate::solve::certificate::Certificate;
use crate::solve::checking::{CheckError, Checked, check};
use crate::solve::solving::{GameSolver, Means, NoSolver};

/// What a variant says of itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
}

/// A variant of kings and pawns.
#[derive(Clone, Debug)]
pub struct KingRoom {
    start: Diagram,
    game: KingGame,
}

/// The game in the list.
pub const LISTING: Listing = Listing {
    name: "kings",
    choices: &[],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[super::squares::COMMAND],
    promotions: KingGame::NOTATION.becomes,
    open: |variant, own| Ok(Arc::new(KingRoom::open(variant, own)?)),
};

impl KingRoom {
    /// Reads a variant.
    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let rules: Rules = read_table(variant)?;
        let weights = Weights::read(own)?;
        let start = rules.start.parse::<Diagram>();
        let start = start.map_err(|problem| WrongTable::new(&["start"], problem))?;
        Ok(Self {
            start,
            game: KingGame {
                weights,
                store: None,
            },
        })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &KingGame {
        &self.game
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl Variant for KingRoom {
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

    /// Others know no game of this name, and `startpos` as all of chess.
    fn has_usual_start(&self, _choices: &Choices) -> bool {
        false
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment {
            proofs: |_| Ok(Some(proofs())),
            share_of_proving: |_| 1.0,
            ..Equipment::plain(self.game.clone())
        }))
    }

    fn solver(&self, means: Means) -> Result<Box<dyn GameSolver>, NoSolver> {
        if means.is_plain {
            return Err(NoSolver::Plain);
        }
        let solver = KingSolver::new(self.game.clone(), means.mebibytes, means.threads);
        Ok(Box::new(solver))
    }

    fn rule(&self) -> Option<Rule> {
        Some(self.game.rule())
    }

    fn check(&self, certificate: &Certificate, tells_line: bool) -> Result<Checked, CheckError> {
        check(&self.game, certificate, tells_line)
    }

    fn xboard(&self) -> Xboard {
        Xboard {
            men: Some(XboardMen {
                // In XBoard's own order: pawn, queen in the fifth place, king.
                letters: Some("P...QKp...qk"),
                // Queens have no line: they stand where they are made.
                moves: &["P& fmWfceFifmnD", "K& K"],
                marks: false,
            }),
            ..Xboard::UNKNOWN
        }
    }

    fn rules(&self) -> String {
        format!("start {}", self.start)
    }

    fn about(&self) -> String {
        "Kings and pawns, as in chess: a queen that is not taken at once, or answered by another, wins."
            .into()
    }
}
