//! `jacquerie analyse --pgn` and `--moves`: goes through games and marks the moves that changed
//! the result, each with a better one.
//!
//! Every position of a game is searched once, the last one first: what is found about an end then
//! waits in the table for the positions before it. [`judgement`] says what a move cost.

pub(super) mod judgement;

use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use indicatif::ProgressBar;
use serde::Serialize;

use self::judgement::{Judgement, Mark, Worth};
use super::analyse::{Games, line};
use super::json::{self, About, Searched};
use super::{Usage, state};
use crate::arena::pgn::annotate::{Better, Remark, annotate};
use crate::arena::pgn::{GameResult, Record, TagName, decode, read, starts_of};
use crate::board::Colour;
use crate::config::Config;
use crate::engine::Engine;
use crate::files;
use crate::game::state::GameState;
use crate::search::Limits;
use crate::standard;
use crate::stop::{Interrupt, Stop};

/// Without a limit, so much time for each move.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Goes through the games asked for. An engine that has been set up for it searches each position
/// within `limits`; the configuration knows the starts of other variants.
///
/// # Errors
/// If a file cannot be read or written, a game in it is wrong or of a variant that is not known,
/// or there is no such game.
pub fn run(
    arguments: &Games,
    json: bool,
    config: &Config,
    mut engine: Engine,
    limits: Limits,
    output: &mut impl Write,
) -> Result<()> {
    let start = state(&engine)?;
    let (text, mut games) = match (&arguments.pgn, &arguments.moves) {
        (Some(path), _) => games_of_file(path, config, start)?,
        (None, moves) => {
            let moves = moves.as_deref().unwrap_or_default();
            let game = game_of_moves(moves, config, start)?;
            (written(&game)?, vec![game])
        }
    };
    let chosen = match arguments.game {
        None => 0..games.len(),
        Some(number) if (1..=games.len()).contains(&number) => number - 1..number,
        Some(number) => {
            let count = games.len();
            return Err(Usage(format!("--game {number}: the file has {count} games")).into());
        }
    };
    if let Some(path) = &arguments.output {
        // Better now than when the work is done.
        check_output(path, arguments.pgn.as_deref())?;
    }
    let stop = Interrupt::listen()?.new_stop();
    let to_stdout = arguments.output.as_deref().is_some_and(standard::is_meant);
    let mut beside = io::stderr();

    let variant = engine.options().variant.clone();
    let mut said: Vec<Option<Vec<Option<Remark>>>> = vec![None; games.len()];
    for index in chosen {
        if stop.is_stopped() {
            break;
        }
        let record = &mut games[index];
        let variant = record.variant().unwrap_or(&variant);
        engine
            .set_option("UCI_Variant", Some(variant))
            .map_err(|error| anyhow!("game {}: {error}", index + 1))?;
        engine.new_game();
        let output: &mut dyn Write = match to_stdout {
            false => output,
            true => &mut beside,
        };
        if !json {
            writeln!(output, "{}", title(record, index + 1))?;
        }
        let judged = judge(record, &mut engine, limits, &stop)?;
        match json {
            false => show(record, &judged, output)?,
            true => tell(record, index + 1, variant, &judged, output)?,
        }
        said[index] = Some(remarks(record, &judged));
        let variant = variant.to_owned();
        sign(record, &variant, &judged);
    }
    let Some(path) = &arguments.output else {
        return Ok(());
    };
    let games = games.iter().zip(said);
    let games = games.map(|(game, said)| Some((game, said?)));
    let text = annotate(&text, &games.collect::<Vec<_>>());
    match standard::is_meant(path) {
        true => Ok(output.write_all(text.as_bytes())?),
        false => files::replace(path, text.as_bytes()).map_err(|error| unwritable(path, &error)),
    }
}

/// Says in the tags of a game what was played, and who has gone through it, unless somebody else is
/// named.
fn sign(record: &mut Record, variant: &str, judged: &[Option<Judgement>]) {
    if record.tags.get(&TagName::VARIANT).is_none() {
        record.tags.set(TagName::VARIANT, variant);
    }
    let annotator = record.tags.get(&TagName::ANNOTATOR);
    let is_ours = annotator.is_none_or(|name| name.starts_with("Jacquerie "));
    if is_ours && judged.iter().any(Option::is_some) {
        let name = concat!("Jacquerie ", env!("CARGO_PKG_VERSION"));
        record.tags.set(TagName::ANNOTATOR, name);
    }
}

