//! Antichess as the house sees it: its texts, and its variants.
//!
//! A variant is a start position, and what a side with men but no move gets; the weights of the
//! evaluation stand in the table `[antichess]` of `engine.toml`.

use std::any::Any;
use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::rules::Stalemate;
use super::{AntichessGame, Diagram, Weights, evaluation};
use crate::engine::options::Choices;
use crate::engine::registry::{Listing, WrongTable, Xboard, XboardMen, read_table};
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::fen::FenError;
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::{GameState, State};
use crate::solve::certificate::Certificate;
use crate::solve::checking::{CheckError, Checked, check};
use crate::solve::cyclic_proofs::forced_wins;
use crate::solve::cyclic_solver::CyclicSolver;
use crate::solve::solving::{GameSolver, Means, NoSolver};

/// What a variant says of itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
    stalemate: Stalemate,
}

/// A variant of antichess.
#[derive(Clone, Debug)]
pub struct AntichessRoom {
    start: Diagram,
    game: AntichessGame,
}

/// The game in the list.
pub const LISTING: Listing = Listing {
    name: "antichess",
    choices: &[],
    tables: &[evaluation::TABLE],
    other_ending: None,
    commands: &[],
    promotions: AntichessGame::NOTATION.becomes,
    open: |variant, own| Ok(Arc::new(AntichessRoom::open(variant, own)?)),
};

impl AntichessRoom {
    /// Reads a variant.
    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let rules: Rules = read_table(variant)?;
        let weights = Weights::read(own)?;
        let start = rules.start.parse::<Diagram>();
        let start = start.map_err(|problem| WrongTable::new(&["start"], problem))?;
        let game = AntichessGame {
            stalemate: rules.stalemate,
            weights,
        };
        Ok(Self { start, game })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &AntichessGame {
        &self.game
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl Variant for AntichessRoom {
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

    /// Others may castle from `startpos`; from a FEN that says that nobody does they do not.
    fn has_usual_start(&self, _choices: &Choices) -> bool {
        false
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment {
            proofs: |mebibytes| forced_wins(mebibytes).map(Some),
            share_of_proving: |_| 1.0,
            ..Equipment::plain(self.game.clone())
        }))
    }

    fn solver(&self, means: Means) -> Result<Box<dyn GameSolver>, NoSolver> {
        if means.is_plain {
            return Err(NoSolver::Plain);
        }
        let solver = CyclicSolver::new(self.game.clone(), means.mebibytes, means.threads);
        let solver = solver.map_err(|_| NoSolver::Memory(means.mebibytes))?;
        Ok(Box::new(solver))
    }

    fn rule(&self) -> Option<Rule> {
        Some(self.game.rule())
    }

    fn check(&self, certificate: &Certificate, tells_line: bool) -> Result<Checked, CheckError> {
        check(&self.game, certificate, tells_line)
    }

    /// Under a name that it does not know, XBoard plays by the rules of the template.
    fn xboard(&self) -> Xboard {
        Xboard {
            men: Some(XboardMen {
                letters: None,
                moves: &[],
                marks: false,
            }),
            template: match self.game.stalemate {
                Stalemate::Wins => "giveaway",
                Stalemate::FewerMenWin => "suicide",
            },
            names: &["giveaway", "suicide"],
            ..Xboard::UNKNOWN
        }
    }

    fn rules(&self) -> String {
        let stalemate = self.game.stalemate.name();
        format!("start {}, stalemate {stalemate}", self.start)
    }

    fn about(&self) -> String {
        let stalemate = match self.game.stalemate {
            Stalemate::Wins => "or no move",
            Stalemate::FewerMenWin => "or, without a move, fewer men than the other side",
        };
        format!(
            "Whoever can capture must, the king is a man like others, and who has no man left, {stalemate}, \
             has won."
        )
    }
}
