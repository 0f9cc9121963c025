//! `jacquerie squares`: what a position of kings and pawns would be worth with the king of the side to
//! move on each square, and which squares of the two kings correspond.
//!
//! What is true of the game is found out in [`squares`](crate::games::kings::squares). Here it becomes `text`,
//! an object (`told`) or a picture (`svg`).

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, FromArgMatches};

use super::told::Told;
use super::{Coordinates, Place, place, structures, svg, text};
use crate::board::Square;
use crate::cli::watch::{Watch, progress};
use crate::cli::{UNKNOWN, Usage, json, of_file, state_of};
use crate::engine::{Engine, GameCommand};
use crate::files;
use crate::game::Outcome;
use crate::game::playable::Playable;
use crate::games::kings::{Diagram, KingGame, KingSolver, LISTING};
use crate::solve::tiers::Worth;
use crate::standard::{is_meant, note};
use crate::stop::Interrupt;

/// The command, for the list of games.
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

/// What the help says at its end.
const NOTES: &str = "\
The board shows the value of the position with the king of the side to move on each
square, while all other pieces stay where they are:

  +N, -N  won, lost in N plies (moves of one side)
  =       drawn
  x       impossible: beside the other king
  ?       unknown: stopped, or too much for --memory
  [ ]     where the king stands

With --coordinate, two more boards show the corresponding squares: pairs of squares
on which the side to move spoils its result. The first board is for the attacker,
the side that can win, the second for the defender; squares with the same number
belong together. * is a key square: from there the attacker wins whichever side is
to move and wherever the other king is. A table follows: for each square of the
enemy king, the squares from which the own king wins with the enemy to move, or
draws if the position is not won.

A right to capture en passant is kept wherever the king stands, unless the king is
in the pawn's way or the capture is illegal. Corresponding squares ignore it.

Without --variant it plays kings and pawns. Everything is exact.

Examples:
  jacquerie squares --fen \"7K/8/k1P5/7p/8/8/8/8 w\"
  jacquerie squares --coordinate --svg board.svg \\
      --fen \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w\"";

/// What `squares` takes.
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

/// What is known of a square for the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// Another man stands there.
    Taken,
    /// It is beside the other king.
    BesideKing,
    /// Nothing is known.
    Unknown,
    /// What the position would be worth.
    Worth(Worth),
}

/// All that is shown.
pub(super) struct Found<'a> {
    pub(super) diagram: &'a Diagram,
    /// By the index of the square.
    cells: [Cell; 64],
    /// Where that was asked for, and could be found out.
    pub(super) coordinates: Option<Coordinates>,
}

/// Shows the squares of the engine's position.
///
/// # Errors
/// If another game is played, or a file cannot be written.
fn run(arguments: &Arguments, engine: &Engine, output: &mut dyn Write) -> Result<()> {
    let own = state_of::<KingGame>(engine, NAME, LISTING.name)?;
    let diagram = own.diagram();
    let is_streamed = arguments.svg.as_deref().is_some_and(is_meant);
    if is_streamed && arguments.json {
        let message = "--svg - and --json both want standard output; name a file for --svg";
        return Err(Usage(message.into()).into());
    }
    if let Some(path) = arguments.svg.as_ref().filter(|_| !is_streamed) {
        // Better now than when the work is done.
        of_file(path, files::check_kind(path, &[svg::BEGINNING]))?;
        of_file(path, files::check(path))?;
    }
    let threads = arguments.threads.unwrap_or(engine.options().threads) as usize;
    let solver = KingSolver::new(own.game().clone(), arguments.memory, threads);
    find_out(arguments, &solver, diagram)?;
    let worth = |position: &_| solver.worth(position);
    let found = Found {
        diagram,
        cells: std::array::from_fn(|index| match place(diagram, Square::at(index)) {
            Place::Taken => Cell::Taken,
            Place::BesideKing => Cell::BesideKing,
            Place::Free(position) => worth(&position).map_or(Cell::Unknown, Cell::Worth),
        }),
        coordinates: match arguments.coordinate {
            true => Coordinates::new(diagram, worth),
            false => None,
        },
    };
    if let Some(path) = &arguments.svg {
        let picture = svg::draw(&found);
        match is_streamed {
            true => write!(output, "{picture}")?,
            false => of_file(path, files::replace(path, picture.as_bytes()))?,
        }
    }
    if arguments.json {
        return json::write(output, &Told::new(&found, own, &engine.options().variant));
    }
    if !is_streamed {
        write!(output, "{}", text::draw(&found))?;
        if arguments.coordinate && found.coordinates.is_none() {
            writeln!(output, "\ncorresponding squares: {UNKNOWN}")?;
        }
    }
    Ok(())
}

/// Makes the tables that everything is read from, as far as time and memory allow.
fn find_out(arguments: &Arguments, solver: &KingSolver, diagram: &Diagram) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let bar = progress();
    let watch = Watch {
        interrupt: &interrupt,
        time: arguments.time.map(Duration::from_secs),
        positions: None,
        progress: &bar,
        told: None,
        regularly: None,
    };
    let refusal = watch.over(solver, |stop| {
        let refusal = solver.begin_with(structures(diagram), stop).err();
        if refusal.is_none() {
            solver.value(&diagram.position, stop);
        }
        refusal
    })?;
    solver.check()?;
    bar.finish_and_clear();
    if let Some(refusal) = refusal {
        note!("{refusal}");
    }
    Ok(())
}

impl Found<'_> {
    pub(super) fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// Where the king stands that is moved about.
    pub(super) fn king(&self) -> Square {
        self.diagram.side(self.diagram.turn).king
    }

    /// The letter of the man on a square.
    pub(super) fn letter(&self, square: Square) -> Option<char> {
        KingGame::man_on(self.diagram, square.into()).map(|man| man.letter)
    }

    /// The pawn on a square.
    pub(super) fn pawn(&self, square: Square) -> Option<char> {
        self.letter(square).filter(|one| "Pp".contains(*one))
    }

    /// What the position is worth: `win in 52 plies`.
    pub(super) fn value(&self) -> String {
        match self.cell(self.king()) {
            Cell::Worth(worth) => in_words(worth),
            _ => UNKNOWN.into(),
        }
    }
}

/// `win in 52 plies`, `draw`.
fn in_words(worth: Worth) -> String {
    let outcome = worth.outcome();
    match worth.plies() {
        None => outcome.to_string(),
        Some(1) => format!("{outcome} in 1 ply"),
        Some(plies) => format!("{outcome} in {plies} plies"),
    }
}

/// `+52`, `=`, `-13`.
pub(super) fn sign(worth: Worth) -> String {
    match (worth.outcome(), worth.plies()) {
        (Outcome::Win, Some(plies)) => format!("+{plies}"),
        (Outcome::Loss, Some(plies)) => format!("-{plies}"),
        _ => "=".into(),
    }
}
