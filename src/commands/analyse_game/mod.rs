//! `jacquerie analyse --pgn` and `--moves`: analyses games and marks the moves that changed the
//! result, each with a better move.
//!
//! Every position of a game is searched once, from the last to the first: results for positions
//! near the end are then in the transposition table when earlier positions are searched.
//! [`judgement`] rates each move.

mod games;
pub(super) mod judgement;

use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use indicatif::ProgressBar;
use serde::Serialize;

use self::games::GamesOfText;
use self::judgement::{Assessment, Judgement, Mark};
use super::analyse::{Games, line};
use super::meant_for;
use crate::arena::pgn::annotate::{Better, Remark};
use crate::arena::pgn::{self, Record, Starts, TagName, starts_of};
use crate::board::Colour;
use crate::cli::json::{self, About, Searched};
use crate::cli::state;
use crate::config::Config;
use crate::engine::Engine;
use crate::files;
use crate::game::state::GameState;
use crate::quote::counted;
use crate::search::Limits;
use crate::standard;
use crate::stop::{Interrupt, Stop};
use crate::text::shown;

/// The time for each move if no limit is given.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Analyses the requested games. The engine searches each position within `limits`. The
/// configuration gives the starts of other variants; if the user has named its own variant
/// (`is_given`), games of unknown variants are taken to be of that variant. If a game cannot be
/// read, the others are judged and written nevertheless.
///
/// # Errors
/// If a file cannot be read or written, a game in it was skipped, or there is no such game.
pub fn run(
    arguments: &Games,
    json: bool,
    config: &Config,
    is_given: bool,
    mut engine: Engine,
    limits: Limits,
    output: &mut impl Write,
) -> Result<()> {
    let starts = starts_of(config).with_own(state(&engine)?).given(is_given);
    let (starts, mut games) = match (&arguments.pgn, &arguments.moves) {
        (Some(path), _) => {
            let starts = starts.whole();
            let meant = |text: &str| match is_given {
                true => String::new(),
                false => meant_for(config, |name, _| fits(text, name, config)),
            };
            let games = GamesOfText::of_file(path, arguments.game, &starts, meant)?;
            (starts, games)
        }
        (None, moves) => {
            let moves = moves.as_deref().unwrap_or_default();
            let games = GamesOfText::of_moves(moves, &starts)?;
            (starts, games)
        }
    };
    if let Some(path) = &arguments.output {
        // Check now rather than when the work is done.
        check_output(path, arguments.pgn.as_deref())?;
    }
    // The content of the file to be replaced, as far as this program knows.
    let replaced = match (&arguments.output, &arguments.pgn) {
        (Some(output), Some(input)) if files::is_same(output, input) => games.source(),
        _ => Vec::new(),
    };
    let to_stdout = arguments.output.as_deref().is_some_and(standard::is_meant);
    let done = match to_stdout {
        false => go_through(&mut games, &starts, json, &mut engine, limits, output),
        true => go_through(
            &mut games,
            &starts,
            json,
            &mut engine,
            limits,
            &mut io::stderr(),
        ),
    };
    // The judged games are written, even after an error.
    if let Some(path) = &arguments.output {
        let bytes = games.annotated();
        match standard::is_meant(path) {
            true => output.write_all(&bytes)?,
            false => replace(path, &replaced, &bytes)?,
        }
    }
    let elsewhere = done?;
    if let Some(variant) = elsewhere.first() {
        let (elsewhere, all) = (elsewhere.len(), games.readable.len());
        standard::note!(
            "{elsewhere} of {} left as they are: no position of the variant {variant}",
            counted(all, "game")
        );
    }
    let passed_over = games
        .readable
        .values()
        .flat_map(|game| &game.record.passed_over);
    standard::tell_first(passed_over.map(ToString::to_string));
    match (games.left_out.len(), games.len()) {
        (0, _) => Ok(()),
        (left_out, all) => {
            standard::tell_first(games.left_out.into_values());
            bail!("{left_out} of {} left out", counted(all, "game"))
        }
    }
}

/// Whether all games of a text can be read by the rules of a variant.
fn fits(text: &str, variant: &str, config: &Config) -> bool {
    let mut config = config.clone();
    config.options.variant = variant.into();
    let starts = starts_of(&config).given(true).whole();
    pgn::games(text, &starts).all(|(_, game)| game.is_ok())
}

/// Judges the games and reports. Returns the variants of the games that never leave their prelude.
fn go_through(
    games: &mut GamesOfText,
    starts: &Starts<'_>,
    json: bool,
    engine: &mut Engine,
    limits: Limits,
    output: &mut dyn Write,
) -> Result<Vec<String>> {
    let stop = Interrupt::listen()?.new_stop();
    let mut wrong = Vec::new();
    let mut elsewhere = Vec::new();
    for (number, game) in &mut games.readable {
        if stop.is_stopped() {
            break;
        }
        let record = &mut game.record;
        let played = starts.variant(record.tags.variant())?;
        let variant = played.name;
        let Some((before, start)) = played.entered(record) else {
            elsewhere.push(variant.to_owned());
            continue;
        };
        game.before = before;
        if !json {
            writeln!(output, "{}", title(record, *number))?;
        }
        engine.new_game();
        let set = engine.set_option("UCI_Variant", Some(variant));
        let judged = set
            .map_err(Into::into)
            .and_then(|()| judge(record, before, &start.fen(), engine, limits, &stop));
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                wrong.push((*number, error));
                continue;
            }
        };
        match json {
            false => show(record, before, &judged, output)?,
            true => tell(record, *number, variant, &judged, output)?,
        }
        game.remarks = Some(remarks(record, &judged));
        sign(record, played.name_for_others(), &judged);
    }
    for (number, error) in wrong {
        games.readable.remove(&number);
        games
            .left_out
            .insert(number, format!("game {number}: {error}"));
    }
    Ok(elsewhere)
}

