//! Samples of games that are played anew: what a fit is made to, and what is held out of it.

use std::collections::HashSet;
use std::hash::Hash;

use anyhow::Result;

use super::data::progress_of_games;
use super::{Arguments, each_in_a_thread};
use crate::engine::Engine;
use crate::stop::Interrupt;

/// Plays all games, several at once, and takes the samples of each; of every `held_out`th game they are
/// held out. No position comes twice. `play` is told the number of a game and whom to ask whether to
/// give up.
///
/// # Errors
/// If somebody interrupts it, or a game cannot be played.
pub fn gather<S: Send, P: Eq + Hash>(
    arguments: &Arguments,
    engine: &Engine,
    interrupt: &Interrupt,
    held_out: u64,
    play: impl Fn(u64, &(dyn Fn() -> bool + Sync)) -> Result<Vec<S>> + Sync,
    position: impl Fn(&S) -> P,
) -> Result<(Vec<S>, Vec<S>)> {
    let bar = progress_of_games(arguments.games);
    let threads = u64::from(arguments.threads.unwrap_or(engine.options().threads));
    let (mut to_fit, mut apart) = (Vec::new(), Vec::new());
    let mut first = 0;
    while first < arguments.games {
        let numbers = first..arguments.games.min(first + threads);
        let games = each_in_a_thread(numbers.clone(), |number| {
            play(number, &|| interrupt.is_heard())
        });
        for (number, game) in numbers.zip(games) {
            let part = match number % held_out {
                0 => &mut apart,
                _ => &mut to_fit,
            };
            part.extend(game?);
            bar.inc(1);
        }
        first += threads;
    }
    bar.finish_and_clear();
    let mut seen = HashSet::new();
    apart.retain(|one| seen.insert(position(one)));
    to_fit.retain(|one| seen.insert(position(one)));
    Ok((to_fit, apart))
}
