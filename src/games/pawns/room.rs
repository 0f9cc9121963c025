//! The pawn games as the house sees them: their texts, and their variants.
//!
//! A variant is read from its table in `engine.toml` ([`Rules`]), the weights of the evaluation from
//! the table `[pscore]`. Which of its starts is played the options `Files` and `Gaps` choose.

use std::any::Any;
use std::sync::Arc;

use toml::Table;

use super::openings::value_for_black;
use super::rules::{Gaps, Rules, Stalemate};
use super::{Diagram, Files, GoalWeights, Network, Patterns, PawnGame, Position, Weights};
use crate::engine::options::{Choice, ChoiceKind, Choices};
use crate::engine::registry::{Listing, Start, WrongTable, Xboard, XboardMen, read_table};
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::fen::FenError;
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::{GameState, State};
use crate::solve::certificate::{Certificate, Claim};
use crate::solve::checking::{CheckError, Checked, Plan, PlannedStep, check, plan};
use crate::solve::solver::Solver;
use crate::solve::solving::{GameSolver, Means, NoSolver};

/// A variant of the pawn games.
#[derive(Clone, Debug)]
pub struct PawnRoom {
    rules: Rules,
    game: PawnGame,
}

const FILES: &str = "files";
const GAPS: &str = "gaps";
const NETWORK: &str = "network";

impl PawnRoom {
    /// What tells the variant from others.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The width of the board that is chosen.
    #[must_use]
    pub fn files(choices: &Choices) -> Files {
        let count = choices.get(FILES).and_then(|files| files.parse().ok());
        count.and_then(Files::new).unwrap_or(Files::EIGHT)
    }
}

/// The game in the list.
pub const LISTING: Listing = Listing {
    name: "pawns",
    choices: &[
        Choice {
            name: "Files",
            key: FILES,
            help: "the width of the board at the start, in files",
            kind: ChoiceKind::Number(1..=8, 8),
            of_start: true,
        },
        Choice {
            name: "Gaps",
            key: GAPS,
            help: "the files where White and Black lack a pawn at the start of a Pawn Race, such as `a h`",
            kind: ChoiceKind::Text("a a", |text| match text.parse::<Gaps>() {
                Ok(gaps) => gaps.to_string(),
                Err(_) => text.to_owned(),
            }),
            of_start: true,
        },
        Choice {
            name: "Network",
            key: NETWORK,
            help: "whether the network evaluates the pawn games; without it, the pscore does",
            kind: ChoiceKind::Check(true),
            of_start: false,
        },
    ],
    tables: &["pscore"],
    other_ending: PawnGame::OTHER_ENDING,
    commands: &[super::gamelet::COMMAND],
    promotions: PawnGame::NOTATION.becomes,
    open: |variant, own| Ok(Arc::new(PawnRoom::open(variant, own)?)),
};

impl PawnRoom {
    /// Reads a variant.
    fn open(variant: &Table, own: &Table) -> Result<Self, WrongTable> {
        let rules: Rules = read_table(variant)?;
        let weights = Weights::read(own)?;
        for width in (1..=8).filter_map(Files::new) {
            let start = rules.start(width, Gaps::OUTERMOST);
            start.map_err(|problem| WrongTable::new(&["start"], problem))?;
        }
        Ok(Self {
            game: PawnGame {
                stalemate: rules.stalemate,
                weights,
                patterns: Patterns::built_in(),
                network: Some(Network::built_in()),
                gamelets: Some(Arc::default()),
                goal_weights: GoalWeights::default(),
            },
            rules,
        })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &PawnGame {
        &self.game
    }

    fn state(&self, diagram: Diagram) -> Box<dyn GameState> {
        Box::new(State::new(self.game.clone(), diagram))
    }
}

impl Variant for PawnRoom {
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
        let gaps = choices.get(GAPS).map(str::parse::<Gaps>);
        let gaps = gaps.unwrap_or(Ok(Gaps::OUTERMOST));
        let wrong_gaps = |problem| StartError::of_choice(GAPS, problem);
        let start = self
            .rules
            .start(Self::files(choices), gaps.map_err(wrong_gaps)?);
        let start = start.map_err(|problem| StartError::of_choice(GAPS, problem))?;
        Ok(self.state(start))
    }