/// Adds to the tags of a game the variant, if there is none, and the annotator, unless another
/// one is named.
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

/// Checks that the output can be written without losing anything: a file with content is replaced
/// only if it is the input.
fn check_output(path: &Path, input: Option<&Path>) -> Result<()> {
    if standard::is_meant(path) {
        return Ok(());
    }
    let is_input = || input.is_some_and(|input| files::is_same(input, path));
    let holds_something = fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() > 0);
    if holds_something && !is_input() {
        let path = path.display();
        bail!("{path} is not empty; use another file, or the --pgn file itself, to replace it");
    }
    files::check(path).map_err(|error| unwritable(path, &error))
}

/// Replaces the output. If another program has written to it meanwhile, the games go to a file beside it.
fn replace(path: &Path, expected: &[u8], bytes: &[u8]) -> Result<()> {
    let is_expected = match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::read(path).is_ok_and(|there| there == expected),
        // A pipe, say, has no content; and nothing is lost where there is no file.
        _ => true,
    };
    let mut target = path.to_owned();
    let mut number = 0;
    while !is_expected && fs::symlink_metadata(&target).is_ok() {
        number += 1;
        target = files::beside(path, &format!(".annotated-{number}"));
    }
    files::replace(&target, bytes).map_err(|error| unwritable(&target, &error))?;
    match is_expected {
        true => Ok(()),
        false => bail!(
            "{} has been changed meanwhile; the annotated games are in {}",
            path.display(),
            target.display()
        ),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {error}", path.display())
}

/// The title of a game: `Game 2: Ann – Bob, 1-0`.
fn title(record: &Record, number: usize) -> String {
    let name = |tag: &TagName| shown(record.tags.get(tag).unwrap_or("?"));
    let (white, black) = (name(&TagName::WHITE), name(&TagName::BLACK));
    format!("Game {number}: {white} – {black}, {}\n", record.result)
}

/// Judges the moves, from the last to the first. The judgement is `None` for moves not reached
/// before `stop`, and for the `skipped` moves before the position `start`.
fn judge(
    record: &Record,
    skipped: usize,
    start: &str,
    engine: &mut Engine,
    limits: Limits,
    stop: &Stop,
) -> Result<Vec<Option<Judgement>>> {
    let moves = &record.coordinates()[skipped..];
    let mut judged = vec![None; skipped + moves.len()];
    // The progress is shown only on a terminal.
    let progress = ProgressBar::new(moves.len() as u64 + 1);
    // In some games the history of a position matters.
    let mut search = |before: &[&str]| -> Result<Option<Assessment>> {
        engine.set_position(Some(start), before)?;
        let answer = engine.go(limits, stop, |_| {})?;
        progress.inc(1);
        // The result of an interrupted search cannot be compared with that of a complete one.
        Ok(Assessment::of(&answer).filter(|_| !stop.is_stopped()))
    };
    let mut next = search(moves)?;
    for (index, played) in moves.iter().enumerate().rev() {
        let Some(after) = next else { break };
        next = search(&moves[..index])?.map(|before| {
            let one = Judgement::new(before, played, &after);
            let before = one.before.clone();
            judged[skipped + index] = Some(one);
            before
        });
    }
    progress.finish_and_clear();
    Ok(judged)
}

/// A move of a game as a JSON object.
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

/// Prints the moves of a game as JSON.
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

/// Prints the table of a game and its summary, without the moves that were `skipped`.
fn show(
    record: &Record,
    skipped: usize,
    judged: &[Option<Judgement>],
    output: &mut dyn Write,
) -> Result<()> {
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
        let played = format!("{number:>6} {}{}", one.san(), sign.unwrap_or_default());
        let (before, after) = (judgement.before.short(), judgement.after.short());
        let row = format!(
            "{played:<14} {before:>10} {after:>10}  {}",
            remark(&*board, judgement)
        );
        writeln!(output, "{}", row.trim_end())?;
    }
    let missing = judged.iter().skip(skipped);
    let missing = missing.filter(|one| one.is_none()).count();
    if missing > 0 {
        writeln!(
            output,
            "Stopped before the first {missing} moves were judged."
        )?;
    }
    writeln!(
        output,
        "\n{:<6} {:>6} {:>11} {:>11} {:>12}",
        "side", "moves", "blunders ??", "mistakes ?", "dubious ?!"
    )?;
    for side in [Colour::White, Colour::Black] {
        let own = record.plies().zip(judged).filter_map(|((board, _), one)| {
            let one = one.as_ref()?;
            (board.turn() == side).then_some(one.mark)
        });
        let marks: Vec<Option<Mark>> = own.collect();
        let [blunders, mistakes, dubious] =
            Mark::ALL.map(|mark| marks.iter().filter(|one| **one == Some(mark)).count());
        writeln!(
            output,
            "{:<6} {:>6} {blunders:>11} {mistakes:>11} {dubious:>12}",
            side.to_string(),
            marks.len()
        )?;
    }
    Ok(writeln!(output)?)
}

/// The remark on a move: `draw → loss, proved; better b4 (exact draw)`; empty for a move without a
/// mark.
fn remark(board: &dyn GameState, judgement: &Judgement) -> String {
    let better = judgement.before.best();
    let better = better.and_then(|text| Some(board.read(text).ok()?.san));
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

/// The annotations of the moves of a game.
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

/// The annotation of a move; one that ends the game (`is_end`) gets no evaluation.
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
fn better(board: &dyn GameState, worth: &Assessment) -> Option<Better> {
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
