//! The command line, one file per command.
//!
//! Results go to standard output, progress and logs to standard error. The exit code is 0 for
//! success, 1 for a failure, 2 for a usage error.

pub mod analyse;
pub mod analyse_game;
#[cfg(feature = "board")]
pub mod board;
mod choices;
pub mod eval;
mod fen;
pub mod match_engines;
pub mod perft;
pub mod play;
pub mod puzzles;
pub mod shell;
pub mod solve;
pub mod verify;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use choices::Chosen;
use fen::named_fen;

use crate::bench;
pub use crate::cli::Usage;
use crate::config::Config;
use crate::engine::{Engine, GameCommand, Registry, Variant};
use crate::nearest::did_you_mean;
use crate::quote::{counted, short};
use crate::standard::Heard;
use crate::stop::Interrupt;
use crate::uci::{self, lexer};
use crate::xboard;

/// The version with the commit it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("COMMIT"), ")");

/// The help heading for the options of every command, after a command's own flags.
const GENERAL: &str = "General options";

/// The maximum width of the help, at which lines are still easy to read.
const WIDTH: usize = 100;

/// The end of the `--help` text.
const NOTES: &str = "\
Results go to standard output; progress and logs go to standard error (more of
them with RUST_LOG=debug). The exit code is 0 on success, 1 on failure and 2 on
wrong usage.

Examples:
  jacquerie analyse --fen \"8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w\"
  jacquerie \"position startpos\" \"go depth 9\"";

/// A UCI engine, analyst and exact solver for pawn games, pawn endings, antichess and Metamachy.
///
/// Without a command, it speaks UCI on standard input and output. Arguments that are not a command are
/// executed as UCI lines.
#[derive(Parser, Debug)]
#[command(
    name = "jacquerie",
    version = VERSION,
    subcommand_precedence_over_arg = true,
    max_term_width = WIDTH,
    disable_help_flag = true,
    disable_version_flag = true,
    args([help_flag(), version_flag()]),
    after_long_help = NOTES
)]
pub struct Arguments {
    /// UCI lines to execute; the program then exits.
    #[arg(value_name = "UCI")]
    lines: Vec<String>,
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Option<Command>,
    #[arg(skip)]
    of_game: Option<OfGame>,
}

/// The arguments of every command.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = GENERAL)]
pub struct Shared {
    /// The variant to play.
    ///
    /// A built-in variant or one from engine.toml, which also sets the default. For an unknown name, the error lists
    /// the known ones.
    #[arg(long, global = true, value_name = "NAME", display_order = 1_000)]
    variant: Option<String>,
    /// The configuration file.
    ///
    /// It replaces ./engine.toml and jacquerie/engine.toml in your configuration folder.
    #[arg(long, global = true, value_name = "FILE", display_order = 1_004)]
    config: Option<PathBuf>,
    /// The flags that choose among the starts.
    #[arg(skip)]
    chosen: Vec<Chosen>,
}

impl Shared {
    /// The value of a start choice on the command line, by the key of the choice.
    fn chosen(&self, key: &str) -> Option<&str> {
        let mut chosen = self.chosen.iter();
        let chosen = chosen.find(|(choice, _)| choice.key == key);
        chosen.map(|(_, value)| value.as_str())
    }

    /// The number of files asked for, if there is one.
    fn files(&self) -> Option<usize> {
        self.chosen("files")?.parse().ok()
    }
}

/// The whole command line, with the flags and commands that the games define.
#[must_use]
pub fn program(registry: &Registry) -> clap::Command {
    let own = registry.commands();
    Arguments::command()
        .args(choices::of_starts(registry).map(choices::flag))
        .subcommands(own.map(|(_, own)| (own.define)(clap::Command::new(own.name))))
}

/// Parses the command line.
///
/// # Errors
/// Returns what is wrong with the command line, or the help if it is requested.
pub fn read(words: &[OsString], registry: &Registry) -> Result<Arguments, clap::Error> {
    let mut program = program(registry);
    let mut matches = program.try_get_matches_from_mut(words)?;
    let is_own = |name: &str| registry.commands().find(|(_, own)| own.name == name);
    let own = matches.subcommand_name().and_then(is_own);
    let own = own.zip(own.and_then(|_| matches.remove_subcommand()));
    let mut arguments = Arguments::from_arg_matches(&matches);
    if let Ok(arguments) = &mut arguments {
        arguments.shared.chosen = choices::chosen(&matches, registry);
        arguments.of_game = own.map(|((game, command), (_, matches))| OfGame {
            game,
            command,
            matches,
        });
    }
    arguments.map_err(|error| error.format(&mut program))
}

