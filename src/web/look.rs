//! What is known about a position without a search: the terms of its evaluation, proofs, and its
//! [features](crate::game::features).

use super::marks::Marks;
use super::message::{Gamelet, Look, Position, Proof, Sides, Term, Wrong, outcome};
use super::position::Reached;
use crate::config::Config;
use crate::game::features::{Features, ShownGamelet};
use crate::game::state::Evaluation;
use crate::game::terms::{self, Meanings};

/// What is known about a position.
///
/// # Errors
/// Returns what is wrong with the position.
pub fn look(config: &Config, asked: &Position) -> Result<Look, Wrong> {
    let state = Reached::new(config, asked)?.state;
    let Evaluation {
        value,
        terms,
        meanings,
        ..
    } = state.evaluation();
    let evaluation = i32::from(value.number());
    let Features {
        passed_pawns,
        dead_files,
    } = state.features();
    Ok(Look {
        terms: terms
            .into_iter()
            .map(|shown| term(shown, meanings))
            .collect(),
        evaluation: terms::for_white(state.turn(), evaluation),
        proof: state.proof().map(|proof| Proof {
            outcome: outcome(proof.outcome),
            plies: proof.plies,
        }),
        marks: Marks::of(&*state).told(),
        gamelets: state
            .gamelets()
            .map(|all| all.into_iter().map(gamelet).collect()),
        dead: dead_files.map(sides),
        passers: passed_pawns.map(sides),
    })
}

fn term(shown: terms::Term, meanings: Meanings) -> Term {
    let meaning = meanings.iter().find(|(name, _)| *name == shown.name);
    Term {
        name: shown.name,
        meaning: meaning.map_or("", |(_, meaning)| meaning),
        white: shown.sides.map(|[white, _]| white),
        black: shown.sides.map(|[_, black]| black),
        for_white: shown.for_white,
    }
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
