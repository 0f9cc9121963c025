//! The squares as one object, for `squares --json`.

use serde::Serialize;

use super::Coordinates;
use super::command::Found;
use crate::board::{Bitboard, Square};
use crate::cli::json::{About, signed};
use crate::engine::king_squares::KingSquare;
use crate::game::bounds::Goal;
use crate::game::state::GameState;

#[derive(Serialize)]
pub struct Told {
    #[serde(flatten)]
    about: About,
    king: String,
    squares: Vec<ToldSquare>,
    coordinate: Option<ToldCoordinates>,
}

#[derive(Serialize)]
struct ToldSquare {
    square: String,
    value: Option<String>,
    plies: Option<i32>,
    impossible: Option<&'static str>,
}

#[derive(Serialize)]
struct ToldCoordinates {
    attacker: &'static str,
    pairs: Vec<Pair>,
    keys: Vec<String>,
    goal: &'static str,
    reached: Vec<Reached>,
}

/// Corresponding squares: each of the attacker's with each of the defender's.
#[derive(Serialize)]
struct Pair {
    number: usize,
    attacker: Vec<String>,
    defender: Vec<String>,
}

#[derive(Serialize)]
struct Reached {
    enemy: String,
    from: Vec<String>,
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|one| one.to_string()).collect()
}

impl Told {
    pub fn new(found: &Found<'_>, state: &dyn GameState, variant: &str) -> Self {
        let squares = Bitboard::ALL.into_iter();
        Self {
            about: About::new(state, variant),
            king: found.king().to_string(),
            squares: squares
                .map(|one| told_square(one, found.cell(one)))
                .collect(),
            coordinate: found.coordinates.as_ref().map(told_coordinates),
        }
    }
}

fn told_square(square: Square, cell: KingSquare) -> ToldSquare {
    let worth = match cell {
        KingSquare::Value(worth) => Some(worth),
        _ => None,
    };
    let outcome = worth.map(|worth| worth.outcome);
    ToldSquare {
        square: square.to_string(),
        value: outcome.map(|outcome| outcome.to_string()),
        plies: signed(outcome, worth.and_then(|worth| worth.plies)),
        impossible: match cell {
            KingSquare::Taken => Some("taken"),
            KingSquare::Impossible(why) => Some(why),
            KingSquare::Unknown | KingSquare::Value(_) => None,
        },
    }
}

fn told_coordinates(coordinates: &Coordinates) -> ToldCoordinates {
    let classes = coordinates.classes.iter().enumerate();
    let pairs = classes.flat_map(|(index, class)| {
        let rows = class.mates.iter();
        rows.map(move |(attackers, defenders)| Pair {
            number: index + 1,
            attacker: names(*attackers),
            defender: names(*defenders),
        })
    });
    let all = Bitboard::ALL.into_iter();
    let there = all.filter(|enemy| coordinates.possible(*enemy).any());
    ToldCoordinates {
        attacker: coordinates.attacker().word(),
        pairs: pairs.collect(),
        keys: names(coordinates.keys),
        goal: match coordinates.goal {
            Goal::Win => "win",
            Goal::Draw => "draw",
        },
        reached: there
            .map(|enemy| Reached {
                enemy: enemy.to_string(),
                from: names(coordinates.reached(enemy)),
            })
            .collect(),
    }
}
