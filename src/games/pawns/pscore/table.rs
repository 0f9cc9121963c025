//! The evaluation for people: the terms of the pscore, side by side.

use std::fmt::Write;

use crate::board::Colour;
use crate::game::playable::Term;
use crate::game::{Game, Outcome};
use crate::games::pawns::{Diagram, PawnGame};

/// The terms one by one; they add up to the pscore.
#[must_use]
pub fn terms_of(position: &Diagram, game: &PawnGame) -> Vec<Term> {
    let counts = super::counts(&position.position);
    let by_sides = game.weights.trace(&counts).into_iter().map(|term| {
        let [white, black] = match position.turn {
            Colour::White => [term.own, term.enemy],
            Colour::Black => [term.enemy, term.own],
        };
        Term {
            name: term.name,
            sides: Some([white, black]),
            for_white: white - black,
        }
    });
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
    let mut text = format!(
        "{:<18}{:>8}{:>8}{:>8}\n",
        "term", "White", "Black", "White's"
    );
    let mut total = 0;
    for term in terms_of(position, game) {
        let [white, black] = match term.sides {
            Some(sides) => sides.map(|side| side.to_string()),
            None => [String::new(), String::new()],
        };
        total += term.for_white;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<18}{white:>8}{black:>8}{:>+8}",
            term.name, term.for_white
        );
    }
    let _ = writeln!(text, "{:<18}{:>24}", "pscore", format!("{total:+}"));
    let side = position.turn;
    let wins = |winner: Colour, plies| match plies {
        0 => format!("{winner} has won"),
        1 => format!("{winner} wins within 1 ply"),
        _ => format!("{winner} wins within {plies} plies"),
    };
    let fact = match game.prove(&position.position) {
        None => "nothing".into(),
        Some(proof) => match proof.outcome {
            Outcome::Draw => "a draw".into(),
            Outcome::Win => wins(side, proof.plies),
            Outcome::Loss => wins(side.opponent(), proof.plies),
        },
    };
    let _ = writeln!(text, "proved without search: {fact}");
    text
}