/// A command that only one game has, with its arguments.
#[derive(Debug)]
struct OfGame {
    game: &'static str,
    command: &'static GameCommand,
    matches: ArgMatches,
}

/// The help flag; clap's own flag cannot be listed among the general options.
fn help_flag() -> Arg {
    Arg::new("help")
        .short('h')
        .long("help")
        .help("Print help (--help: all of it)")
        .action(ArgAction::Help)
        .global(true)
        .help_heading(GENERAL)
        .display_order(1_005)
}

/// The version flag, for the program without a command.
fn version_flag() -> Arg {
    Arg::new("version")
        .short('V')
        .long("version")
        .help("Print the version and the commit it was built from")
        .action(ArgAction::Version)
        .help_heading(GENERAL)
        .display_order(1_006)
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Analyse a position, or annotate games.
    Analyse(analyse::Arguments),
    /// Play a game in the terminal.
    Play(play::Arguments),
    /// Play and analyse on a board in the browser.
    #[cfg(feature = "board")]
    Board(board::Arguments),
    /// Count the lines of a given length.
    Perft(perft::Arguments),
    /// Find the exact value of a position, optionally with a proof.
    Solve(solve::Arguments),
    /// Check a proof written by solve, by the rules of the game.
    Verify(verify::Arguments),
    /// Make puzzles with one proved solution, check them, or solve them in the terminal.
    Puzzles(puzzles::Arguments),
    /// Search a fixed set of positions; the node count identifies the search.
    ///
    /// The last line is 'N nodes M nps'. N is the same on every machine and does not depend on engine.toml; it changes
    /// only with the search or the evaluation. A run takes a few seconds.
    #[command(after_long_help = "Example:\n  jacquerie bench")]
    Bench,
    /// Show the evaluation of a position, term by term.
    Eval(eval::Arguments),
    /// Play matches between engines, with a referee.
    Match(Box<match_engines::Arguments>),
    /// Speak the XBoard protocol on standard input and output.
    #[command(after_long_help = XBOARD)]
    Xboard,
    /// Print a shell completion script.
    Completions(shell::Completions),
    /// Print a manual page, or write all of them.
    Man(shell::Manual),
}

impl Command {
    /// Whether the result is a file, which is written even if the output is closed.
    fn keeps(&self) -> bool {
        match self {
            Self::Analyse(own) => own.games.output.is_some(),
            Self::Solve(own) => own.certificate.is_some(),
            Self::Man(own) => own.output.is_some(),
            Self::Puzzles(own) => own.keeps(),
            _ => false,
        }
    }
}

/// The explanation of how XBoard starts the program.
const XBOARD: &str = "\
Example, for XBoard on your path (you play White, the program Black):
  xboard -fcp \"jacquerie xboard\" -variant peasants -testLegality false";

/// Runs the requested command, with the games of a registry.
///
/// # Errors
/// A [`Usage`] if the arguments contradict each other or the rules; another error if the command
/// failed.
pub fn run(arguments: Arguments, registry: &Registry) -> Result<()> {
    match carry_out(arguments, registry) {
        Err(error) if is_broken_pipe(&error) => Ok(()),
        other => other,
    }
}

