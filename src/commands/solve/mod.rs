//! `jacquerie solve`: the exact value of a position, or of many.
//!
//! [`one`] solves a position, with a checkpoint ([`kept`]) and a certificate if asked; [`many`] goes through a
//! file of positions; [`repertoire`] finds what to play in the first moves; [`forecast`] says how
//! much work a position is that is too much. [`rules`] keeps by which rule a file was made. What they need while they run is in [`watch`].

mod forecast;
mod kept;
mod many;
mod one;
mod repertoire;
pub mod rules;
mod told;
pub(super) mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::ArgGroup;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Usage, named_file, pawn_games};
use crate::engine::{Engine, Room, Session};
use crate::game::bounds::Bounds;
use crate::game::bounds::MoveValue;
use crate::game::playable::Playable;
use crate::game::{Outcome, Provable, Solvable};
use crate::games::antichess::AntichessRoom;
use crate::games::kings::{KingRoom, KingSolver};
use crate::games::pawns::{Diagram, Order, PawnGame, PawnRoom};
use crate::solve::cyclic_solver::CyclicSolver;
use crate::solve::exact::{ExactSolver, Measured};
use crate::solve::line::Line;
use crate::solve::solver::Solver;

/// What the help says at its end.
const NOTES: &str = "\
Of a position that is won or lost, 'line N plies: 1.b4 …' shows why, before the
values: the winner's moves keep the win, the loser's resist longest against this
strategy. It is proved that the win takes no more than N plies; another strategy
may be quicker, unless the solver knows lengths: then both play as well as can be.
Where the strategy is too large to look through, the line is one of its games and
has no length. Values are exact. Ctrl-C stops it, and what is proved by then is
kept.

Examples:
  jacquerie solve --variant pawngame --files 4 --moves
  jacquerie solve --files 3 --certificate three.proof";

/// What `solve` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES, group(ArgGroup::new("many").args(["input", "forecast"])))]
pub struct Arguments {
    /// The position ('-': a line of standard input) [default: the start].
    #[arg(long, conflicts_with = "input")]
    pub fen: Option<String>,
    /// Also give the value of each move, for the side that makes it.
    ///
    /// Where the solver knows lengths, with the plies to the end, best first: a1b1 win 52.
    #[arg(long, conflicts_with = "forecast")]
    moves: bool,
    /// Look for the shortest win, too: then the line is one, and both play as well as can be.
    ///
    /// That can take much longer than the value. Where it is not found within --time, it is said how
    /// many plies it takes at least. (The pawn games' solver knows no lengths.)
    #[arg(long, conflicts_with_all = ["input", "forecast"])]
    shortest: bool,
    /// Tell programs: one JSON object a line (docs/json.md), with --input on standard output.
    #[arg(long, conflicts_with_all = ["forecast", "repertoire"])]
    json: bool,
    /// How many threads search, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Memory for the table, in MiB, 8 to 16777216.
    ///
    /// The largest power of two within it is used. A table that is full makes the search slower, never
    /// wrong.
    ///
    /// Of kings and pawns it holds exact tables: all of them, or those that are still needed, and then
    /// there is neither a line nor a certificate. What is too much to begin with is told before any
    /// work.
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::value_parser!(u64).range(8..=16_777_216))]
    memory: u64,
    /// Stop after so many seconds [default: when it is solved].
    ///
    /// With --input they are for each position, with --forecast for all samples together.
    #[arg(long, value_name = "S")]
    time: Option<u64>,
    /// Do without the knowledge of gamelets, to compare (a forecast always does).
    #[arg(long)]
    no_gamelets: bool,
    /// By what moves are ordered [default: tuned].
    #[arg(long, value_parser = order())]
    order: Option<Order>,
    /// Where to keep what is proved, now and then and at the end.
    ///
    /// If it is there, the search goes on from it; one of another position or game is refused.
    #[arg(long, help_heading = "One position", value_name = "FILE", conflicts_with = "many", value_parser = named_file())]
    checkpoint: Option<PathBuf>,
    /// After how many seconds to write the checkpoint again.
    #[arg(
        long,
        help_heading = "One position",
        value_name = "S",
        default_value_t = 240,
        requires = "checkpoint"
    )]
    checkpoint_every: u64,
    /// Where to write a proof of the value, which 'jacquerie verify' checks.
    #[arg(long, help_heading = "One position", value_name = "FILE", conflicts_with = "many", value_parser = named_file())]
    pub(super) certificate: Option<PathBuf>,
    /// Solve the positions of a file ('-': standard input), a FEN a line.
    ///
    /// It goes on where the output ends, and then solves again what is unknown there.
    #[arg(
        long,
        help_heading = "Many positions",
        value_name = "FILE",
        requires = "results"
    )]
    input: Option<PathBuf>,
    /// Where their values go ('-': standard output): FEN;value a line.
    ///
    /// With --moves, ;move=value,… follows (a1b1=win/52 where lengths are known). FILE.rules beside it keeps by which rule the values were
    /// found. With --forecast its samples go there: rule;plies;FEN;positions.
    #[arg(
        long,
        help_heading = "Many positions",
        value_name = "FILE",
        requires = "many",
        group = "results"
    )]
    output: Option<PathBuf>,
    /// Where to write what each side plays in the first moves.
    ///
    /// It goes on where the file ends. With --input, for each of its positions.
    #[arg(long, help_heading = "Many positions", value_name = "FILE", requires = "plies", group = "results", value_parser = named_file(),
          conflicts_with_all = ["moves", "time", "checkpoint", "certificate", "forecast"])]
    repertoire: Option<PathBuf>,
    /// How far the repertoire goes: the moves made after 0 to N plies, N being 0 to 100.
    #[arg(long, help_heading = "Many positions", value_name = "N", requires = "repertoire",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    plies: Option<u8>,
    /// Do not solve it, but say how many positions that would take.
    ///
    /// It is told from samples along so many lines of play, 1 to 1000000. With --output it goes on
    /// where that ends.
    #[arg(long, help_heading = "Forecast", value_name = "LINES", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    forecast: Option<u64>,
    /// How many positions may be searched for one sample.
    #[arg(
        long,
        help_heading = "Forecast",
        value_name = "POSITIONS",
        default_value_t = 1_000_000,
        requires = "forecast"
    )]
    limit: u64,
    /// Another number gives other lines of play.
    #[arg(
        long,
        help_heading = "Forecast",
        value_name = "N",
        default_value_t = 1,
        requires = "forecast"
    )]
    seed: u64,
}

