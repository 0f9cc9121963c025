//! What is known of a position without a search: the terms of its evaluation, what is proved, and what
//! only some games have: gamelets, dead files, passed pawns.

use super::marks::Marks;
use super::message::{Gamelet, Look, Position, Proof, Sides, Term, Wrong, outcome};
use super::position::Played;
use crate::board::{Bitboard, Colour};
use crate::config::Config;
use crate::game::state::{GameState, State};
use crate::games::pawns::gamelet::summary::Summary;
use crate::games::pawns::gamelet::text::{letters, table};
use crate::games::pawns::gamelet::{Gamelets, dead_files, split};
use crate::games::pawns::pscore::terms::passed_pawns;
use crate::games::pawns::{Diagram, PawnGame};

/// What is known of a position.
///
/// # Errors
/// What is wrong with it.
pub fn look(config: &Config, asked: &Position) -> Result<Look, Wrong> {
    let state = Played::new(config, asked)?.state;
    let evaluation = i32::from(state.evaluation().number());
    let of_pawns: Option<&State<PawnGame>> = state.as_any().downcast_ref();
    let diagram = of_pawns.map(State::diagram);
    let is_over = state.finish().is_some();
    Ok(Look {
        terms: terms(&*state),
        evaluation: match state.turn() {
            Colour::White => evaluation,
            Colour::Black => -evaluation,
        },
        proof: state.proof().map(|proof| Proof {
            outcome: outcome(proof.outcome),
            plies: proof.plies,
        }),
        marks: Marks::of(&*state).told(),
        gamelets: of_pawns.filter(|_| !is_over).map(gamelets),
        dead: diagram.map(dead),
        passers: diagram.map(passers),
    })
}

fn terms(state: &dyn GameState) -> Vec<Term> {
    let terms = state.terms().into_iter();
    terms
        .map(|term| Term {
            name: term.name,
            white: term.sides.map(|[white, _]| white),
            black: term.sides.map(|[_, black]| black),
            for_white: term.for_white,
        })
        .collect()
}

/// The parts of a position that is not over.
fn gamelets(state: &State<PawnGame>) -> Vec<Gamelet> {
    let (diagram, stalemate) = (state.diagram(), state.game().stalemate);
    let known = Gamelets::default();
    let gamelet = |files: &Bitboard| Gamelet {
        files: letters(*files).map(|file| file.to_string()).collect(),
        squares: squares(diagram.pawns(Colour::White) & *files)
            .chain(squares(diagram.pawns(Colour::Black) & *files))
            .collect(),
        table: match Summary::of(diagram, *files, stalemate, &known) {
            Ok(summary) => table(&summary),
            Err(reason) => reason.to_string(),
        },
    };
    split(&diagram.position).iter().map(gamelet).collect()
}

fn dead(diagram: &Diagram) -> Sides {
    let (own, enemy) = dead_files(&diagram.position);
    let names = |files: Bitboard| letters(files).map(|file| file.to_string()).collect();
    let (white, black) = by_colour(diagram, own, enemy);
    Sides {
        white: names(white),
        black: names(black),
    }
}

fn passers(diagram: &Diagram) -> Sides {
    let (white, black) = (diagram.pawns(Colour::White), diagram.pawns(Colour::Black));
    Sides {
        white: squares(passed_pawns(white, black)).collect(),
        black: squares(passed_pawns(black.flip(), white.flip()).flip()).collect(),
    }
}

/// White's first, of what the side to move has and the other one.
const fn by_colour<T: Copy>(diagram: &Diagram, own: T, enemy: T) -> (T, T) {
    match diagram.turn {
        Colour::White => (own, enemy),
        Colour::Black => (enemy, own),
    }
}

fn squares(squares: Bitboard) -> impl Iterator<Item = String> {
    squares.into_iter().map(|square| square.to_string())
}
