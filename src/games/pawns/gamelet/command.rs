//! `jacquerie gamelets`: the parts of a position and the value of each by itself, and a prebuilt table of
//! small ones.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, FromArgMatches};
use indicatif::{ProgressBar, ProgressIterator};

use super::sum::answer;
use super::summary::Summary;
use super::text::{letters, table, word};
use super::told::Told;
use super::{Gamelets, KIND, Parts, dead_files_by_colour, small_gamelets, split};
use crate::board::{Bitboard, File};
use crate::cli::json::{self, About};
use crate::cli::{named_file, of_file, state_of};
use crate::engine::{Engine, GameCommand};
use crate::files;
use crate::game::bounds::{Bounds, Goal};
use crate::game::state::{GameState, State};
use crate::game::{Game, Outcome};
use crate::games::pawns::{Diagram, LISTING, PawnGame, Stalemate, finish};
use crate::stop::Interrupt;

/// The command, for the registry of games.
pub const COMMAND: GameCommand = GameCommand {
    name: NAME,
    define: |command| {
        let about = "Show the independent parts of a position and the value of each";
        Arguments::augment_args(command)
            .about(about)
            .long_about(None)
    },
    keeps: |_| false,
    run: |matches, engine, output| run(&Arguments::from_arg_matches(matches)?, engine, output),
};

const NAME: &str = "gamelets";

/// The meaning of the words in the output.
const LEGEND: &str = "\
A gamelet is a part of the board whose pawns can never meet the others, in any
line of play. The row under the board numbers the gamelets. Each is examined as if
all other pawns were blocked:

nobody passes   the result with best play if White starts there, and if Black does
White may pass  the same if White has enough moves elsewhere and may pass at any
                time, while Black must move there; a pass counts as a ply. Likewise
                for Black.
stuck           the side to move has no move left there: the variant's stalemate
                rule applies
spare moves     how many extra moves a side can make there, besides answering the
                other side, without losing there; if negative, how many it must be
                able to make elsewhere. 'lost': no number is enough. 'any number':
                it can make as many as it likes.
zugzwang        the side that does worse by starting than if the other side
                started; 'mutual' for both
losing moves    the sides that can still lose there: a side loses if it is to move,
                has no move left elsewhere and the other side has enough

A file is dead for a side if it has pawns there and none of them can ever reach the
last rank on that file. What the gamelets prove about the whole position is certain;
where they prove nothing, the position must be searched.

Example:
  jacquerie gamelets --fen \"8/8/1p6/4p3/2P1P3/8/8/8 b\"";

/// The arguments of `gamelets`.
#[derive(Args, Debug)]
#[command(after_long_help = LEGEND)]
struct Arguments {
    /// The position ('-': a line of standard input) [default: the start position].
    #[arg(long)]
    fen: Option<String>,
    /// Print JSON, one object per line (docs/json.md).
    #[arg(long, conflicts_with = "build")]
    json: bool,
    /// Write a table of small gamelets, for later runs of this command.
    ///
    /// Ctrl-C keeps what is done, and the same command resumes. Search and solver do not read the table.
    #[arg(long, conflicts_with = "fen")]
    build: bool,
    /// The file of the table [default: jacquerie/gamelets in your cache folder].
    #[arg(long, value_name = "FILE", value_parser = named_file())]
    table: Option<PathBuf>,
}

/// Shows the gamelets of the engine's position, or writes the table.
///
/// # Errors
/// If the table cannot be read or written, or the output cannot be written.
fn run(arguments: &Arguments, engine: &Engine, output: &mut dyn Write) -> Result<()> {
    let gamelets = Gamelets::default();
    let usual = || dirs::cache_dir().map(|folder| folder.join("jacquerie/gamelets"));
    let table = arguments.table.clone().or_else(usual);
    if arguments.build {
        let table = table.context("there is no cache folder; name the file with --table FILE")?;
        return build(gamelets, table, output);
    }
    // The default file may be missing; a named one must exist.
    if let Some(table) = table.filter(|table| arguments.table.is_some() || table.exists()) {
        let count = of_file(&table, gamelets.read(&table))?;
        log::info!("{}: {count} gamelets", table.display());
    }
    match arguments.json {
        false => show(&gamelets, engine, output),
        true => tell(&gamelets, engine, output),
    }
}

/// Solves all small gamelets and writes the results that the table has kept; Ctrl-C stops it early.
fn build(gamelets: Gamelets, table: PathBuf, output: &mut dyn Write) -> Result<()> {
    let stop = Interrupt::listen()?.new_stop();
    of_file(&table, files::check_kind(&table, &[KIND]))?;
    // It is better to check this now than when the work is done.
    let folder = table.parent().map_or(Ok(()), fs::create_dir_all);
    of_file(&table, folder.and_then(|()| files::check(&table)))?;
    // Earlier results are reused, unless they are damaged.
    if table.exists()
        && let Err(error) = gamelets.read(&table)
    {
        log::warn!("{}: {error}; it will be replaced", table.display());
    }
    let all = small_gamelets();
    let progress = ProgressBar::new(all.len() as u64);
    all.iter()
        .progress_with(progress.clone())
        .take_while(|_| !stop.is_stopped())
        .for_each(|gamelet| gamelets.find_out(*gamelet));
    progress.finish_and_clear();
    let count = of_file(&table, gamelets.write(&table))?;
    let rest = match stop.is_stopped() {
        true => "; the same command resumes from here",
        false => "",
    };
    writeln!(output, "{}: {count} gamelets{rest}", table.display())?;
    Ok(())
}