    fn has_usual_start(&self, choices: &Choices) -> bool {
        // With gaps or on a narrow board it depends on options, which not every engine has.
        !self.rules.gaps && Self::files(choices) == Files::EIGHT
    }

    fn opened_by(&self) -> Option<&'static Choice> {
        self.rules.gaps.then(|| &LISTING.choices[1])
    }

    fn starts(&self, choices: &Choices) -> Vec<Start> {
        if !self.rules.gaps {
            return Vec::new();
        }
        let files = Self::files(choices);
        let starts = Gaps::all(files).map(|gaps| Start {
            choices: choices.with(GAPS, gaps.to_string()),
            for_black: value_for_black(&self.rules, files, gaps),
            image: Gaps::all(files)
                .position(|other| other == gaps.mirror(files))
                .unwrap_or_default(),
            is_symmetric: gaps.white == gaps.black,
        });
        starts.collect()
    }

    fn session(&self) -> Box<dyn GameSession> {
        let share_of_proving = |position: &Position| match position.pawns() {
            0..=28 => 1.0 / 16.0,
            _ => 0.0,
        };
        Box::new(Session::new(Equipment {
            judge: |first: &PawnGame, game, choices| {
                let network = match choices.get(NETWORK) {
                    Some("false") => None,
                    _ => first.network.clone(),
                };
                let is_new = game.network != network;
                game.network = network;
                is_new
            },
            ..Equipment::proving(self.game.clone(), share_of_proving)
        }))
    }

    /// Each begins without any knowledge of gamelets, so that counts can be repeated.
    fn solver(&self, means: Means) -> Result<Box<dyn GameSolver>, NoSolver> {
        let game = PawnGame {
            gamelets: (!means.is_plain).then(Arc::default),
            ..self.game.clone()
        };
        let solver = Solver::new(game, means.mebibytes, means.threads);
        let solver = solver.ok_or(NoSolver::Memory(means.mebibytes))?;
        Ok(Box::new(solver))
    }

    fn rule(&self) -> Option<Rule> {
        Some(self.game.rule())
    }

    fn check(&self, certificate: &Certificate, tells_line: bool) -> Result<Checked, CheckError> {
        check(&self.game, certificate, tells_line)
    }

    fn plan(
        &self,
        fen: &str,
        claim: Claim,
        step: &mut dyn FnMut(&str, bool) -> Option<PlannedStep>,
    ) -> Result<Plan, CheckError> {
        plan(&self.game, fen, claim, step)
    }

    fn rules(&self) -> String {
        let Rules {
            start,
            stalemate,
            gaps,
        } = &self.rules;
        format!("start {start}, {stalemate:?} without a move, gaps {gaps}")
    }

    fn about(&self) -> String {
        let stalemate = match self.rules.stalemate {
            Stalemate::Draw => "a side without a move draws",
            Stalemate::Loss => "a side without a move has lost",
        };
        let gaps = match self.rules.gaps {
            true => " Each side lacks one pawn; Black chooses both gaps.",
            false => "",
        };
        format!(
            "Pawns alone, as in chess: the first on the last rank wins, and so does whoever takes the \
             last enemy; {stalemate}.{gaps}"
        )
    }

    fn xboard(&self) -> Xboard {
        Xboard {
            men: Some(XboardMen {
                // In XBoard's own order: pawns, and a queen in the fifth place. There are none in these
                // games, but XBoard turns every pawn on the last rank into something: without a queen it
                // writes such moves as `c8=.`, which nobody can read.
                letters: Some("P...Q.p...q."),
                // A step forward, a capture forward (or en passant), and two steps at first. With it
                // XBoard marks where a pawn that is grabbed may go.
                moves: &["P& fmWfceFifmnD"],
                marks: false,
            }),
            ..Xboard::UNKNOWN
        }
    }
}