/// A game as PGN.
fn written(game: &Record) -> Result<String> {
    let mut text = Vec::new();
    game.write(&mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Makes sure that the games can be written, and that nothing is lost by it: only the file that they
/// come from is replaced.
fn check_output(path: &Path, input: Option<&Path>) -> Result<()> {
    if standard::is_meant(path) {
        return Ok(());
    }
    let is_input = || input.is_some_and(|input| files::is_same(input, path));
    let holds_something = fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() > 0);
    if holds_something && !is_input() {
        let path = path.display();
        bail!("{path} holds something already; name another file, or that of --pgn to replace it");
    }
    files::check(path).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {error}", path.display())
}

/// A PGN file and the games in it. Those of the engine's own variant begin where it stands, unless they
/// say where.
fn games_of_file(
    path: &Path,
    config: &Config,
    start: Box<dyn GameState>,
) -> Result<(String, Vec<Record>)> {
    let name = path.display();
    let bytes = standard::read(path).map_err(|error| anyhow!("cannot read {name}: {error}"))?;
    let starts = starts_of(config).with_own(start);
    let text = decode(&bytes).into_owned();
    let games = read(&text, &starts).map_err(|error| anyhow!("{name}: {error}"))?;
    match games.is_empty() {
        true => Err(anyhow!("{name}: there is no game in it")),
        false => Ok((text, games)),
    }
}

/// A game of moves as people write them, with or without numbers and a result.
fn game_of_moves(moves: &str, config: &Config, start: Box<dyn GameState>) -> Result<Record, Usage> {
    let last = moves.split_whitespace().last().unwrap_or_default();
    let end = match GameResult::parse(last) {
        Some(_) => "",
        None => " *",
    };
    let starts = starts_of(config).with_own(start);
    let games = read(&format!("{moves}{end}"), &starts);
    let mut games = games.map_err(|error| Usage(format!("--moves: {error}")))?;
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        _ => Err(Usage("--moves: a result stands between the moves".into())),
    }
}

/// `Game 2: Ann – Bob, 1-0`.
fn title(record: &Record, number: usize) -> String {
    let name = |tag: &TagName| record.tags.get(tag).unwrap_or("?").to_owned();
    let (white, black) = (name(&TagName::WHITE), name(&TagName::BLACK));
    format!("Game {number}: {white} – {black}, {}\n", record.result)
}

/// Judges the moves, the last one first; `None` for those that were not reached before `stop`.
fn judge(
    record: &Record,
    engine: &mut Engine,
    limits: Limits,
    stop: &Stop,
) -> Result<Vec<Option<Judgement>>> {
    let fen = record.start().fen();
    let moves: Vec<&str> = record.moves().iter().map(|one| one.played()).collect();
    let mut judged = vec![None; moves.len()];
    // On a terminal only.
    let progress = ProgressBar::new(moves.len() as u64 + 1);
    // In some games it matters how a position came about.
    let mut search = |before: &[&str]| -> Result<Option<Worth>> {
        engine.set_position(Some(&fen), before)?;
        let answer = engine.go(limits, stop, |_| {})?;
        progress.inc(1);
        // A search that was cut short would be compared with one that was not.
        Ok(Worth::of(&answer).filter(|_| !stop.is_stopped()))
    };
    let mut next = search(&moves)?;
    for (index, played) in moves.iter().enumerate().rev() {
        let Some(after) = next else { break };
        next = search(&moves[..index])?.map(|before| {
            let one = Judgement::new(before, played, &after);
            let before = one.before.clone();
            judged[index] = Some(one);
            before
        });
    }
    progress.finish_and_clear();
    Ok(judged)
}

/// A move of a game as an object.
#[derive(Serialize)]
struct Told<'a> {
    game: usize,
    #[serde(flatten)]
    about: About,
    #[serde(rename = "move")]
    played: &'a str,
    best: Option<&'a str>,
    before: Searched,
    after: Searched,
    mark: Option<&'static str>,
}

/// The moves of a game for a program.
fn tell(
    record: &Record,
    number: usize,
    variant: &str,
    judged: &[Option<Judgement>],
    output: &mut dyn Write,
) -> Result<()> {
    for ((board, one), judgement) in record.plies().zip(judged) {
        let Some(judgement) = judgement else { continue };
        let (before, after) = (&judgement.before, &judgement.after);
        let told = Told {
            game: number,
            about: About::new(&*board, variant),
            played: one.played(),
            best: before.best(),
            before: Searched::new(before.value, before.proved),
            after: Searched::new(after.value, after.proved),
            mark: judgement.mark.and_then(|mark| mark.glyph().sign()),
        };
        json::write(output, &told)?;
    }
    Ok(())
}

