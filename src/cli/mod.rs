//! What all commands share, including those that [one game has](crate::engine::GameCommand): usage
//! errors, file arguments, JSON output, and the progress of long runs.

pub mod json;
pub mod watch;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::{PathBufValueParser, TypedValueParser};
use thiserror::Error;

use crate::engine::{Engine, Variant};
use crate::files::is_same;
use crate::game::playable::Playable;
use crate::game::state::{GameState, State};
use crate::standard::no_stream;

/// The text for an unknown value.
pub const UNKNOWN: &str = "unknown";

/// The program was called wrongly: exit code 2.
#[derive(Error, Debug)]
#[error("{0}")]
pub struct Usage(pub String);

/// Checks that no two of these files, each named by an option, are the same.
///
/// # Errors
/// If a file is also that of an earlier option.
pub fn distinct(files: &[(&str, Option<&Path>)]) -> Result<(), Usage> {
    for (number, (option, path)) in files.iter().enumerate() {
        for (other, earlier) in &files[..number] {
            if let (Some(path), Some(earlier)) = (path, earlier)
                && is_same(path, earlier)
            {
                return Err(Usage(format!(
                    "{option} {}: that is also the {other} file; expected another file",
                    path.display()
                )));
            }
        }
    }
    Ok(())
}

/// The error if `what` needs a variant for which `has` is true, and a different variant is played.
pub fn only_for(engine: &Engine, what: &str, has: impl Fn(&dyn Variant) -> bool) -> Usage {
    let variants = engine.config().variants.iter();
    // The games that have it, each with its variants.
    let mut games: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, variant) in variants.filter(|(_, variant)| has(&***variant)) {
        match games.iter_mut().find(|(game, _)| *game == variant.game()) {
            Some((_, names)) => names.push(name),
            None => games.push((variant.game(), vec![name])),
        }
    }
    let word = if games.len() == 1 { "game" } else { "games" };
    let told = games.into_iter();
    let told = told.map(|(game, names)| format!("'{game}' ({})", names.join(", ")));
    let games = told.collect::<Vec<String>>().join(" and ");
    let (name, other) = (&engine.options().variant, engine.variant().game());
    Usage(format!(
        "{what}: only for the {word} {games}, but the variant {name} belongs to the game '{other}'"
    ))
}

/// The error if `what` needs a solver, and the variant has none.
pub fn unsolved(engine: &Engine, what: &str) -> Usage {
    let (config, variant) = (engine.config(), &engine.options().variant);
    let solved = config.variants.iter();
    let solved = solved.filter(|(_, variant)| variant.rule().is_some());
    let solved: Vec<&str> = solved.map(|(name, _)| name.as_str()).collect();
    Usage(format!(
        "{what}: {variant} has no solver; expected one of {}",
        solved.join(", ")
    ))
}

/// The position of an engine that was set up without an error.
///
/// # Errors
/// If there is no position nevertheless.
pub fn state(engine: &Engine) -> Result<Box<dyn GameState>> {
    let state = engine.state().map(GameState::boxed);
    state.context("there is no position")
}

/// The position as one of a given game.
///
/// # Errors
/// If a different game is played; `what` needs this one.
pub fn state_of<'e, G: Playable>(
    engine: &'e Engine,
    what: &str,
    game: &str,
) -> Result<&'e State<G>, Usage> {
    let state = engine.state().map(GameState::as_any);
    let state = state.and_then(|state| state.downcast_ref());
    state.ok_or_else(|| only_for(engine, what, |variant| variant.game() == game))
}

/// Parses the name of a file, which cannot be a stream.
#[must_use]
pub fn named_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(no_stream)
}

/// Adds the file name to an error.
///
/// # Errors
/// Returns the error of `result`, with the file name.
pub fn of_file<T, E: std::fmt::Display>(path: &Path, result: Result<T, E>) -> Result<T> {
    result.map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
}
