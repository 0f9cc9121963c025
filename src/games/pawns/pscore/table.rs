//! The evaluation for people: the terms of the pscore, side by side.

use crate::board::Colour;
use crate::game::Game;
use crate::game::terms::{self, Term};
use crate::games::pawns::{Diagram, PawnGame};

/// The terms one by one; they add up to the pscore.
#[must_use]
pub fn terms_of(position: &Diagram, game: &PawnGame) -> Vec<Term> {
    let counts = super::counts(&position.position);
    let by_sides = game.weights.trace(&counts).into_iter();
    let by_sides =
        by_sides.map(|term| Term::of_sides(term.name, position.turn, term.own, term.enemy));
    let mut terms: Vec<Term> = by_sides.collect();
    let patterns = game.patterns.total(&position.position);
    terms.push(Term {
        name: "shapes",
        sides: None,
        for_white: match position.turn {
            Colour::White => patterns,
            Colour::Black => -patterns,
        },
    });
    terms
}

/// The terms in hundredths of a pawn, White's, Black's, and the difference for White; then what
/// is certain without search.
#[must_use]
pub fn table(position: &Diagram, game: &PawnGame) -> String {
    let proof = game.prove(&position.position);
    terms::table(&terms_of(position, game), "pscore", position.turn, proof)
}