/// The table of a game and its summary.
fn show(record: &Record, judged: &[Option<Judgement>], output: &mut dyn Write) -> Result<()> {
    writeln!(
        output,
        "{:>6} {:<7} {:>10} {:>10}  remark",
        "", "move", "before", "after"
    )?;
    for ((board, one), judgement) in record.plies().zip(judged) {
        let Some(judgement) = judgement else { continue };
        let number = match board.turn() {
            Colour::White => format!("{}.", board.move_number()),
            Colour::Black => format!("{}...", board.move_number()),
        };
        let sign = judgement.mark.and_then(|mark| mark.glyph().sign());
        let played = format!(
            "{number:>6} {}{}",
            board.algebraic(one.played())?,
            sign.unwrap_or_default()
        );
        let (before, after) = (judgement.before.short(), judgement.after.short());
        let row = format!(
            "{played:<14} {before:>10} {after:>10}  {}",
            remark(&*board, judgement)
        );
        writeln!(output, "{}", row.trim_end())?;
    }
    let missing = judged.iter().filter(|one| one.is_none()).count();
    if missing > 0 {
        writeln!(
            output,
            "Stopped before the first {missing} moves were judged."
        )?;
    }
    writeln!(
        output,
        "\n{:<6} {:>6} {:>9} {:>11} {:>12}",
        "side", "moves", "exact ??", "mistakes ?", "dubious ?!"
    )?;
    for side in [Colour::White, Colour::Black] {
        let own = record.plies().zip(judged).filter_map(|((board, _), one)| {
            let one = one.as_ref()?;
            (board.turn() == side).then_some(one.mark)
        });
        let marks: Vec<Option<Mark>> = own.collect();
        let [exact, mistakes, dubious] =
            Mark::ALL.map(|mark| marks.iter().filter(|one| **one == Some(mark)).count());
        writeln!(
            output,
            "{:<6} {:>6} {exact:>9} {mistakes:>11} {dubious:>12}",
            side.to_string(),
            marks.len()
        )?;
    }
    Ok(writeln!(output)?)
}

/// `draw → loss, proved; better b4 (exact draw)`; empty for a move without a mark.
fn remark(board: &dyn GameState, judgement: &Judgement) -> String {
    let better = judgement.before.best();
    let better = better.and_then(|text| board.algebraic(text).ok());
    let better = better.map(|played| {
        let value = judgement.before.long();
        format!("better {played} ({value})")
    });
    let parts: Vec<String> = match judgement.change() {
        Some(change) => iter::once(change).chain(better).collect(),
        None => Vec::new(),
    };
    parts.join("; ")
}

/// What is written about the moves of a game.
fn remarks(record: &Record, judged: &[Option<Judgement>]) -> Vec<Option<Remark>> {
    let is_over = record.position().finish().is_some();
    let plies = record.plies().zip(judged).enumerate();
    plies
        .map(|(index, ((board, _), judgement))| {
            let is_end = is_over && index + 1 == judged.len();
            Some(remark_on(&*board, judgement.as_ref()?, is_end))
        })
        .collect()
}

/// What is written about a move; where it `is_end`, there is nothing left to be expected.
fn remark_on(board: &dyn GameState, judgement: &Judgement, is_end: bool) -> Remark {
    let side = board.turn();
    let after = Some(&judgement.after).filter(|_| !is_end);
    let words = match judgement.mark {
        Some(_) => remark(board, judgement),
        None => after
            .and_then(|after| after.exact(side))
            .unwrap_or_default(),
    };
    Remark {
        glyph: judgement.mark.map(Mark::glyph),
        evaluation: after.and_then(|after| after.evaluation(side, 0)),
        words,
        better: judgement
            .mark
            .and_then(|_| better(board, &judgement.before)),
        next_number: (side == Colour::White).then(|| format!("{}...", board.move_number())),
    }
}

/// The line that would have been better.
fn better(board: &dyn GameState, worth: &Worth) -> Option<Better> {
    let side = board.turn();
    let (first, rest) = worth.line.split_first()?;
    let mut next = board.boxed();
    next.play(first).ok()?;
    let told = |board, moves| line(board, moves).replace('…', "...");
    Some(Better {
        first: told(board, std::slice::from_ref(first)),
        evaluation: worth.evaluation(side, 1),
        words: worth.exact(side).unwrap_or_else(|| "better".into()),
        rest: told(&*next, rest),
    })
}
