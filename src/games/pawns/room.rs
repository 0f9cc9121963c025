//! The pawn games as the house sees them: their texts, and their variants.
//!
//! A variant is read from its table in `engine.toml` ([`Rules`]), the weights of the evaluation from
//! the table `[pscore]`. Which of its starts is played the options `Files` and `Gaps` choose.

use std::any::Any;
use std::io;
use std::sync::Arc;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use toml::Table;

use super::diagram::{Diagram, Files};
use super::moves::Move;
use super::openings::{Openings, best_for_black};
use super::perft::{Ending, perft_unless};
use super::position::Position;
use super::rules::{Gaps, Rules, Stalemate};
use super::{GoalWeights, Network, Patterns, PawnGame, Weights, features, notation, pscore};
use crate::board::{Colour, File, Rank, Square};
use crate::engine::catalogue::{Listing, WrongTable, XboardMen, read_table};
use crate::engine::options::{Choice, ChoiceKind, Choices};
use crate::engine::{Equipment, GameSession, Session, StartError, Variant};
use crate::game::algebraic::{Notation, Written};
use crate::game::features::Features;
use crate::game::finish::Finish;
use crate::game::picture::{Man, Picture};
use crate::game::playable::{Book, FenProblem, Playable};
use crate::game::state::{GameState, State};
use crate::game::terms::Term;
use crate::solve::checking::{Checking, GameChecker};
use crate::solve::prover::Shared;
use crate::solve::solver::Solver;
use crate::solve::solving::{GameSolver, Means, NoSolver, Solving};

impl Playable for PawnGame {
    type Diagram = Diagram;

    const NOTATION: Notation = notation::NOTATION;

    fn read_fen(&self, fen: &str) -> Result<Diagram, FenProblem> {
        Ok(fen.parse::<Diagram>()?)
    }

    fn position(diagram: &Diagram) -> Position {
        diagram.position
    }

    fn turn(diagram: &Diagram) -> Colour {
        diagram.turn
    }

    fn move_number(diagram: &Diagram) -> u32 {
        diagram.move_number
    }

    fn after(&self, diagram: &Diagram, played: Move) -> Diagram {
        diagram.play(played)
    }

    fn written(&self, diagram: &Diagram, played: Move) -> Written {
        notation::written(diagram, played)
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        super::finish(diagram, self.stalemate)
    }

    fn picture(&self, diagram: &Diagram) -> Picture {
        diagram.picture()
    }

    fn explain(&self, diagram: &Diagram) -> String {
        pscore::table(diagram, self)
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        pscore::all_terms_of(diagram, self)
    }

    fn features(&self, diagram: &Diagram) -> Features {
        features::features(diagram, self.stalemate)
    }

    fn perft(&self, position: &Position, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
        perft_unless(position, depth, Ending::LastRank, stopped)
    }

    fn for_engine(&self) -> Self {
        Self {
            gamelets: self.gamelets.is_some().then(Arc::default),
            ..self.clone()
        }
    }

    fn book(&self, start: &Position) -> Option<Box<dyn Book<Self>>> {
        Some(Box::new(Openings::for_start(self, start)?))
    }
}

impl Diagram {
    /// What stands where.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let (white, black) = (self.pawns(Colour::White), self.pawns(Colour::Black));
        let man = |colour, letter, figure| {
            Some(Man {
                colour,
                letter,
                figure,
            })
        };
        Picture::new(self.files.count(), Rank::all().len(), |place| {
            let file = File::all().nth(place.file)?;
            let square = Square::new(file, Rank::all().nth(place.rank)?);
            match (white.contains(square), black.contains(square)) {
                (true, _) => man(Colour::White, 'P', "\u{2659}"),
                // The mark behind the black pawn asks for a letter, not for a little picture.
                (_, true) => man(Colour::Black, 'p', "\u{265f}\u{fe0e}"),
                _ => None,
            }
        })
    }

    /// The board as text, rank 8 first: `P` White's pawns, `p` Black's, `.` empty squares.
    #[must_use]
    pub fn draw(&self) -> String {
        self.picture().draw()
    }
}

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

    /// The choice of those gaps, all else as it is.
    #[must_use]
    pub fn with_gaps(choices: &Choices, gaps: Gaps) -> Choices {
        choices.with(GAPS, gaps.to_string())
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
            help: "in variants with gaps, the files where White and Black lack a pawn at the start, such as `a h`",
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

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenProblem> {
        Ok(self.state(self.game.read_fen(fen)?))
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

    fn has_many_starts(&self) -> bool {
        self.rules.gaps
    }

    fn starts(&self, choices: &Choices) -> Vec<Choices> {
        match self.rules.gaps {
            false => vec![choices.clone()],
            true => Gaps::all(Self::files(choices))
                .map(|gaps| Self::with_gaps(choices, gaps))
                .collect(),
        }
    }

    fn draw_start(&self, choices: &Choices, random: &mut ChaCha8Rng) -> Choices {
        if !self.rules.gaps {
            return choices.clone();
        }
        let files = Self::files(choices);
        let mut file = || {
            let chosen = random.random_range(0..files.count());
            files.iter().nth(chosen).unwrap_or(Gaps::OUTERMOST.white)
        };
        let gaps = Gaps {
            white: file(),
            black: file(),
        };
        Self::with_gaps(choices, gaps)
    }

    fn choose_start(&self, choices: &Choices, random: &mut ChaCha8Rng) -> Choices {
        if !self.rules.gaps {
            return choices.clone();
        }
        let best = best_for_black(&self.rules, Self::files(choices));
        let chosen = best.choose(random).copied();
        Self::with_gaps(choices, chosen.unwrap_or(Gaps::OUTERMOST))
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(Equipment {
            game: self.game.clone(),
            judge: |first, game, choices| {
                let network = match choices.get(NETWORK) {
                    Some("false") => None,
                    _ => first.network.clone(),
                };
                let is_new = game.network != network;
                game.network = network;
                is_new
            },
            proofs: |mebibytes| {
                let proofs = Shared::new(mebibytes).ok_or(io::ErrorKind::OutOfMemory)?;
                Ok(Some(Box::new(proofs)))
            },
            share_of_proving: |position| match position.pawns() {
                0..=28 => 1.0 / 16.0,
                _ => 0.0,
            },
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
        Ok(Box::new(Solving::new(solver)))
    }

    fn checker(&self) -> Option<Box<dyn GameChecker>> {
        Some(Box::new(Checking(self.game.clone())))
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

    fn xboard_men(&self) -> Option<XboardMen> {
        Some(XboardMen {
            // In XBoard's own order: pawns, and a queen in the fifth place. There are none in these
            // games, but XBoard turns every pawn on the last rank into something: without a queen it
            // writes such moves as `c8=.`, which nobody can read.
            letters: Some("P...Q.p...q."),
            // A step forward, a capture forward (or en passant), and two steps at first. With it
            // XBoard marks where a pawn that is grabbed may go.
            moves: &["P& fmWfceFifmnD"],
            marks: false,
        })
    }
}