fn carry_out(arguments: Arguments, registry: &Registry) -> Result<()> {
    let shared = &arguments.shared;
    check_lines(&arguments, registry)?;
    let of_game = arguments.of_game.as_ref();
    let keeps = arguments.command.as_ref().is_some_and(Command::keeps)
        || of_game.is_some_and(|own| (own.command.keeps)(&own.matches));
    let mut output = Heard::new(io::stdout(), keeps);
    let for_xboard = matches!(arguments.command, Some(Command::Xboard));
    let config = match configuration(shared, registry, for_xboard) {
        Err(error) if for_xboard => {
            xboard::refuse(&error, &mut output)?;
            return Err(error);
        }
        // These do not depend on the configuration.
        Err(_) if matches!(arguments.command, Some(Command::Man(_) | Command::Bench)) => {
            Config::built_in().clone()
        }
        other => other?,
    };
    if let Some(own) = of_game {
        let fen = own.matches.try_get_one::<String>("fen").ok().flatten();
        let config = usual(config, own.game, shared.variant.is_some());
        let engine = engine(config, shared, &fen.cloned())?;
        return (own.command.run)(&own.matches, &engine, &mut output);
    }
    match arguments.command {
        None if arguments.lines.is_empty() => {
            if io::stdin().is_terminal() && io::stdout().is_terminal() {
                greet(&mut output)?;
            }
            uci::run(config, io::BufReader::new(io::stdin()), io::stdout())
        }
        None => uci::run_commands(config, &arguments.lines, io::stdout()),
        Some(Command::Analyse(own)) => {
            let engine = engine(config.clone(), shared, &own.fen)?;
            let is_given = shared.variant.is_some();
            analyse::run(&own, &config, is_given, engine, &mut output)
        }
        Some(Command::Play(own)) => {
            let engine = engine(config, shared, &own.fen)?;
            let opened_by = engine.variant().opened_by();
            let start_given = opened_by.is_some_and(|choice| shared.chosen(choice.key).is_some());
            play::run(&own, start_given, engine, &mut output)
        }
        #[cfg(feature = "board")]
        Some(Command::Board(own)) => {
            let opened = own
                .fen
                .as_ref()
                .map(|_| engine(config.clone(), shared, &own.fen));
            board::run(&own, config, opened.transpose()?.as_ref(), &mut output)
        }
        Some(Command::Perft(own)) => {
            perft::run(&own, &engine(config, shared, &own.fen)?, &mut output)
        }
        Some(Command::Solve(own)) => {
            solve::run(&own, &engine(config, shared, &own.fen)?, &mut output)
        }
        Some(Command::Verify(own)) => {
            verify::run(&own, shared, &engine(config, shared, &None)?, &mut output)
        }
        Some(Command::Puzzles(own)) => {
            let engine = engine(config.clone(), shared, &None)?;
            let is_given = shared.variant.is_some();
            puzzles::run(&own, &config, is_given, &engine, &mut output)
        }
        Some(Command::Eval(own)) => {
            eval::run(&own, &engine(config, shared, &own.fen)?, &mut output)
        }
        Some(Command::Match(own)) => match_engines::run(&own, config, shared, &mut output),
        Some(Command::Completions(own)) => {
            shell::complete(&own, program(registry), &config, &mut output)
        }
        Some(Command::Man(own)) => shell::manual(&own, program(registry), &mut output),
        Some(Command::Xboard) => xboard::run(config, io::BufReader::new(io::stdin()), io::stdout()),
        Some(Command::Bench) => {
            let stop = Interrupt::listen()?.new_stop();
            // If the output is closed, writing the summary fails too.
            let summary = bench::run(&stop, |line| drop(writeln!(output, "{line}")))?;
            Ok(writeln!(output, "{summary}")?)
        }
    }
}

/// Greets a user who has started UCI in a terminal, perhaps by accident.
fn greet(output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "Jacquerie {VERSION} — type 'help' for the commands, 'quit' to leave"
    )
}

/// Checks that UCI lines on the command line are valid, so that a mistyped command is an error.
fn check_lines(arguments: &Arguments, registry: &Registry) -> Result<(), Usage> {
    let has_command = arguments.command.is_some() || arguments.of_game.is_some();
    if let Some(line) = arguments.lines.first().filter(|_| has_command) {
        return Err(Usage(format!("'{line}' before a command; see --help")));
    }
    for line in &arguments.lines {
        lexer::read(line).map_err(|error| {
            let told = [meant(&arguments.lines, registry), error.meant()];
            let meant = told.iter().find(|meant| !meant.is_empty());
            let meant = meant.map_or("; see also --help", String::as_str);
            Usage(format!("{error}{meant}"))
        })?;
    }
    Ok(())
}

/// The end of an error message for words that are neither a command nor lines of UCI: what was
/// probably meant, or empty.
fn meant(lines: &[String], registry: &Registry) -> String {
    let first = lines.first().map_or("", String::as_str);
    // The words of one line, without the quotation marks around them.
    if lexer::is_command(first) && lines.len() > 1 {
        return format!("; did you mean \"{}\"?", short(&lines.join(" ")));
    }
    let program = program(registry);
    let commands = program.get_subcommands().map(clap::Command::get_name);
    did_you_mean(first, commands)
}

