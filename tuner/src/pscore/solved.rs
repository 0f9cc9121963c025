//! Narrow boards, played and solved, or read from the file of an earlier run.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

use super::Sample;
use crate::arguments::Arguments;
use crate::narrow_board::NarrowBoard;
use crate::sample::{Parts, solve};
use crate::work::{each_in_a_thread, progress};
use jacquerie::cli::UNKNOWN;
use jacquerie::cli::of_file;
use jacquerie::commands::solve::rules;
use jacquerie::engine::Engine;
use jacquerie::files::Journal;
use jacquerie::game::Outcome;
use jacquerie::game::playable::Playable;
use jacquerie::games::pawns::PawnGame;
use jacquerie::quote::short;
use jacquerie::standard;
use jacquerie::stop::Interrupt;

/// One game in this many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 5;

/// Plays and solves the games that are not yet in the file given by `--data`.
pub fn gather(arguments: &Arguments, engine: &Engine) -> Result<Parts<Sample>> {
    let interrupt = Interrupt::listen()?;
    let mut journal = match &arguments.data {
        Some(path) => Some((path, of_file(path, Journal::open(path))?)),
        None => None,
    };
    let widths = u64::from(arguments.widest - arguments.narrowest) + 1;
    let bar = progress("games", widths * arguments.games);
    let threads = arguments.threads(engine) as u64;
    let mut all = Parts::new();
    for files in arguments.narrowest..=arguments.widest {
        let board = NarrowBoard::new(engine, files, arguments.seed)?;
        let name = |number: u64| format!("{} game {number}", board.name(arguments.limit));
        let mut number = 0;
        while number < arguments.games {
            let known = match &mut journal {
                Some((path, journal)) => {
                    let line = of_file(path, journal.next(&name(number)))?;
                    let game = line.map(|line| read_game(&name(number), &line));
                    game.map(|game| of_file(path, game)).transpose()?
                }
                None => None,
            };
            let games: Vec<Vec<Sample>> = match known {
                Some(game) => vec![game],
                None => {
                    let numbers = number..arguments.games.min(number + threads);
                    let games = each_in_a_thread(numbers, |number| {
                        let positions = board.positions(number);
                        let gives_up = || interrupt.is_heard();
                        solve(&board.game, &positions, arguments.limit, &gives_up)
                    });
                    if interrupt.is_heard() {
                        bail!("interrupted; with --data the same command continues");
                    }
                    let games = games.into_iter().collect::<Result<Vec<_>, _>>()?;
                    if let Some((path, journal)) = &mut journal {
                        for (game, number) in games.iter().zip(number..) {
                            let line = line_of(&name(number), game);
                            of_file(path, journal.write(&line))?;
                        }
                    }
                    games
                }
            };
            for game in games {
                all.add(number, HELD_OUT, game);
                number += 1;
                bar.inc(1);
            }
            let positions = all.fitting.len() + all.held_out.len();
            bar.set_message(format!("{files} files, {positions} positions"));
        }
    }
    bar.finish_and_clear();
    if let Some((path, journal)) = journal
        && journal.left() > 0
    {
        let path = path.display();
        bail!("{path}: more games than requested; give another --data");
    }
    all.once_each(|one| (one.position.files, one.position.position));
    Ok(all)
}

/// A game as a line of the file: its run, then `FEN;value` for each position.
fn line_of(name: &str, game: &[Sample]) -> String {
    let samples = game
        .iter()
        .map(|one| format!(";{};{}", one.position, one.value));
    name.to_owned() + &samples.collect::<String>()
}

/// Reads such a line.
fn read_game(name: &str, line: &str) -> Result<Vec<Sample>> {
    let wrong = || {
        anyhow!(
            "'{}' is from another run: expected '{name}', then FEN;value of each position; give another --data",
            short(line)
        )
    };
    let rest = line.strip_prefix(name);
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with(';'));
    let rest = rest.ok_or_else(wrong)?;
    let words: Vec<&str> = rest.split(';').skip(1).collect();
    let pairs = words.chunks(2).map(|pair| match pair {
        [fen, value] => read_sample(fen, value).ok_or_else(wrong),
        _ => Err(wrong()),
    });
    pairs.collect()
}

fn read_sample(fen: &str, value: &str) -> Option<Sample> {
    let values = [Outcome::Loss, Outcome::Draw, Outcome::Win];
    let value = values.into_iter().find(|one| one.to_string() == value)?;
    let position = fen.parse().ok()?;
    Some(Sample { position, value })
}

/// Positions with their values, `FEN;value` per line. Later fields are ignored, and so are lines
/// with an unknown value.
pub fn read_known(path: &Path, game: &PawnGame) -> Result<Vec<Sample>> {
    rules::check(path, game.rule().words)?;
    let text = standard::read_text(path)?;
    let mut known = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut words = line.split(';');
        let pair = words.next().zip(words.next());
        if pair.is_some_and(|(_, value)| value == UNKNOWN) {
            continue;
        }
        let sample = pair.and_then(|(fen, value)| read_sample(fen, value));
        known
            .push(sample.with_context(|| {
                format!("line {number}: '{}', expected FEN;value", short(line))
            })?);
    }
    Ok(known)
}
