//! The position of a request: from its message to a game in progress, or to an error and its place.

use std::collections::BTreeMap;

use super::message::{Position, Wrong};
use crate::config::Config;
use crate::engine::{Choice, Choices, Variant};
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::nearest::did_you_mean;
use crate::quote::short;

/// The maximum number of moves in a position: all must be played again for every request.
const MOST_MOVES: usize = 4_000;

/// The variant of that name, with its name as configured.
///
/// # Errors
/// If there is no such variant.
pub fn variant<'c>(config: &'c Config, name: &str) -> Result<(&'c str, &'c dyn Variant), Wrong> {
    let found = config
        .called(name)
        .map(|(name, variant)| (name, &**variant));
    found.ok_or_else(|| {
        let known = || config.variants.keys().map(String::as_str);
        let list: Vec<&str> = known().collect();
        let (name, meant) = (short(name), did_you_mean(name, known()));
        let list = list.join(", ");
        Wrong::field(
            "variant",
            format!("found '{name}', expected one of {list}{meant}"),
        )
    })
}

/// The choices among a variant's starts: those of the request, otherwise the configured
/// ones.
///
/// # Errors
/// Returns the first choice that does not exist, or whose value is invalid.
pub fn choices(
    config: &Config,
    variant: &dyn Variant,
    chosen: &BTreeMap<String, String>,
) -> Result<Choices, Wrong> {
    let wrong = |message: String| Wrong::field("choices", message);
    let mut choices = config.options.choices.clone();
    for (name, value) in chosen {
        let mut own = variant.choices().iter().filter(|choice| choice.of_start);
        let choice = own.find(|choice| choice.key == name);
        let choice =
            choice.ok_or_else(|| wrong(format!("the variant has no choice '{}'", short(name))))?;
        let read = choice.read(Some(value));
        choices.set(
            choice.key,
            read.map_err(|problem| wrong(problem.to_string()))?,
        );
    }
    Ok(choices)
}

/// Whether a choice is left open, so that it is made before each game.
#[must_use]
pub fn is_open(variant: &dyn Variant, choices: &Choices, choice: &Choice) -> bool {
    let starts = variant.starts(choices);
    let mut values = starts.iter().map(|start| start.choices.value(choice));
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// The start of a game: a FEN, or the chosen start.
///
/// # Errors
/// Returns what is wrong with the FEN or with the choices.
pub fn start(
    variant: &dyn Variant,
    choices: &Choices,
    fen: Option<&str>,
) -> Result<Box<dyn GameState>, Wrong> {
    match fen {
        Some(fen) => variant
            .read_fen(fen)
            .map_err(|problem| Wrong::field("fen", problem)),
        None => variant
            .start(choices)
            .map_err(|problem| Wrong::field("choices", problem)),
    }
}

/// A position, and the moves that led to it.
pub struct Reached {
    /// The current position.
    pub state: Box<dyn GameState>,
    /// The moves in short notation.
    pub line: Vec<String>,
    /// The squares of the last move.
    pub last: Option<[Coord; 2]>,
}

impl Reached {
    /// Plays the moves of a request from its start.
    ///
    /// # Errors
    /// Returns what is wrong with the request, by field; for moves, the first illegal one.
    pub fn new(config: &Config, asked: &Position) -> Result<Self, Wrong> {
        let (_, variant) = variant(config, &asked.variant)?;
        let choices = choices(config, variant, &asked.choices)?;
        let mut state = start(variant, &choices, asked.fen.as_deref())?;
        check_length(asked.moves.len())?;
        let (mut line, mut last) = (Vec::with_capacity(asked.moves.len()), None);
        for (index, text) in asked.moves.iter().enumerate() {
            let wrong = |problem| Wrong::place("moves", index, problem);
            let shown = state.read(text).map_err(wrong)?;
            last = Some([shown.from, shown.to]);
            line.push(shown.san);
            state.play(text).map_err(wrong)?;
        }
        Ok(Self { state, line, last })
    }
}

/// Checks the number of moves.
///
/// # Errors
/// If there are too many.
pub fn check_length(moves: usize) -> Result<(), Wrong> {
    match moves > MOST_MOVES {
        false => Ok(()),
        true => {
            let message = format!("{moves} moves are too many, expected at most {MOST_MOVES}");
            Err(Wrong::place("moves", MOST_MOVES, message))
        }
    }
}
