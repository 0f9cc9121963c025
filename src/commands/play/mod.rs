//! `jacquerie play`: a game in the terminal, against the engine or between two people.
//!
//! [`request`] interprets a line of input, [`host`] carries it out and lets the engine
//! answer, [`board`] draws, [`ending`] describes the result, [`save`] writes files,
//! [`input`] reads lines. The game itself is a [`Record`](crate::arena::pgn::Record), which
//! also saves it and takes moves back.

pub(super) mod board;
mod ending;
mod host;
pub(super) mod input;
mod request;
mod save;

use std::io::Write;
use std::process;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;

use self::host::Host;
use self::input::Input;
use crate::board::Colour;
use crate::cli::state;
use crate::engine::Engine;
use crate::engine::options::{LEVEL, LEVEL_SEED};
use crate::search::Limits;
use crate::stop::Interrupt;

/// The time for a move of the engine if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The arguments of `play`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Type 'help' at the prompt for the list of commands.

Examples:
  jacquerie play --level 3
  jacquerie play --variant pawngame --files 5 --side black --nodes 5000")]
pub struct Arguments {
    /// The position to start from ('-': a line of standard input) [default: the start position].
    #[arg(long)]
    pub fen: Option<String>,
    /// The side that you play.
    #[arg(long, value_enum, default_value_t = HumanSide::White)]
    side: HumanSide,
    /// Playing strength, 1 to 10 [default: full strength, or as set in engine.toml].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(i64::from(*LEVEL.start())..=i64::from(*LEVEL.end())))]
    level: Option<u32>,
    /// Time for each move in milliseconds [default: 1000, unless --nodes is given].
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Number of nodes to search for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Seed of the random choices, 0 to 1000000000.
    ///
    /// The play of a level and the choice of gaps involve chance. With the same seed they are repeated;
    /// without one, each game is different.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(*LEVEL_SEED.end())))]
    seed: Option<u32>,
}

/// The side that people play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HumanSide {
    /// You play White.
    White,
    /// You play Black.
    Black,
    /// Two people play.
    Both,
    /// The engine plays against itself.
    None,
}

impl HumanSide {
    /// Whether a person moves for that colour.
    fn includes(self, colour: Colour) -> bool {
        match self {
            Self::White => colour == Colour::White,
            Self::Black => colour == Colour::Black,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// Plays from the engine's position until the input ends or the user quits. If the
/// game has a choice of starts, Black makes it, unless `start_given`.
///
/// # Errors
/// If there is no memory, or the terminal fails.
pub fn run(
    arguments: &Arguments,
    start_given: bool,
    mut engine: Engine,
    output: &mut impl Write,
) -> Result<()> {
    let limits = Limits {
        nodes: arguments.nodes,
        move_time: arguments.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    let limits = limits.or_time(DEFAULT_TIME);
    let seed = arguments
        .seed
        .unwrap_or_else(|| rand::random_range(LEVEL_SEED));
    let options = engine.options();
    let level = arguments
        .level
        .or(options.limit_strength.then_some(options.level));
    engine.set_options(|options| {
        // No protocol delays the answer.
        options.move_overhead = 0;
        options.level_seed = seed;
        options.limit_level(level);
    })?;
    let chosen_by_black = engine.variant().opened_by();
    let chosen_by_black = chosen_by_black.filter(|_| !start_given && arguments.fen.is_none());
    Host {
        start: state(&engine)?,
        engine,
        side: arguments.side,
        limits,
        level,
        seed,
        chosen_by_black,
        style: board::Style::of_stdout(),
        input: Input::open()?,
        // The main thread waits for a line, which cannot be interrupted otherwise. At the prompt of a
        // terminal Ctrl-C is a key, not a signal.
        interrupt: Interrupt::listen_to_ctrl_c(|| process::exit(0))?,
        output,
    }
    .run()
}
