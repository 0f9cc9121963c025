//! What is known of a position without a search: the terms of its evaluation, what is proved, and its
//! [features](crate::game::features).

use super::marks::Marks;
use super::message::{Gamelet, Look, Position, Proof, Sides, Term, Wrong, outcome};
use super::position::Played;
use crate::board::Colour;
use crate::config::Config;
use crate::game::features::{Features, ShownGamelet};
use crate::game::state::GameState;

/// What is known of a position.
///
/// # Errors
/// What is wrong with it.
pub fn look(config: &Config, asked: &Position) -> Result<Look, Wrong> {
    let state = Played::new(config, asked)?.state;
    let evaluation = i32::from(state.evaluation().number());
    let Features {
        passed_pawns,
        dead_files,
        gamelets,
    } = state.features();
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
        gamelets: gamelets.map(|all| all.into_iter().map(gamelet).collect()),
        dead: dead_files.map(sides),
        passers: passed_pawns.map(sides),
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

fn gamelet(shown: ShownGamelet) -> Gamelet {
    Gamelet {
        files: shown.files.into_iter().collect(),
        squares: texts(shown.pawns),
        table: shown.table,
    }
}

fn sides<T: ToString>([white, black]: [Vec<T>; 2]) -> Sides {
    Sides {
        white: texts(white),
        black: texts(black),
    }
}

fn texts<T: ToString>(all: Vec<T>) -> Vec<String> {
    all.iter().map(T::to_string).collect()
}
