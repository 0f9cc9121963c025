//! `jacquerie analyse`: searches a position and shows the result in readable form. [`analyse_game`] does this for
//! every position of a game.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;

use super::analyse_game;
use super::analyse_game::judgement::Assessment;
use crate::board::Colour;
use crate::cli::json::{self, About, Searched};
use crate::cli::state;
use crate::config::Config;
use crate::engine::{Answer, Engine};
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::game::value::Value;
use crate::search::{Depth, Limits, Report};
use crate::stop::Interrupt;

/// The search time if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The end of the help text.
const NOTES: &str = "\
The search stops at the first limit it reaches. Without a limit it takes 5
seconds, or 1 second for each move of a game. Ctrl-C stops it; the results so far
are shown.

Examples:
  jacquerie analyse --fen \"8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w\"
  jacquerie analyse --variant pawngame --files 3 --moves \"b4 a5 b5 c6\"";

/// The arguments of `analyse`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct Arguments {
    /// The position ('-': a line of standard input) [default: the start position].
    #[arg(long)]
    pub fen: Option<String>,
    /// Search time in milliseconds [default: 5000; 1000 for each move of a game].
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search depth in plies, at least 1.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u64).range(1..))]
    depth: Option<u64>,
    /// Number of nodes to search.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of best moves to show, 1 to 80 [default: the option MultiPV].
    #[arg(long, value_name = "K")]
    multipv: Option<u32>,
    /// Number of threads, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T")]
    threads: Option<u32>,
    /// Memory for the tables, in MiB, 1 to 65536 [default: the option Hash].
    #[arg(long, value_name = "MIB")]
    hash: Option<u32>,
    /// Print JSON, one object per line (docs/json.md).
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) games: Games,
}

/// What does not go with --pgn. Its own flag names this list, too: a required flag is not missed beside one that
/// contradicts it.
const NOT_WITH_PGN: [&str; 3] = ["moves", "fen", "multipv"];

/// The arguments of `analyse` for annotating games.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Annotating games")]
pub struct Games {
    /// Annotate the games of a PGN file ('-': standard input).
    ///
    /// The tags Variant and FEN set the game; where they are missing, --variant and --files apply.
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_WITH_PGN)]
    pub pgn: Option<PathBuf>,
    /// Annotate these moves from the position: "b4 a5 bxa5".
    #[arg(long, value_name = "MOVES", conflicts_with = "multipv")]
    pub moves: Option<String>,
    /// Annotate only this game of the file, counted from 1.
    #[arg(long, value_name = "N", requires = "pgn", conflicts_with_all = NOT_WITH_PGN)]
    pub game: Option<usize>,
    /// Write the annotated games as PGN.
    ///
    /// FILE may be the file of --pgn, which is then replaced atomically. Any other file that is not empty is refused.
    /// '-' is standard output; the tables then go to standard error.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl Games {
    /// Whether games are to be analysed.
    const fn ask_for_games(&self) -> bool {
        self.pgn.is_some() || self.moves.is_some()
    }

    /// Rejects options that apply only to games, if there is no game.
    fn check(&self) -> Result<(), super::Usage> {
        match (self.ask_for_games(), &self.output) {
            (false, Some(path)) => Err(super::Usage(format!(
                "--output {}: there is no game to write; expected --pgn or --moves",
                path.display()
            ))),
            _ => Ok(()),
        }
    }
}

/// Analyses the engine's position, or the games that the arguments name; `is_given` says whether the
/// command line names their variant.
///
/// # Errors
/// If an option is out of range, there is no memory, or the output cannot be written; for games
/// also as [`analyse_game::run`].
pub fn run(
    arguments: &Arguments,
    config: &Config,
    is_given: bool,
    mut engine: Engine,
    output: &mut impl Write,
) -> Result<()> {
    arguments.games.check()?;
    set_options(arguments, &mut engine)?;
    // The time to start is not search time.
    engine.prepare()?;
    if arguments.games.ask_for_games() {
        let limits = limits(arguments, analyse_game::DEFAULT_TIME);
        let json = arguments.json;
        let games = &arguments.games;
        return analyse_game::run(games, json, config, is_given, engine, limits, output);
    }
    if arguments.json {
        return tell(engine, limits(arguments, DEFAULT_TIME), output);
    }
    analyse_position(engine, limits(arguments, DEFAULT_TIME), output)
}

fn set_options(arguments: &Arguments, engine: &mut Engine) -> Result<(), super::Usage> {
    let set = engine.set_options(|options| {
        options.multipv = arguments.multipv.unwrap_or(options.multipv);
        options.threads = arguments.threads.unwrap_or(options.threads);
        options.hash = arguments.hash.unwrap_or(options.hash);
        // No protocol delays the answer.
        options.move_overhead = 0;
        // A setting for weaker play is not meant for analysis.
        options.analyse_mode = true;
    });
    set.map_err(|error| super::Usage(error.to_string()))
}