/// Reads an order of moves.
fn order() -> impl TypedValueParser<Value = Order> {
    let described = Order::ALL.map(|one| {
        PossibleValue::new(one.name()).help(match one {
            Order::Tuned => "By all that was found to count",
            Order::Replies => "By the number of replies alone, to compare with",
        })
    });
    PossibleValuesParser::new(described).try_map(|word| word.parse::<Order>())
}

/// Solves the engine's position, or those of a file, or forecasts how much work it is.
///
/// # Errors
/// If there is no memory for the table, or a file cannot be read or written or is wrong.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    let threads = arguments.threads.unwrap_or(engine.options().threads) as usize;
    if let Some(session) = engine.session::<PawnRoom>() {
        return pawns(arguments, threads, engine, session, output);
    }
    if let Some(session) = engine.session::<KingRoom>() {
        let solver = KingSolver::new(session.game().clone(), arguments.memory, threads);
        return with(arguments, engine, session, &solver, output);
    }
    if let Some(session) = engine.session::<AntichessRoom>() {
        let solver = CyclicSolver::new(session.game().clone(), arguments.memory, threads);
        let solver = solver.map_err(|_| no_memory(arguments))?;
        return with(arguments, engine, session, &solver, output);
    }
    // A game with a solver of its own: with(arguments, engine, session, &solver, output).
    Err(pawn_games::refuse(engine, "solve").into())
}

fn no_memory(arguments: &Arguments) -> Usage {
    Usage(format!(
        "there is no memory for a table of {} MiB; give less with --memory",
        arguments.memory
    ))
}

