//! The evaluation for people: the terms of the pscore, side by side.

use std::fmt::Write;

use crate::board::Colour;
use crate::game::{Game, Outcome};
use crate::games::pawns::{Diagram, PawnGame};

/// The terms in hundredths of a pawn, White's, Black's, and the difference for White; then what
/// is certain without search.
#[must_use]
pub fn table(position: &Diagram, game: &PawnGame) -> String {
    let counts = super::counts(&position.position);
    let mut text = format!(
        "{:<18}{:>8}{:>8}{:>8}\n",
        "term", "White", "Black", "White's"
    );
    let mut total = 0;
    for term in game.weights.trace(&counts) {
        let (white, black) = match position.turn {
            Colour::White => (term.own, term.enemy),
            Colour::Black => (term.enemy, term.own),
        };
        total += white - black;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<18}{white:>8}{black:>8}{:>+8}",
            term.name,
            white - black
        );
    }
    let patterns = game.patterns.total(&position.position);
    let patterns = match position.turn {
        Colour::White => patterns,
        Colour::Black => -patterns,
    };
    total += patterns;
    let _ = writeln!(text, "{:<18}{:>24}", "shapes", format!("{patterns:+}"));
    let _ = writeln!(text, "{:<18}{:>24}", "pscore", format!("{total:+}"));
    let side = position.turn;
    let wins = |winner: Colour, plies| match plies {
        0 => format!("{winner} has won"),
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
