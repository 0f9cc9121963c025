//! Games to learn from: new ones, or those in a file.

use std::hash::Hash;
use std::path::Path;

use anyhow::{Result, bail};

use super::arguments::Arguments;
use super::sample::Parts;
use super::work::{each_in_a_thread, progress};
use jacquerie::arena::pgn::{Record, main_lines, starts_of};
use jacquerie::cli::of_file;
use jacquerie::engine::Engine;
use jacquerie::standard;
use jacquerie::stop::Interrupt;

/// Plays all games, several at once, and takes the samples of each. The samples of every
/// `held_out`th game are held out. No `key` occurs twice. `play` gets the number of a game.
///
/// # Errors
/// If it is interrupted, or a game cannot be played.
pub fn gather<S: Send, K: Eq + Hash>(
    arguments: &Arguments,
    engine: &Engine,
    interrupt: &Interrupt,
    held_out: u64,
    play: impl Fn(u64) -> Result<Vec<S>> + Sync,
    key: impl Fn(&S) -> K,
) -> Result<Parts<S>> {
    let bar = progress("games", arguments.games);
    let threads = arguments.threads(engine) as u64;
    let mut parts = Parts::new();
    let mut first = 0;
    while first < arguments.games {
        let numbers = first..arguments.games.min(first + threads);
        let games = each_in_a_thread(numbers.clone(), &play);
        if interrupt.is_heard() {
            bail!("interrupted");
        }
        for (number, game) in numbers.zip(games) {
            parts.add(number, held_out, game?);
            bar.inc(1);
        }
        first += threads;
    }
    bar.finish_and_clear();
    parts.once_each(key);
    Ok(parts)
}

/// The readable games of a PGN file; the others are reported on standard error.
///
/// # Errors
/// If the file cannot be read.
pub fn games_of(path: &Path, engine: &Engine) -> Result<Vec<Record>> {
    let text = of_file(path, standard::read_text(path))?;
    let starts = starts_of(engine.config());
    let games = main_lines(&text, &starts).filter_map(|(_, game)| match game {
        Ok(game) => Some(game),
        Err(error) => {
            let path = path.display();
            standard::tell(format_args!("{path}: {error}; it is left out"));
            None
        }
    });
    Ok(games.collect())
}