/// Solves positions of the pawn games, which alone have forecasts and repertoires.
fn pawns(
    arguments: &Arguments,
    threads: usize,
    engine: &Engine,
    session: &Session<PawnRoom>,
    output: &mut dyn Write,
) -> Result<()> {
    if arguments.shortest {
        let why = "--shortest: the solver of the pawn games knows no lengths; do without it";
        return Err(Usage(why.into()).into());
    }
    let rules = session.game();
    let solver = || {
        // Each begins without any knowledge of gamelets, so that counts can be repeated; a sample
        // would find out more about them than about itself.
        let has_gamelets = !arguments.no_gamelets && arguments.forecast.is_none();
        let game = PawnGame {
            gamelets: has_gamelets.then(Arc::default),
            order: arguments.order.unwrap_or_default(),
            ..rules.clone()
        };
        let solver = Solver::new(game, arguments.memory, threads);
        solver.ok_or_else(|| no_memory(arguments))
    };
    if let Some(lines) = arguments.forecast {
        let root = pawn_games::diagram(engine, "solve")?;
        return forecast::run(arguments, lines, solver, &root, output);
    }
    let solver = solver()?;
    if let (Some(file), Some(plies)) = (&arguments.repertoire, arguments.plies) {
        let roots: Vec<Diagram> = match &arguments.input {
            Some(input) => many::read_positions(rules, input)?
                .0
                .into_iter()
                .map(|asked| asked.diagram)
                .collect(),
            None => vec![pawn_games::diagram(engine, "solve")?],
        };
        return repertoire::run(&solver, &roots, plies, file);
    }
    each(arguments, engine, session, &solver, output)
}

/// Solves the position of a session, or those of a file, with a solver of any game.
///
/// # Errors
/// If the arguments ask for what only pawn games have, or a file cannot be read or written or is
/// wrong.
pub fn with<R: Room<Game: Provable>>(
    arguments: &Arguments,
    engine: &Engine,
    session: &Session<R>,
    solver: &dyn ExactSolver<R::Game>,
    output: &mut dyn Write,
) -> Result<()> {
    let only_pawns = [
        ("--forecast", arguments.forecast.is_some()),
        ("--repertoire", arguments.repertoire.is_some()),
        ("--order", arguments.order.is_some()),
        ("--no-gamelets", arguments.no_gamelets),
    ];
    if let Some((flag, _)) = only_pawns.iter().find(|(_, is_given)| *is_given) {
        return Err(pawn_games::refuse(engine, flag).into());
    }
    each(arguments, engine, session, solver, output)
}

fn each<R: Room<Game: Provable>>(
    arguments: &Arguments,
    engine: &Engine,
    session: &Session<R>,
    solver: &dyn ExactSolver<R::Game>,
    output: &mut dyn Write,
) -> Result<()> {
    let variant = &engine.options().variant;
    if let (Some(input), Some(values)) = (&arguments.input, &arguments.output) {
        return many::run(arguments, solver, variant, input, values);
    }
    let root = session.diagram().context("there is no position")?;
    one::run(arguments, solver, variant, root, output)
}

/// A game that the prover can solve here, and that can be told of.
trait SolvableGame: Solvable + Provable {}

impl<G: Solvable + Provable> SolvableGame for G {}

/// How a value is written that is not known.
pub const UNKNOWN: &str = "unknown";

/// A line of play as it is written, `line 5 plies: 1.b4 a5 …`.
pub(super) fn told_line<G: Playable>(
    game: &G,
    position: &G::Diagram,
    line: &Line<G::Move>,
) -> String {
    one::in_words_of_people(game, position, line)
}

/// A value as it is written.
fn name(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| UNKNOWN.into(), |outcome| outcome.to_string())
}

/// A move and its value as they are written.
fn named<G: Playable>(
    game: &G,
    position: &G::Diagram,
    one: &MoveValue<G::Move>,
) -> (String, String) {
    let played = game.coordinates(position, one.played);
    (played, name(one.bounds.exact()))
}

/// A move, its value, and how long it takes if that is known, with a sign before each: `a1b1 win 52`.
fn told_move<G: Playable>(
    game: &G,
    position: &G::Diagram,
    Measured { one, plies }: &Measured<G::Move>,
    [before_value, before_plies]: [&str; 2],
) -> String {
    let (played, value) = named(game, position, one);
    let plies = plies.map_or_else(String::new, |plies| format!("{before_plies}{plies}"));
    format!("{played}{before_value}{value}{plies}")
}

/// Everything that bounds say.
fn in_words(bounds: Bounds) -> &'static str {
    match (bounds.least(), bounds.most()) {
        _ if bounds.exact().is_some() => "solved",
        (Outcome::Draw, _) => "at least a draw",
        (_, Outcome::Draw) => "at most a draw",
        _ => "nothing proved yet",
    }
}