fn show(gamelets: &Gamelets, engine: &Engine, output: &mut dyn Write) -> Result<()> {
    let state = state_of::<PawnGame>(engine, NAME, LISTING.name)?;
    let (game, position) = (state.game(), *state.diagram());
    if let Some(finish) = finish(&position, game.stalemate) {
        let result = match finish.winner {
            Some(winner) => format!("{winner} has won"),
            None => "a draw".into(),
        };
        let board = position.picture().draw();
        writeln!(output, "{board}\nThe game is over: {finish}, {result}.")?;
        return Ok(());
    }
    let parts = split(&position.position);
    let turn = position.turn;
    write!(
        output,
        "{}{}",
        position.picture().draw(),
        numbers(&position, &parts)
    )?;
    writeln!(output, "\n{turn} to move\n")?;
    let mut summaries = Vec::new();
    for (number, files) in (1..).zip(&parts) {
        writeln!(output, "Gamelet {number}: {}", range(*files))?;
        let summary = Summary::of(&position, *files, game.stalemate, gamelets);
        match &summary {
            Ok(summary) => writeln!(output, "{}", table(summary))?,
            Err(reason) => writeln!(output, "{reason}\n")?,
        }
        summaries.push(summary);
    }
    writeln!(output, "{}", dead(&position))?;
    let conclusion = match &summaries[..] {
        [Ok(only)] => word(only.ending(None, turn)),
        _ => together(&position, game.stalemate, gamelets),
    };
    writeln!(output, "the whole: {conclusion}")?;
    Ok(())
}

/// The gamelets as JSON.
fn tell(gamelets: &Gamelets, engine: &Engine, output: &mut dyn Write) -> Result<()> {
    let state = state_of::<PawnGame>(engine, NAME, LISTING.name)?;
    let told = told(gamelets, state, &engine.options().variant);
    json::write(output, &told)
}

/// The gamelets of a position of a variant.
#[must_use]
pub fn told(gamelets: &Gamelets, state: &State<PawnGame>, variant: &str) -> Told {
    let about = About::new(state, variant);
    let (game, position) = (state.game(), *state.diagram());
    let (bounds, summaries) = match game.prove(&position.position) {
        Some(proof) if state.finish().is_some() => (Bounds::exactly(proof.outcome), Vec::new()),
        _ => {
            let parts = split(&position.position);
            let summary = |files| Summary::of(&position, files, game.stalemate, gamelets);
            let all = parts.iter().map(|files| (*files, summary(*files)));
            let all: Vec<_> = all.collect();
            let bounds = match &all[..] {
                [(_, Ok(only))] => {
                    let ending = only.ending(None, position.turn);
                    Bounds::exactly(ending.seen_by(position.turn))
                }
                _ => proved(&position, game.stalemate, gamelets),
            };
            (bounds, all)
        }
    };
    Told::new(about, &position, bounds, &summaries)
}

/// What the parts prove about the whole, for the side to move.
fn proved(position: &Diagram, stalemate: Stalemate, gamelets: &Gamelets) -> Bounds {
    [Goal::Draw, Goal::Win]
        .into_iter()
        .filter_map(|goal| Some((goal, answer(&position.position, goal, stalemate, gamelets)?)))
        .fold(Bounds::UNKNOWN, |bounds, (goal, met)| {
            bounds.learn(goal, met)
        })
}

/// The line below the board: the number of each file's part.
fn numbers(position: &Diagram, parts: &Parts) -> String {
    let number = |file: File| {
        let part = parts
            .iter()
            .position(|part| part.meets(Bitboard::file(file)));
        part.map_or(" .".into(), |part| format!(" {}", part + 1))
    };
    let line: String = File::all().take(position.files).map(number).collect();
    format!("   {line}   gamelets\n")
}

/// The files of a part, which are adjacent: `file c`, `files a to c`.
fn range(files: Bitboard) -> String {
    let mut letters = letters(files);
    match (letters.next(), letters.last()) {
        (Some(first), Some(last)) => format!("files {first} to {last}"),
        (Some(only), None) => format!("file {only}"),
        _ => "no file".into(),
    }
}

/// The dead files of both sides.
fn dead(position: &Diagram) -> String {
    let [white, black] = dead_files_by_colour(position);
    let list = |files: Bitboard| {
        let letters: Vec<String> = letters(files).map(|file| file.to_string()).collect();
        match letters.is_empty() {
            true => "none".into(),
            false => letters.join(" "),
        }
    };
    format!("dead files: White {}; Black {}", list(white), list(black))
}

/// What the parts prove about the whole.
fn together(position: &Diagram, stalemate: Stalemate, gamelets: &Gamelets) -> String {
    let (side, other) = (position.turn, position.turn.opponent());
    let bounds = proved(position, stalemate, gamelets);
    match (bounds.least(), bounds.most()) {
        (Outcome::Win, _) => format!("{side} wins"),
        (_, Outcome::Loss) => format!("{other} wins"),
        (Outcome::Draw, Outcome::Draw) => "draw".into(),
        (Outcome::Draw, _) => format!("{side} does not lose"),
        (_, Outcome::Draw) => format!("{other} does not lose"),
        _ => "the gamelets prove nothing".into(),
    }
}