/// The end of an error message about the command line: the command that its first word was probably
/// meant to be, or empty.
#[must_use]
pub fn meant_command(words: &[String], registry: &Registry) -> String {
    let program = program(registry);
    let is_command = |word: &String| {
        let mut commands = program.get_subcommands();
        word == "help" || commands.any(|command| command.get_name() == word)
    };
    let mut plain = words.iter().take_while(|word| !word.starts_with('-'));
    let wrong = match plain.next() {
        Some(word) if word == "help" => plain.next(),
        first => first,
    };
    wrong
        .filter(|word| !is_command(word))
        .map_or_else(String::new, |word| {
            meant(std::slice::from_ref(word), registry)
        })
}

/// Whether the output was closed by its reader, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The configuration for a command of one game if no variant is named: the usual variant if it is
/// one of that game, otherwise the game's own.
fn usual(mut config: Config, game: &str, is_named: bool) -> Config {
    let is_own = |name: &str| {
        let variant = config.variants.get(name);
        variant.is_some_and(|variant| variant.game() == game)
    };
    if !is_named && !is_own(&config.options.variant) {
        let mut names = config.variants.keys();
        if let Some(name) = names.find(|name| is_own(name.as_str())).cloned() {
            config.options.variant = name;
        }
    }
    config
}

/// The configuration overridden by the command line. A start choice that belongs to other variants is rejected, unless
/// the variant is chosen later.
fn configuration(
    shared: &Shared,
    registry: &Registry,
    variant_comes_later: bool,
) -> Result<Config> {
    let (mut config, path) = Config::find(shared.config.as_deref(), registry)?;
    if let Some(path) = path {
        log::info!("configuration: {}", path.display());
    }
    let mut engine = Engine::new(config.clone())?;
    if let Some(name) = &shared.variant {
        set(&mut engine, "UCI_Variant", "--variant", name)?;
    }
    choices::set(&mut engine, &config, &shared.chosen, variant_comes_later)?;
    config.options = engine.options().clone();
    Ok(config)
}

/// Sets an option from a flag; the engine rejects invalid values.
fn set(engine: &mut Engine, name: &str, flag: &str, value: &str) -> Result<(), Usage> {
    let set = engine.set_option(name, Some(value));
    set.map_err(|error| Usage(format!("{flag} {value}: {error}")))
}

/// An engine at the given position, or at the start (which may be given as in UCI).
fn engine(config: Config, shared: &Shared, fen: &Option<String>) -> Result<Engine> {
    let mut engine = Engine::new(config)?;
    let fen = fen.as_deref().map(named_fen).transpose()?;
    if let Some(fen) = fen.filter(|fen| fen != "startpos") {
        engine
            .set_position(Some(&fen), &[])
            .map_err(|error| match shared.variant {
                Some(_) => Usage(error.to_string()),
                None => {
                    let fits = |_: &str, variant: &dyn Variant| variant.read_fen(&fen).is_ok();
                    Usage(format!("{error}{}", meant_for(engine.config(), fits)))
                }
            })?;
        let width = engine.state().map(|state| state.picture().files());
        if let Some((choice, value)) = shared.chosen.iter().find(|(one, _)| one.key != "files") {
            let message = format!(
                "--{} {value} is for the start of the variant; leave it out, since there is a FEN",
                choice.key
            );
            return Err(Usage(message).into());
        }
        if let (Some(files), Some(width)) = (shared.files(), width)
            && files != width
        {
            let width = counted(width, "file");
            let message = format!("--files {files} contradicts the FEN, which has {width}");
            return Err(Usage(message).into());
        }
    }
    Ok(engine)
}

/// The end of an error message about a FEN or a file: the variants that it fits, if there are any.
fn meant_for(config: &Config, fits: impl Fn(&str, &dyn Variant) -> bool) -> String {
    let variants = config.variants.iter();
    let fitting = variants.filter(|(name, variant)| fits(name, &***variant));
    let names: Vec<&str> = fitting.map(|(name, _)| name.as_str()).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; it fits --variant {}", names.join(", ")),
    }
}
