//! The evaluation for display: the terms of the pscore, side by side, and the network beside them.

use crate::game::Game;
use crate::game::terms::{self, Meanings, Term};
use crate::game::value::Value;
use crate::games::pawns::{Diagram, PawnGame, network};

/// The meaning of the terms and the network, for display.
pub const MEANINGS: Meanings = &[
    ("pawn", "The pawns, each by its rank."),
    (
        "passer",
        "Passed pawns, by their ranks: no enemy pawn stands in front of them or can capture them as they advance.",
    ),
    ("file", "Files on which the side has pawns."),
    (
        "blocked_file",
        "Files where an enemy pawn stands in front of each of the side's pawns, and none of its other pawns can ever capture one of these enemy pawns.",
    ),
    ("phalanx", "Pawns beside another pawn of the side."),
    ("threatened", "Pawns that can be captured."),
    ("protected", "Threatened pawns that another pawn protects."),
    (
        "safe_step",
        "Steps to squares that the side protects at least as often as the enemy attacks them.",
    ),
    (
        "spare_moves",
        "The side has more steps left than the enemy, not counting steps onto attacked squares.",
    ),
    ("majority", "The side has more pawns than the enemy."),
    ("capture", "Captures, for the side to move."),
    (
        "zugzwang",
        "The side to move has neither a safe step nor a capture.",
    ),
    ("tempo", "The right to move."),
    (
        "shapes",
        "Patterns of two neighbouring files, as in Othello programs, with values learned from games.",
    ),
    terms::NETWORK_MEANING,
];

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
        for_white: terms::for_white(position.turn, patterns),
    });
    terms
}

/// The terms, plus what the network adds if it is used: they add up to the evaluation.
#[must_use]
pub fn all_terms_of(position: &Diagram, game: &PawnGame) -> Vec<Term> {
    let terms = terms_of(position, game);
    terms::with_network(terms, position.turn, of_network(position, game))
}

/// The terms in centipawns: White's, Black's, and the difference for White; their sum, and the network's
/// evaluation; then what is certain without search.
#[must_use]
pub fn table(position: &Diagram, game: &PawnGame) -> String {
    terms::table_with_network(
        &terms_of(position, game),
        "pscore",
        of_network(position, game),
        position.turn,
        game.prove(&position.position),
    )
}

/// The network's evaluation, if the network is used.
fn of_network(position: &Diagram, game: &PawnGame) -> Option<Value> {
    let network = game.network.as_ref()?;
    Some(network::evaluate(&position.position, network))
}
