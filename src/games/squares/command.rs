//! `jacquerie squares`: the value of a position with the king of the side to move on each square, and which
//! squares of the two kings correspond.
//!
//! [`squares`](super) computes the facts. Here they become `text`, an object (`told`) or a picture (`svg`).

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, FromArgMatches};

use super::finding::Finding;
use super::told::Told;
use super::{Coordinates, Root, svg, text};
use crate::board::{Colour, Square};
use crate::cli::watch::{Watch, progress};
use crate::cli::{UNKNOWN, Usage, json, of_file, only_for, state};
use crate::engine::king_squares::{KingSquare, SquareValue};
use crate::engine::{Engine, GameCommand, Variant};
use crate::files;
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::solve::solving::{GameSolver, Means, SolveError};
use crate::standard::{is_meant, note};
use crate::stop::Interrupt;

/// The command, for the registry of games.
pub const COMMAND: GameCommand = GameCommand {
    name: NAME,
    define: |command| {
        let about =
            "Show the value of a position with the king on each square, and corresponding squares";
        Arguments::augment_args(command)
            .about(about)
            .long_about(None)
    },
    keeps: |matches| {
        let svg = matches.get_one::<PathBuf>("svg");
        svg.is_some_and(|path| !is_meant(path))
    },
    run: |matches, engine, output| run(&Arguments::from_arg_matches(matches)?, engine, output),
};

const NAME: &str = "squares";

/// The notes at the end of the help text.
const NOTES: &str = "\
The board shows the value of the position with the king of the side to move on each
square, while all other pieces stay where they are:

  +N, -N  won, lost in N plies (moves of one side); + and - without a number
          where the number of plies is not known
  =       drawn
  x       impossible: beside the other king, or the other king is in check
  ?       unknown: stopped, or too much for --memory
  [ ]     where the king stands

With --coordinate, two more boards show the corresponding squares: pairs of squares
on which the side to move spoils its result. The first board is for the attacker,
the side that can win, the second for the defender; squares with the same number
belong together. * is a key square: from there the attacker wins whichever side is
to move and wherever the other king is. A table follows: for each square of the
enemy king, with the enemy to move, the squares on which this side's king wins, or
draws if the position is not won.

A right to capture en passant is kept wherever the king stands, unless the king is
in the pawn's way or the capture is illegal. Corresponding squares ignore it.

Without --variant it plays kings and pawns; --variant endings is for the rules of
chess. Everything is exact.

Examples:
  jacquerie squares --coordinate --svg board.svg \\
      --fen \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w\"
  jacquerie squares --variant endings --fen \"8/8/8/3k4/8/3K4/4P3/8 w\"";

/// The arguments of `squares`.
#[derive(Args, Debug)]
#[command(after_long_help = NOTES)]
struct Arguments {
    /// The position ('-': a line of standard input).
    #[arg(long, required = true)]
    fen: Option<String>,
    /// Also show the corresponding squares of the two kings.
    #[arg(long)]
    coordinate: bool,
    /// Write a picture as SVG ('-': standard output, in place of the text).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON, one object per line (docs/json.md).
    #[arg(long)]
    json: bool,
    /// Number of threads, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Memory for the tables, in MiB, 8 to 16777216.
    ///
    /// If it is too small, values are unknown, never wrong.
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::value_parser!(u64).range(8..=16_777_216))]
    memory: u64,
    /// Time limit in seconds [default: none].
    #[arg(long, value_name = "S")]
    time: Option<u64>,
}

/// The results to show.
pub(super) struct Found<'a> {
    root: &'a Root<'a>,
    /// The position as a FEN.
    pub(super) fen: String,
    /// The result for each square, by its index.
    cells: [KingSquare; 64],
    /// The corresponding squares, if requested and known.
    pub(super) coordinates: Option<Coordinates>,
}

