//! The variants of the pawn games.
//!
//! A variant is read from its table in `engine.toml` ([`Rules`]), the weights of the evaluation from the
//! table `[pscore]`. The options `Files` and `Gaps` select the start position.

use std::sync::Arc;

use toml::Table;

use super::openings::value_for_black;
use super::rules::{Gaps, Rules, Stalemate};
use super::{Diagram, Files, PawnGame, Position, Weights};
use crate::engine::choices::{Choice, ChoiceKind, Choices};
use crate::engine::definition::AllStarts;
use crate::engine::registry::{
    Listing, OpenResult, Start, WrongTable, Xboard, XboardMen, read_table,
};
use crate::engine::{Definition, Equipment, StartError};
use crate::game::playable::Playable;
use crate::solve::solver::Solver;
use crate::solve::solving::{Means, NoSolver, SolverResult};

const FILES: &str = "files";
const GAPS: &str = "gaps";

/// The chosen width of the board.
fn files(choices: &Choices) -> Files {
    let count = choices.get(FILES).and_then(|files| files.parse().ok());
    count.and_then(Files::new).unwrap_or(Files::EIGHT)
}

/// The entry in the registry of games.
pub const LISTING: Listing = Listing {
    name: "pawns",
    choices: &[
        Choice {
            name: "Files",
            key: FILES,
            label: "Board width",
            help: "the width of the board at the start, in files",
            kind: ChoiceKind::Number(1..=8, 8),
            of_start: true,
        },
        Choice {
            name: "Gaps",
            key: GAPS,
            label: "Gaps",
            help: "the files where White and Black lack a pawn at the start of a Pawn Race, such as `a h`",
            kind: ChoiceKind::Text("a a", |text| {
                let gaps = text.parse::<Gaps>();
                gaps.map(|gaps| gaps.to_string())
                    .map_err(|problem| problem.to_string())
            }),
            of_start: true,
        },
        Choice::NETWORK,
    ],
    tables: &["pscore"],
    other_ending: PawnGame::OTHER_ENDING,
    commands: &[super::gamelet::COMMAND],
    king_squares: None,
    promotions: PawnGame::NOTATION.becomes,
    aliases: &[],
    prelude: None,
    themes: &[
        "breakthrough",
        "race",
        "sacrifice",
        "stalemate",
        "deadFile",
        "spareMove",
    ],
    open,
};

/// Reads a variant.
fn open(variant: &Table, own: &Table) -> OpenResult {
    let rules: Rules = read_table(variant)?;
    for width in (1..=8).filter_map(Files::new) {
        let start = rules.start(width, Gaps::OUTERMOST);
        start.map_err(|problem| WrongTable::new(&["start"], problem))?;
    }
    let game = PawnGame {
        weights: Weights::read(own)?,
        ..PawnGame::new(rules.stalemate)
    };
    let share_of_proving = |position: &Position| match position.pawns() {
        0..=28 => 1.0 / 16.0,
        _ => 0.0,
    };
    let equipment = Equipment {
        judge: |first: &PawnGame, game, choices| {
            choices.choose_network(&first.network, &mut game.network)
        },
        ..Equipment::proving(game, share_of_proving)
    };
    let rules = Arc::new(rules);
    let own_rules = Arc::clone(&rules);
    Ok(Arc::new(Definition {
        // With gaps or on a narrow board, the start depends on options that not every engine has.
        has_usual_start: |choices| files(choices) == Files::EIGHT,
        opened_by: rules.gaps.then(|| opened_by(Arc::clone(&rules))),
        solver,
        xboard: Xboard {
            men: Some(XboardMen {
                // In XBoard's own order: pawns, and a queen in the fifth place. These games have no queen,
                // but XBoard promotes every pawn on the last rank. Without a queen it writes moves such as
                // `c8=.`, which no program can read.
                letters: Some("P...Q.p...q."),
                // A step forward, a capture forward (or en passant), and two steps at first. With this,
                // XBoard marks the target squares of a pawn that is picked up.
                moves: &["P& fmWfceFifmnD"],
                marks: false,
            }),
            ..Xboard::UNKNOWN
        },
        rules: format!(
            "start {}, {:?} without a move, gaps {}",
            rules.start, rules.stalemate, rules.gaps
        ),
        about: about(&rules),
        ..Definition::new(&LISTING, equipment, move |choices| {
            start(&own_rules, choices)
        })
    }))
}

/// The chosen start.
fn start(rules: &Rules, choices: &Choices) -> Result<Diagram, StartError> {
    let gaps = choices.get(GAPS).map(str::parse::<Gaps>);
    let gaps = gaps.unwrap_or(Ok(Gaps::OUTERMOST));
    let gaps = gaps.map_err(|problem| StartError::of_choice(GAPS, problem))?;
    let start = rules.start(files(choices), gaps);
    start.map_err(|problem| StartError::of_choice(GAPS, problem))
}

/// Black chooses both gaps.
fn opened_by(rules: Arc<Rules>) -> (&'static Choice, Box<AllStarts>) {
    let starts = move |choices: &Choices| {
        let files = files(choices);
        let starts = Gaps::all(files).map(|gaps| Start {
            choices: choices.with(GAPS, gaps.to_string()),
            for_black: value_for_black(&rules, files, gaps),
            image: Gaps::all(files)
                .position(|other| other == gaps.mirror(files))
                .unwrap_or_default(),
            is_symmetric: gaps.white == gaps.black,
        });
        starts.collect()
    };
    (&LISTING.choices[1], Box::new(starts))
}

/// Each solver begins without known gamelets, so that counts are reproducible.
fn solver(game: &PawnGame, means: Means) -> SolverResult {
    let game = PawnGame {
        gamelets: (!means.is_plain).then(Arc::default),
        ..game.clone()
    };
    let solver = Solver::new(game, means.mebibytes, means.threads);
    let solver = solver.ok_or(NoSolver::Memory(means.mebibytes))?;
    Ok(Box::new(solver))
}

fn about(rules: &Rules) -> String {
    let stalemate = match rules.stalemate {
        Stalemate::Draw => "a side without a move draws",
        Stalemate::Loss => "a side without a move loses",
    };
    let gaps = match rules.gaps {
        true => " Each side lacks one pawn; Black chooses both gaps.",
        false => "",
    };
    format!(
        "Chess with pawns only: the first pawn to reach its last rank wins, and so does taking the \
         last enemy pawn; {stalemate}.{gaps}"
    )
}