/// The limits in the arguments; if there are none, `default_time`.
fn limits(arguments: &Arguments, default_time: Duration) -> Limits {
    let limits = Limits {
        depth: arguments.depth.map(Depth::new),
        nodes: arguments.nodes,
        move_time: arguments.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    limits.or_time(default_time)
}

fn analyse_position(mut engine: Engine, limits: Limits, output: &mut impl Write) -> Result<()> {
    let position = state(&engine)?;
    writeln!(
        output,
        "{}\n{}\n{} to move\n",
        position.picture().draw(),
        position.fen(),
        position.turn()
    )?;

    let stop = Interrupt::listen()?.new_stop();

    writeln!(
        output,
        "depth      score        nodes   knodes/s      ms  line"
    )?;
    let mut shown: Vec<(usize, Value, Vec<String>)> = Vec::new();
    let answer = engine.go(limits, &stop, |report| {
        // A proof that has not changed is not shown again.
        if report.proved.is_some() {
            let moves = report.principal_variation.clone();
            let proof = (report.line, report.value, moves);
            if shown.contains(&proof) {
                return;
            }
            shown.push(proof);
        }
        if writeln!(output, "{}", row(&*position, &report)).is_err() {
            // The output is closed.
            stop.stop();
        }
    })?;
    writeln!(output, "\n{}", verdict(&*position, &answer))?;
    Ok(())
}

/// A report as a JSON object.
#[derive(Serialize, Debug)]
pub struct Progress<'a> {
    depth: i16,
    seldepth: usize,
    multipv: usize,
    #[serde(flatten)]
    searched: Searched,
    nodes: u64,
    milliseconds: u64,
    line: &'a [String],
}

impl<'a> From<&'a Report<String>> for Progress<'a> {
    fn from(report: &'a Report<String>) -> Self {
        Self {
            depth: report.depth.plies(),
            seldepth: report.seldepth,
            multipv: report.line,
            searched: Searched::new(report.value, report.proved),
            nodes: report.nodes,
            milliseconds: report.elapsed.as_millis() as u64,
            line: &report.principal_variation,
        }
    }
}

/// The last object: the result.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    about: About,
    best: Option<&'a str>,
    #[serde(flatten)]
    searched: Searched,
    line: &'a [String],
}

/// Analyses a position and prints JSON.
fn tell(mut engine: Engine, limits: Limits, output: &mut impl Write) -> Result<()> {
    let position = state(&engine)?;
    let stop = Interrupt::listen()?.new_stop();
    let answer = engine.go(limits, &stop, |report| {
        if json::write(output, &Progress::from(&report)).is_err() {
            // The output is closed.
            stop.stop();
        }
    })?;
    let worth = Assessment::of(&answer).context("the search has found nothing")?;
    let found = Found {
        about: About::new(&*position, &engine.options().variant),
        best: worth.best(),
        searched: Searched::new(worth.value, worth.proved),
        line: &worth.line,
    };
    json::write(output, &found)
}

fn row(position: &dyn GameState, report: &Report<String>) -> String {
    format!(
        "{:>5} {:>10} {:>12} {:>10} {:>7}  {}",
        report.depth.plies(),
        score(report),
        report.nodes,
        report.speed() / 1_000,
        report.elapsed.as_millis(),
        line(position, &report.principal_variation)
    )
}

/// The score for the side to move: `mate 3`, `exact draw`, or a guess in pawns.
fn score(report: &Report<String>) -> String {
    match (report.exact_outcome(), report.value.plies_to_end()) {
        (Some(outcome), _) => format!("exact {outcome}"),
        // The win or loss is perhaps not proved: if keys are hashes, it may be only the search's result.
        (None, Some(_)) => report.value.to_string(),
        (None, None) => in_pawns(report.value),
    }
}

/// A guess in pawns: `+0.35`.
pub(super) fn in_pawns(value: Value) -> String {
    format!("{:+.2}", json::in_pawns(value.number().into()))
}

/// Moves as people write them: `1.b4 a5 2.bxa5`.
pub(super) fn line(position: &dyn GameState, moves: &[impl AsRef<str>]) -> String {
    let mut board = position.boxed();
    let mut words = Vec::new();
    for text in moves.iter().map(AsRef::as_ref) {
        let (number, turn) = (board.move_number(), board.turn());
        let Ok(played) = board.read(text) else {
            break;
        };
        let number = match (turn, words.is_empty()) {
            (Colour::White, _) => format!("{number}."),
            (Colour::Black, true) => format!("{number}…"),
            (Colour::Black, false) => String::new(),
        };
        words.push(number + &played.san);
        if board.play(text).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// The result of a search, in a sentence.
pub(super) fn verdict(position: &dyn GameState, answer: &Answer) -> String {
    let side = position.turn();
    match answer {
        Answer::Over(Outcome::Win) => format!("The game is over: {side} has won."),
        Answer::Over(Outcome::Loss) => format!("The game is over: {} has won.", side.opponent()),
        Answer::Over(Outcome::Draw) => match position.finish() {
            Some(finish) => format!("The game is over: {finish}, a draw."),
            None => "The game is over: a draw.".into(),
        },
        Answer::Best(reports) => match reports.first() {
            None => "No move.".into(),
            Some(best) => {
                let moves = &best.principal_variation;
                let result = match best.proved {
                    Some(Outcome::Win) => wins(side, best.value),
                    Some(Outcome::Loss) => wins(side.opponent(), best.value),
                    Some(Outcome::Draw) => "exact draw".into(),
                    None => format!("score {} (not proved)", score(best)),
                };
                format!(
                    "Best is {}: {result}",
                    line(position, &moves[..moves.len().min(1)])
                )
            }
        },
    }
}

fn wins(winner: Colour, value: Value) -> String {
    match value.mate() {
        Some(moves) => format!("{winner} wins in {} ({value})", moves.abs()),
        None => format!("{winner} wins"),
    }
}
