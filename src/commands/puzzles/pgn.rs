//! Puzzles as games: the position, the opponent's move, the solution.

use std::io;
use std::path::Path;

use anyhow::{Context, Result};

use crate::arena::pgn::{Record, TagName};
use crate::cli::of_file;
use crate::engine::Engine;
use crate::files;
use crate::puzzles::Puzzle;

/// The beginning of a file of puzzles.
const BEGINNING: &str = "[Event \"Puzzle ";

/// Checks that a file can be written, and that it contains nothing else.
///
/// # Errors
/// If it cannot be written, or contains something else.
pub fn check(path: &Path) -> io::Result<()> {
    files::check_kind(path, &[BEGINNING])?;
    files::check(path)
}

/// Writes puzzles as games.
///
/// # Errors
/// If one cannot be played, or the file cannot be written.
pub fn write<'p>(
    path: &Path,
    puzzles: impl Iterator<Item = &'p Puzzle>,
    engine: &Engine,
) -> Result<()> {
    let mut text = Vec::new();
    for puzzle in puzzles {
        let record = record(puzzle, engine).with_context(|| format!("puzzle {}", puzzle.id))?;
        record.write(&mut text)?;
    }
    of_file(path, files::replace(path, &text))
}

/// A puzzle as a game.
fn record(puzzle: &Puzzle, engine: &Engine) -> Result<Record> {
    let mut record = Record::new(engine.variant().read_fen(&puzzle.fen)?);
    let name = &engine.options().variant;
    let variant = engine.variant().name_for_others(name);
    let tags = &mut record.tags;
    tags.set(TagName::EVENT, &format!("Puzzle {}", puzzle.id));
    if !puzzle.url.is_empty() {
        tags.set(TagName::SITE, &puzzle.url);
    }
    tags.set(TagName::VARIANT, variant);
    let rating = puzzle.rating.to_string();
    let themes = puzzle.themes.join(" ");
    for (name, value) in [("Rating", &rating), ("Themes", &themes)] {
        if let Some(name) = TagName::new(name) {
            tags.set(name, value);
        }
    }
    for played in &puzzle.moves {
        record.play(played)?;
    }
    Ok(record)
}
