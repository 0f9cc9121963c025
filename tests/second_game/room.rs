//! How Corridor moves in: its variants, its option, its weights, its solver.
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

use std::any::Any;
use std::sync::Arc;

use jacquerie::engine::options::ChoiceKind;
use jacquerie::engine::registry::{Listing, WrongTable, read_table};
use jacquerie::engine::{Choice, Choices, Equipment, GameSession, Session, StartError, Variant};
use jacquerie::game::Game;
use jacquerie::game::fen::FenError;
use jacquerie::game::playable::Playable;
use jacquerie::game::rule::Rule;
use jacquerie::game::state::{GameState, State};
use jacquerie::solve::certificate::Certificate;
use jacquerie::solve::checking::{CheckError, Checked, check};
use jacquerie::solve::cyclic_solver::CyclicSolver;
use jacquerie::solve::solving::{GameSolver, Means, NoSolver};
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

/// A variant of Corridor.
#[derive(Debug)]
pub struct Room {
    game: Corridor,
    start: Diagram,
}

const HEAD_START: &str = "head_start";

impl Room {
    /// The game in the registry.
    pub const LISTING: Listing = Listing {
        name: "corridor",
        choices: &[Choice {
            name: "Head Start",
            key: HEAD_START,
            help: "by how many ranks the pawns of the first player begin further on",
            kind: ChoiceKind::Number(0..=9, 0),
            of_start: true,
        }],
        tables: &["corridor"],
        other_ending: None,
        commands: &[],
        promotions: "KR",
        open: |variant, own| Ok(Arc::new(Self::open(variant, own)?)),
    };

    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let Rules { start, no_move } = read_table(variant)?;
        let Own { corridor: weights } = read_table(own)?;
        let start = start.parse::<Diagram>();
        let start = start.map_err(|problem| WrongTable::new(&["start"], problem))?;
        let game = Corridor { no_move, weights };
        match game.outcome(&start.position) {
            Some(_) => Err(WrongTable::new(&["start"], "the game is over")),
            None => Ok(Self { game, start }),
        }
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl Variant for Room {
    fn listing(&self) -> &'static Listing {
        &Self::LISTING
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn rules(&self) -> String {
        format!("start {}, {}", self.start, self.game.rule().words)
    }

    fn about(&self) -> String {
        "Capture every piece of the other side, in a corridor of two files.".into()
    }

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenError> {
        Ok(self.state(fen.parse()?))
    }

    fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError> {
        let ranks = choices.get(HEAD_START).and_then(|ranks| ranks.parse().ok());
        let ranks: usize = ranks.unwrap_or(0);
        let squares = self.start.position.0;
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
        Ok(self.state(Diagram {
            position,
            ..self.start
        }))
    }

    fn has_usual_start(&self, choices: &Choices) -> bool {
        choices.get(HEAD_START).is_none_or(|ranks| ranks == "0")
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment::plain(self.game.clone())))
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
}
