//! How Wanderers moves in: its variants, its option, its weights.
//!
//! ```toml
//! [variants.wanderers]
//! game = "wanderers"
//! start = "t3wd3t/r3rr3r/10/10/10/10/10/10/10/10/R3RR3R/T3WD3T w"
//! no_move = "draw"
//!
//! [wanderers]
//! worth = [100, 200, 400, 600]
//! ```

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use jacquerie::board::Colour;
use jacquerie::engine::catalogue::{Listing, WrongTable, read_table};
use jacquerie::engine::options::ChoiceKind;
use jacquerie::engine::{Choice, Choices, Equipment, GameSession, Session, StartError, Variant};
use jacquerie::game::Game;
use jacquerie::game::playable::{FenProblem, Playable};
use jacquerie::game::state::{GameState, State};
use jacquerie::solve::checking::{Checking, GameChecker};
use jacquerie::solve::solving::{GameSolver, Means, NoSolver, Solving};
use serde::Deserialize;
use toml::Table;

use crate::game::{KeyOf, NoMove, Wanderers, Weights};
use crate::rules::{Kind, Position};
use crate::solved::Oracle;
use crate::texts::Diagram;

/// What a variant's table says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    start: String,
    #[serde(default)]
    no_move: NoMove,
}

/// The game's own table.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Own {
    wanderers: Weights,
}

/// A variant of Wanderers, with keys of a kind.
#[derive(Clone, Debug)]
pub struct WanderersRoom<K> {
    game: Wanderers<K>,
    start: Diagram,
}

const HEAD_START: &str = "head_start";

const CHOICES: &[Choice] = &[Choice {
    name: "Head Start",
    key: HEAD_START,
    help: "by how many ranks White's runners begin further on",
    kind: ChoiceKind::Number(0..=9, 0),
    of_start: true,
}];

impl<K: KeyOf> WanderersRoom<K> {
    /// The game in the list.
    pub const LISTING: Listing = Listing {
        name: "wanderers",
        choices: CHOICES,
        tables: &["wanderers"],
        open: |variant, own| Ok(Arc::new(Self::open(variant, own)?)),
    };

    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let Rules { start, no_move } = read_table(variant)?;
        let Own { wanderers: weights } = read_table(own)?;
        let wrong = |problem: String| WrongTable::new(&["start"], problem);
        let start: Diagram = start
            .parse()
            .map_err(|problem| wrong(format!("{problem}")))?;
        let squares = start.board.squares();
        if squares > K::MOST_SQUARES {
            let most = K::MOST_SQUARES;
            return Err(wrong(format!(
                "found {squares} squares, expected {most} at most"
            )));
        }
        let game = Wanderers {
            board: Arc::clone(&start.board),
            no_move,
            weights,
            keys: PhantomData,
        };
        match game.outcome(&start.position) {
            Some(_) => Err(wrong("nothing is left to play".into())),
            None => Ok(Self { game, start }),
        }
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl<K: KeyOf> Variant for WanderersRoom<K> {
    fn listing(&self) -> &'static Listing {
        &Self::LISTING
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenProblem> {
        Ok(self.state(self.game.read_fen(fen)?))
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment::plain(self.game.clone())))
    }

    fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError> {
        let ranks = choices.get(HEAD_START).and_then(|ranks| ranks.parse().ok());
        let ranks: usize = ranks.unwrap_or(0);
        let mut start = self.start.clone();
        start.position = Position::empty(start.position.turn);
        for (colour, kind, square) in self.start.position.men() {
            let mut to = usize::from(square);
            if (colour, kind) == (Colour::White, Kind::Runner) {
                to += ranks * start.board.files;
                let is_in_the_way = |other| usize::from(other) == to;
                let mut others = self.start.position.men().map(|(_, _, other)| other);
                let ends = to + start.board.files >= start.board.squares();
                if ranks > 0 && (ends || others.any(is_in_the_way)) {
                    let reason = format!("no runner can begin {ranks} ranks further on");
                    return Err(StartError::of_choice(HEAD_START, reason));
                }
            }
            start.position.put(colour, kind, to as u8);
        }
        Ok(self.state(start))
    }

    fn has_usual_start(&self, choices: &Choices) -> bool {
        choices.get(HEAD_START).is_none_or(|ranks| ranks == "0")
    }

    /// The oracle knows one board.
    fn solver(&self, means: Means) -> Result<Box<dyn GameSolver>, NoSolver> {
        let is_tiny = self.start.board.squares() == 20 && self.game.no_move == NoMove::Draw;
        match (is_tiny, means.is_plain) {
            (true, false) => Ok(Box::new(Solving::new(Oracle::of_tiny()))),
            (true, true) => Err(NoSolver::Plain),
            (false, _) => Err(NoSolver::Unsolved),
        }
    }

    fn checker(&self) -> Option<Box<dyn GameChecker>> {
        Some(Box::new(Checking(self.game.clone())))
    }

    fn rules(&self) -> String {
        format!(
            "start {}, {:?} without a move",
            self.start, self.game.no_move
        )
    }

    fn about(&self) -> String {
        "Kings that wander.".into()
    }
}
