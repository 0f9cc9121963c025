//! Kings and pawns as the house sees them: their texts, and their variants.
//!
//! A variant is a start position; the weights of the evaluation stand in the table `[kings]` of
//! `engine.toml`.

use std::any::Any;
use std::sync::Arc;

use serde::Deserialize;
use toml::Table;

use super::diagram::Diagram;
use super::moves::Move;
use super::position::Position;
use super::proving::Proofs;
use super::{KingGame, KingSolver, Weights, evaluation, notation, rules};
use crate::board::{Colour, File, Rank, Square};
use crate::engine::catalogue::{Listing, WrongTable, XboardMen, read_table};
use crate::engine::options::Choices;
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::algebraic::{Notation, Written};
use crate::game::features::Features;
use crate::game::finish::Finish;
use crate::game::picture::{Man, Picture, Spot};
use crate::game::playable::{FenProblem, Playable};
use crate::game::provable::{Provable, Rule};
use crate::game::state::{GameState, State};
use crate::game::terms::Term;
use crate::solve::checking::{Checking, GameChecker};
use crate::solve::solving::{GameSolver, Means, NoSolver, Solving};

/// The rules, by the number that files keep.
pub const RULE: u8 = 16;

impl Playable for KingGame {
    type Diagram = Diagram;

    const NOTATION: Notation = notation::NOTATION;

    fn read_fen(&self, fen: &str) -> Result<Diagram, FenProblem> {
        Ok(fen.parse::<Diagram>()?)
    }

    fn position(diagram: &Diagram) -> Position {
        diagram.position
    }

    fn turn(diagram: &Diagram) -> Colour {
        diagram.turn()
    }

    fn move_number(diagram: &Diagram) -> u32 {
        diagram.move_number
    }

    fn after(&self, diagram: &Diagram, played: Move) -> Diagram {
        diagram.play(played)
    }

    fn checked(&self, diagram: &Diagram) -> Option<Spot> {
        let king = diagram.position.own().king.seen_by(diagram.turn());
        diagram.position.is_in_check().then(|| king.into())
    }

    fn meant(&self, diagram: &Diagram, text: &str) -> Option<Move> {
        notation::meant(diagram, text)
    }

    fn written(&self, diagram: &Diagram, played: Move) -> Written {
        notation::written(diagram, played)
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        rules::finish(diagram)
    }

    fn for_engine(&self) -> Self {
        Self {
            store: None,
            ..self.clone()
        }
    }

    fn prepare(&mut self, mebibytes: u64) {
        self.make_room(mebibytes);
    }

    fn picture(&self, diagram: &Diagram) -> Picture {
        Picture::new(File::all().len(), Rank::all().len(), |place| {
            let file = File::all().nth(place.file)?;
            let square = Square::new(file, Rank::all().nth(place.rank)?);
            let letter = diagram.letter(square)?;
            let colour = match letter.is_uppercase() {
                true => Colour::White,
                false => Colour::Black,
            };
            let figure = match letter {
                'K' => "\u{2654}",
                'Q' => "\u{2655}",
                'P' => "\u{2659}",
                'k' => "\u{265a}",
                'q' => "\u{265b}",
                // The mark behind the pawn asks for a letter, not for a little picture.
                _ => "\u{265f}\u{fe0e}",
            };
            Some(Man {
                colour,
                letter,
                figure,
            })
        })
    }

    fn explain(&self, diagram: &Diagram) -> String {
        evaluation::table(diagram, self)
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }

    fn features(&self, diagram: &Diagram) -> Features {
        Features::of_passed_pawns(|side| evaluation::passed_pawns(diagram, side))
    }
}

impl Provable for KingGame {
    fn rule(&self) -> Rule {
        Rule {
            number: RULE,
            words: "kings and pawns",
            sentence: "kings and pawns by the rules of PEASANT",
        }
    }

    fn shown(root: &Diagram, position: Position, _turn: Colour) -> Diagram {
        Diagram { position, ..*root }
    }
}

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

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenProblem> {
        Ok(self.state(self.game.read_fen(fen)?))
    }

    fn promotions(&self) -> &'static str {
        "Q"
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
            proofs: |_| Ok(Some(Box::new(Proofs))),
            share_of_proving: |_| 1.0,
            ..Equipment::plain(self.game.clone())
        }))
    }

    fn solver(&self, means: Means) -> Result<Box<dyn GameSolver>, NoSolver> {
        if means.is_plain {
            return Err(NoSolver::Plain);
        }
        let solver = KingSolver::new(self.game.clone(), means.mebibytes, means.threads);
        Ok(Box::new(Solving::in_turn(solver)))
    }

    fn checker(&self) -> Option<Box<dyn GameChecker>> {
        Some(Box::new(Checking(self.game.clone())))
    }

    fn xboard_men(&self) -> Option<XboardMen> {
        Some(XboardMen {
            // In XBoard's own order: pawn, queen in the fifth place, king.
            letters: Some("P...QKp...qk"),
            // Queens have no line: they stand where they are made.
            moves: &["P& fmWfceFifmnD", "K& K"],
            marks: false,
        })
    }

    fn rules(&self) -> String {
        format!("start {}", self.start)
    }

    fn about(&self) -> String {
        "Kings and pawns, as in chess: a queen that is not taken at once, or answered by another, wins."
            .into()
    }
}
