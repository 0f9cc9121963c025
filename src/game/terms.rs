//! How evaluations that are a sum of terms are shown.
//!
//! A *term* is a count for each side, multiplied by a weight. The weights are in a table of
//! `engine.toml`; `eval` shows the terms of a position.

use std::fmt::Write;

use crate::board::Colour;
use crate::game::value::Value;
use crate::game::{Outcome, Proof};

/// The meanings of terms, by name: a sentence each.
pub type Meanings = &'static [(&'static str, &'static str)];

/// A term of an evaluation, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// White's and Black's parts, where each side has one.
    pub sides: Option<[i32; 2]>,
    /// White's advantage.
    pub for_white: i32,
}

impl Term {
    /// A term with the value `own` for the side to move and `enemy` for the opponent.
    #[must_use]
    pub fn of_sides(name: &'static str, turn: Colour, own: i32, enemy: i32) -> Self {
        let [white, black] = match turn {
            Colour::White => [own, enemy],
            Colour::Black => [enemy, own],
        };
        Self {
            name,
            sides: Some([white, black]),
            for_white: white - black,
        }
    }
}

/// The terms: White's part, Black's part, and the difference for White; then their sum under its
/// `name`, and what is certain without search.
#[must_use]
pub fn table(terms: &[Term], name: &str, turn: Colour, proof: Option<Proof>) -> String {
    table_with_network(terms, name, None, turn, proof)
}

/// The name of the network's part.
const NETWORK: &str = "network";

/// Its meaning, for people.
pub const NETWORK_MEANING: (&str, &str) = (
    NETWORK,
    "What a small neural network, trained on games of the engine against itself, sees beyond all these terms.",
);

/// The terms, and the network's correction, if it is used: they add up to the evaluation `with_it` for the
/// side to move.
#[must_use]
pub fn with_network(mut terms: Vec<Term>, turn: Colour, with_it: Option<Value>) -> Vec<Term> {
    if let Some(value) = with_it {
        let sum: i32 = terms.iter().map(|term| term.for_white).sum();
        terms.push(Term {
            name: NETWORK,
            sides: None,
            for_white: for_white(turn, value.number().into()) - sum,
        });
    }
    terms
}

/// Converts a score for the side to move into a score for White.
#[must_use]
pub const fn for_white(turn: Colour, for_mover: i32) -> i32 {
    match turn {
        Colour::White => for_mover,
        Colour::Black => -for_mover,
    }
}

/// Like [`table`], but with the network's evaluation `with_it` for the side to move below the sum, if the
/// network is used.
#[must_use]
pub fn table_with_network(
    terms: &[Term],
    name: &str,
    with_it: Option<Value>,
    turn: Colour,
    proof: Option<Proof>,
) -> String {
    let network = with_it.map(|value| row(NETWORK, for_white(turn, value.number().into())));
    rows(terms, name) + &network.unwrap_or_default() + &certain(turn, proof)
}

/// The terms, and their sum.
fn rows(terms: &[Term], name: &str) -> String {
    let mut text = format!(
        "{:<18}{:>8}{:>8}{:>8}\n",
        "term", "White", "Black", "White's"
    );
    for term in terms {
        let [white, black] = match term.sides {
            Some(sides) => sides.map(|side| side.to_string()),
            None => [String::new(), String::new()],
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<18}{white:>8}{black:>8}{:>+8}",
            term.name, term.for_white
        );
    }
    let total: i32 = terms.iter().map(|term| term.for_white).sum();
    text + &row(name, total)
}

/// A row with White's advantage alone.
fn row(name: &str, for_white: i32) -> String {
    format!("{name:<18}{for_white:>+24}\n")
}

/// What is certain without search.
fn certain(turn: Colour, proof: Option<Proof>) -> String {
    let wins = |winner: Colour, plies| match plies {
        0 => format!("{winner} has won"),
        1 => format!("{winner} wins within 1 ply"),
        _ => format!("{winner} wins within {plies} plies"),
    };
    let fact = match proof {
        None => "nothing".into(),
        Some(proof) => match proof.outcome {
            Outcome::Draw => "a draw".into(),
            Outcome::Win => wins(turn, proof.plies),
            Outcome::Loss => wins(turn.opponent(), proof.plies),
        },
    };
    format!("proved without search: {fact}\n")
}
