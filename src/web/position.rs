//! The position that a request is about: from its words to a game as it stands, or to what is wrong
//! with them, and where.

use std::collections::BTreeMap;

use super::message::{Position, Wrong};
use crate::config::Config;
use crate::engine::{Choice, Choices, Variant};
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::nearest::did_you_mean;
use crate::quote::short;

/// No position has come about by more moves: each must be played again for every request.
pub const MOST_MOVES: usize = 4_000;

/// The variant of that name, with its name as it is written here.
///
/// # Errors
/// If there is none.
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

/// What is chosen of a variant's starts: what the request says, and else what is configured.
///
/// # Errors
/// The first choice that there is not, or that cannot be so.
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

/// Whether the game leaves a choice open, so that somebody makes it before each game.
#[must_use]
pub fn is_open(variant: &dyn Variant, choices: &Choices, choice: &Choice) -> bool {
    let starts = variant.starts(choices);
    let mut values = starts.iter().map(|start| start.choices.value(choice));
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// Where a game begins: at a FEN, or at the start that is chosen.
///
/// # Errors
/// What is wrong with either.
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

/// A position, and how it came about.
pub struct Played {
    /// As it stands.
    pub state: Box<dyn GameState>,
    /// The moves in short notation.
    pub line: Vec<String>,
    /// The squares of the last one.
    pub last: Option<[Coord; 2]>,
}

impl Played {
    /// Plays the moves of a request from its start.
    ///
    /// # Errors
    /// What is wrong with the request, by its field; of moves, the first that is wrong.
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

/// Whether there are not too many moves.
///
/// # Errors
/// If there are.
pub fn check_length(moves: usize) -> Result<(), Wrong> {
    match moves > MOST_MOVES {
        false => Ok(()),
        true => {
            let message = format!("{moves} moves are too many, expected at most {MOST_MOVES}");
            Err(Wrong::place("moves", MOST_MOVES, message))
        }
    }
}