/// Shows the squares of the engine's position.
///
/// # Errors
/// If the engine plays a different game, or a file cannot be written.
fn run(arguments: &Arguments, engine: &Engine, output: &mut dyn Write) -> Result<()> {
    let variant = engine.variant();
    let own = state(engine)?;
    let has_squares = |one: &dyn Variant| {
        let commands = one.listing().commands;
        commands.iter().any(|command| command.name == NAME)
    };
    let root = Root::new(variant, &*own).filter(|_| has_squares(variant));
    let root = root.ok_or_else(|| only_for(engine, NAME, has_squares))?;
    let is_streamed = arguments.svg.as_deref().is_some_and(is_meant);
    if is_streamed && arguments.json {
        let message = "--svg - and --json both want standard output; name a file for --svg";
        return Err(Usage(message.into()).into());
    }
    if let Some(path) = arguments.svg.as_ref().filter(|_| !is_streamed) {
        // Fail now, not after the work.
        of_file(path, files::check_kind(path, &[svg::BEGINNING]))?;
        of_file(path, files::check(path))?;
    }
    let solver = variant.solver(Means {
        mebibytes: arguments.memory,
        threads: arguments.threads.unwrap_or(engine.options().threads) as usize,
        is_plain: false,
    })?;
    let found = find_out(arguments, &*solver, &root, &*own)?;
    if let Some(path) = &arguments.svg {
        let picture = svg::draw(&found);
        match is_streamed {
            true => write!(output, "{picture}")?,
            false => of_file(path, files::replace(path, picture.as_bytes()))?,
        }
    }
    if arguments.json {
        return json::write(output, &Told::new(&found, &*own, &engine.options().variant));
    }
    if !is_streamed {
        write!(output, "{}", text::draw(&found))?;
    }
    match found.coordinates.is_none() && arguments.coordinate {
        true if !is_streamed => writeln!(output, "\ncorresponding squares: {UNKNOWN}")?,
        true => note!("corresponding squares: {UNKNOWN}"),
        false => {}
    }
    Ok(())
}

/// Solves the position with the king on each square, within the limits of time and memory.
fn find_out<'a>(
    arguments: &Arguments,
    solver: &dyn GameSolver,
    root: &'a Root<'a>,
    own: &dyn GameState,
) -> Result<Found<'a>> {
    let interrupt = Interrupt::listen()?;
    let bar = progress();
    let watch = Watch {
        time: arguments.time.map(Duration::from_secs),
        ..Watch::new(&interrupt, &bar)
    };
    let found = watch.over(solver, |stop| -> Result<Found<'a>, SolveError> {
        let finding = Finding::new(root, own, solver, stop);
        if let Some(refusal) = finding.refusal() {
            note!("{refusal}");
        }
        let mut cells = [KingSquare::Unknown; 64];
        finding.tell(|square, found| cells[square.index()] = found)?;
        let coordinates = match arguments.coordinate {
            true => Coordinates::new(root, |state| finding.value(state).ok().flatten()),
            false => None,
        };
        Ok(Found {
            root,
            fen: own.fen(),
            cells,
            coordinates,
        })
    })?;
    bar.finish_and_clear();
    Ok(found?)
}

impl Found<'_> {
    pub(super) fn cell(&self, square: Square) -> KingSquare {
        self.cells[square.index()]
    }

    /// The side to move.
    pub(super) const fn turn(&self) -> Colour {
        self.root.turn
    }

    /// The square of the king that is moved.
    pub(super) const fn king(&self) -> Square {
        self.root.king(self.root.turn)
    }

    /// The letter of the piece on a square.
    pub(super) fn letter(&self, square: Square) -> Option<char> {
        self.root.man(square).map(|man| man.letter)
    }

    /// The letter of the piece on a square, unless it is a king.
    pub(super) fn fixed(&self, square: Square) -> Option<char> {
        self.letter(square).filter(|one| !"Kk".contains(*one))
    }

    /// The value of the position in words: `win in 52 plies`.
    pub(super) fn value(&self) -> String {
        match self.cell(self.king()) {
            KingSquare::Value(worth) => in_words(worth),
            _ => UNKNOWN.into(),
        }
    }
}

/// A value in words: `win in 52 plies`, `win`, `draw`.
fn in_words(worth: SquareValue) -> String {
    let outcome = worth.outcome;
    match worth.plies {
        None => outcome.to_string(),
        Some(1) => format!("{outcome} in 1 ply"),
        Some(plies) => format!("{outcome} in {plies} plies"),
    }
}

/// A value as a sign: `+52`, `+`, `=`, `-13`.
pub(super) fn sign(worth: SquareValue) -> String {
    let sign = match worth.outcome {
        Outcome::Win => "+",
        Outcome::Draw => return "=".into(),
        Outcome::Loss => "-",
    };
    let plies = worth.plies.map(|plies| plies.to_string());
    format!("{sign}{}", plies.unwrap_or_default())
}
